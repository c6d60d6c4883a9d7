import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

const HOUR = 3600;
const DAY = 24 * HOUR;

type Series = readonly (readonly [number, number])[];
interface Issue {
  readonly stats?: Readonly<Record<string, Series>>;
}

const service = useService();
let project: ProjectFixture;
let token: string;
/** The beginning of the present hour and day, in seconds since 1970. */
let hour: number;
let day: number;
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
  const now = Math.floor(Date.now() / 1000);
  [hour, day] = [now - (now % HOUR), now - (now % DAY)];
  for (const timestamp of [now, now, hour - 1, hour - 3 * HOUR, day - 3 * DAY, day - 20 * DAY])
    await service.fixtures.event(project, { message: 'late', timestamp });
});

const path = (rest = '', organization = project.organization) =>
  `/api/0/organizations/${organization}/issues/${project.slug.toUpperCase()}-1/${rest}`;
const get = async (url: string) => (await service.client.get(url, token).expect(200)).body as unknown;
const total = (series: Series = []) => series.reduce((sum, [, count]) => sum + count, 0);

test('returns the events of each hour or day, by their own time', async () => {
  const hours = (await get(path('stats/?statsPeriod=4h'))) as Series;
  // The hour may have changed since the events were sent.
  expect(hours.at(-1)?.[0]).toBeGreaterThanOrEqual(hour);
  expect(Object.fromEntries(hours)).toMatchObject({ [hour - HOUR]: 1, [hour]: 2 });
  const days = (await get(path('stats/?statsPeriod=30d&interval=1d'))) as Series;
  expect([days.length, total(days)]).toEqual([30, 6]);
  expect(Object.fromEntries(days)).toMatchObject({ [day - 3 * DAY]: 1, [day - 20 * DAY]: 1, [day - 5 * DAY]: 0 });
});

test('an issue has its last 24 hours and 30 days, unless they are left out', async () => {
  const { stats } = (await get(path())) as Issue;
  expect(Object.keys(stats ?? {})).toEqual(['24h', '30d']);
  expect([stats?.['24h']?.length, total(stats?.['24h'])]).toEqual([24, 4]);
  expect([stats?.['30d']?.length, total(stats?.['30d'])]).toEqual([30, 6]);
  expect((await get(path('?collapse=stats'))) as Issue).not.toHaveProperty('stats');
  const { body } = await service.client.get(path('?collapse=all'), token).expect(400);
  expect(body).toEqual({ detail: "Query parameter 'collapse' must be stats." });
});

test.each([
  ['24h', 24, 4],
  ['14d', 14, 5],
  ['30d', 30, 6],
  ['90d', 90, 6],
  ['auto', 14, 5],
] as const)('issues of a list have the counts of %s', async (period, length, events) => {
  await service.fixtures.event(project, { message: 'other', fingerprint: ['other'] });
  const issues = (await get(`${project.path}issues/?groupStatsPeriod=${period}`)) as Issue[];
  const seriesOfIssues = issues.map(({ stats }) => stats?.[period]);
  expect(seriesOfIssues.map((series) => [series?.length, total(series)])).toEqual([
    [length, 1],
    [length, events],
  ]);
});

const between = (start: number, end: number) => `start=${iso(start)}&end=${iso(end)}`;
const iso = (seconds: number) => new Date(1000 * seconds).toISOString();

test.each<[string, () => string, number, number, number | null]>([
  ['the last 24 hours', () => 'statsPeriod=24h', 24, HOUR, 4],
  ['half an hour', () => 'statsPeriod=30m', 1, HOUR, null],
  ['two days', () => 'statsPeriod=2d', 48, HOUR, 4],
  ['a week', () => 'statsPeriod=7d', 7, DAY, 5],
  ['a year', () => 'statsPeriod=52w', 90, DAY, 6],
  ['a day', () => between(day - 3 * DAY, day - 2 * DAY), 24, HOUR, 1],
  ['parts of hours', () => between(day - 3 * DAY - 1, day - 2 * DAY + 1), 26, HOUR, 1],
  ['parts of days', () => between(day - 5 * DAY + 1, day - 2 * DAY + 1), 4, DAY, 1],
  ['a time without a start', () => `end=${iso(day - 2 * DAY)}`, 14, DAY, 1],
])('issues of %s have the counts of that time with auto', async (_, time, length, step, events) => {
  for (const list of [`${project.path}issues/`, `/api/0/organizations/${project.organization}/issues/`]) {
    const [issue] = (await get(`${list}?query=&groupStatsPeriod=auto&${time()}`)) as Issue[];
    const series = issue?.stats?.['auto'] ?? [];
    const [first = 0, second = first + step] = series.map(([at]) => at);
    expect([series.length, second - first]).toEqual([length, step]);
    if (events !== null) expect(total(series)).toBe(events);
  }
});

test.each<[string, () => string, number, number, number]>([
  ['a day by hours', () => between(day - 3 * DAY, day - 2 * DAY), 24, HOUR, 1],
  ['parts of hours', () => between(day - 3 * DAY - 1, day - 2 * DAY + 1), 26, HOUR, 1],
  ['days', () => `${between(day - 20 * DAY, day - 2 * DAY)}&interval=1d`, 18, DAY, 2],
  ['a part of a day', () => `${between(day - 3 * DAY + HOUR, day - 3 * DAY + 2 * HOUR)}&interval=1d`, 1, DAY, 1],
  ['90 days', () => `${between(day - 89 * DAY, day + DAY)}&interval=1d`, 90, DAY, 6],
  ['the day before an end', () => `end=${iso(day - 2 * DAY)}`, 24, HOUR, 1],
  ['a time without an end', () => `start=${iso(day - 3 * DAY)}&interval=1d`, 4, DAY, 5],
])('returns the events from a start to an end: %s', async (_, time, length, step, events) => {
  const series = (await get(path(`stats/?${time()}`))) as Series;
  const [first = 0, second = first + step] = series.map(([at]) => at);
  expect([series.length, second - first, total(series)]).toEqual([length, step, events]);
});

test.each([
  ['start=2026-11-20&end=2026-11-20', "Query parameter 'start' must be before 'end'."],
  ['start=2999-01-01', "Query parameter 'start' must be before now."],
  [
    'start=2026-01-01&end=2026-11-01',
    "Query parameters 'start' and 'end' are more than 90 days apart; counts are kept that long.",
  ],
  ['start=yesterday', "Query parameter 'start' must be a time of ISO 8601, such as 2026-11-21T10:30:00Z."],
  ['statsPeriod=24h&end=2026-11-01', "Query parameter 'statsPeriod' cannot be combined with 'start' and 'end'."],
])('a time range that cannot be counted is rejected: %s', async (time, detail) => {
  expect((await service.client.get(path(`stats/?${time}`), token).expect(400)).body).toEqual({ detail });
});

test('issues of a list have no counts by default', async () => {
  for (const query of ['', '?groupStatsPeriod='])
    for (const issue of (await get(`${project.path}issues/${query}`)) as Issue[])
      expect(issue).not.toHaveProperty('stats');
  const { body } = await service.client.get(`${project.path}issues/?groupStatsPeriod=7d`, token).expect(400);
  expect(body).toEqual({
    detail: "Query parameter 'groupStatsPeriod' must be 24h, 14d, 30d, 90d or auto, or empty.",
  });
});

test('an event that is sent twice counts once', async () => {
  const id = await service.fixtures.event(project, { message: 'late' });
  await service.fixtures.event(project, { message: 'late', event_id: id });
  expect(total((await get(path('stats/'))) as Series)).toBe(5);
});

test('a period longer than counts are kept is rejected', async () => {
  const { body } = await service.client.get(path('stats/?statsPeriod=91d'), token).expect(400);
  expect(body).toEqual({ detail: "Query parameter 'statsPeriod' is 91d; counts are kept for 90 days." });
});
