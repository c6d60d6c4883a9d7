/** Every operation replies 503 with Retry-After while the server of the database fails. */
import { makeQuickPlace } from '../../support/database';
import { useExampleTime } from '../../support/exampleTime';
import { FailingServer, type Failure } from '../../support/failingServer';
import { readDocumentedOperations } from '../../contract/documented';
import type { ExampleCase } from '../../contract/exampleCase';
import { casesOf } from '../../contract/exampleCases';
import { requestsOf, runExample } from '../../contract/perform';

useExampleTime();

/**
 * Too many connections, a lost connection, a full disk, a server that stops, and a damaged page. The operations take
 * turns; each meets one of them, while the caller is looked up or later.
 */
const FAILURES: readonly Failure[] = [
  { statement: 1, code: '53300' },
  { statement: 2, code: null },
  { statement: 3, code: '53100' },
  { statement: 4, code: '57P01' },
  { statement: 5, code: 'XX001' },
];
/** Operations that need no database. */
const WITHOUT_DATABASE = [
  'getContract',
  'getDocs',
  'getDocsPage',
  'getStartPage',
  'getSignInPage',
  'getConfirmAddressPage',
  'getAuthorizePage',
  'getAuthorizationServer',
  'getProtectedResource',
  'getProtectedResourceAtRoot',
  'getConsolePage',
  'getConsoleFile',
];

const operations = readDocumentedOperations().filter(({ operationId }) => !WITHOUT_DATABASE.includes(operationId));

const unavailable = { status: 503, waits: true };
let refused = 0;

test.each(operations.map((operation, index) => ({ ...operation, index })))(
  '$operationId is 503, or replies as ever',
  async ({ index, ...operation }) => {
    const [first] = casesOf(operation).cases;
    const [request] = first === undefined ? [] : requestsOf(operation, first);
    if (first === undefined || request === undefined) throw new Error('the operation has no case');
    const expected = operation.responses.find(({ name }) => name === first.response)?.status ?? Number(first.response);
    const place = await makeQuickPlace();
    const server = await FailingServer.start(place.url);
    const exampleCase: ExampleCase = {
      ...first,
      async prepare(fixtures) {
        const created = await first.prepare?.(fixtures);
        server.failAt(FAILURES[index % FAILURES.length] as Failure);
        return created ?? undefined;
      },
    };
    try {
      const { response } = await runExample(operation, { ...request, exampleCase }, { DATABASE_URL: server.url });
      const { status } = response;
      const headers = response.headers as Record<string, string>;
      const reply = status === 503 ? { status, waits: Number(headers['retry-after']) > 0 } : status;
      expect([unavailable, expected]).toContainEqual(reply);
      if (status === 503) refused += 1;
    } finally {
      server.close();
      await place.dispose();
    }
  },
);

test('most of these requests met the failure', () => {
  expect(refused).toBeGreaterThan(operations.length / 2);
});
