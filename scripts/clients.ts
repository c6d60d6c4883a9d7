/**
 * Generates clients with two generators that others use, and compiles each strictly: the contract must not trip them.
 *
 *   tsx scripts/clients.ts [bundle.json]     the bundle is generated/openapi.json, unless one is named
 *
 * Prints a line for each and exits with 1 if one of them fails.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { loadContract } from './contract/read';

interface Generator {
  readonly name: string;
  /** Below node_modules. */
  readonly program: string;
  /** @param output a folder that is there */
  readonly options: (contract: string, output: string) => string[];
  /** Compiler options by which the imports of the generated files are resolved. */
  readonly resolution: Readonly<Record<string, string>>;
}

const ROOT = join(__dirname, '..');
const GENERATORS: readonly Generator[] = [
  {
    name: 'redocly generate-client',
    program: '@redocly/cli/bin/cli.js',
    options: (contract, output) => ['generate-client', contract, '--output', join(output, 'client.ts')],
    resolution: { module: 'nodenext' },
  },
  {
    name: '@hey-api/openapi-ts',
    program: '@hey-api/openapi-ts/bin/run.js',
    options: (contract, output) => [
      '--input',
      contract,
      '--output',
      output,
      '--client',
      '@hey-api/client-fetch',
      '--no-log-file',
    ],
    // Its files import each other without an extension.
    resolution: { module: 'esnext', moduleResolution: 'bundler' },
  },
];

/** Number of lines shown of the output of a failing program. */
const SHOWN = 8;

const contract = resolve(process.argv[2] ?? join(ROOT, 'generated/openapi.json'));
const scratch = mkdtempSync(join(tmpdir(), 'culprit-clients-'));
try {
  loadContract(contract);
  for (const generator of GENERATORS) report(generator, join(scratch, generator.name.replace(/\W+/g, '-')));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function report(generator: Generator, folder: string): void {
  const fault = generate(generator, folder) ?? compile(generator, folder);
  if (fault === null) {
    const count = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    ).length;
    console.log(`${generator.name}: ${count} ${count === 1 ? 'file' : 'files'}, compiled strictly`);
  } else {
    console.log(`${generator.name}: ${fault}`);
    process.exitCode = 1;
  }
}

function generate({ program, options }: Generator, output: string): string | null {
  mkdirSync(output);
  const fault = run(join(ROOT, 'node_modules', program), options(contract, output));
  return fault === null ? null : `does not take the contract\n${fault}`;
}

function compile({ resolution }: Generator, folder: string): string | null {
  const compilerOptions = {
    strict: true,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
    noEmit: true,
    ...resolution,
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const fault = run(join(ROOT, 'node_modules/typescript/bin/tsc'), ['--project', folder]);
  return fault === null ? null : `what it generates does not compile\n${fault}`;
}

/** Runs a program in a folder without configuration files. @returns its output without decoration and stack traces if it fails */
function run(program: string, args: string[]): string | null {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: scratch,
    env,
    encoding: 'utf8',
  });
  const lines = stripVTControlCharacters(`${stdout}${stderr}`).split('\n');
  return status === 0
    ? null
    : lines
        .filter((line) => line.trim() !== '' && !/[║╔╚]|^[ ']+at /.test(line))
        .slice(0, SHOWN)
        .join('\n');
}
