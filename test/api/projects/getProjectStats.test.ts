import { type Outcome, type OutcomeCount } from '../../../src/domain/outcome';
import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

const HOUR = 3600;
/** Noon of a day, in seconds since 1970. */
const NOON = Date.UTC(2026, 0, 5, 12) / 1000;

const service = useService();
let project: ProjectFixture;
let token: string;
beforeAll(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
  const count = (
    at: number,
    outcome: Outcome,
    reason: OutcomeCount['reason'],
    quantity: number,
    category: OutcomeCount['category'] = 'error',
  ) => ({ projectId: project.id, hour: at * 1000, outcome, reason, category, quantity });
  await service.app.database.write(({ outcomes }) =>
    outcomes.add([
      count(NOON, 'accepted', '', 5),
      count(NOON, 'filtered', 'ip-address', 3),
      count(NOON, 'rate_limited', 'key_quota', 2),
      count(NOON, 'invalid', 'too_large', 1),
      count(NOON, 'invalid', 'feature_disabled', 70, 'session'),
      count(NOON - 13 * HOUR, 'accepted', '', 4),
    ]),
  );
});

const path = (query = '', organization = project.organization) =>
  `/api/0/projects/${organization}/${project.slug}/stats/${query}`;
const get = async (query: string) =>
  (await service.client.get(path(query), token).expect(200)).body as [number, number][];

test.each([
  ['', 11],
  ['stat=received&', 11],
  ['stat=rejected&', 3],
  ['stat=blacklisted&', 3],
])('counts events of each hour: %s', async (stat, count) => {
  expect(await get(`?${stat}since=${NOON - HOUR}&until=${NOON + 10}`)).toEqual([
    [NOON - HOUR, 0],
    [NOON, count],
  ]);
});

test('counts events of each day', async () => {
  const midnight = NOON - 12 * HOUR;
  expect(await get(`?resolution=1d&since=${midnight - HOUR}&until=${NOON}`)).toEqual([
    [midnight - 24 * HOUR, 4],
    [midnight, 11],
  ]);
});

test('returns the last day by default', async () => {
  expect((await get('')).length).toBe(24);
  expect((await get(`?until=${NOON}`)).at(-1)).toEqual([NOON, 11]);
});

test.each([
  [`?since=${NOON}&until=${NOON - 1}`, "Query parameter 'since' must not be later than 'until'."],
  [
    `?since=${NOON - 91 * 24 * HOUR}&until=${NOON}`,
    "Query parameters 'since' and 'until' may be 90 days apart: counts are kept that long.",
  ],
  ['?until=0', "Query parameters 'since' and 'until' must name times between 1970 and tomorrow, in seconds."],
  [
    '?since=99999999999&until=99999999999',
    "Query parameters 'since' and 'until' must name times between 1970 and tomorrow, in seconds.",
  ],
  ['?stat=all', "Query parameter 'stat' must be received, rejected or blacklisted."],
  ['?resolution=10s', "Query parameter 'resolution' must be 1h or 1d."],
])('rejects %s', async (query, detail) => {
  expect((await service.client.get(path(query), token).expect(400)).body).toEqual({ detail });
});
