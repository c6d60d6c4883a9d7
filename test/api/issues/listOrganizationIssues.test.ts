import { readLink } from '../../support/client';
import { envelope, type ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

const service = useService();
let organization: string;
let projects: readonly [ProjectFixture, ProjectFixture, ProjectFixture];
let token: string;

const HOUR_AGO = Math.floor(Date.now() / 1000) - 3600;

beforeAll(async () => {
  const first = await service.fixtures.project();
  organization = first.organization;
  const more = () => service.fixtures.project({ organization });
  projects = [first, await more(), await more()];
  token = await service.fixtures.token(organization);
  for (let second = 0; second < 7; second += 1) await send(second, projects[second % 2] ?? first);
});

function send(second: number, to: ProjectFixture): Promise<string> {
  return service.fixtures.event(to, {
    fingerprint: [`e${second}`],
    timestamp: HOUR_AGO + second,
    exception: { values: [{ type: 'Error', value: `e${second}` }] },
    environment: second < 3 ? 'staging' : 'production',
  });
}

const get = (query = '') => service.client.get(`/api/0/organizations/${organization}/issues/${query}`, token);
const titles = (body: unknown) => (body as { title: string }[]).map(({ title }) => title.replace('Error: ', ''));
const findTitles = async (query: string) => titles((await get(query).expect(200)).body);

const ALL = ['e6', 'e5', 'e4', 'e3', 'e2', 'e1', 'e0'];
const EVEN = ['e6', 'e4', 'e2', 'e0'];

test('lists the issues of all projects as one list, each with its project', async () => {
  const { body } = await get().expect(200);
  expect(titles(body)).toEqual(ALL);
  expect((body as { project: { slug: string } }[]).map(({ project }) => project.slug)).toEqual(
    ALL.map((_, index) => projects[index % 2]?.slug),
  );
});

test('has pages across projects, in both directions', async () => {
  const first = await get('?limit=3').expect(200);
  expect(titles(first.body)).toEqual(['e6', 'e5', 'e4']);
  const second = await service.client.get(readLink(first).next.path, token).expect(200);
  expect(titles(second.body)).toEqual(['e3', 'e2', 'e1']);
  const third = await service.client.get(readLink(second).next.path, token).expect(200);
  expect(titles(third.body)).toEqual(['e0']);
  expect([readLink(first).previous.results, readLink(third).next.results]).toEqual([false, false]);
  const back = await service.client.get(readLink(third).previous.path, token).expect(200);
  expect(back.body).toEqual(second.body);
});

test('finds the issue of a short id alone, where others have its text', async () => {
  const { fixtures, client } = service;
  const named = await fixtures.project();
  const quoting = await fixtures.project({ organization: named.organization });
  const own = await fixtures.token(named.organization);
  const raising = (value: string) => ({ exception: { values: [{ type: 'Error', value }] } });
  await fixtures.event(named, raising('named'));
  const list = async (query: string) => {
    const path = `/api/0/organizations/${named.organization}/issues/?query=${encodeURIComponent(query)}`;
    return (await client.get(path, own).expect(200)).body as { title: string; shortId: string }[];
  };
  const [{ shortId } = { shortId: '' }] = await list('named');
  await fixtures.event(quoting, raising(`as in ${shortId}`));
  expect(titles(await list(shortId))).toEqual(['named']);
  expect(titles(await list(`"${shortId}"`))).toEqual([`as in ${shortId}`]);
});

test('finds the issues of a trace in all projects, feedback too', async () => {
  const { fixtures, client } = service;
  const front = await fixtures.project();
  const back = await fixtures.project({ organization: front.organization });
  const own = await fixtures.token(front.organization);
  const trace = 'c0ffee00c0ffee00c0ffee00c0ffee00';
  const send = (project: ProjectFixture, value: string, traceId: string) =>
    fixtures.event(project, {
      exception: { values: [{ type: 'Error', value }] },
      contexts: { trace: { trace_id: traceId, span_id: 'b7ad6b7169203331' } },
    });
  await send(front, 'front', trace);
  await send(back, 'back', trace);
  await send(back, 'other', 'd0'.repeat(16));
  await send(back, 'none', '0'.repeat(32));
  const contexts = { feedback: { message: 'slow' }, trace: { trace_id: trace } };
  await client
    .post(`/api/${front.id}/envelope/?sentry_key=${front.publicKey}`)
    .send(envelope({ event_id: 'fe'.repeat(16) }, [{ type: 'feedback' }, { type: 'feedback', contexts }]))
    .expect(200);
  const list = async (query: string) => {
    const path = `/api/0/organizations/${front.organization}/issues/?query=${encodeURIComponent(query)}`;
    return titles((await client.get(path, own).expect(200)).body).sort();
  };
  for (const query of [`trace:${trace}`, trace])
    expect(await list(query)).toEqual(['User Feedback: slow', 'back', 'front']);
  expect(await list(`trace:${'0'.repeat(32)}`)).toEqual([]);
  expect(await list(`!trace:${trace}`)).toEqual(['none', 'other']);
});

test('selects projects by slug, by id and by term', async () => {
  const [first, , third] = projects;
  expect(await findTitles(`?project=${first.slug}`)).toEqual(EVEN);
  expect(await findTitles(`?project=${first.row.id}&project=${third.slug}`)).toEqual(EVEN);
  expect(await findTitles(`?project=${third.slug}`)).toEqual([]);
  expect(await findTitles('?project=-1')).toEqual(ALL);
  expect(await findTitles(`?query=project:${first.slug}`)).toEqual(EVEN);
  expect(await findTitles(`?query=${encodeURIComponent(`project:${first.slug} OR e5`)}`)).toEqual([
    'e6',
    'e5',
    'e4',
    'e2',
    'e0',
  ]);
  expect(await findTitles(`?query=${first.slug}-2`)).toEqual(['e2']);
});

test('answers what the command line sentry asks', async () => {
  const [first] = projects;
  const options =
    'limit=25&sort=date&statsPeriod=90d&collapse=filtered&collapse=unhandled&expand=owners&groupStatsPeriod=auto';
  expect(await findTitles(`?query=project%3A${first.slug}%20is%3Aunresolved&${options}`)).toEqual(EVEN);
  expect(await findTitles(`?${options}&environment=staging`)).toEqual(['e2', 'e1', 'e0']);
});

test.each([
  ['?project=unknown', 404, 'The requested resource does not exist'],
  ['?limit=2&per_page=2', 400, "Query parameters 'limit' and 'per_page' mean the same: use one of them."],
  ['?limit=10001', 400, 'Invalid limit value. Must be between 1 and 10000.'],
  ['?query=is:fine', 400, undefined],
])('%s is %d', async (query, status, detail) => {
  const { body } = await get(query).expect(status);
  if (detail !== undefined) expect(body).toMatchObject({ detail });
});

test('hides projects of other organizations', async () => {
  const other = await service.fixtures.project();
  await send(9, other);
  expect(await findTitles('')).toEqual(ALL);
  await get(`?project=${other.slug}`).expect(404);
  await get(`?project=${other.row.id}`).expect(404);
  await get(`?query=project:${other.slug}`).expect(400);
  await service.client.get(`/api/0/organizations/${other.organization}/issues/`, token).expect(404);
});

test('requires a scope for events', async () => {
  const stranger = await service.fixtures.token(organization, { scopes: ['project:read'] });
  await service.client.get(`/api/0/organizations/${organization}/issues/`, stranger).expect(403);
});
