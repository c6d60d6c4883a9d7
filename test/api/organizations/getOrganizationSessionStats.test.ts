import { envelope, type EnvelopeItem, type ProjectFixture } from '../../support/fixtures';
import { poll } from '../../support/process';
import { useService } from '../../support/service';

type Json = Record<string, unknown>;
interface Group {
  by: Json;
  totals: Json;
  series: Record<string, (number | null)[]>;
}

const service = useService();
let project: ProjectFixture;
let token: string;
let number = 0;

beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization, { scopes: ['org:read'] });
});

const sid = () => (number += 1).toString(16).padStart(32, '0');
const started = () => new Date().toISOString();
const session = (change: Json = {}, release = 'shop@1', environment = 'prod'): EnvelopeItem => [
  { type: 'session' },
  { sid: sid(), init: true, started: started(), attrs: { release, environment }, ...change },
];

async function send(items: EnvelopeItem[], to = project): Promise<void> {
  await service.client
    .post(`/api/${to.id}/envelope/?sentry_key=${to.publicKey}`)
    .serialize((value) => value as string)
    .send(Buffer.from(envelope({}, ...items)))
    .expect(200);
}

const request = (query: string) =>
  service.client.get(`/api/0/organizations/${project.organization}/sessions/?${query}`, token);
const get = async (query: string) =>
  (await request(query).expect(200)).body as {
    groups: Group[];
    intervals: string[];
    query: string;
    start: string;
    end: string;
  };
const totals = async (query: string) => (await get(query)).groups.map(({ by, totals: sums }) => ({ ...by, ...sums }));

const ALL_FIELDS = ['sum(session)', 'count_unique(user)', 'crash_free_rate(session)', 'crash_free_rate(user)'];
const FIELDS = ALL_FIELDS.map((field) => `field=${encodeURIComponent(field)}`).join('&');

test('an organization without sessions has zeros, and no shares', async () => {
  const { groups, intervals } = await get(`${FIELDS}&statsPeriod=3h`);
  expect(groups).toHaveLength(1);
  expect(groups[0]?.by).toEqual({});
  expect(groups[0]?.totals).toEqual({
    'sum(session)': 0,
    'count_unique(user)': 0,
    'crash_free_rate(session)': null,
    'crash_free_rate(user)': null,
  });
  expect(groups[0]?.series['sum(session)']).toEqual(intervals.map(() => 0));
  expect(groups[0]?.series['crash_free_rate(user)']).toEqual(intervals.map(() => null));
});

test('sessions and users are counted once, with the worst status', async () => {
  const [one, two] = [session({ did: 'ann' }), session({ did: 'bob' })];
  await send([one, two, session({ did: 'ann' }), session()]);
  const crash = (item: EnvelopeItem): EnvelopeItem => [
    { type: 'session' },
    { ...(item[1] as Json), init: false, status: 'crashed', errors: 1 },
  ];
  await send([crash(one), crash(one)]);
  await send([crash(one)]);
  expect(await totals(FIELDS)).toEqual([
    {
      'sum(session)': 4,
      'count_unique(user)': 2,
      'crash_free_rate(session)': 0.75,
      'crash_free_rate(user)': 0.5,
    },
  ]);
  const byStatus = await totals('field=sum(session)&field=count_unique(user)&groupBy=session.status');
  expect(byStatus).toEqual([
    { 'session.status': 'healthy', 'sum(session)': 3, 'count_unique(user)': 1 },
    { 'session.status': 'errored', 'sum(session)': 0, 'count_unique(user)': 0 },
    { 'session.status': 'unhandled', 'sum(session)': 0, 'count_unique(user)': 0 },
    { 'session.status': 'abnormal', 'sum(session)': 0, 'count_unique(user)': 0 },
    { 'session.status': 'crashed', 'sum(session)': 1, 'count_unique(user)': 1 },
  ]);
});

test('a version may have quotation marks and backslashes', async () => {
  const versions = ['say "hi"', 'C:\\shop'];
  await send(versions.map((release) => session({ attrs: { release } })));
  for (const query of ['say \\"hi\\"', 'C:\\\\shop', 'C:\\shop'])
    expect(await totals(`field=sum(session)&query=${encodeURIComponent(`release:"${query}"`)}`)).toEqual([
      { 'sum(session)': 1 },
    ]);
});

test('sessions that the client added up are counted by status, and unhandled errors are no crashes', async () => {
  const bucket = { started: started(), exited: 10, errored: 3, abnormal: 1, unhandled: 4, crashed: 2 };
  await send([[{ type: 'sessions' }, { attrs: { release: 'shop@1' }, aggregates: [bucket] }]]);
  const byStatus = await totals('field=sum(session)&groupBy=session.status');
  expect(byStatus.map((row) => row['sum(session)'])).toEqual([10, 3, 4, 1, 2]);
  const [all] = await totals('field=sum(session)&field=crash_rate(session)');
  expect(all).toEqual({ 'sum(session)': 20, 'crash_rate(session)': 0.1 });
});

test('an envelope of many sessions, and many envelopes at once, lose none', async () => {
  const hundred = Array.from({ length: 100 }, () => session());
  await Promise.all([
    send(hundred),
    ...Array.from({ length: 20 }, () => send([session(), session({ status: 'crashed' })])),
  ]);
  expect(await totals('field=sum(session)&field=crash_free_rate(session)')).toEqual([
    { 'sum(session)': 140, 'crash_free_rate(session)': 1 - 20 / 140 },
  ]);
});

describe('groups', () => {
  let other: ProjectFixture;

  beforeEach(async () => {
    other = await service.fixtures.project({ organization: project.organization });
    await send([
      session(),
      session(),
      session({}, 'shop@2'),
      session({}, 'shop@1', 'stage'),
      session({}, 'shop@1', ''),
    ]);
    await send([session()], other);
  });

  test('are the projects, releases and environments, the largest first', async () => {
    expect(await totals('field=sum(session)&groupBy=project')).toEqual([
      { project: Number(project.id), 'sum(session)': 5 },
      { project: Number(other.id), 'sum(session)': 1 },
    ]);
    expect(await totals('field=sum(session)&groupBy=release')).toEqual([
      { release: 'shop@1', 'sum(session)': 5 },
      { release: 'shop@2', 'sum(session)': 1 },
    ]);
    const environments = await totals('field=sum(session)&groupBy=environment');
    expect(environments[0]).toEqual({ environment: 'prod', 'sum(session)': 4 });
    expect(environments).toHaveLength(3);
    expect(environments).toContainEqual({ environment: '', 'sum(session)': 1 });
    expect(await totals('field=sum(session)&groupBy=release&groupBy=project&per_page=1')).toEqual([
      { project: Number(project.id), release: 'shop@1', 'sum(session)': 4 },
    ]);
  });

  test('are sorted by a field', async () => {
    const order = async (orderBy: string) =>
      (await totals(`field=sum(session)&groupBy=release&orderBy=${orderBy}`)).map(({ release }) => release);
    expect(await order('sum(session)')).toEqual(['shop@2', 'shop@1']);
    expect(await order('-sum(session)')).toEqual(['shop@1', 'shop@2']);
  });

  test('are sorted before the list is cut', async () => {
    await send([session({ status: 'crashed', did: 'ann' }, 'shop@2'), session({ did: 'bob' }, 'shop@2')]);
    await send([session({ did: 'ann' })]);
    const first = async (field: string, sign: string) =>
      (await totals(`field=${field}&groupBy=release&orderBy=${sign}${field}&per_page=1`)).map((row) => [
        row['release' as keyof typeof row],
        row[field as keyof typeof row],
      ]);
    expect(await first('sum(session)', '')).toEqual([['shop@2', 3]]);
    expect(await first('crash_rate(session)', '-')).toEqual([['shop@2', expect.closeTo(1 / 3, 3)]]);
    expect(await first('count_unique(user)', '-')).toEqual([['shop@2', 2]]);
    expect(await first('count_unique(user)', '')).toEqual([['shop@1', 1]]);
    expect(await first('crash_rate(user)', '-')).toEqual([['shop@2', 0.5]]);
  });

  test.each([
    ['project', () => `project=${project.id}`, 5],
    ['project by its slug', () => `project=${other.slug}`, 1],
    ['environment', () => 'environment=prod', 4],
    ['environments', () => 'environment=prod&environment=stage', 5],
    ['release', () => 'query=release:shop@2', 1],
    ['release in quotes', () => 'query=release:"shop@2"', 1],
    ['release and environment', () => 'query=release:shop@1 environment:stage', 1],
    ['unknown release', () => 'query=release:shop@9', 0],
    ['contradiction', () => 'query=environment:prod&environment=stage', undefined],
  ])('are of one %s', async (_, query, expected) => {
    const [row] = await totals(`field=sum(session)&${query()}`);
    expect(row?.['sum(session)']).toBe(expected);
  });

  test('leave out totals or series', async () => {
    const [group] = (await get('field=sum(session)&includeTotals=0')).groups;
    expect(Object.keys(group ?? {})).toEqual(['by', 'series']);
    const [other] = (await get('field=sum(session)&includeSeries=0')).groups;
    expect(Object.keys(other ?? {})).toEqual(['by', 'totals']);
  });
});

test('intervals are parts of a day, and the sessions are in the last one', async () => {
  await send([session()]);
  const { groups, intervals, start, end } = await get('field=sum(session)&interval=6h&statsPeriod=1d');
  expect(intervals[0]).toBe(start);
  expect(Date.parse(end) - Date.parse(intervals.at(-1) ?? '')).toBe(6 * 3_600_000);
  expect(Date.parse(start) % (6 * 3_600_000)).toBe(0);
  expect(groups[0]?.series['sum(session)']?.at(-1)).toBe(1);
});

test.each([
  ['no field', '', 'field'],
  ['an unknown field', 'field=sum(visits)', "'field' must be"],
  ['an unknown group', 'field=sum(session)&groupBy=user', "'groupBy' must be"],
  ['a share by status', 'field=crash_rate(session)&groupBy=session.status', 'session.status'],
  ['an interval that does not divide a day', 'field=sum(session)&interval=7h', "'interval' must be"],
  ['a short interval', 'field=sum(session)&interval=30m', "'interval' must be"],
  ['a long interval', 'field=sum(session)&interval=2d', "'interval' must be"],
  ['an order by another field', 'field=sum(session)&orderBy=crash_rate(user)', "'orderBy' must be"],
  ['another search', 'field=sum(session)&query=user:ann', "'query' may have"],
  ['two releases', 'field=sum(session)&query=release:shop@1 release:shop@2', "'query' may have"],
  ['a long time', 'field=sum(session)&statsPeriod=400d&interval=1d', '365 days'],
])('%s is 400', async (_, query, message) => {
  expect(JSON.stringify((await request(query).expect(400)).body)).toContain(message);
});

test('the durations of old clients are null, and 404 for a project of others', async () => {
  await send([session()]);
  expect(await totals('field=p50(session.duration)')).toEqual([{ 'p50(session.duration)': null }]);
  const foreign = await service.fixtures.project();
  await request(`field=sum(session)&project=${foreign.id}`).expect(404);
});

test('outcomes are counted, and no session spends the quota of events or opens an issue', async () => {
  await send([session(), session({ started: '2020-01-01T00:00:00Z' }), session({ attrs: {} })]);
  const aggregates = Array.from({ length: 1_003 }, () => ({ started: started(), exited: 1 }));
  await send([[{ type: 'sessions' }, { attrs: { release: 'shop@1' }, aggregates }]]);
  expect(await totals('field=sum(session)')).toEqual([{ 'sum(session)': 1_001 }]);
  const reader = await service.fixtures.token(project.organization, { scopes: ['project:read', 'event:read'] });
  const path = `${project.path}outcomes/?statsPeriod=2h`;
  let groups: Json[] = [];
  await poll(async () => {
    const { body } = await service.client.get(path, reader).expect(200);
    const rows = (body as { groups: { by: Json; totals: Json }[] }).groups;
    groups = rows.map(({ by, totals: sums }) => ({ ...by, ...sums }));
    return groups.length === 3;
  });
  expect(groups).toEqual([
    { outcome: 'accepted', reason: null, category: 'session', 'sum(quantity)': 2 },
    { outcome: 'invalid', reason: 'invalid_json', category: 'session', 'sum(quantity)': 2 },
    { outcome: 'invalid', reason: 'too_large', category: 'session', 'sum(quantity)': 3 },
  ]);
  const { body } = await service.client.get(`${project.path}issues/`, reader).expect(200);
  expect(body).toEqual([]);
});
