import type { Response } from 'supertest';
import type { ProjectFixture } from '../../support/fixtures';
import { outcomesOf } from '../../support/outcomes';
import { type Service, useOwnService, useService } from '../../support/service';
import { DAY_MS, MINUTE_MS } from '../../../src/domain/time';

const service = useService();
const withoutFeedback = useOwnService({ DISABLED_ITEMS: 'feedback' });
let project: ProjectFixture;
let token: string;

beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

const REPORT = { name: 'Kim', email: 'kim@customers.test', comments: 'The cart is empty' };

const pathOf = ({ path }: ProjectFixture) => `${path}user-feedback/`;
const post = (body: object) => service.client.post(pathOf(project), token).send(body);
const withDsn = (dsn: string, body: object, to = project, { client }: Service = service) =>
  client.post(pathOf(to)).set('Authorization', `DSN ${dsn}`).send(body);
const titlesOf = async () => {
  const { body } = await service.client.get(`${project.path}issues/?query=issue.category:feedback`, token).expect(200);
  return (body as { title: string }[]).map(({ title }) => title);
};
const ago = (minutes: number) => (Date.now() - minutes * MINUTE_MS) / 1000;
const authenticates = ({ headers }: Response) => headers['www-authenticate'];

test('a report about a stored error becomes feedback at once, and the reply has both', async () => {
  const id = await service.fixtures.event(project, { user: { id: '7' } });
  const { body } = await post({ ...REPORT, event_id: id }).expect(200);
  expect(body).toMatchObject({
    ...{ id, eventID: id, ...REPORT, event: { id, eventID: id } },
    user: { id: '7' },
    issue: { title: 'Error: boom', type: 'error' },
  });
  expect(await titlesOf()).toEqual(['User Feedback: The cart is empty']);
  const { body: entries } = await service.client
    .get(`/api/0/organizations/${project.organization}/audit-logs/?event=feedback.create`, token)
    .expect(200);
  expect(entries).toMatchObject([{ target: { name: project.slug }, project: { slug: project.slug } }]);
  expect(await outcomesOf(service, project, token, (all) => 'accepted feedback' in all)).toMatchObject({
    'accepted feedback': 1,
  });
});

test('a report waits for its error', async () => {
  const id = 'ab'.repeat(16);
  const { body } = await post({ ...REPORT, event_id: id.toUpperCase() }).expect(200);
  expect(body).toMatchObject({ eventID: id, event: { id: null, eventID: id }, user: null, issue: null });
  expect(await titlesOf()).toEqual([]);
});

test('replaces an earlier report within five minutes', async () => {
  const id = await service.fixtures.event(project);
  await post({ ...REPORT, event_id: id }).expect(200);
  await post({ ...REPORT, event_id: id, comments: 'And the total' }).expect(200);
  const { body } = await service.client.get(pathOf(project), token).expect(200);
  expect(body).toMatchObject([{ eventID: id, comments: 'And the total' }]);
});

describe('a report is scrubbed by the settings of the project', () => {
  const comments = 'Note: passage 4711, iban=DE02 and password=hunter2 of kim@customers.test at 203.0.113.9';
  const changed = (from: string, to = '[Filtered]') => comments.replace(from, to);
  const pii = (target: string, rule: object) =>
    JSON.stringify({ rules: { own: rule }, applications: { [target]: ['own'] } });

  test.each<[string, object, string]>([
    ['as they are', {}, changed('hunter2')],
    ['off', { dataScrubber: false }, comments],
    ['without the default rules', { dataScrubberDefaults: false }, comments],
    ['a sensitive field', { sensitiveFields: ['iban'] }, changed('hunter2').replace('DE02', '[Filtered]')],
    ['a safe field', { safeFields: ['password'] }, comments],
    ['IP addresses', { dataScrubber: false, scrubIPAddresses: true }, changed('203.0.113.9', '[ip]')],
    [
      'a rule for messages',
      { dataScrubber: false, relayPiiConfig: pii('$message', { type: 'email', redaction: { method: 'mask' } }) },
      changed('kim@customers.test', '******************'),
    ],
    [
      'a rule that removes messages',
      { relayPiiConfig: pii('$message', { type: 'anything', redaction: { method: 'remove' } }) },
      '[Filtered]',
    ],
  ])('%s', async (_name, settings, expected) => {
    await service.client.put(project.path, token).send(settings).expect(200);
    const id = await service.fixtures.event(project);
    const { body } = await post({ ...REPORT, event_id: id, comments }).expect(200);
    expect(body).toMatchObject({ ...REPORT, comments: expected });
    expect(await titlesOf()).toHaveLength(1);
  });

  test('which leave name and address as they are, as those of feedback', async () => {
    await service.client
      .put(project.path, token)
      .send({ sensitiveFields: ['name', 'email', 'feedback'], relayPiiConfig: pii('**', { type: 'email' }) })
      .expect(200);
    const id = await service.fixtures.event(project);
    expect((await post({ ...REPORT, event_id: id }).expect(200)).body).toMatchObject(REPORT);
  });

  test('and cut if the text becomes too long', async () => {
    const id = await service.fixtures.event(project);
    const long = `password=abc ${'x '.repeat(2041)}.`;
    expect(long).toHaveLength(4096);
    const { body } = await post({ ...REPORT, event_id: id, comments: long }).expect(200);
    expect((body as { comments: string }).comments).toMatch(/^password=\[Filtered\] .*\.\.\.$/);
    expect((body as { comments: string }).comments).toHaveLength(4096);
    expect(await titlesOf()).toHaveLength(1);
  });
});

test('a report with a secret is one feedback, also if it is sent again', async () => {
  const id = await service.fixtures.event(project);
  const report = { ...REPORT, event_id: id, comments: 'It forgets the cart of password=hunter2' };
  await post(report).expect(200);
  const waiting = await service.app.database.read(({ feedback }) => feedback.listWaiting(Date.now() + DAY_MS));
  expect(waiting.filter(({ errorId }) => errorId === id)).toEqual([]);
  await post(report).expect(200);
  expect(await titlesOf()).toEqual(['User Feedback: It forgets the cart of password=[Filtered]']);
});

test('refuses a report that comes too late', async () => {
  const old = await service.fixtures.event(project, { timestamp: ago(31) });
  const { body } = await post({ ...REPORT, event_id: old }).expect(409);
  expect(body).toEqual({ detail: 'The error is older than 30 minutes.' });
  const id = await service.fixtures.event(project, { timestamp: ago(29) });
  const { name, email, comments: message } = REPORT;
  const before = { errorId: id, name, email, message, dateCreated: Date.now() - 6 * MINUTE_MS };
  await service.app.database.write(({ feedback }) => feedback.replaceReport(project.id, before));
  const { body: second } = await post({ ...REPORT, event_id: id, comments: 'Again' }).expect(409);
  expect(second).toEqual({ detail: 'The error was reported more than five minutes ago.' });
  const { body: reports } = await service.client.get(pathOf(project), token).expect(200);
  expect(reports).toMatchObject([{ comments: message }]);
});

test('needs all fields, with an id and a mail address', async () => {
  const { body } = await post({ event_id: 'x', email: 'kim', comments: ' ' }).expect(400);
  expect(Object.keys(body as object).sort()).toEqual(['comments', 'email', 'event_id', 'name']);
});

test('a page reports with the DSN of the project, and gets an empty reply', async () => {
  const id = await service.fixtures.event(project);
  const { text } = await withDsn(project.dsn, { ...REPORT, event_id: id }).expect(200);
  expect(text).toBe('');
  expect(await titlesOf()).toHaveLength(1);
  const renamed = `renamed-${project.slug}`;
  await service.client.put(project.path, token).send({ slug: renamed }).expect(200);
  const other = await service.fixtures.event(project);
  await withDsn(project.dsn, { ...REPORT, event_id: other }).expect(200);
});

test('refuses the DSN of another project, and one of none, alike', async () => {
  const other = await service.fixtures.project();
  const neighbour = await service.fixtures.project({ organization: project.organization });
  const body = { ...REPORT, event_id: 'a'.repeat(32) };
  for (const dsn of [other.dsn, neighbour.dsn, project.dsn.replace(project.publicKey, 'f'.repeat(32)), 'nothing']) {
    const response = await withDsn(dsn, body).expect(401);
    expect([response.body, authenticates(response)]).toEqual([
      { detail: 'The DSN is none of this project, or its key is disabled.' },
      'Bearer',
    ]);
  }
  await service.client.get(pathOf(project)).set('Authorization', `DSN ${project.dsn}`).expect(401);
});

test('keeps to the pages and addresses of the project for callers with a DSN', async () => {
  const body = { ...REPORT, event_id: 'a'.repeat(32) };
  await service.client
    .put(project.path, token)
    .send({ allowedDomains: ['shop.test'] })
    .expect(200);
  await withDsn(project.dsn, body).set('Origin', 'https://elsewhere.test').expect(403);
  await withDsn(project.dsn, body).set('Origin', 'https://shop.test').expect(200);
});

test('an operator can switch feedback off: a token is told, a page is counted', async () => {
  const here = await withoutFeedback.fixtures.project();
  const own = await withoutFeedback.fixtures.token(here.organization);
  const id = await withoutFeedback.fixtures.event(here);
  const { body } = await withoutFeedback.client
    .post(pathOf(here), own)
    .send({ ...REPORT, event_id: id })
    .expect(403);
  expect(body).toEqual({ detail: 'Feedback is switched off on this service (DISABLED_ITEMS).' });
  await withDsn(here.dsn, { ...REPORT, event_id: id }, here, withoutFeedback).expect(200);
  const counts = await outcomesOf(withoutFeedback, here, own, (all) => all['invalid feature_disabled feedback'] === 2);
  expect(counts).not.toHaveProperty('accepted feedback');
});
