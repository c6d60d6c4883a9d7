import type { components } from '../../../generated/api';
import type { ProjectFixture } from '../../support/fixtures';
import { poll } from '../../support/process';
import { EAGER, useOwnService } from '../../support/service';

type Result = components['schemas']['ProjectImportResult'];

const service = useOwnService({}, EAGER);
let project: ProjectFixture;
let token: string;
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

const DAY_MS = 24 * 60 * 60 * 1000;
const SOURCE = 'https://tracker.test';
const LONG_AGO = new Date(Date.now() - 20 * DAY_MS).toISOString();
const idOf = (digit: string) => digit.repeat(32);
const event = (digit: string, type = 'TypeError', received = LONG_AGO) => ({
  id: idOf(digit),
  received,
  payload: {
    timestamp: received,
    platform: 'javascript',
    exception: { values: [{ type, value: 'cart is undefined' }] },
  },
});
const send = (body: object) => service.client.post(`${project.path}imports/`, token).send({ source: SOURCE, ...body });
const imported = async (body: object) => (await send(body).expect(200)).body as Result;
const read = async <T>(path: string) => (await service.client.get(path, token).expect(200)).body as T;
const listIssues = () => read<components['schemas']['Issue'][]>(`${project.path}issues/?query=`);
const listImports = () =>
  read<components['schemas']['AuditLogEntry'][]>(
    `/api/0/organizations/${project.organization}/audit-logs/?event=project.import`,
  );
const issuePath = (id: string) => `/api/0/organizations/${project.organization}/issues/${id}/`;

test('stores events with their ids and times, each once', async () => {
  const body = { events: [event('a'), event('b'), event('c', 'RangeError')] };
  const stored = body.events.map(({ id }) => ({ id, outcome: 'stored', reason: null }));
  expect(await imported(body)).toEqual({ events: stored, issues: [] });
  expect(await imported(body)).toEqual({
    events: stored.map((one) => ({ ...one, outcome: 'repeated' })),
    issues: [],
  });
  const detail = await read<components['schemas']['EventDetail']>(`${project.path}events/${idOf('a')}/`);
  expect(detail).toMatchObject({ eventID: idOf('a'), title: 'TypeError: cart is undefined', dateReceived: LONG_AGO });
  expect(Date.parse(detail.dateCreated)).toBe(Math.floor(Date.parse(LONG_AGO) / 1000) * 1000);
  const issues = await listIssues();
  expect(issues.map(({ title, count }) => [title, count]).sort()).toEqual([
    ['RangeError: cart is undefined', '1'],
    ['TypeError: cart is undefined', '2'],
  ]);
  expect((await listImports()).map(({ details }) => details)).toEqual([{ source: SOURCE, events: 3, comments: 0 }]);
});

test('notes an import without events and issues, but no repeated one', async () => {
  await imported({ events: [event('a')] });
  await imported({ events: [event('a')] });
  expect(await imported({})).toEqual({ events: [], issues: [] });
  expect((await listImports()).map(({ target, details }) => [target.id, details])).toEqual([
    [project.id, { source: SOURCE, events: 0, comments: 0 }],
    [project.id, { source: SOURCE, events: 1, comments: 0 }],
  ]);
});

test('one event that is refused does not refuse the others', async () => {
  await service.client
    .put(project.path, token)
    .send({ retentionDays: 30, options: { 'filters:error_messages': '*no interest*' } })
    .expect(200);
  const old = new Date(Date.now() - 31 * DAY_MS).toISOString();
  const filtered = { ...event('b'), payload: { message: 'of no interest' } };
  const large = { ...event('c'), payload: { message: 'large', extra: { text: 'x'.repeat(1024 * 1024) } } };
  const { events } = await imported({ events: [event('a', 'TypeError', old), filtered, event('d'), large] });
  expect(events.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['dropped', 'expired'],
    ['dropped', 'error-message'],
    ['stored', null],
    ['dropped', 'too_large'],
  ]);
});

test('sends no alert, and does not reopen a resolved issue; an event of a client does both', async () => {
  const webhook = { url: 'http://127.0.0.1:9/', secret: 'whsec_AAAA', isEnabled: true };
  await service.app.database.write(({ webhooks }) => webhooks.save(project.row, webhook));
  await imported({ events: [event('a')] });
  const [issue] = await listIssues();
  await service.client
    .put(issuePath(issue?.id ?? ''), token)
    .send({ status: 'resolved' })
    .expect(200);
  await imported({ events: [event('b', 'TypeError', new Date().toISOString())] });
  expect((await listIssues()).map(({ status }) => status)).toEqual(['resolved']);
  await service.fixtures.event(project, { exception: event('c').payload.exception });
  expect((await listIssues()).map(({ status }) => status)).toEqual(['unresolved']);
  type Deliveries = readonly components['schemas']['AlertDelivery'][];
  let deliveries: Deliveries = [];
  await poll(async () => {
    deliveries = await read<Deliveries>(`/api/0/organizations/${project.organization}/alert-deliveries/`);
    return deliveries.length > 0;
  });
  expect(deliveries.map(({ alertCount }) => alertCount)).toEqual([1]);
});

test('completes issues by the first time and the comments of the other tracker', async () => {
  await imported({ events: [event('a')] });
  const id = Number((await listIssues())[0]?.id);
  const firstSeen = '2020-01-02T03:04:05Z';
  const comment = (author: string, minute: number) => ({
    author,
    text: `written by ${author}`,
    dateCreated: `2020-01-02T03:${String(minute).padStart(2, '0')}:00Z`,
  });
  const issues = [{ id, firstSeen, comments: [comment('ann@acme.test', 10), comment('kim@gone.test', 20)] }];
  expect((await imported({ issues })).issues).toEqual([{ id, comments: 2 }]);
  expect((await imported({ issues })).issues).toEqual([{ id, comments: 0 }]);
  const comments = await read<components['schemas']['IssueComment'][]>(`${issuePath(String(id))}notes/`);
  expect(comments.map(({ dateCreated, user, data }) => [dateCreated, user?.email, data.text])).toEqual([
    ['2020-01-02T03:20:00Z', 'ann@acme.test', 'kim@gone.test:\n\nwritten by kim@gone.test'],
    ['2020-01-02T03:10:00Z', 'ann@acme.test', 'written by ann@acme.test'],
  ]);
  expect(await listIssues()).toMatchObject([{ firstSeen, numComments: 2 }]);
});

test('refuses issues of another project, and changes none', async () => {
  await imported({ events: [event('a')] });
  const id = Number((await listIssues())[0]?.id);
  const comments = [{ author: 'ann@acme.test', text: 'x', dateCreated: LONG_AGO }];
  const issues = [{ id, comments }, { id: id + 1_000_000 }];
  const { body } = await send({ events: [event('b')], issues }).expect(400);
  expect(body).toEqual({ issues: [`Issue ${id + 1_000_000} is no issue of this project.`] });
  expect(await listIssues()).toMatchObject([{ count: '1', numComments: 0 }]);
});
