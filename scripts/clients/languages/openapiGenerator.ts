/** openapi-generator: one program in Java that writes clients in many languages, and its TypeScript client. */
import { readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ClientGenerator, type RunContext, runCommand } from '../generator';
import { compileAndRun } from '../typescript';
import { cached, missingPrograms } from './tools';

export const OPENAPI_GENERATOR = '7.25.0';
const JAR = `openapi-generator-cli-${OPENAPI_GENERATOR}.jar`;

/**
 * Returns one sentence that names the tools missing for openapi-generator and these programs, or null if none is
 * missing.
 */
export function missingForOpenapiGenerator(...programs: readonly string[]): string | null {
  return missingPrograms('java', 'mvn', ...programs);
}

/**
 * Generates a client from the contract without webhooks: some templates of this generator write invalid code for
 * webhooks.
 * @param target such as `go`; see `npm run clients` for the targets that are run
 * @param output a folder, relative to the folder of the context
 * @returns the number of generated files
 */
export async function generateFrom(
  { contractWithoutWebhooks, folder, cache }: RunContext,
  target: string,
  output: string,
  args: readonly string[],
): Promise<number> {
  const artifact = `-Dartifact=org.openapitools:openapi-generator-cli:${OPENAPI_GENERATOR}`;
  const tool = await cached(cache, `openapi-generator-${OPENAPI_GENERATOR}`, (into) => [
    {
      step: 'Fetching openapi-generator',
      program: 'mvn',
      args: ['-q', '-B', 'dependency:copy', artifact, `-DoutputDirectory=${into}`],
      folder: into,
    },
  ]);
  await runCommand({
    step: 'Generating',
    program: 'java',
    args: ['-jar', join(tool, JAR), 'generate', '-i', contractWithoutWebhooks, '-g', target, '-o', output, ...args],
    folder,
  });
  return readdirSync(join(folder, output), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .length;
}

/** Its program is in `../programs/`, beside the programs of the generators that need no Java. */
export const openapiGeneratorTypescript: ClientGenerator = {
  name: 'openapi-generator typescript-fetch',
  version: OPENAPI_GENERATOR,
  missing: () => missingForOpenapiGenerator(),
  async run(context) {
    const { folder, service } = context;
    const count = await generateFrom(context, 'typescript-fetch', 'client', [
      '--additional-properties=importFileExtension=.js',
      '--global-property=apiDocs=false,modelDocs=false',
    ]);
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    symlinkSync(join(__dirname, '../../../node_modules'), join(folder, 'node_modules'));
    await compileAndRun(folder, 'typescriptFetch', service);
    return `${count} files, compiled strictly, five operations`;
  },
};
