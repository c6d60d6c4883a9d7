import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

interface EventBody {
  readonly eventID: string;
  readonly groupID: string;
  readonly nextEventID: string | null;
  readonly previousEventID: string | null;
}

/** An hour ago, in seconds since 1970. */
const HOUR_AGO = Math.floor(Date.now() / 1000) - 3600;

const service = useService();
let project: ProjectFixture;
let token: string;

beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

const send = (name: string, second: number, payload: object = {}) =>
  service.fixtures.event(project, { fingerprint: [name], timestamp: HOUR_AGO + second, message: name, ...payload });
/** Returns the path of an event of the first issue. */
const path = (event: string, organization = project.organization) =>
  `/api/0/organizations/${organization}/issues/${project.slug.toUpperCase()}-1/events/${event}/`;
const get = async (event: string) => (await service.client.get(path(event), token).expect(200)).body as EventBody;

test('goes from event to event, in the order of the list', async () => {
  const [old, middle, young] = [await send('apple', 1), await send('apple', 3), await send('apple', 5)];
  await send('banana', 2);
  await send('banana', 4);
  expect(await get('latest')).toMatchObject({ eventID: young, nextEventID: null, previousEventID: middle });
  expect(await get(middle)).toMatchObject({ eventID: middle, nextEventID: young, previousEventID: old });
  expect(await get('oldest')).toMatchObject({ eventID: old, nextEventID: middle, previousEventID: null });
});

test('events of one time are neighbours too', async () => {
  const sent = [await send('apple', 1), await send('apple', 1), await send('apple', 1)].sort();
  const seen: string[] = [];
  for (let next: string | null = (await get('oldest')).eventID; next !== null;) {
    seen.push(next);
    next = (await get(next)).nextEventID;
  }
  expect(seen).toEqual(sent);
});

test('is the event of the project, which has its neighbours too', async () => {
  const [first, second] = [await send('apple', 1), await send('apple', 2)];
  const { body } = await service.client.get(`${project.path}events/${first}/`, token).expect(200);
  expect(body).toEqual(await get(first));
  expect(body).toMatchObject({ nextEventID: second, previousEventID: null });
});

test('accepts ids with dashes', async () => {
  const id = await send('apple', 1);
  expect(await get(id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'))).toMatchObject({ eventID: id });
});

test('leaves out the neighbours', async () => {
  const id = await send('apple', 1);
  await send('apple', 2);
  for (const url of [path('oldest'), `${project.path}events/${id}/`]) {
    const { body } = await service.client.get(`${url}?collapse=adjacentEvents`, token).expect(200);
    expect(body).toMatchObject({ eventID: id, nextEventID: null, previousEventID: null });
    const refused = await service.client.get(`${url}?collapse=stats`, token).expect(400);
    expect(refused.body).toEqual({ detail: "Query parameter 'collapse' must be adjacentEvents." });
  }
});

const frame = { filename: 'src/cart.js', function: 'sum', lineno: 3, in_app: true };
const trace = (changes: object = {}) => ({
  exception: { values: [{ type: 'Error', value: 'x', stacktrace: { frames: [{ ...frame, ...changes }] } }] },
});
const PARTS = { user: { id: '7' }, request: { url: 'https://shop.test/' }, breadcrumbs: [{ message: 'click' }] };

test.each([
  ['lines of source before other parts', trace({ context_line: 'sum()' }), { ...trace(), ...PARTS }],
  ['a stack trace before other parts', trace(), PARTS],
  [
    'lines of the application before lines of libraries',
    trace({ context_line: 'a' }),
    trace({ context_line: 'a', in_app: false }),
  ],
  ['more parts before fewer', { ...trace(), ...PARTS }, { ...trace(), user: { id: '7' } }],
  ['the newest of equal ones', trace(), trace()],
])('recommends %s', async (name, better, worse) => {
  await send('apple', 1, worse);
  const expected = await send('apple', 2, better);
  if (!name.startsWith('the newest')) await send('apple', 3, worse);
  expect(await get('recommended')).toMatchObject({ eventID: expected });
});

test('recommends one of the newest ten', async () => {
  await send('apple', 0, trace());
  const ids: string[] = [];
  for (let second = 1; second <= 10; second += 1) ids.push(await send('apple', second));
  expect(await get('recommended')).toMatchObject({ eventID: ids[9] });
});

test('replies 404 for an event of another issue, and for none', async () => {
  await send('apple', 1);
  const other = await send('banana', 2);
  for (const id of [other, 'f'.repeat(32), 'newest', '7'])
    expect((await service.client.get(path(id), token).expect(404)).body).toEqual({ detail: 'Event not found' });
});

test('replies 404 for an issue that was removed', async () => {
  const id = await send('apple', 1);
  const { body } = await service.client.get(`${project.path}issues/`, token).expect(200);
  await service.client.delete(`${project.path}issues/?id=${(body as { id: string }[])[0]?.id}`, token).expect(200);
  expect((await service.client.get(path(id), token).expect(404)).body).toEqual({ detail: 'Issue not found' });
});
