import type { ProjectFixture } from '../../support/fixtures';
import { outcomesOf } from '../../support/outcomes';
import { useOwnService } from '../../support/service';

const service = useOwnService();
let project: ProjectFixture;
let token: string;
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

const CONFIG = { schedule: { type: 'crontab', value: '0 * * * *' } };
const at = () => `/api/0/organizations/${project.organization}/monitors/`;
const cron = (query = '', slug = 'report') =>
  `/api/${project.id}/cron/${slug}/?sentry_key=${project.publicKey}${query}`;
const post = (body: object, query = '') => service.client.post(cron(query)).send(body);

async function checkIns(slug = 'report') {
  const { body } = await service.client.get(`${at()}${slug}/checkins/`, token).expect(200);
  return body as { id: string; status: string; environment: string; duration: number | null }[];
}

/** Waits until this number of outcomes is counted. */
const counts = (kinds: number) => outcomesOf(service, project, token, (found) => Object.keys(found).length === kinds);

test('creates the monitor that its configuration describes, and sets the flag of the project', async () => {
  const reply = await post({ status: 'ok', duration: 2.5, monitor_config: CONFIG }).expect(202);
  expect([reply.text, reply.headers['access-control-allow-origin']]).toEqual(['', '*']);
  const { body } = await service.client.get(at(), token).expect(200);
  expect(body).toMatchObject([
    {
      ...{ slug: 'report', name: 'report', status: 'active', isUpserting: true, project: { id: project.id } },
      config: { schedule_type: 'crontab', schedule: '0 * * * *', checkin_margin: 1, max_runtime: 30, timezone: 'UTC' },
      environments: [{ name: 'production', status: 'ok', activeIncident: null }],
    },
  ]);
  expect(await checkIns()).toMatchObject([{ status: 'ok', environment: 'production', duration: 2500 }]);
  const { body: record } = await service.client.get(project.path, token).expect(200);
  expect(record).toMatchObject({ hasMonitors: true });
});

test('needs only a URL: by GET, with the key in the path, in the query, or in a header', async () => {
  await post({ status: 'in_progress', monitor_config: CONFIG }).expect(202);
  await service.client.get(cron('&status=ok')).expect(202);
  const keyed = `/api/${project.id}/cron/report/${project.publicKey}/`;
  await service.client.get(`${keyed}?status=error&environment=staging`).expect(202);
  await service.client.post(`${keyed}?status=ok&environment=staging`).expect(202);
  await service.client
    .get(`/api/${project.id}/cron/report/?status=ok`)
    .set('X-Sentry-Auth', `Sentry sentry_key=${project.publicKey}`)
    .expect(202);
  expect((await checkIns()).map(({ environment, status }) => `${environment} ${status}`)).toEqual([
    'production ok',
    'staging ok',
    'staging error',
    'production ok',
  ]);
});

test('ends the run of its id, else the last one that is in progress', async () => {
  const id = '0b9c8d7e6f5a4b3c8d2e1f0a9b8c7d6e';
  await post({ status: 'in_progress', check_in_id: id, monitor_config: CONFIG }).expect(202);
  await service.client.get(cron(`&status=in_progress&check_in_id=${'a'.repeat(32)}`)).expect(202);
  await service.client.get(cron('&status=ok')).expect(202);
  await service.client.get(cron(`&status=error&check_in_id=${id}`)).expect(202);
  // The client lost the reply, and the first message is late.
  await service.client.get(cron(`&status=error&check_in_id=${id}`)).expect(202);
  await service.client.get(cron(`&status=in_progress&check_in_id=${id}`)).expect(202);
  expect(await checkIns()).toMatchObject([
    { status: 'ok' },
    { status: 'error', id: '0b9c8d7e-6f5a-4b3c-8d2e-1f0a9b8c7d6e' },
  ]);
});

test.each<[string, string, object]>([
  ['an unknown monitor', 'invalid feature_disabled', { status: 'ok' }],
  ['an invalid configuration', 'invalid feature_disabled', { status: 'ok', monitor_config: { schedule: '* *' } }],
  ['a status of the service', 'invalid invalid_json', { status: 'missed', monitor_config: CONFIG }],
  ['a long environment', 'invalid invalid_json', { status: 'ok', environment: 'x'.repeat(65), monitor_config: CONFIG }],
])('drops a check-in of %s, and counts it', async (_, outcome, body) => {
  await post(body).expect(202);
  expect(await counts(1)).toEqual({ [`${outcome} monitor`]: 1 });
  const { body: monitors } = await service.client.get(at(), token).expect(200);
  expect(monitors).toEqual([]);
});

test('an invalid configuration leaves a known monitor as it is, and a valid one changes what it names', async () => {
  await post({ status: 'ok', monitor_config: { ...CONFIG, checkin_margin: 0.5, max_runtime: 7 } }).expect(202);
  await post({ status: 'ok', monitor_config: { schedule: { type: 'interval', value: 0, unit: 'day' } } }).expect(202);
  await post({
    status: 'ok',
    monitor_config: { schedule: { type: 'interval', value: 2, unit: 'day' }, timezone: '', owner: 'team:nobody' },
  }).expect(202);
  const { body } = await service.client.get(`${at()}report/`, token).expect(200);
  expect(body).toMatchObject({
    config: { schedule_type: 'interval', schedule: [2, 'day'], checkin_margin: 1, max_runtime: 7, timezone: 'UTC' },
    owner: null,
  });
  expect(await checkIns()).toHaveLength(3);
});

test('accepts check-ins of a project whose events exceed their limit', async () => {
  const { organization, publicKey } = project;
  await service.client
    .put(`${project.path}keys/${publicKey}/`, token)
    .send({ rateLimit: { count: 1, window: 3600 } })
    .expect(200);
  await service.fixtures.event(project);
  await post({ status: 'ok', monitor_config: CONFIG }).expect(202);
  await service.client.get(`/api/0/organizations/${organization}/monitors/report/`, token).expect(200);
});

test('cuts a slug at fifty characters, and makes one of a name', async () => {
  const monitor_config = CONFIG;
  await service.client
    .post(cron('', 'x'.repeat(60)))
    .send({ status: 'ok', monitor_config })
    .expect(202);
  await service.client.post(cron('', 'Nightly%20Report')).send({ status: 'ok', monitor_config }).expect(202);
  const { body } = await service.client.get(at(), token).expect(200);
  expect((body as { slug: string }[]).map(({ slug }) => slug)).toEqual(['x'.repeat(50), 'nightly-report']);
});

test('refuses a check-in without a status, without a key, or with a wrong one', async () => {
  await service.client.get(cron()).expect(400, { detail: 'The status is missing: in_progress, ok or error.' });
  await service.client.get(`/api/${project.id}/cron/report/?status=ok`).expect(401);
  await service.client.get(`/api/${project.id}/cron/report/${'a'.repeat(32)}/?status=ok`).expect(403);
  const { body } = await service.client.post(cron()).set('Content-Type', 'application/json').send('{').expect(400);
  expect(body).toMatchObject({ detail: 'The check-in is not valid JSON.' });
});

test('is also an item of an envelope', async () => {
  const item = {
    ...{ type: 'check_in', event_id: 'a'.repeat(32), check_in_id: 'b'.repeat(32), monitor_slug: 'report' },
    ...{ status: 'error', duration: null, contexts: { trace: { trace_id: 'c'.repeat(32) } }, monitor_config: CONFIG },
  };
  const envelope = `{}\n{"type":"check_in"}\n${JSON.stringify(item)}\n{"type":"check_in"}\n[1]\n`;
  await service.client.post(`/api/${project.id}/envelope/?sentry_key=${project.publicKey}`).send(envelope).expect(200);
  expect(await checkIns()).toMatchObject([{ status: 'error', duration: null, traceId: 'c'.repeat(32) }]);
  expect(await counts(2)).toEqual({
    'accepted monitor': 1,
    'invalid invalid_json monitor': 1,
  });
});
