import type { OutcomeCount } from '../../../src/domain/outcome';
import { envelope, type ProjectFixture } from '../../support/fixtures';
import { poll } from '../../support/process';
import { useOwnService } from '../../support/service';

const HOUR = 3_600_000;

const service = useOwnService();
let token: string;
const path = (organization: string) => `/api/0/projects/${organization}/shop/outcomes/`;

beforeAll(async () => {
  await service.fixtures.project({
    organization: (await service.fixtures.organization({ slug: 'acme' })).slug,
    slug: 'shop',
  });
  token = await service.fixtures.token('acme');
});

const get = async (project: ProjectFixture, query = '') =>
  (await service.client.get(`${project.path}outcomes/${query}`, token).expect(200)).body;

function add(project: ProjectFixture, ...counts: Omit<OutcomeCount, 'outcome' | 'category'>[]): Promise<void> {
  const rows = counts.map((count) => ({
    ...count,
    outcome: count.reason === '' ? ('accepted' as const) : ('filtered' as const),
    category: 'error' as const,
    projectId: project.id,
  }));
  return service.app.database.write(({ outcomes }) => outcomes.add(rows));
}

describe('the counts', () => {
  test('of a project without events are empty, with all intervals', async () => {
    const before = Date.now();
    const body = await get(await service.fixtures.project({ organization: 'acme' }));
    expect(body).toMatchObject({ interval: '1h', groups: [] });
    expect(body.intervals).toHaveLength(24);
    expect(body.intervals[0]).toBe(body.start);
    expect(Date.parse(body.end) - Date.parse(body.start)).toBe(24 * HOUR);
    expect(Date.parse(body.end)).toBeGreaterThan(before);
  });

  test('are those of the project in the requested period, by hour', async () => {
    const [project, other] = [
      await service.fixtures.project({ organization: 'acme' }),
      await service.fixtures.project({ organization: 'acme' }),
    ];
    const { start, end } = await get(project, '?statsPeriod=3h');
    const first = Date.parse(start);
    await add(project, { hour: first, reason: '', quantity: 5 }, { hour: first + 2 * HOUR, reason: '', quantity: 7 });
    await add(
      project,
      { hour: first + HOUR, reason: 'error-message', quantity: 2 },
      { hour: first - HOUR, reason: '', quantity: 100 },
    );
    await add(project, { hour: first, reason: '', quantity: 1 });
    await add(other, { hour: first, reason: '', quantity: 1000 });
    const body = await get(project, '?statsPeriod=3h&interval=1h');
    expect(body).toMatchObject({
      groups: [
        {
          by: { outcome: 'accepted', reason: null, category: 'error' },
          totals: { 'sum(quantity)': 13 },
          series: { 'sum(quantity)': [6, 0, 7] },
        },
        {
          by: { outcome: 'filtered', reason: 'error-message', category: 'error' },
          totals: { 'sum(quantity)': 2 },
          series: { 'sum(quantity)': [0, 2, 0] },
        },
      ],
    });
    expect([start, end]).toEqual([body.start, body.end]);
  });

  test('are those from a start to an end, in whole hours', async () => {
    const project = await service.fixtures.project({ organization: 'acme' });
    const first = Math.floor(Date.now() / HOUR) * HOUR - 30 * HOUR;
    for (const hour of [0, 1, 2, 3])
      await add(project, { hour: first + hour * HOUR, reason: '', quantity: 10 ** hour });
    const at = (hours: number) => new Date(first + hours * HOUR).toISOString();
    const body = await get(project, `?start=${at(1.5)}&end=${at(3)}`);
    expect(body).toMatchObject({ start: at(1).replace('.000', ''), end: at(3).replace('.000', '') });
    expect(body.groups).toMatchObject([{ totals: { 'sum(quantity)': 110 }, series: { 'sum(quantity)': [10, 100] } }]);
  });

  test('are summed by days in UTC', async () => {
    const project = await service.fixtures.project({ organization: 'acme' });
    const { start } = await get(project, '?statsPeriod=2d&interval=1d');
    expect(start).toMatch(/T00:00:00Z$/);
    const first = Date.parse(start);
    await add(
      project,
      { hour: first, reason: '', quantity: 1 },
      { hour: first + 23 * HOUR, reason: '', quantity: 2 },
      { hour: first + 24 * HOUR, reason: '', quantity: 4 },
    );
    const { groups, intervals } = await get(project, '?statsPeriod=2d&interval=1d');
    expect(intervals).toHaveLength(2);
    expect(groups).toMatchObject([{ series: { 'sum(quantity)': [3, 4] } }]);
  });
});

test.each([
  ['statsPeriod=91d', /statsPeriod' is 91d; counts are kept for 90 days/],
  ['statsPeriod=2161h', /2161h; counts are kept/],
  ['statsPeriod=0h', /such as 24h or 14d/],
  ['statsPeriod=1w', /such as 24h or 14d/],
  ['statsPeriod=', /such as 24h or 14d/],
  ['interval=1m', /must be 1h or 1d/],
  ['start=2026-11-20&end=2026-11-20', /'start' must be before 'end'/],
  ['statsPeriod=24h&end=2026-11-01', /'statsPeriod' cannot be combined with 'start' and 'end'/],
  ['start=2026-01-01&end=2026-11-01', /more than 90 days apart/],
  ['interval=1h&interval=1d', /only once/],
])('%s is rejected with 400', async (query, sentence) => {
  const { body } = await service.client.get(`${path('acme')}?${query}`, token).expect(400);
  expect(body).toEqual({ detail: expect.stringMatching(sentence) });
});

test('a period of 90 days is accepted', async () => {
  for (const query of ['statsPeriod=90d&interval=1h', 'statsPeriod=2160h&interval=1d']) {
    await service.client.get(`${path('acme')}?${query}`, token).expect(200);
  }
});

test('what SDKs dropped themselves is apart, by known reasons and categories', async () => {
  const project = await service.fixtures.project({ organization: 'acme' });
  const report = (...discarded: object[]): [{ type: string }, object] => [
    { type: 'client_report' },
    { timestamp: 1, discarded_events: discarded },
  ];
  const sent = envelope(
    {},
    report(
      { reason: 'before_send', category: 'error', quantity: 3 },
      { reason: 'made_up', category: 'nothing', quantity: 2 },
      { reason: 'before_send', category: 'error', quantity: -1 },
      { reason: 'before_send', category: 'error', quantity: 'x' },
    ),
    report({ reason: 'before_send', category: 'error', quantity: 4 }),
    [{ type: 'client_report' }, '{'],
  );
  const post = () => service.client.post(`/api/${project.id}/envelope/?sentry_key=${project.publicKey}`).send(sent);
  await post().expect(200);
  await poll(async () => (await get(project)).clientDiscards.length > 0);
  const { groups, clientDiscards } = await get(project, '?interval=1d');
  const sum = (quantity: number) => ({ totals: { 'sum(quantity)': quantity } });
  expect(clientDiscards).toMatchObject([
    { by: { reason: 'before_send', category: 'error' }, ...sum(7) },
    { by: { reason: 'other', category: 'other' }, ...sum(2) },
  ]);
  expect(groups).toMatchObject([
    { by: { outcome: 'accepted', category: 'internal' }, ...sum(2) },
    { by: { outcome: 'invalid', reason: 'invalid_json', category: 'internal' }, ...sum(1) },
  ]);
});
