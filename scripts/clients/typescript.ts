/**
 * Generators of TypeScript clients. Each has a program in `programs/`, which runs the five operations with the
 * generated client.
 */
import { copyFileSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import root from '../../package.json';
import { installPackages } from '../packages';
import { checkClient } from './check';
import { type ClientGenerator, type Command, firstLines, type RunContext, runCommand } from './generator';
import own from './package.json';
import type { SeededService } from './service';

interface Recipe {
  readonly name: string;
  /** Installed in this folder, and not in the root of the repository. */
  readonly isOwn?: boolean;
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
const VERSIONS: Readonly<Record<string, string>> = { ...root.devDependencies, ...own.dependencies };
const PROGRAMS = join(__dirname, 'programs');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const TSX = join(ROOT, 'node_modules/tsx/dist/cli.mjs');

/** openapi-zod-client validates by this; it reads JSON only unless it is told otherwise. */
const TEXT_OR_JSON = "mediaType === 'application/json' || mediaType === 'text/plain'";

/** A line that a generator prints about something that it cannot express. */
const WARNING = /\bwarn|deprecat|^generate-client: /im;
/**
 * Browsers send the cookie of a session by themselves; programs use a token. openapi-zod-client calls a function of
 * TypeScript, which still works, in an old form: for schemas that contain themselves.
 */
const EXPECTED =
  /^(?:generate-client: security scheme "session" sends its credential in the Cookie header|DeprecationWarning: 'createTypeAliasDeclaration')/;
/** Redocly announces the end of a Node.js release in a box. */
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1', FORCE_COLOR: '0' };

const RECIPES: readonly Recipe[] = [
  {
    name: 'openapi-typescript',
    program: 'openapi-typescript/bin/cli.js',
    args: (contract, output) => [contract, '--output', join(output, 'api.ts')],
    uses: 'openapiFetch',
  },
  {
    name: '@redocly/cli',
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
    isOwn: true,
    program: '@hey-api/openapi-ts/bin/run.js',
    args: (contract, output) => ['--input', contract, '--output', output, '--no-log-file'],
    uses: 'heyApi',
  },
  {
    name: 'orval',
    isOwn: true,
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
    isOwn: true,
    program: 'swagger-typescript-api/dist/cli.mjs',
    args: (contract, output) => ['generate', '--path', contract, '--output', output, '--name', 'client.ts'],
    uses: 'swaggerTypescriptApi',
  },
  {
    name: 'oazapfts',
    isOwn: true,
    program: 'oazapfts/dist/cli.js',
    args: (contract, output) => [contract, join(output, 'client.ts')],
    uses: 'oazapfts',
  },
  {
    name: 'openapi-zod-client',
    isOwn: true,
    program: 'openapi-zod-client/bin.js',
    args: (contract, output) => [contract, '--output', join(output, 'client.ts'), '--media-type-expr', TEXT_OR_JSON],
    uses: 'openapiZodClient',
  },
  {
    name: '@kubb/cli',
    isOwn: true,
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
  version: VERSIONS[recipe.name] ?? '',
  needs: [],
  run: (context) => run(recipe, context),
}));

async function run(recipe: Recipe, { contract, folder, service }: RunContext): Promise<string> {
  const { isOwn = false, program, args, configuration, uses } = recipe;
  // Some generators ask for a newer Node.js release than the one installed here. npm warns about it, and they work.
  if (isOwn) installPackages('scripts/clients', ['--ignore-scripts']);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  const modules = join(isOwn ? __dirname : ROOT, 'node_modules');
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
export async function compileAndRun(
  folder: string,
  uses: string,
  service: SeededService,
  abilities?: Parameters<typeof checkClient>[2],
): Promise<void> {
  writeCompilerOptions(folder);
  copyFileSync(join(PROGRAMS, 'operations.ts'), join(folder, 'operations.ts'));
  copyFileSync(join(PROGRAMS, `${uses}.ts`), join(folder, 'main.ts'));
  await runCommand(node('Compiling', [TSC, '--project', folder], folder));
  await checkClient(node('Running the five operations', [TSX, 'main.ts'], folder), service, abilities);
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

async function generate(args: readonly string[], folder: string): Promise<void> {
  const output = await runCommand({ ...node('Generating', args, folder), environment: QUIET });
  const warnings = output
    .split('\n')
    .filter((line) => WARNING.test(line) && !EXPECTED.test(line) && !/[║╔╚]/.test(line));
  if (warnings.length > 0) throw new Error(`Generating printed warnings\n${firstLines(warnings.join('\n'))}`);
}

function node(step: string, args: readonly string[], folder: string): Command {
  return { step, program: process.execPath, args, folder };
}
