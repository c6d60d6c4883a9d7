/**
 * Generators of TypeScript clients. Each has a program in `programs/`, which runs the five operations with the
 * generated client.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from '../packages';
import { type ClientGenerator, firstLines, type RunContext, runCommand } from './generator';
import { environmentOf, type SeededService } from './service';

/** A package with generators: the root of the repository, or this folder, whose packages the root does not install. */
interface Home {
  readonly folder: string;
  /** Name → exact version. */
  readonly versions: Readonly<Record<string, string>>;
}

interface Recipe {
  /** The package of the generator. */
  readonly name: string;
  readonly home: Home;
  /** The program of the generator, below node_modules. */
  readonly program: string;
  /** The arguments that write a client into a folder. */
  readonly args: (contract: string, output: string) => readonly string[];
  /** The name of its program in `programs/`. */
  readonly uses: string;
  /** Its configuration: the name of the file, and its text for the paths of the contract and of the client. */
  readonly configuration?: readonly [name: string, text: (contract: string) => string];
}

const ROOT = join(__dirname, '..', '..');
const PROGRAMS = join(__dirname, 'programs');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const TSX = join(ROOT, 'node_modules/tsx/dist/cli.mjs');
const root = readHome(ROOT);
const own = readHome(__dirname);

/** openapi-zod-client validates by this; it reads JSON only unless it is told otherwise. */
const TEXT_OR_JSON = "mediaType === 'application/json' || mediaType === 'text/plain'";

/** A line that a generator prints about something that it cannot express. */
const WARNING = /\bwarn|deprecat|^generate-client: /im;
/** Browsers send the cookie of a session by themselves; programs use a token. */
const EXPECTED = /^generate-client: security scheme "session" sends its credential in the Cookie header/;
/** Redocly announces the end of a Node.js release in a box. */
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1', FORCE_COLOR: '0' };

const RECIPES: readonly Recipe[] = [
  {
    name: 'openapi-typescript',
    home: root,
    program: 'openapi-typescript/bin/cli.js',
    args: (contract, output) => [contract, '--output', join(output, 'api.ts')],
    uses: 'openapiFetch',
  },
  {
    name: '@redocly/cli',
    home: root,
    program: '@redocly/cli/bin/cli.js',
    args: (contract, output) => [
      'generate-client',
      contract,
      '--output',
      join(output, 'client.ts'),
      '--error-mode',
      'result',
    ],
    uses: 'redocly',
  },
  {
    name: '@hey-api/openapi-ts',
    home: own,
    program: '@hey-api/openapi-ts/bin/run.js',
    args: (contract, output) => ['--input', contract, '--output', output, '--no-log-file'],
    uses: 'heyApi',
  },
  {
    name: 'orval',
    home: own,
    program: 'orval/dist/bin/orval.mjs',
    args: () => ['--config', 'orval.config.mjs', '--fail-on-warnings'],
    configuration: [
      'orval.config.mjs',
      (contract) => `export default {
  culprit: {
    input: ${JSON.stringify(contract)},
    output: {
      target: './client/client.ts',
      client: 'fetch',
      baseUrl: { runtime: 'process.env.CULPRIT_URL' },
      override: { urlEncodeParameters: true },
    },
  },
};`,
    ],
    uses: 'orval',
  },
  {
    name: 'swagger-typescript-api',
    home: own,
    program: 'swagger-typescript-api/dist/cli.mjs',
    args: (contract, output) => ['generate', '--path', contract, '--output', output, '--name', 'client.ts'],
    uses: 'swaggerTypescriptApi',
  },
  {
    name: 'oazapfts',
    home: own,
    program: 'oazapfts/dist/cli.js',
    args: (contract, output) => [contract, join(output, 'client.ts')],
    uses: 'oazapfts',
  },
  {
    name: 'openapi-zod-client',
    home: own,
    program: 'openapi-zod-client/bin.js',
    args: (contract, output) => [contract, '--output', join(output, 'client.ts'), '--media-type-expr', TEXT_OR_JSON],
    uses: 'openapiZodClient',
  },
  {
    name: '@kubb/cli',
    home: own,
    program: '@kubb/cli/bin/kubb.cjs',
    args: () => ['generate', '--config', 'kubb.config.mjs'],
    configuration: [
      'kubb.config.mjs',
      (contract) => `import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';

export default defineConfig({
  input: { path: ${JSON.stringify(contract)} },
  output: { path: './client', extension: { '.ts': '.js' }, format: false },
  plugins: [pluginOas({ generators: [] }), pluginTs(), pluginClient({ client: 'axios', dataReturnType: 'full' })],
});`,
    ],
    uses: 'kubb',
  },
];

export const TYPESCRIPT: readonly ClientGenerator[] = RECIPES.map((recipe) => ({
  name: recipe.name,
  version: recipe.home.versions[recipe.name] ?? '',
  missing: () => null,
  run: (context) => run(recipe, context),
}));

function readHome(folder: string): Home {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >;
  return { folder, versions: { ...dependencies, ...devDependencies } };
}

async function run(recipe: Recipe, { contract, folder, service }: RunContext): Promise<string> {
  const { home, program, args, configuration, uses } = recipe;
  // Some generators ask for a newer Node.js release than the one installed here. npm warns about it, and they work.
  if (home === own) installPackages('scripts/clients', ['--ignore-scripts']);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  const modules = join(home.folder, 'node_modules');
  const output = join(folder, 'client');
  // Some generators read it to decide how their files import each other.
  writeCompilerOptions(folder);
  symlinkSync(modules, join(folder, 'node_modules'));
  mkdirSync(output);
  if (configuration !== undefined) writeFileSync(join(folder, configuration[0]), configuration[1](contract));
  await generate([join(modules, program), ...args(contract, output)], folder);

  await compileAndRun(folder, uses, service);
  const count = readdirSync(output, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  ).length;
  return `${count} ${count === 1 ? 'file' : 'files'}, compiled strictly, five operations`;
}

/**
 * Compiles the client in the folder with the program that uses it, and runs the program.
 * @param uses its name in `programs/`
 */
export async function compileAndRun(folder: string, uses: string, service: SeededService): Promise<void> {
  writeCompilerOptions(folder);
  copyFileSync(join(PROGRAMS, 'operations.ts'), join(folder, 'operations.ts'));
  copyFileSync(join(PROGRAMS, `${uses}.ts`), join(folder, 'main.ts'));
  await node('Compiling', [TSC, '--project', folder], folder);
  await node('Running the five operations', [TSX, 'main.ts'], folder, environmentOf(service));
}

function writeCompilerOptions(folder: string): void {
  const compilerOptions = {
    strict: true,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
    // The declarations of installed packages are not generated from the contract.
    skipLibCheck: true,
    noEmit: true,
    // Imports name files with their extension, as Node.js requires.
    module: 'nodenext',
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
}

/** Runs a generator. @throws Error if it fails or warns */
async function generate(args: readonly string[], folder: string): Promise<void> {
  const output = await node('Generating', args, folder, QUIET);
  const warnings = output
    .split('\n')
    .filter((line) => WARNING.test(line) && !EXPECTED.test(line) && !/[║╔╚]/.test(line));
  if (warnings.length > 0) throw new Error(`Generating printed warnings\n${firstLines(warnings.join('\n'))}`);
}

function node(
  step: string,
  args: readonly string[],
  folder: string,
  environment?: Readonly<Record<string, string>>,
): Promise<string> {
  return runCommand({ step, program: process.execPath, args, folder, ...(environment && { environment }) });
}
