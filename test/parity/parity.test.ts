/** SQLite and PostgreSQL give the same answers, byte for byte, to a day of requests and to each request that the contract shows. */
import { type DocumentedOperation, readDocumentedOperations } from '../contract/documented';
import type { OperationCases } from '../contract/exampleCase';
import { exampleCases } from '../contract/exampleCases';
import { type ExampleRequest, requestsOf, runExample, useExampleTime } from '../contract/perform';
import { openSecondPostgres, type SecondPostgres } from '../support/secondPostgres';
import { startService } from '../support/service';
import { RequestScript } from './day';
import { type Exchange, exchangeOf } from './exchange';

/** The same for both, so that links are the same. */
const ADDRESS = { PUBLIC_URL: 'http://errors.acme.test' };

type Environment = Record<string, string>;

useExampleTime();

let postgres: SecondPostgres | undefined;
beforeAll(async () => {
  postgres = await openSecondPostgres();
}, 60_000);
afterAll(() => postgres?.dispose());

/** Does the same on a fresh database of either kind, and compares what was answered. */
async function compare(exchange: (environment: Environment) => Promise<Exchange[]>): Promise<void> {
  if (postgres === undefined) return;
  const expected = await exchange({ ...ADDRESS, DATABASE_URL: 'sqlite::memory:' });
  const found = await exchange({ ...ADDRESS, DATABASE_URL: await postgres.make('migrated') });
  for (const [index, one] of expected.entries()) expect(found[index]).toEqual(one);
  expect(found.length).toBe(expected.length);
}

test('a day', async () => {
  await compare(async (environment) => {
    const service = await startService(environment);
    try {
      return (await new RequestScript(service, (moment) => jest.setSystemTime(moment)).live()).exchanges;
    } finally {
      await service.close();
    }
  });
}, 240_000);

const known: Readonly<Record<string, OperationCases | undefined>> = exampleCases;
const shown = readDocumentedOperations().flatMap((operation) => {
  return (known[operation.operationId]?.cases ?? [])
    .flatMap((ask) => requestsOf(operation, ask))
    .map((request) => ({ operation, request }));
});

test.each(shown.map((one) => [`${one.operation.operationId} ${one.request.title}`, one] as const))(
  '%s',
  async (_name, { operation, request }) => {
    await compare(async (environment) => [await exchangeShown(operation, request, environment)]);
  },
);

async function exchangeShown(
  operation: DocumentedOperation,
  request: ExampleRequest,
  environment: Environment,
): Promise<Exchange> {
  const { response, stage } = await runExample(operation, request, environment);
  return exchangeOf(request.title, response, { secret: stage.project.row.securityToken, ...madeUpIn(response.text) });
}

/** What a service makes up: the id of an event that comes without one, and the secret of a webhook. */
function madeUpIn(text = ''): Record<string, string> {
  const [, id] = /^\{"id":"([0-9a-f]{32})"\}$/.exec(text) ?? [];
  const [secret] = /whsec_[A-Za-z0-9+/=]+/.exec(text) ?? [];
  return { ...(id && { id }), ...(secret && { webhook: secret }) };
}
