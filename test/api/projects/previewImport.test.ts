import type { components } from '../../../generated/api';
import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

type Result = components['schemas']['ImportPreviewResult'];

const service = useService();
let project: ProjectFixture;
let token: string;
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

const idOf = (digit: string) => digit.repeat(32);
const event = (digit: string, type = 'TypeError', fields = {}, received = new Date().toISOString()) => ({
  id: idOf(digit),
  received,
  payload: { timestamp: received, exception: { values: [{ type, value: 'cart is undefined' }] }, ...fields },
});
const send = (body: object) =>
  service.client.post(`/api/0/organizations/${project.organization}/import-preview/`, token).send(body);
const preview = async (body: object) => ((await send(body).expect(200)).body as Result).events;
const read = async (path: string) =>
  (await service.client.get(`${project.path}${path}`, token).expect(200)).body as unknown;

test('says which events would share an issue, and stores nothing', async () => {
  const fingerprint = ['checkout'];
  const events = [
    ...[event('a'), event('b'), event('c', 'RangeError')],
    ...[event('d', 'TypeError', { fingerprint }), event('e', 'RangeError', { fingerprint })],
  ];
  const previewed = await preview({ events });
  expect(previewed.map(({ id, outcome, groupID }) => [id, outcome, groupID])).toEqual(
    events.map(({ id }) => [id, 'stored', null]),
  );
  const [a, b, c, d, e] = previewed.map(({ hash }) => hash);
  expect([a === b, d === e, new Set([a, c, d]).size]).toEqual([true, true, 3]);
  expect(await read('events/')).toEqual([]);
});

test('knows the issues, the events and the settings of a project', async () => {
  await service.client
    .put(project.path, token)
    .send({ retentionDays: 30, options: { 'filters:error_messages': '*no interest*' } })
    .expect(200);
  const stored = await service.fixtures.event(project, event('a').payload);
  const [issue] = (await read('issues/?query=')) as { id: string }[];
  const filtered = event('c', 'Error: no interest');
  const old = event('d', 'TypeError', {}, new Date(Date.now() - 40 * 24 * 60 * 60 * 1000).toISOString());
  const events = [event('b'), { ...event('a'), id: stored }, filtered, old];
  const result = await preview({ project: project.slug, events });
  expect(result.map(({ outcome, reason, groupID }) => [outcome, reason, groupID])).toEqual([
    ['stored', null, issue?.id],
    ['repeated', null, issue?.id],
    ['dropped', 'error-message', null],
    ['dropped', 'expired', null],
  ]);
  // A new project has no such settings and issues.
  expect((await preview({ project: 'none', events })).map(({ outcome }) => outcome)).toEqual(Array(4).fill('stored'));
});

test('does not show projects of another organization', async () => {
  const other = await service.fixtures.project();
  await service.fixtures.event(other, event('a').payload);
  expect(await preview({ project: other.slug, events: [event('b')] })).toMatchObject([{ groupID: null }]);
  const path = `/api/0/organizations/${other.organization}/import-preview/`;
  await service.client.post(path, token).send({ events: [] }).expect(404);
});
