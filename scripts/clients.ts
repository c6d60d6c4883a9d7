/**
 * Generates clients with third-party generators, compiles them strictly, and runs five operations with each against the
 * real service: updateProject, listTeamProjects, listProjectEvents, removeIssues and getSourceMapDebug.
 *
 *   npm run clients                          the generators of TypeScript clients
 *   npm run clients -- --all                 also generators of other languages, as far as their tools are installed
 *   npm run clients -- --only NAME           one generator; can be repeated
 *   npm run clients -- --contract FILE       with another bundled contract than generated/openapi.json
 *   npm run clients -- --all --cache FOLDER  with another folder for downloaded tools (default: culprit-clients-cache
 *                                            in the system's temporary folder)
 *
 * Prints a line for each generator. Exits with 1 if a generator fails, or with CI set if one is skipped.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { withoutWebhooks } from '../src/http/contract';
import { type ClientGenerator, missingPrograms, type RunContext, ToolUnavailable } from './clients/generator';
import { LANGUAGES } from './clients/languages';
import { startService } from './clients/service';
import { TYPESCRIPT } from './clients/typescript';
import { loadContract } from './contract/read';

interface Options {
  readonly generators: readonly ClientGenerator[];
  readonly contract: string;
  readonly cache: string;
}

main().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const { generators, contract, cache } = readOptions();
  const document = loadContract(contract);
  const scratch = mkdtempSync(join(tmpdir(), 'culprit-clients-'));
  const contractWithoutWebhooks = join(scratch, 'openapi-without-webhooks.json');
  writeFileSync(contractWithoutWebhooks, JSON.stringify(withoutWebhooks(document)));
  const service = await startService();
  try {
    for (const generator of generators) {
      const folder = join(scratch, generator.name.replace(/\W+/g, '-'));
      mkdirSync(folder);
      await report(generator, { contract, contractWithoutWebhooks, folder, cache }, service);
    }
  } finally {
    await service.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** @throws Error with one sentence for an unknown option or generator */
function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      all: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      contract: { type: 'string', default: join(__dirname, '../generated/openapi.json') },
      cache: { type: 'string', default: join(tmpdir(), 'culprit-clients-cache') },
    },
  });
  const allGenerators = [...TYPESCRIPT, ...LANGUAGES];
  const unknown = values.only.find((name) => !allGenerators.some((generator) => generator.name === name));
  if (unknown !== undefined) {
    const names = allGenerators.map(({ name }) => name).join(', ');
    throw new Error(`There is no generator ${unknown}; there are ${names}.`);
  }
  const selected = values.all ? allGenerators : TYPESCRIPT;
  const generators = values.only.length > 0 ? allGenerators.filter(({ name }) => values.only.includes(name)) : selected;
  return { generators, contract: resolve(values.contract), cache: resolve(values.cache) };
}

async function report(
  generator: ClientGenerator,
  files: Omit<RunContext, 'service'>,
  service: Awaited<ReturnType<typeof startService>>,
): Promise<void> {
  const name = `${generator.name} ${generator.version}`;
  const reason = missingPrograms(generator.needs);
  if (reason !== null) return void skip(name, reason);
  const start = performance.now();
  try {
    const done = await generator.run({ ...files, service: await service.seed() });
    console.log(`${name}: ${done}, ${Math.round((performance.now() - start) / 1000)} s`);
  } catch (error) {
    if (error instanceof ToolUnavailable) return void skip(name, error.message);
    console.log(`${name}: FAILED. ${(error as Error).message}`);
    process.exitCode = 1;
  }
}

/** Prints why a generator was skipped. A developer's machine may lack its tools; the CI machine must have them. */
function skip(name: string, reason: string): void {
  console.log(`${name}: skipped, ${reason}`);
  if (process.env['CI']) process.exitCode = 1;
}
