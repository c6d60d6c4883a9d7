/** Generators of Python clients and models. Their programs and the pinned versions of all packages are in `python/`. */
import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ClientGenerator, type RunContext, runCommand } from '../generator';
import { environmentOf } from '../service';
import { generateFrom, missingForOpenapiGenerator, OPENAPI_GENERATOR } from './openapiGenerator';
import { cached, missingPrograms } from './tools';

const PROGRAMS = join(__dirname, 'python');
const REQUIREMENTS = join(PROGRAMS, 'requirements.txt');

export const openapiGeneratorPython: ClientGenerator = {
  name: 'openapi-generator python',
  version: OPENAPI_GENERATOR,
  missing: () => missingForOpenapiGenerator('python3'),
  async run(context) {
    const python = await createEnvironment(context);
    await generateFrom(context, 'python', '.', ['--additional-properties=packageName=culprit_client']);
    return checkAndRun(context, python, 'openapi_generator', 'culprit_client');
  },
};

export const openapiPythonClient: ClientGenerator = {
  name: 'openapi-python-client',
  version: pinnedVersion('openapi-python-client'),
  missing: () => missingPrograms('python3'),
  async run(context) {
    const python = await createEnvironment(context);
    const options = { content_type_overrides: { 'application/x-sentry-envelope': 'application/octet-stream' } };
    writeFileSync(join(context.folder, 'options.json'), JSON.stringify(options));
    const input = ['--path', context.contractWithoutWebhooks, '--config', 'options.json'];
    const output = await runCommand({
      step: 'Generating',
      program: join(python, 'openapi-python-client'),
      args: ['generate', ...input, '--meta', 'none', '--output-path', 'culprit_client'],
      folder: context.folder,
      // The generator formats its output with ruff.
      environment: { PATH: `${python}:${process.env['PATH'] ?? ''}` },
    });
    requireKnownWarnings(output);
    return checkAndRun(context, python, 'openapi_python_client', 'culprit_client');
  },
};

export const datamodelCodeGenerator: ClientGenerator = {
  name: 'datamodel-code-generator',
  version: pinnedVersion('datamodel-code-generator'),
  missing: () => missingPrograms('python3'),
  async run(context) {
    const python = await createEnvironment(context);
    await runCommand({
      step: 'Generating',
      program: join(python, 'datamodel-codegen'),
      args: ['--input', context.contractWithoutWebhooks, '--output', 'culprit_models.py', ...DATAMODEL_OPTIONS],
      folder: context.folder,
      environment: { PYTHONWARNINGS: 'error' },
    });
    return checkAndRun(context, python, 'datamodel_code_generator', 'culprit_models');
  },
};

const DATAMODEL_OPTIONS = [
  '--input-file-type',
  'openapi',
  '--output-model-type',
  'pydantic_v2.BaseModel',
  '--target-python-version',
  '3.10',
  '--formatters',
  'builtin',
  '--disable-timestamp',
  // Models that forbid other fields would refuse the replies of later versions.
  '--extra-fields',
  'allow',
  '--use-annotated',
  '--collapse-root-models',
];

/** Imports each module of a package, since some are imported by no program. */
const IMPORT_ALL = `
import importlib, pkgutil, sys
package = importlib.import_module(sys.argv[1])
for module in pkgutil.walk_packages(getattr(package, "__path__", []), package.__name__ + "."):
    importlib.import_module(module.name)
`;

/** Creates a virtual environment with the pinned packages. @returns the folder of its programs */
async function createEnvironment({ cache }: RunContext): Promise<string> {
  const version = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 12);
  const folder = await cached(cache, `python-${version}`, (into) => {
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
    return [
      { step: 'Creating a virtual environment', program: 'python3', args: ['-m', 'venv', 'venv'], folder: into },
      {
        step: 'Fetching Python packages',
        program: 'venv/bin/python',
        args: [...pip, '-r', REQUIREMENTS],
        folder: into,
      },
    ];
  });
  return join(folder, 'venv', 'bin');
}

async function checkAndRun(context: RunContext, python: string, program: string, generated: string): Promise<string> {
  const { folder, service } = context;
  for (const file of ['operations.py', `${program}.py`]) copyFileSync(join(PROGRAMS, file), join(folder, file));
  const environment = environmentOf(service);
  const run = (step: string, ...args: readonly string[]) =>
    runCommand({ step, program: join(python, 'python'), args: ['-W', 'error', ...args], folder, environment });
  await run('Importing every module', '-c', IMPORT_ALL, generated);
  await run(
    'Checking the types',
    '-m',
    'mypy',
    '--strict',
    '--follow-imports=silent',
    'operations.py',
    `${program}.py`,
  );
  await run('Running the five operations', `${program}.py`);
  return 'imported, types checked, five operations';
}

/**
 * @throws Error for an unexpected warning. Expected are warnings about text bodies, which this generator cannot send.
 */
function requireKnownWarnings(output: string): void {
  const unsupported = [...output.matchAll(/^Unsupported content type (.*)$/gm)].map(([, type]) => type);
  const warnings = [...output.matchAll(/^WARNING parsing (.*)$/gm)].map(([, place]) => place);
  if (unsupported.length !== warnings.length || unsupported.some((type) => type !== 'text/plain')) {
    throw new Error(`Generating printed warnings\n${warnings.join('\n')}\n${unsupported.join('\n')}`);
  }
}

function pinnedVersion(name: string): string {
  return new RegExp(`^${name}==(.+)$`, 'm').exec(readFileSync(REQUIREMENTS, 'utf8'))?.[1] ?? '';
}
