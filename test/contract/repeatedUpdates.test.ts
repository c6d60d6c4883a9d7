/**
 * Tests that a PUT that is sent a second time gets the same reply, changes no row, and adds no entry to the audit log.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Engine } from '../../src/store/engine/sql';
import { type TableDigest, digestTable, readTables } from '../../src/store/tools/catalog';
import { ruleBody } from '../support/alertRules';
import { makeMigratedPlace, type TemporaryPlace } from '../support/database';
import { type Service, startService, waitForCounts } from '../support/service';
import { EXAMPLE_TICKETS, TICKET_ENVIRONMENT } from '../support/tickets';
import { readDocumentedOperations } from './documented';

let service: Service;
let place: TemporaryPlace;
let engine: Engine;
beforeAll(async () => {
  place = await makeMigratedPlace();
  const environment = { SMTP_URL: 'smtp://127.0.0.1:1', DATABASE_URL: place.url, ...TICKET_ENVIRONMENT };
  service = await startService(environment, { sendTicketRequest: EXAMPLE_TICKETS });
  engine = await place.openEngine();
});
afterAll(async () => {
  await engine.close();
  await service.close();
  await place.dispose();
});

/** Returns the digest of each table. */
async function readState(): Promise<Record<string, TableDigest>> {
  return engine.read(async (connection) => {
    const digests: Record<string, TableDigest> = {};
    for (const table of await readTables(connection))
      digests[table.name] = await digestTable(connection, table, () => undefined);
    return digests;
  });
}

test('every PUT gets the same reply again, changes no row again, and adds one entry to the audit log', async () => {
  const project = await service.fixtures.project();
  const { path, organization, publicKey, row } = project;
  const token = await service.fixtures.token(organization);
  const at = `/api/0/organizations/${organization}/`;
  const create = async (to: string, body: object) =>
    (await service.client.post(to, token).send(body).expect(201)).body as { id: string };
  for (const name of ['a', 'b', 'c']) await service.fixtures.event(project, { message: name, fingerprint: [name] });
  // The counts would change a table between two requests.
  await waitForCounts(service, path, token, 3);
  const { body: issues } = await service.client.get(`${path}issues/`, token).expect(200);
  const [a = '', b = '', c = ''] = (issues as { id: string }[]).map(({ id }) => id);
  await service.fixtures.token(organization, { email: 'other@acme.test' });
  const { body: members } = await service.client.get(`${at}members/`, token).expect(200);
  const member = (members as { id: string; email: string }[]).find(({ email }) => email === 'other@acme.test');
  const comment = await create(`${at}issues/${a}/notes/`, { text: 'First' });
  const key = await create(`${at}org-auth-tokens/`, { name: 'Deployment', scopes: ['project:releases'] });
  const rule = await create(`${path}rules/`, ruleBody());
  await create(`${at}monitors/`, { project: row.slug, name: 'Report', config: { schedule: '@daily' } });
  await service.app.database.write(async ({ monitors }) => {
    const monitor = await monitors.findBySlug(project.id, 'report');
    const environment = { projectId: project.id, monitorId: monitor?.id ?? '', name: 'production' };
    await monitors.addEnvironment(environment, Date.now());
    // The clock would change a table between two requests.
    await monitors.saveClock({ tick: Number.MAX_SAFE_INTEGER, outageFrom: 0, outageTo: 0 });
  });
  const search = await create(`${at}searches/`, { name: 'New', query: 'is:new' });
  await create(`${at}releases/`, { version: 'shop@1', projects: [row.slug] });
  await service.fixtures.team({ organization, slug: 'payments' });

  const jira = { kind: 'jira', url: 'https://acme.atlassian.net', project: 'SHOP', token: 'a' };
  const connection = await create(`${at}ticket-connections/`, jira);

  const updates: Readonly<Record<string, readonly [path: string, body: object]>> = {
    updateAlertRule: [`${path}rules/${rule.id}/`, ruleBody({ name: 'Other' })],
    updateAlertSettings: [`${path}alert-settings/`, { mail: false }],
    updateIssue: [`${at}issues/${a}/`, { status: 'ignored', isBookmarked: true }],
    updateIssueById: [`/api/0/issues/${a}/`, { status: 'resolved' }],
    updateIssueComment: [`${at}issues/${a}/notes/${comment.id}/`, { text: 'Second' }],
    updateIssues: [`${path}issues/?id=${b}`, { status: 'resolved', assignedTo: '#payments' }],
    updateMember: [`${at}members/${member?.id}/`, { email: 'third@acme.test' }],
    updateMonitor: [`${at}monitors/report/`, { name: 'Other', is_muted: true, config: { checkin_margin: 7 } }],
    updateMonitorEnvironment: [`${at}monitors/report/environments/production/`, { isMuted: true }],
    updateOrganization: [at, { name: 'Other' }],
    updateOrganizationIssues: [`${at}issues/?id=${c}`, { status: 'ignored' }],
    updateOrganizationToken: [`${at}org-auth-tokens/${key.id}/`, { name: 'Other' }],
    updateProject: [path, { name: 'Other', resolveAge: 24, options: { 'filters:error_messages': 'x*' } }],
    updateProjectFilter: [`${path}filters/chunk-load-error/`, { active: false }],
    updateProjectKey: [`${path}keys/${publicKey}/`, { name: 'Other' }],
    updateProjectMonitor: [`${path}monitors/report/`, { name: 'Third' }],
    updateProjectOwnership: [`${path}ownership/`, { raw: 'path:src/* #payments' }],
    updateProjectPlugin: [`${path}plugins/webhooks/`, { enabled: true, url: 'https://hooks.acme.test/culprit' }],
    updateProjectRelease: [`${path}releases/shop%401/`, { ref: 'f00' }],
    updateRelease: [`${at}releases/shop%401/`, { url: 'https://acme.test/1' }],
    updateSavedSearch: [`${at}searches/${search.id}/`, { query: 'is:regressed', visibility: 'organization' }],
    updateTeam: [`/api/0/teams/${organization}/payments/`, { name: 'Other' }],
    updateTicketConnection: [`${at}ticket-connections/${connection.id}/`, { token: 'b', user: 'ann@acme.test' }],
  };
  // The hash of a password has another salt each time, and the request must name the present one.
  const operations = readDocumentedOperations().filter(
    ({ method, operationId }) => method === 'put' && operationId !== 'updatePassword',
  );
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(updates).sort());

  const entries = () =>
    service.app.database.read(async ({ auditLog }) => {
      return (await auditLog.list(row.organizationId, {}, { cursor: null, size: 100 })).rows.length;
    });
  const added: Record<string, readonly number[]> = {};
  const differing: Record<string, unknown> = {};
  for (const [operationId, [to, body]] of Object.entries(updates)) {
    const counts = [await entries()];
    const results = [];
    for (let time = 0; time < 2; time += 1) {
      const reply = await service.client.put(to, token).send(body);
      expect([200, 204]).toContain(reply.status);
      counts.push(await entries());
      // `changeId` names a change that can be undone: only the first request makes one.
      results.push({ reply: { ...(reply.body as object), changeId: undefined }, state: await readState() });
    }
    const [first, second] = results;
    const tables = Object.keys(second?.state ?? {}).filter(
      (name) => !isDeepStrictEqual(first?.state[name], second?.state[name]),
    );
    if (!isDeepStrictEqual(first?.reply, second?.reply) || tables.length > 0)
      differing[operationId] = { tables, first: first?.reply, second: second?.reply };
    added[operationId] = counts.slice(1).map((count, index) => count - (counts[index] ?? 0));
  }
  expect(differing).toEqual({});
  expect(added).toEqual(Object.fromEntries(Object.keys(updates).map((operationId) => [operationId, [1, 0]])));
});
