/**
 * Writes generated/ from openapi/: the bundled contract, the part of it that the service reads, its types, the requests
 * of its operations, the table of their handlers and the tools of agents; and the lists of migrations and of item types
 * from the folders that these are in. Then fills openapi/guides/ with the contract's examples, its table of scopes and
 * the recorded events of platforms.
 *
 *   tsx scripts/generate.ts           write
 *   tsx scripts/generate.ts --check   write nothing, exit 1 if a file is not what would be written
 */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { writeAgentTools } from './contract/agentTools';
import { type Json, loadContract, readContract } from './contract/read';
import { ContractError, findContractErrors, redocly } from './contract/redocly';
import { BUILT_IN_RULES } from '../src/ingest/grouping/groupEvent';
import { readEnvelope, readRecordedPlatforms } from '../test/support/corpora';
import { fillGuides } from './docs/guides';
import { platformsTable } from './docs/platforms';

/** The root of the repository, where `npm run` starts every script. */
const root = process.cwd();
const tools = join(__dirname, '..', 'node_modules');
const files = ['openapi.json', 'serviceContract.json', 'api.ts', 'operations.ts', 'handlers.ts', 'agentTools.ts'];
const header = '// Generated from openapi/ by `npm run generate`. Do not edit.\n\n';

/** Lists of what the files beside them export, by their paths. */
const lists: Readonly<Record<string, (folder: string) => string>> = {
  'src/store/migrations/index.ts': migrations,
  'src/ingest/items/stored.ts': itemTypes,
};

main().catch((error: unknown) => {
  console.error(error instanceof ContractError ? error.message : error);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'culprit-generate-'));
  try {
    await bundle(folder);
    serviceContract(folder);
    types(folder);
    requests(folder);
    handlers(folder);
    agentTools(folder);
    const checks = process.argv.includes('--check');
    if (checks) check(folder);
    else install(folder);
    for (const [file, listOf] of Object.entries(lists)) fillList(file, listOf(join(root, dirname(file))), checks);
    guides(folder, checks);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @throws ContractError if the contract cannot be read */
async function bundle(into: string): Promise<void> {
  const contract = join(root, 'openapi', 'openapi.yaml');
  const config = join(root, 'openapi', 'redocly.yaml');
  const output = join(into, 'openapi.json');
  const { status, stderr } = await redocly(['bundle', contract, '--config', config, '--output', output], into);
  if (status !== 0) throw new ContractError((await findContractErrors(root)).join('\n') || stderr);
  writeFileSync(output, `${readFileSync(output, 'utf8').trimEnd()}\n`);
}

/** Members of an object of the contract that are for readers only. */
const TEXTS = ['description', 'summary', 'example', 'examples'];
/** Members whose own members have names that the contract chooses, such as the property `description`. */
const NAMED = ['content', 'headers', 'parameters', 'paths', 'properties', 'responses', 'schemas'];

/**
 * Writes the contract without texts, examples and webhooks, which the service reads when it starts. It reads the whole
 * contract when it is first asked for it.
 */
function serviceContract(into: string): void {
  const { webhooks: _webhooks, ...contract } = loadContract(join(into, 'openapi.json'));
  writeFileSync(join(into, 'serviceContract.json'), `${JSON.stringify(withoutTexts(contract), null, 1)}\n`);
}

function withoutTexts(value: unknown, hasNames = false): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withoutTexts(item));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => hasNames || !TEXTS.includes(name));
  return Object.fromEntries(
    kept.map(([name, member]) => [name, withoutTexts(member, !hasNames && NAMED.includes(name))]),
  );
}

function types(into: string): void {
  const output = join(into, 'api.ts');
  const options = ['--root-types', '--root-types-no-schema-prefix', '--root-types-keep-casing'];
  run('openapi-typescript/bin/cli.js', ['openapi.json', '--output', output, ...options], into);
  const withoutTheirHeader = readFileSync(output, 'utf8').replace(/^\/\*\*[^]*?\*\/\s*/, '');
  writeFileSync(output, header + withoutTheirHeader);
}

/** Writes how each operation is requested, for the methods of the client. */
function requests(into: string): void {
  const entries = readContract(loadContract(join(into, 'openapi.json'))).map((operation) => {
    const { operationId, summary, method, path, parameters, body, isPaged } = operation;
    const namesIn = (place: string) => parameters.filter((one) => one.in === place).map(({ name }) => name);
    const request = {
      method,
      path,
      query: namesIn('query'),
      header: namesIn('header'),
      hasBody: body !== undefined,
      isPaged,
    };
    return `  /** ${summary}. */\n  ${operationId}: ${JSON.stringify(request)},`;
  });
  const type = `/** The request of an operation. The parameters of its path are in the path. */
export interface OperationRequest {
  readonly method: 'get' | 'put' | 'post' | 'delete' | 'patch';
  readonly path: string;
  /** Names of the query parameters, and of the header parameters. */
  readonly query: readonly string[];
  readonly header: readonly string[];
  readonly hasBody: boolean;
  /** True if the operation returns a list that is read page by page. */
  readonly isPaged: boolean;
}`;
  const table = `export const operationRequests = {\n${entries.join('\n')}\n} satisfies Record<string, OperationRequest>;`;
  writeFileSync(join(into, 'operations.ts'), `${header}${type}\n\n${table}\n`);
}

/** Writes the table of the handlers, which are `src/api/<tag>/<operationId>.ts`. */
function handlers(into: string): void {
  const operations = readContract(loadContract(join(into, 'openapi.json')));
  const imports = operations.map(
    ({ operationId, tag }) => `import { ${operationId} } from '../src/api/${tag}/${operationId}';`,
  );
  const names = operations.map(({ operationId }) => `  ${operationId},`);
  const table = `/** The handler of every operation, by its operationId. */\nexport const operations: Operations = {\n${names.join('\n')}\n};`;
  const type = "import type { Operations } from '../src/api/operation';";
  writeFileSync(join(into, 'handlers.ts'), `${header}${[type, ...imports].join('\n')}\n\n${table}\n`);
}

/** Writes the tools of agents. @throws ContractError if `x-agent` of an operation names what the operation lacks */
function agentTools(into: string): void {
  writeFileSync(join(into, 'agentTools.ts'), `${header}${writeAgentTools(loadContract(join(into, 'openapi.json')))}`);
}

/** Returns the list of the migrations, in the order of the numbers with which their files begin. */
function migrations(folder: string): string {
  const found = exportsOf(folder, 'Migration');
  return `import type { Migration } from '../engine/ddl';
import { versionOf } from '../engine/migrate';
${importsOf(found)}

/**
 * Every migration, in order. A published migration never changes. Versions 9 to 41 were never published; 42 contains
 * them.
 */
export const MIGRATIONS: readonly Migration[] = [
${found.map(({ name }) => `  ${name},`).join('\n')}
];

/** The schema version that this code requires. */
export const SCHEMA_VERSION = versionOf(MIGRATIONS);
`;
}

/** Returns the list of the item types that are stored: \`rawSecurityItem\` is of the type \`raw_security\`. */
function itemTypes(folder: string): string {
  const found = exportsOf(folder, 'ItemType');
  const typeOf = (name: string) => name.replace(/Item$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return `${importsOf(found)}
import type { ItemType } from './itemType';

/** The item types that are stored, by their names in envelopes. */
export const STORED_TYPES: readonly (readonly [type: string, ItemType])[] = [
${found.map(({ name }) => `  ['${typeOf(name)}', ${name}],`).join('\n')}
];
`;
}

/** A constant that a file exports. */
interface Exported {
  /** Name of the file without its extension. */
  readonly file: string;
  readonly name: string;
}

/** Returns the exported constants of a type in the files of a folder, in the order of the files' names. */
function exportsOf(folder: string, type: string): Exported[] {
  const declaration = new RegExp(`^export const (\\w+): ${type} =`, 'gm');
  return readdirSync(folder)
    .sort()
    .flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(declaration)].map(([, name = '']) => ({
        file: basename(file, '.ts'),
        name,
      })),
    );
}

function importsOf(found: readonly Exported[]): string {
  const namesIn = (file: string) => found.filter((one) => one.file === file).map(({ name }) => name);
  return [...new Set(found.map(({ file }) => file))]
    .map((file) => `import { ${namesIn(file).join(', ')} } from './${file}';`)
    .join('\n');
}

/** Writes a list, or reports that it is not what would be written. */
function fillList(file: string, text: string, checks: boolean): void {
  const listed = `// Generated from the files beside it by \`npm run generate\`. Do not edit.\n\n${text}`;
  if (read(join(root, file)) === listed) return;
  if (!checks) return writeFileSync(join(root, file), listed);
  console.error(`${file} does not list the files beside it: run \`npm run generate\`.`);
  process.exitCode = 1;
}

/** Runs a tool in a folder without configuration files, and prints its output if it fails. */
function run(tool: string, args: string[], cwd: string): void {
  try {
    execFileSync(process.execPath, [join(tools, tool), ...args], { cwd, stdio: 'pipe', encoding: 'utf8' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    process.stderr.write(`${stdout}${stderr}`);
    throw new Error(`${tool} failed, see above.`);
  }
}

function check(fresh: string): void {
  const stale = files.filter((file) => read(join(root, 'generated', file)) !== read(join(fresh, file)));
  if (stale.length === 0) return;
  const names = stale.map((file) => `generated/${file}`).join(' and ');
  console.error(`${names} ${stale.length > 1 ? 'do' : 'does'} not match openapi/: run \`npm run generate\`.`);
  process.exitCode = 1;
}

function install(fresh: string): void {
  mkdirSync(join(root, 'generated'), { recursive: true });
  for (const file of files) copyFileSync(join(fresh, file), join(root, 'generated', file));
}

function guides(fresh: string, checks: boolean): void {
  const contract = loadContract(join(fresh, 'openapi.json'));
  const { examples } = contract['components'] as { readonly examples: Readonly<Record<string, Json>> };
  const changed = fillGuides(
    join(root, 'openapi', 'guides'),
    {
      operations: readContract(contract),
      examples,
      groupingRules: BUILT_IN_RULES,
      platforms: platformsTable(readRecordedPlatforms(), readEnvelope),
    },
    { write: !checks },
  );
  if (!checks || changed.length === 0) return;
  const names = changed.map((name) => `openapi/guides/${name}`).join(' and ');
  console.error(
    `${names} ${changed.length > 1 ? 'do' : 'does'} not show the contract and the benchmark as they are: run \`npm run generate\`.`,
  );
  process.exitCode = 1;
}

function read(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
