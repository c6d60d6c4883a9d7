/**
 * Generators of clients in other languages than TypeScript, and generators that are written in another one. They need
 * tools that a machine may lack, and run only on request. The folder of each language has the programs that use the
 * generated clients, and the pinned versions of all packages.
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { checkClient } from '../check';
import { cached, type ClientGenerator, fetched, type RunContext, runCommand } from '../generator';
import { compileAndRun } from '../typescript';

export const OPENAPI_GENERATOR = '7.25.0';
export const OAPI_CODEGEN = '2.8.2';
const ABILITIES = { readsInvalid: true, refusesEmptyList: true };
const REQUIREMENTS = join(__dirname, 'python/requirements.txt');

/** A target of openapi-generator: one program in Java that writes clients in many languages. */
interface Target {
  readonly name: string;
  /** Programs that it needs, besides those of the generator. */
  readonly needs: readonly string[];
  /** The folder of the client, relative to the folder of the context. */
  readonly output: string;
  readonly args: readonly string[];
  readonly use: (context: RunContext, files: number) => Promise<string>;
}

const TARGETS: readonly Target[] = [
  {
    name: 'typescript-fetch',
    needs: [],
    output: 'client',
    args: ['--additional-properties=importFileExtension=.js', '--global-property=apiDocs=false,modelDocs=false'],
    async use({ folder, service }, files) {
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
      symlinkSync(join(__dirname, '../../../node_modules'), join(folder, 'node_modules'));
      await compileAndRun(folder, 'typescriptFetch', service, { refusesEmptyList: true });
      return `${files} files, compiled strictly, five operations`;
    },
  },
  {
    name: 'python',
    needs: ['python3'],
    output: '.',
    args: ['--additional-properties=packageName=culprit_client'],
    use: async (context) => usePython(context, 'openapi_generator', 'culprit_client'),
  },
  {
    name: 'go',
    needs: ['go'],
    output: 'culprit',
    args: [
      '--additional-properties=packageName=culprit,withGoMod=false',
      '--global-property=apiTests=false,modelTests=false',
    ],
    async use(context) {
      // Models refuse fields which a later version of the service adds to its replies.
      const models = readdirSync(join(context.folder, 'culprit')).filter((name) => /^model_.*\.go$/.test(name));
      for (const path of models.map((name) => join(context.folder, 'culprit', name)))
        writeFileSync(path, readFileSync(path, 'utf8').replace(/^.*DisallowUnknownFields.*\n/gm, ''));
      return useGo(context, 'openapiGenerator.go');
    },
  },
  {
    name: 'java',
    needs: ['javac'],
    output: 'client',
    // The library needs the smallest number of packages: the HTTP client of the JDK, and Jackson.
    args: [
      '--library',
      'native',
      '--additional-properties=invokerPackage=culprit.client,apiPackage=culprit.client.api,modelPackage=culprit.client.model',
    ],
    use: useJava,
  },
  {
    name: 'rust',
    needs: ['cargo'],
    output: 'culprit-client',
    args: ['--additional-properties=packageName=culprit-client,supportMiddleware=true'],
    use: useRust,
  },
];

/** Generators in Python: the pinned package, its program, its arguments, and the module that uses what it writes. */
const PYTHON_GENERATORS = [
  {
    name: 'openapi-python-client',
    program: 'openapi-python-client',
    args: ['generate', '--meta', 'none', '--config', 'options.json', '--output-path', 'culprit_client', '--path'],
    uses: 'openapi_python_client',
    generated: 'culprit_client',
  },
  {
    name: 'datamodel-code-generator',
    program: 'datamodel-codegen',
    // Models that forbid other fields would refuse the replies of later versions.
    args: [
      ...['--output', 'culprit_models.py', '--input-file-type', 'openapi', '--extra-fields', 'allow'],
      ...['--output-model-type', 'pydantic_v2.BaseModel', '--target-python-version', '3.10', '--use-annotated'],
      ...['--formatters', 'builtin', '--disable-timestamp', '--collapse-root-models', '--input'],
    ],
    uses: 'datamodel_code_generator',
    generated: 'culprit_models',
  },
];
/** The configuration of openapi-python-client. */
const PYTHON_OPTIONS = { content_type_overrides: { 'application/x-sentry-envelope': 'application/octet-stream' } };

const OAPI_OPTIONS = {
  package: 'culprit',
  generate: { models: true, client: true },
  // Without it, a pointer stands for both null and an absent field, and null cannot be sent.
  'output-options': { 'nullable-type': true },
  output: 'culprit/client.go',
};

export const LANGUAGES: readonly ClientGenerator[] = [
  ...TARGETS.map(({ name, needs, output, args, use }) => ({
    name: `openapi-generator ${name}`,
    version: OPENAPI_GENERATOR,
    needs: ['java', 'mvn', ...needs],
    async run(context: RunContext) {
      await runOpenapiGenerator(context, name, ['-o', output, ...args]);
      const files = readdirSync(join(context.folder, output), { recursive: true, withFileTypes: true });
      return use(context, files.filter((entry) => entry.isFile()).length);
    },
  })),
  ...PYTHON_GENERATORS.map(({ name, program, args, uses, generated }) => ({
    name,
    version: new RegExp(`^${name}==(.+)$`, 'm').exec(readFileSync(REQUIREMENTS, 'utf8'))?.[1] ?? '',
    needs: ['python3'],
    async run(context: RunContext) {
      const { folder, contractWithoutWebhooks } = context;
      const python = await pythonPrograms(context);
      writeFileSync(join(folder, 'options.json'), JSON.stringify(PYTHON_OPTIONS));
      const output = await runCommand({
        step: 'Generating',
        program: join(python, program),
        args: [...args, contractWithoutWebhooks],
        folder,
        // A generator formats its output with ruff.
        environment: { PATH: `${python}:${process.env['PATH'] ?? ''}` },
      });
      requireKnownWarnings(output);
      return usePython(context, uses, generated);
    },
  })),
  {
    name: 'oapi-codegen',
    version: OAPI_CODEGEN,
    needs: ['go'],
    async run(context) {
      const { folder, contractWithoutWebhooks } = context;
      const source = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v${OAPI_CODEGEN}`;
      const tool = await cached(context, `oapi-codegen-${OAPI_CODEGEN}`, (into) => [
        { step: 'Fetching oapi-codegen', program: 'go', args: ['install', source], environment: { GOBIN: into } },
      ]);
      mkdirSync(join(folder, 'culprit'));
      writeFileSync(join(folder, 'oapi-codegen.json'), JSON.stringify(OAPI_OPTIONS));
      const args = ['-config', 'oapi-codegen.json', contractWithoutWebhooks];
      await runCommand({ step: 'Generating', program: join(tool, 'oapi-codegen'), args, folder });
      return useGo(context, 'oapiCodegen.go');
    },
  },
];

/** Generates from the contract without webhooks: some templates write invalid code for webhooks. */
async function runOpenapiGenerator(context: RunContext, target: string, args: readonly string[]): Promise<void> {
  const artifact = `-Dartifact=org.openapitools:openapi-generator-cli:${OPENAPI_GENERATOR}`;
  const tool = await cached(context, `openapi-generator-${OPENAPI_GENERATOR}`, (into) => {
    const fetching = ['-q', '-B', 'dependency:copy', artifact, `-DoutputDirectory=${into}`];
    return [{ step: 'Fetching openapi-generator', program: 'mvn', args: fetching }];
  });
  const jar = join(tool, `openapi-generator-cli-${OPENAPI_GENERATOR}.jar`);
  const generate = ['-jar', jar, 'generate', '-i', context.contractWithoutWebhooks, '-g', target, ...args];
  await runCommand({ step: 'Generating', program: 'java', args: generate, folder: context.folder });
}

/** Returns the name of a folder of the cache with packages of this version. */
function versionedBy(name: string, file: string): string {
  return `${name}-${createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12)}`;
}

/** Creates a virtual environment with the pinned packages. @returns the folder of its programs */
async function pythonPrograms(context: RunContext): Promise<string> {
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', REQUIREMENTS];
  const folder = await cached(context, versionedBy('python', REQUIREMENTS), () => [
    { step: 'Creating a virtual environment', program: 'python3', args: ['-m', 'venv', 'venv'] },
    { step: 'Fetching Python packages', program: 'venv/bin/python', args: pip },
  ]);
  return join(folder, 'venv', 'bin');
}

/** Imports each module of a package, since some are imported by no program. */
const IMPORT_ALL = `
import importlib, pkgutil, sys
package = importlib.import_module(sys.argv[1])
for module in pkgutil.walk_packages(getattr(package, "__path__", []), package.__name__ + "."):
    importlib.import_module(module.name)
`;

async function usePython(context: RunContext, module: string, generated: string): Promise<string> {
  const { folder, service } = context;
  const program = join(await pythonPrograms(context), 'python');
  const files = ['operations.py', `${module}.py`];
  for (const file of files) cpSync(join(__dirname, 'python', file), join(folder, file));
  const python = (step: string, ...args: readonly string[]) => ({
    step,
    program,
    args: ['-W', 'error', ...args],
    folder,
  });
  await runCommand(python('Importing every module', '-c', IMPORT_ALL, generated));
  await runCommand(python('Checking the types', '-m', 'mypy', '--strict', '--follow-imports=silent', ...files));
  await checkClient(python('Running the five operations', `${module}.py`), service, ABILITIES);
  return 'imported, types checked, five operations';
}

/**
 * @throws Error for an unexpected warning. Expected are warnings about text bodies, which openapi-python-client cannot
 *   send.
 */
function requireKnownWarnings(output: string): void {
  const unsupported = [...output.matchAll(/^Unsupported content type (.*)$/gm)].map(([, type]) => type);
  const warnings = [...output.matchAll(/^WARNING parsing (.*)$|^.*Warning: .*$/gm)].map(([line]) => line);
  if (unsupported.length !== warnings.length || unsupported.some((type) => type !== 'text/plain'))
    throw new Error(`Generating printed warnings\n${warnings.join('\n')}\n${unsupported.join('\n')}`);
}

/** Compiles the client with a program, in a module whose requirements are pinned. */
async function useGo({ folder, service }: RunContext, program: string): Promise<string> {
  for (const file of ['go.mod', 'go.sum', 'operations.go', program])
    cpSync(join(__dirname, 'go', file), join(folder, file));
  const go = (step: string, ...args: readonly string[]) => ({ step, program: 'go', args, folder });
  await fetched(go('Fetching Go modules', 'mod', 'download'));
  await runCommand(go('Compiling', 'build', '-o', 'run', '.'));
  await runCommand(go('Vetting', 'vet', './...'));
  const command = { step: 'Running the five operations', program: join(folder, 'run'), args: [], folder };
  await checkClient(command, service, ABILITIES);
  return 'built and vetted, five operations';
}

async function useJava(context: RunContext): Promise<string> {
  const { folder, service } = context;
  const pom = join(__dirname, 'java/pom.xml');
  const cache = await cached(context, versionedBy('java', pom), (into) => {
    cpSync(pom, join(into, 'pom.xml'));
    const args = ['-q', '-B', 'dependency:copy-dependencies', `-DoutputDirectory=${join(into, 'jars')}`];
    return [{ step: 'Fetching Java packages', program: 'mvn', args }];
  });
  const libraries = join(cache, 'jars', '*');
  const classes = ['classes', libraries].join(delimiter);
  mkdirSync(join(folder, 'classes'));
  const sources = join(folder, 'client/src/main/java');
  const generated = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.java'),
  );
  writeFileSync(join(folder, 'sources'), generated.map((file) => JSON.stringify(join(sources, file))).join('\n'));
  const javac = (step: string, ...args: readonly string[]) =>
    runCommand({ step, program: 'javac', args: ['-proc:none', '-d', 'classes', ...args], folder });
  await javac('Compiling the client', '-nowarn', '-cp', libraries, '@sources');
  const program = join(__dirname, 'java/Run.java');
  await javac('Compiling the program', '-Xlint:all', '-Werror', '-cp', classes, program);
  const command = { step: 'Running the five operations', program: 'java', args: ['-cp', classes, 'Run'], folder };
  await checkClient(command, service, ABILITIES);
  return `${generated.length} classes compiled, five operations`;
}

async function useRust({ cache, folder, service }: RunContext): Promise<string> {
  cpSync(join(__dirname, 'rust'), folder, { recursive: true });
  // Compiled dependencies are kept in the cache; they take most of the time.
  const target = join(cache, 'rust');
  const environment = { CARGO_TARGET_DIR: target, RUSTFLAGS: '-D warnings' };
  const cargo = (step: string, ...args: readonly string[]) => ({ step, program: 'cargo', args, folder, environment });
  await fetched(cargo('Fetching crates', 'fetch', '--quiet'));
  await runCommand(cargo('Compiling', 'build', '--quiet', '--offline'));
  const command = { step: 'Running the five operations', program: join(target, 'debug/run'), args: [], folder };
  await checkClient(command, service, ABILITIES);
  return 'compiled without warnings, five operations';
}
