/**
 * SQLite and PostgreSQL give the same responses, byte for byte, to a fixed sequence of requests and to every example of
 * the contract.
 */
import { type DocumentedOperation, readDocumentedOperations } from '../contract/documented';
import type { OperationCases } from '../contract/exampleCase';
import { exampleCases } from '../contract/exampleCases';
import { type ExampleRequest, requestsOf, runExample, useExampleTime } from '../contract/perform';
import { describeWithPostgres, openSecondPostgres, type SecondPostgres } from '../support/secondPostgres';
import { startService } from '../support/service';
import { type Exchange, exchangeOf } from './exchange';
import { RequestScript } from './requestScript';

/** The same origin for both services, because links contain it. */
const ADDRESS = { PUBLIC_URL: 'http://errors.acme.test' };

/** Upper bound of one test on a busy machine: nothing here measures time, so it only ends a test that hangs. */
const TIMEOUT_MS = 600_000;

type Environment = Record<string, string>;

const known: Readonly<Record<string, OperationCases | undefined>> = exampleCases;
const examples = readDocumentedOperations().flatMap((operation) => {
  return (known[operation.operationId]?.cases ?? [])
    .flatMap((example) => requestsOf(operation, example))
    .map((request) => ({ operation, request }));
});

describeWithPostgres('SQLite and PostgreSQL respond alike', () => {
  let postgres: SecondPostgres;

  useExampleTime();
  beforeAll(async () => {
    postgres = await openSecondPostgres();
  }, TIMEOUT_MS);
  afterAll(() => postgres.dispose());

  /** Sends the same requests to a new database of either kind and compares the exchanges. */
  async function compare(exchange: (environment: Environment) => Promise<Exchange[]>): Promise<void> {
    const expected = await exchange({ ...ADDRESS, DATABASE_URL: 'sqlite::memory:' });
    const found = await exchange({ ...ADDRESS, DATABASE_URL: await postgres.createDatabase() });
    for (const [index, one] of expected.entries()) expect(found[index]).toEqual(one);
    expect(found.length).toBe(expected.length);
  }

  test(
    'to a sequence of requests',
    async () => {
      await compare(async (environment) => {
        const service = await startService(environment);
        try {
          return (await new RequestScript(service, (time) => jest.setSystemTime(time)).run()).exchanges;
        } finally {
          await service.close();
        }
      });
    },
    TIMEOUT_MS,
  );

  test.each(examples.map((one) => [`${one.operation.operationId} ${one.request.title}`, one] as const))(
    '%s',
    async (_name, { operation, request }) => {
      await compare(async (environment) => [await exchangeExample(operation, request, environment)]);
    },
    TIMEOUT_MS,
  );
});

async function exchangeExample(
  operation: DocumentedOperation,
  request: ExampleRequest,
  environment: Environment,
): Promise<Exchange> {
  const { response, fixtures } = await runExample(operation, request, environment);
  return exchangeOf(request.title, response, {
    secret: fixtures.project.row.securityToken,
    ...generatedValues(response.text),
  });
}

/** Values that a service generates: the id of an event that has none, a public key, tokens, the secret of a webhook, and a duration. */
function generatedValues(text = ''): Record<string, string> {
  const [, id] = /^\{"id":"([0-9a-f]{32})"\}$/.exec(text) ?? [];
  const [, key] = /"public":"([0-9a-f]{32})"/.exec(text) ?? [];
  const [, securityToken] = /"securityToken":"([0-9a-f]{32})"/.exec(text) ?? [];
  const [token] = /culprit_[0-9a-f]{64}/.exec(text) ?? [];
  const [secret] = /whsec_[A-Za-z0-9+/=]+/.exec(text) ?? [];
  const [duration] = /"durationMs":\d+/.exec(text) ?? [];
  return {
    ...{ ...(id && { id }), ...(key && { key }), ...(securityToken && { securityToken }), ...(token && { token }) },
    ...{ ...(secret && { webhook: secret }), ...(duration && { duration }) },
  };
}
