/**
 * The Java client of openapi-generator. Its library option needs the smallest number of packages: the HTTP client of
 * the JDK, and Jackson.
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type ClientGenerator, type RunContext, runCommand } from '../generator';
import { environmentOf } from '../service';
import { generateFrom, missingForOpenapiGenerator, OPENAPI_GENERATOR } from './openapiGenerator';
import { cached } from './tools';

const PROGRAMS = join(__dirname, 'java');
const PACKAGES = 'invokerPackage=culprit.client,apiPackage=culprit.client.api,modelPackage=culprit.client.model';

export const openapiGeneratorJava: ClientGenerator = {
  name: 'openapi-generator java',
  version: OPENAPI_GENERATOR,
  missing: () => missingForOpenapiGenerator('javac'),
  async run(context) {
    const { folder, service } = context;
    await generateFrom(context, 'java', 'client', ['--library', 'native', `--additional-properties=${PACKAGES}`]);
    const libraries = await fetchLibraries(context);
    mkdirSync(join(folder, 'classes'));
    const javac = (step: string, ...args: readonly string[]) =>
      runCommand({ step, program: 'javac', args: ['-proc:none', '-d', 'classes', ...args], folder });
    const sources = join(folder, 'client/src/main/java');
    const generated = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.java'),
    );
    writeFileSync(join(folder, 'sources'), generated.map((file) => JSON.stringify(join(sources, file))).join('\n'));
    await javac('Compiling the client', '-nowarn', '-cp', libraries, '@sources');
    const classes = ['classes', libraries].join(delimiter);
    await javac('Compiling the program', '-Xlint:all', '-Werror', '-cp', classes, join(PROGRAMS, 'Run.java'));
    await runCommand({
      step: 'Running the five operations',
      program: 'java',
      args: ['-cp', classes, 'Run'],
      folder,
      environment: environmentOf(service),
    });
    return `${generated.length} classes compiled, five operations`;
  },
};

/** Fetches the packages of `java/pom.xml`. @returns the class path of all of them */
async function fetchLibraries({ cache }: RunContext): Promise<string> {
  const pom = join(PROGRAMS, 'pom.xml');
  const version = createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 12);
  const folder = await cached(cache, `java-${version}`, (into) => {
    cpSync(pom, join(into, 'pom.xml'));
    const args = ['-q', '-B', 'dependency:copy-dependencies', `-DoutputDirectory=${join(into, 'jars')}`];
    return [{ step: 'Fetching Java packages', program: 'mvn', args, folder: into }];
  });
  return join(folder, 'jars', '*');
}
