import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import contract from '../../generated/openapi.json';
import { operations } from '../../generated/handlers';
import type { OperationId } from '../../src/api/contractTypes';

const ROOT = path.resolve(__dirname, '../..');

interface Named {
  readonly operationId: string;
  readonly tag: string;
  readonly method: string;
}

const named: Named[] = Object.values(contract.paths).flatMap((item) =>
  Object.entries(item as Record<string, { operationId: string; tags: string[] }>)
    .filter(([method]) => ['get', 'put', 'post', 'delete', 'patch'].includes(method))
    .map(([method, operation]) => ({ method, operationId: operation.operationId, tag: operation.tags[0] ?? '' })),
);

describe.each(named)('$operationId', ({ operationId, tag, method }) => {
  test.each([
    `openapi/operations/${tag}/${operationId}.yaml`,
    `openapi/examples/${operationId}.yaml`,
    `src/api/${tag}/${operationId}.ts`,
    `test/api/${tag}/${operationId}.test.ts`,
  ])('has %s', (file) => {
    expect(existsSync(path.join(ROOT, file))).toBe(true);
  });

  test('declares in its handler whether it may write', () => {
    // Jobs report by requesting a URL.
    const isReading = /^(get|list)[A-Z]|CheckInByUrl$/.test(operationId);
    expect(isReading).toBe(method === 'get');
  });

  test('is handled under its own id', () => {
    expect(operations[operationId as OperationId].id).toBe(operationId);
  });
});

test('every handler has an operation in the contract', () => {
  expect(Object.keys(operations).sort()).toEqual(named.map(({ operationId }) => operationId).sort());
});

/** Files beside the files of operations: parts that the handlers of one tag share, and their tests. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  'openapi/operations': [],
  'src/api': listFiles('src/api').filter((file) => !isOperation(file) && isImportedBesideIt(file)),
  'test/api': [
    'events/eventSearch',
    'ingest/attachments',
    'ingest/filters',
    'ingest/rateLimits',
    'projects/settingErrors',
    'projects/settings',
    'sessions/madeCredentials',
    'sessions/providerAccounts',
    'sessions/signInFloods',
  ],
};

test.each(Object.entries(SHARED))('%s has a file for each operation and no others', (folder, shared) => {
  const files = listFiles(folder).filter((file) => !shared.includes(file));
  expect(files).toEqual(named.map(({ tag, operationId }) => `${tag}/${operationId}`).sort());
});

/** Lists the files in the folders of the tags, as `tag/name` without an extension. */
function listFiles(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => file.includes('/') && /\.(ya?ml|ts)$/.test(file))
    .map((file) => file.replace(/\.(test\.)?\w+$/, ''))
    .sort();
}

function isOperation(file: string): boolean {
  return named.some(({ tag, operationId }) => file === `${tag}/${operationId}`);
}

/** Returns true if a handler of the same tag imports the file. */
function isImportedBesideIt(file: string): boolean {
  const [tag = '', name = ''] = file.split('/');
  return named
    .filter((operation) => operation.tag === tag)
    .map(({ operationId }) => readFileSync(path.join(ROOT, `src/api/${tag}/${operationId}.ts`), 'utf8'))
    .some((source) => source.includes(`from './${name}'`));
}
