/**
 * SQLite and PostgreSQL give the same responses, byte for byte, to a fixed sequence of requests. That both give the
 * examples of the contract is tested by contract/examples, which runs on both.
 */
import { readDocumentedOperations } from '../../contract/documented';
import { useExampleTime } from '../../support/exampleTime';
import { describeWithPostgres, openSecondPostgres, type SecondPostgres } from '../../support/secondPostgres';
import { EAGER, startService } from '../../support/service';
import type { Exchange } from '../../support/parity/exchange';
import { RequestScript } from '../../support/parity/requestScript';

/** The same origin for both services, because links contain it. */
const ADDRESS = { PUBLIC_URL: 'http://errors.acme.test' };

/** Upper bound of one test on a busy machine: nothing here measures time, so it only ends a test that hangs. */
const TIMEOUT_MS = 600_000;

/**
 * Operations that would end the sequence, that need another server, or that read no database; and operations of
 * sessions, monitors and agents, whose cookies, hashes, ids, keys and marks are random: their tests run on both
 * databases.
 */
const NOT_COMPARED = [
  'listTicketConnections',
  'createTicketConnection',
  'updateTicketConnection',
  'removeTicketConnection',
  'receiveTicketWebhook',
  'listIssueTickets',
  'createIssueTicket',
  'removeIssueTicket',
  'createErasure',
  'getErasure',
  'listErasures',
  'removeOrganization',
  'getArtifactBundle',
  'testProjectPlugin',
  'getDocs',
  'getDocsPage',
  'getStartPage',
  'getSignInPage',
  'getConfirmAddressPage',
  'getAuthorizePage',
  'getAuthorizationServer',
  'getProtectedResource',
  'getProtectedResourceAtRoot',
  'createOAuthClient',
  'createOAuthToken',
  'removeOAuthToken',
  'createAuthorization',
  'confirmAlertAddress',
  'getConsolePage',
  'getConsoleFile',
  'getSignInOptions',
  'createSignInLink',
  'createInvitation',
  'removeInvitation',
  'testSignInLink',
  'createOpenIdSignIn',
  'createSession',
  'getCurrentSession',
  'listSessions',
  'removeSession',
  'endSession',
  'updatePassword',
  'createSecondFactor',
  'createRecoveryCodes',
  'removeSecondFactor',
  'listMonitors',
  'createMonitor',
  'getMonitor',
  'updateMonitor',
  'updateMonitorEnvironment',
  'removeMonitor',
  'listCheckIns',
  'getProjectMonitor',
  'updateProjectMonitor',
  'removeProjectMonitor',
  'listProjectCheckIns',
  'storeKeyedCheckIn',
  'storeKeyedCheckInByUrl',
  'sendAgentMessage',
  'applyGroupingPreview',
  'createGroupingPreview',
  'importProjectData',
  'previewImport',
  'getGroupingPreview',
];

describeWithPostgres('SQLite and PostgreSQL respond alike', () => {
  let postgres: SecondPostgres;

  useExampleTime();
  beforeAll(async () => {
    postgres = await openSecondPostgres();
  }, TIMEOUT_MS);
  afterAll(() => postgres.dispose());

  test(
    'to a sequence of requests',
    async () => {
      const expected = await exchangesOn('sqlite::memory:');
      const exchanges = await exchangesOn(await postgres.createDatabase());
      for (const [index, one] of expected.entries()) expect(exchanges[index]).toEqual(one);
      expect(exchanges.length).toBe(expected.length);
      expect(operationsWithout(expected).sort()).toEqual([...NOT_COMPARED].sort());
    },
    TIMEOUT_MS,
  );
});

/** Sends the requests to a service on a new database. */
async function exchangesOn(databaseUrl: string): Promise<Exchange[]> {
  const service = await startService({ ...ADDRESS, DATABASE_URL: databaseUrl }, EAGER);
  try {
    return (await new RequestScript(service, (time) => jest.setSystemTime(time)).run()).exchanges;
  } finally {
    await service.close();
  }
}

/** Returns the operations that no request of the sequence calls. */
function operationsWithout(exchanges: readonly Exchange[]): string[] {
  const calls = exchanges.map(({ request }) => request.split(/[ ?]/));
  return readDocumentedOperations()
    .filter(({ method, path }) => {
      const pattern = new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`);
      return !calls.some(([called, target = '']) => called === method && pattern.test(target));
    })
    .map(({ operationId }) => operationId);
}
