/** Each list accepts its own cursors only, in the form that the contract gives as a pattern. */
import { useExampleTime } from '../support/exampleTime';
import type { Service } from '../support/service';
import { addressOf, readListOperations } from './documented';
import { withMonitor } from './exampleCases/monitors';
import { startShop } from './exampleCases/prepare';

useExampleTime();

interface List {
  readonly operationId: string;
  /** The path with the examples of its parameters. */
  readonly path: string;
  readonly pattern: string;
  readonly example: string;
}

const lists = readListOperations().map((operation): List => {
  const { cursor, operationId } = operation;
  return { operationId, path: addressOf(operation), pattern: cursor['schema'].pattern, example: cursor['example'] };
});

const kinds = new Map(lists.map(({ pattern, example }) => [pattern, example]));

/** Cursors that no list returns. */
const NEVER_ISSUED = [
  'x',
  '0',
  '0:0',
  '1:2',
  '0:0:0',
  '0:0:0:0',
  '1:1:0:0',
  '01:1:0',
  ':0',
  '::0',
  ':::0',
  '%00:0',
  'ä:0',
];

/** The bundle whose id is the example of the parameter. */
const BUNDLE = { id: '12', checksum: null, fileCount: 0 };

let service: Service;
let token: string;
beforeAll(async () => {
  const shop = await startShop();
  ({ service, token } = shop);
  const { id: projectId, organizationId } = shop.project.row;
  const bundle = { ...BUNDLE, release: null, dist: null, errorCount: 0, warningCount: 0, dateCreated: Date.now() };
  await service.app.database.write(({ projectBundles }) =>
    projectBundles.insert({ projectId, organizationId }, bundle),
  );
  await withMonitor(shop);
});
afterAll(() => service.close());

const get = ({ path }: List, cursor: string) =>
  service.client.get(`${path}?${new URLSearchParams({ cursor }).toString()}`, token);

test('the lists have cursors of twenty-nine forms', () => expect([lists.length, kinds.size]).toEqual([40, 29]));

describe.each(lists)('$operationId', (list) => {
  test('accepts its own cursors, and the empty one', async () => {
    for (const cursor of [list.example, '']) await get(list, cursor).expect(200);
  });

  test('refuses the cursors of lists in another order', async () => {
    for (const [pattern, example] of kinds) {
      if (pattern === list.pattern || example === '') continue;
      const { body } = await get(list, example).expect(400);
      expect(body).toEqual({ detail: 'Invalid cursor parameter.' });
    }
  });

  test.each(NEVER_ISSUED)('refuses %j, which no list hands out', async (cursor) => {
    const { body } = await get(list, cursor).expect(400);
    expect(body).toEqual({ detail: 'Invalid cursor parameter.' });
  });
});

test.each(['listIssues', 'listReleases', 'listProjectReleases'])(
  '%s accepts the cursors of earlier versions, which have no letter in front',
  async (operationId) => {
    const list = lists.find((candidate) => candidate.operationId === operationId);
    if (list === undefined) throw new Error(`the contract has no list ${operationId}`);
    const marked = await get(list, list.example).expect(200);
    const { body } = await get(list, list.example.slice(1)).expect(200);
    expect([body, body.length]).toEqual([marked.body, 1]);
  },
);
