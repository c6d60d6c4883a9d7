import type { ProjectFixture } from '../../support/fixtures';
import { startService, useOwnService } from '../../support/service';

const service = useOwnService({ SMTP_URL: 'smtp://127.0.0.1:9' });
let project: ProjectFixture;
let team: { id: string; slug: string };

beforeEach(async () => {
  const { slug: organization } = await service.fixtures.organization();
  team = await service.fixtures.team({ organization });
  project = await service.fixtures.project({ organization, team: team.slug });
});

const get = (token: string) => service.client.get(`${project.path}alert-settings/`, token);
const tokenOf = (email: string, teams: readonly string[] = [team.slug]) =>
  service.fixtures.token(project.organization, { email, teams, scopes: ['alerts:read'] });

test('mails are enabled by default', async () => {
  const { body } = await get(await tokenOf('ann@acme.test')).expect(200);
  expect(body).toEqual({
    mail: true,
    status: 'active',
    email: 'ann@acme.test',
    lastSent: null,
    error: null,
    nextAttempt: null,
  });
});

test('the status is notMember for a caller in none of the project’s teams', async () => {
  const { body } = await get(await tokenOf('joe@acme.test', [])).expect(200);
  expect(body).toMatchObject({ mail: true, status: 'notMember' });
});

test('a failed delivery is reported with its error and the time of the next attempt', async () => {
  const token = await tokenOf('ann@acme.test');
  const { projectId, organizationId } = { projectId: project.id, organizationId: project.row.organizationId };
  const made = {
    projectId,
    organizationId,
    digest: 'a'.repeat(32),
    channel: 'mail',
    queueId: null,
    kind: 'alerts',
    state: 'waiting',
    alertCount: 1,
    attempts: 0,
  } as const;
  const later = Math.floor(Date.now() / 1000) * 1000 + 30 * 60_000;
  await service.app.database.write(async ({ alerts, members }) => {
    const { id: recipient = '' } = (await members.findByEmail(organizationId, 'ann@acme.test')) ?? {};
    const key = { projectId, digest: made.digest, recipient };
    await alerts.insertDeliveries([
      { ...made, recipient, dueAt: later, dateCreated: 0, dateSettled: null, error: null },
    ]);
    await alerts.postpone(key, later, 'connect ECONNREFUSED');
  });
  const { body } = await get(token).expect(200);
  expect(body).toMatchObject({
    status: 'failing',
    lastSent: null,
    error: 'connect ECONNREFUSED',
    nextAttempt: new Date(later).toISOString().replace('.000Z', 'Z'),
  });
});

test('the status is notConfigured without a mail server', async () => {
  const other = await startService();
  try {
    const made = await other.fixtures.project();
    const token = await other.fixtures.token(made.organization);
    const { body } = await other.client.get(`${made.path}alert-settings/`, token).expect(200);
    expect(body).toMatchObject({ status: 'notConfigured' });
  } finally {
    await other.close();
  }
});

test('requires alerts:read or alerts:write', async () => {
  const token = await service.fixtures.token(project.organization, { scopes: ['project:admin', 'event:admin'] });
  const { body } = await get(token).expect(403);
  expect(body).toMatchObject({ requiredScopes: ['alerts:read', 'alerts:write'] });
});

test('replies 404 to a token of another organization', async () => {
  const { slug } = await service.fixtures.organization();
  await get(await service.fixtures.token(slug)).expect(404);
});
