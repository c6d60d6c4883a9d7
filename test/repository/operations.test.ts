import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import contract from '../../generated/openapi.json';
import { operations } from '../../src/api';

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
    `src/api/${tag}/${operationId}.ts`,
    `test/api/${tag}/${operationId}.test.ts`,
  ])('has %s', (file) => {
    expect(existsSync(path.join(ROOT, file))).toBe(true);
  });

  test('has an example', () => {
    const examples = readdirSync(path.join(ROOT, 'openapi/examples'));
    expect(examples.some((name) => name.startsWith(`${operationId}.`))).toBe(true);
  });

  test('is a query if it is a GET', () => {
    const source = readFileSync(path.join(ROOT, `src/api/${tag}/${operationId}.ts`), 'utf8');
    const isReading = /: (Query|Open)<'/.test(source);
    expect(isReading).toBe(method === 'get');
  });
});

test('nothing is handled that the contract does not name', () => {
  expect(Object.keys(operations).sort()).toEqual(named.map(({ operationId }) => operationId).sort());
});

test.each(['openapi/operations', 'src/api', 'test/api'])('%s has a file for each operation and no other', (folder) => {
  const files = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.includes(path.sep) && /\.(ya?ml|ts)$/.test(file))
    .map((file) => path.basename(file).replace(/\..*$/, ''));
  expect(files.sort()).toEqual(named.map(({ operationId }) => operationId).sort());
});
