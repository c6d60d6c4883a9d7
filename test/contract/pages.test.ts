/** Reads every list of the contract forwards and backwards over pages of rows of one time: each row is on one page. */
import { randomUUID } from 'node:crypto';
import type { Delivery } from '../../src/domain/alert';
import { rulesOf } from '../support/alertRules';
import { putArtifacts } from '../support/artifacts';
import { readLink } from '../support/client';
import { useExampleTime } from '../support/exampleTime';
import type { ProjectFixture } from '../support/fixtures';
import type { Service } from '../support/service';
import { addressOf, type Json, readListOperations } from './documented';
import { EXCEPTION, post, startShop, VERSION } from './exampleCases/prepare';

useExampleTime();

/** Number of rows: more than two pages, and ids from 9 to 10 and from 99 to 100, whose order as texts is another. */
const ROWS = 112;
const PER_PAGE = 30;
/** Numbers of rows of other lists. */
const ROWS_OF = {
  // A token has one organization, and repositories cannot be connected.
  listOrganizations: 1,
  listRepositories: 0,
  // The limit of an organization.
  listOrganizationTokens: 100,
};
/** Values of path parameters that differ from their examples. */
const PARAMETERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  listIssueTagValues: { key: 'step' },
  listCheckIns: { monitor_id_or_slug: 'job-0' },
  listProjectCheckIns: { monitor_id_or_slug: 'job-0' },
};

/** What the monitors expect. */
const CONFIG = {
  schedule: { type: 'crontab', value: '@daily' },
  ...{ timezone: 'UTC', checkinMargin: 1, maxRuntime: 30, failureThreshold: 1, recoveryThreshold: 1 },
} as const;

interface List {
  readonly operationId: string;
  readonly address: string;
}

const lists = readListOperations().flatMap((operation): List[] => {
  const { operationId, orders } = operation;
  const address = addressOf(operation, PARAMETERS[operationId]);
  return orders.length === 0
    ? [{ operationId, address }]
    : orders.map((sort) => ({ operationId, address: `${address}?sort=${sort}` }));
});

let service: Service;
let project: ProjectFixture;
let token: string;
beforeAll(async () => {
  ({ service, project, token } = await startShop());
  const numbers = Array.from({ length: ROWS }, (_, index) => index);
  const fixtures = { service, project, token };
  const { database } = service.app;
  const owner = { projectId: project.id, organizationId: project.row.organizationId };
  const at = Date.now();
  // The first issue has an event of each release with a value of each tag; each further issue has one event.
  for (const number of numbers)
    await service.fixtures.event(project, {
      ...EXCEPTION,
      event_id: undefined,
      release: `shop@2.4.${number}`,
      tags: { step: `value ${number}`, [`key${number}`]: 'x', [`other${number}`]: 'x' },
    });
  await service.fixtures.event(project, { message: 'lost', timestamp: EXCEPTION.timestamp });
  for (const number of numbers) {
    await service.fixtures.event(project, { fingerprint: [String(number)], timestamp: EXCEPTION.timestamp });
    const errorId = await service.fixtures.event(project, { fingerprint: ['0'], timestamp: EXCEPTION.timestamp });
    const report = { errorId, name: 'Kim', email: 'kim@customers.test', message: 'Lost', dateCreated: at };
    await service.app.database.write(({ feedback }) => feedback.replaceReport(project.id, report));
    await service.fixtures.team({ organization: 'acme' });
    const other = await service.fixtures.project({ organization: 'acme', team: 'backend' });
    await rulesOf(service, other, token).create();
    await service.app.database.write(({ monitors }) =>
      monitors.insert({
        ...{ guid: randomUUID(), ...owner, slug: `job-${number}`, name: 'Job', isActive: true, isMuted: false },
        ...{ isUpserting: false, config: CONFIG, owner: null, dateCreated: at },
      }),
    );
    await service.app.database.write(({ monitors }) =>
      monitors.insertCheckIn(project.id, {
        ...{ guid: randomUUID(), monitorId: '1', environment: 'production', status: 'ok', duration: null },
        ...{ dateAdded: at, dateUpdated: at, dateInProgress: null, expectedTime: null, timeoutAt: null },
        ...{ traceId: null, config: CONFIG },
      }),
    );
    await service.fixtures.key(project);
    await service.fixtures.token('acme', { scopes: ['event:read'] });
    await service.fixtures.token('acme', { email: `kim${number}@acme.test`, teams: ['backend'] });
    const visibility = number % 2 === 0 ? 'organization' : 'owner';
    await post(fixtures, 'organizations/acme/searches/', { name: `Search ${number}`, query: '', visibility });
    await post(fixtures, 'organizations/acme/issues/1/notes/', { text: `Comment ${number}` });
    if (number < ROWS_OF.listOrganizationTokens)
      await post(fixtures, 'organizations/acme/org-auth-tokens/', {
        name: `Deployment ${number}`,
        scopes: ['org:read'],
      });
    await database.write(({ erasures }) =>
      erasures.insert({
        ...{ organizationId: owner.organizationId, step: 1, kind: 'id', value: null, salt: '00', valueHash: '00' },
        ...{ requestedAt: at, finishedAt: at, phase: 'done', projects: [], project: 0, position: null },
        ...{ receipt: null, dueAt: null },
      }),
    );
    const bundle = { id: String(number + 1), release: null, dist: null, checksum: null, fileCount: 1 };
    await database.write(({ projectBundles }) =>
      projectBundles.insert(owner, { ...bundle, errorCount: 0, warningCount: 0, dateCreated: at }),
    );
    await putArtifacts(database, project.row, [{ name: `~/${number}.js`, text: '' }], { bundleId: bundle.id, at });
  }
  const files = numbers.map((number) => ({ name: `~/app/${number}.js`, text: '' }));
  await putArtifacts(database, project.row, files, { bundleId: '12', at });
  await putArtifacts(database, project.row, files, { release: VERSION, at });
  const sent = { type: 'event.attachment', contentType: null, size: 0, isScreenshot: false, isScrubbed: false };
  await database.write(({ attachments }) =>
    attachments.insert(
      owner,
      EXCEPTION.event_id,
      numbers.map((number) => ({ ...sent, name: `${number}.log`, sha1: '0'.repeat(40), dateCreated: at })),
    ),
  );
  await database.write(({ alerts }) => alerts.insertDeliveries(numbers.map((number) => deliveryOf(owner, number, at))));
});
afterAll(() => service.close());

/** Makes a mail that was sent. */
const deliveryOf = (owner: { projectId: string; organizationId: string }, number: number, at: number): Delivery => ({
  ...owner,
  channel: 'mail',
  kind: 'alerts',
  digest: String(number).padStart(32, '0'),
  queueId: '1',
  recipient: '-3',
  alertCount: 1,
  state: 'sent',
  attempts: 1,
  dueAt: at,
  dateCreated: at,
  dateSettled: at,
  error: null,
});

/** Returns the rows of a page, as texts that can be compared. */
function rowsOf(body: unknown): string[] {
  const rows = Array.isArray(body) ? body : Object.values(body as Json).find(Array.isArray);
  return (rows as unknown[]).map((row) => JSON.stringify(row));
}

/** Reads the pages from an address on, in one direction. @throws Error if they do not end */
async function walk(address: string, side: 'next' | 'previous'): Promise<{ pages: string[][]; last: string }> {
  const pages: string[][] = [];
  for (let path = address; pages.length < 50;) {
    const response = await service.client.get(path, token).expect(200);
    pages.push(rowsOf(response.body));
    const link = readLink(response)[side];
    if (!link.results) return { pages, last: path };
    path = link.path;
  }
  throw new Error(`the pages of ${address} do not end`);
}

describe.each(lists)('$operationId $address', ({ operationId, address }) => {
  const sized = `${address}${address.includes('?') ? '&' : '?'}per_page=${PER_PAGE}`;

  test('has each row once, the same forwards and backwards', async () => {
    const { pages, last } = await walk(sized, 'next');
    const rows = pages.flat();
    expect(rows.length).toBeGreaterThanOrEqual(
      operationId in ROWS_OF ? ROWS_OF[operationId as keyof typeof ROWS_OF] : ROWS,
    );
    expect(new Set(rows).size).toBe(rows.length);
    const back = await walk(last, 'previous');
    expect(back.pages.reverse().flat()).toEqual(rows);
  });
});
