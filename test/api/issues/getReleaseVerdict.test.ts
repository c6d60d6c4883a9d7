import { HOUR_MS, MINUTE_MS } from '../../../src/domain/time';
import { useExampleTime } from '../../support/exampleTime';
import { envelope, type EnvelopeItem } from '../../support/fixtures';
import { useReleases } from '../../support/releaseFixture';

type Json = Record<string, unknown>;
interface Reason {
  readonly type: string;
  readonly verdict: string;
  readonly cause: string;
  readonly text: string;
  readonly value: number | null;
  readonly limit: number;
  readonly link: string;
  readonly issues: readonly {
    readonly id: string;
    readonly title: string;
    readonly events: number;
    readonly users: number;
  }[];
}
interface Judged {
  readonly slug: string;
  readonly verdict: string;
  readonly baseline: { readonly version: string } | null;
  readonly exposure: Readonly<Record<'release' | 'baseline', Json | null>>;
  readonly errorRate: Json | null;
  readonly reasons: readonly Reason[];
}
interface Verdict {
  readonly verdict: string;
  readonly text: string;
  readonly environments: readonly string[];
  readonly projects: readonly Judged[];
}

useExampleTime();
const fixture = useReleases();

/** Moves the clock of the service. */
const pass = (milliseconds: number) => jest.setSystemTime(Date.now() + milliseconds);
const get = (version: string, query = '') =>
  fixture.get(fixture.path(`${encodeURIComponent(version)}/verdict/${query}`));
const judge = async (version: string, query = '') => (await get(version, query).expect(200)).body as Verdict;
const reasonOf = ({ projects }: Verdict, type: string, at = 0) =>
  projects[at]?.reasons.find((reason) => reason.type === type);
const causesOf = ({ projects }: Verdict, at = 0) =>
  Object.fromEntries((projects[at]?.reasons ?? []).map(({ type, verdict, cause }) => [type, `${verdict} ${cause}`]));
const textsOf = (verdict: Verdict) => ['newIssues', 'errorRate'].map((type) => reasonOf(verdict, type)?.text);
const GOOD = {
  exposure: 'good within',
  newIssues: 'good within',
  regressions: 'good within',
  escalations: 'good within',
};

async function send(release: string, count = 1, change: Json = {}, project = fixture.shop): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const user = { id: String(at % 3) };
    const event = { message: 'known', exception: undefined, timestamp: Date.now() / 1000, release, user, ...change };
    await fixture.service.fixtures.event(project, event);
  }
}

/** Sends the sums of sessions, as servers do. */
async function sendSessions(
  release: string,
  { exited, errored = 0 }: { exited: number; errored?: number },
  environment = 'production',
): Promise<void> {
  const started = new Date().toISOString();
  const item: EnvelopeItem = [
    { type: 'sessions' },
    { attrs: { release, environment }, aggregates: [{ started, exited, errored }] },
  ];
  await fixture.service.client
    .post(`/api/${fixture.shop.id}/envelope/?sentry_key=${fixture.shop.publicKey}`)
    .serialize((value) => value as string)
    .send(Buffer.from(envelope({}, item)))
    .expect(200);
}

const set = (settings: Json) => fixture.put(`/api/0/projects/${fixture.organization}/shop/`, settings).expect(200);

it('a release without one before is unknown, and one with about as many errors per hour is good', async () => {
  await send('hourly@1.0.0', 100);
  expect(causesOf(await judge('hourly@1.0.0'))).toEqual({
    ...GOOD,
    exposure: 'unknown tooShort',
    newIssues: 'unknown noBaseline',
    errorRate: 'unknown noBaseline',
  });
  expect(textsOf(await judge('hourly@1.0.0'))).toEqual([
    '1 new issue; there is no release to compare with, so all issues are new.',
    'The rate of errors is unknown: there is no release with data to compare with.',
  ]);
  await send('quiet@1.0.0', 1, { level: 'info' }, fixture.blog);
  expect(textsOf(await judge('quiet@1.0.0'))[0]).toBe('No new issues; there is no release to compare with.');
  pass(10 * HOUR_MS);
  await send('hourly@1.1.0', 25);
  const early = await judge('hourly@1.1.0');
  // The hours begin with an event: the rate of the first minutes is no measure.
  expect(causesOf(early)).toEqual({ ...GOOD, exposure: 'unknown tooShort', errorRate: 'unknown tooShort' });
  pass(14 * MINUTE_MS);
  expect(causesOf(await judge('hourly@1.1.0'))).toMatchObject({ exposure: 'unknown tooShort' });
  pass(10 * HOUR_MS);
  await send('hourly@1.1.0', 75);
  const verdict = await judge('hourly@1.1.0');
  expect(verdict).toMatchObject({ verdict: 'good', text: 'The release is good.', environments: [] });
  expect(causesOf(verdict)).toEqual({ ...GOOD, errorRate: 'good within' });
  const [project] = verdict.projects;
  expect(project).toMatchObject({ slug: 'shop', verdict: 'good', baseline: { version: 'hourly@1.0.0' } });
  expect(project?.exposure).toMatchObject({
    release: { hours: 10.233333, events: 100, sessions: 0, users: null },
    baseline: { hours: 10, events: 100, sessions: 0, users: null },
  });
  // The hour of the change is left out: the baseline began at 10:30:02, and its last whole hour ended at 20:00.
  expect(project?.errorRate).toMatchObject({
    unit: 'hour',
    release: { errors: 100, exposure: 10.233333 },
    baseline: { errors: 100, exposure: 9.499444 },
    maxRatio: 1.5,
  });
  expect(project?.errorRate?.['ratio']).toBeCloseTo(9.499444 / 10.233333, 5);
});

it('feedback is no error of a release', async () => {
  const contexts = { feedback: { message: 'I like it' } };
  const item: EnvelopeItem = [{ type: 'feedback' }, { release: 'liked@1.1.0', level: 'error', contexts }];
  await send('liked@1.0.0', 10);
  pass(10 * HOUR_MS);
  await send('liked@1.1.0', 1);
  for (let at = 0; at < 5; at += 1)
    await fixture.service.client
      .post(`/api/${fixture.shop.id}/envelope/?sentry_key=${fixture.shop.publicKey}`)
      .send(envelope({}, item))
      .expect(200);
  pass(2 * HOUR_MS);
  const { projects } = await judge('liked@1.1.0');
  expect(projects[0]?.exposure).toMatchObject({ release: { events: 1 } });
  expect(projects[0]?.errorRate).toMatchObject({ release: { errors: 1 } });
});

it('far more errors per hour are bad, with the interval and a link', async () => {
  await send('flood@1.0.0', 10);
  pass(10 * HOUR_MS);
  await send('flood@1.1.0', 40);
  pass(2 * HOUR_MS);
  const verdict = await judge('flood@1.1.0');
  expect(verdict.verdict).toBe('bad');
  const reason = reasonOf(verdict, 'errorRate');
  expect(reason).toMatchObject({ verdict: 'bad', cause: 'above', limit: 1.5 });
  expect(reason?.text).toMatch(
    /^20 events per hour, 1[0-9.]+ times the rate before \(95 % interval [0-9.]+ to [0-9.]+\)/,
  );
  expect(reason?.link).toMatch(/\/organizations\/[^/]+\/releases\/flood%401\.1\.0\/$/);
  expect(verdict.text).toContain(`shop: ${reason?.text}`);
  await set({ verdictMinMinutes: 121 });
  expect(causesOf(await judge('flood@1.1.0'))).toMatchObject({
    exposure: 'unknown tooShort',
    errorRate: 'unknown tooShort',
  });
  await set({ verdictMinMinutes: 120, verdictMaxIncrease: 10_000 });
  expect(causesOf(await judge('flood@1.1.0'))).toMatchObject({ exposure: 'good within', errorRate: 'good within' });
  await set({ verdictMinMinutes: 15, verdictMaxIncrease: 50 });
});

it('names the new, regressed and escalating errors, but neither warnings nor feedback', async () => {
  await send('kinds@1.0.0', 2, { message: 'grows' });
  await send('kinds@1.0.0', 1, { message: 'returns' });
  const path = `/api/0/projects/${fixture.organization}/shop/issues/`;
  const { body } = await fixture.get(`${path}?query=${encodeURIComponent('returns')}`).expect(200);
  const [returning] = body as { id: string }[];
  await fixture.put(`${path}?id=${returning?.id}`, { status: 'resolved' }).expect(200);
  pass(HOUR_MS);
  await send('kinds@1.1.0', 12, { message: 'grows' });
  await send('kinds@1.1.0', 1, { message: 'returns' });
  await send('kinds@1.1.0', 4, { message: 'fresh' });
  await send('kinds@1.1.0', 4, { message: 'only told', level: 'warning' });
  const feedback = { contexts: { feedback: { message: 'It is broken' } }, release: 'kinds@1.1.0' };
  await fixture.service.client
    .post(`/api/${fixture.shop.id}/envelope/?sentry_key=${fixture.shop.publicKey}`)
    .serialize((value) => value as string)
    .send(Buffer.from(envelope({}, [{ type: 'feedback' }, { event_id: 'a'.repeat(32), ...feedback }])))
    .expect(200);
  pass(20 * MINUTE_MS);
  const verdict = await judge('kinds@1.1.0');
  expect(verdict.verdict).toBe('bad');
  const named = (type: string) =>
    reasonOf(verdict, type)?.issues.map(({ title, events, users }) => [title, events, users]);
  expect(named('newIssues')).toEqual([['fresh', 4, 3]]);
  expect(named('regressions')).toEqual([['returns', 1, 1]]);
  expect(named('escalations')).toEqual([['grows', 12, 3]]);
  expect(reasonOf(verdict, 'newIssues')).toMatchObject({ text: '1 new issue; the limit is 0.', value: 1, limit: 0 });
  const link = new URL(reasonOf(verdict, 'newIssues')?.link ?? '');
  const found = await fixture.get(`${path}?${new URLSearchParams({ query: link.searchParams.get('query') ?? '' })}`);
  expect((found.body as { title: string }[]).map(({ title }) => title)).toEqual(['fresh']);

  await set({ verdictMaxNewIssues: 1, verdictMaxRegressions: 1, verdictMaxEscalations: 1 });
  expect(causesOf(await judge('kinds@1.1.0'))).toMatchObject(GOOD);
  await set({ verdictMaxNewIssues: 0, verdictMaxRegressions: 0, verdictMaxEscalations: 0 });
});

it('sessions with an error are compared if both releases have sessions, also in an environment', async () => {
  await send('counted@1.0.0');
  await sendSessions('counted@1.0.0', { exited: 9_900, errored: 100 });
  await sendSessions('counted@1.0.0', { exited: 900, errored: 100 }, 'staging');
  pass(HOUR_MS);
  await sendSessions('counted@1.1.0', { exited: 1_980, errored: 20 });
  await sendSessions('counted@1.1.0', { exited: 500, errored: 500 }, 'staging');
  pass(HOUR_MS);
  const production = await judge('counted@1.1.0', '?environment=production');
  expect(production).toMatchObject({ verdict: 'unknown', environments: ['production'] });
  expect(causesOf(production)).toEqual({ ...GOOD, errorRate: 'unknown uncertain' });
  expect(production.projects[0]?.errorRate).toMatchObject({
    unit: 'session',
    release: { errors: 20, exposure: 2_000, rate: 0.01 },
    baseline: { errors: 100, exposure: 10_000 },
    ratio: 1,
  });
  await set({ verdictLowRate: 2 });
  expect(await judge('counted@1.1.0', '?environment=production')).toMatchObject({ verdict: 'good' });
  const staging = await judge('counted@1.1.0', '?environment=staging');
  expect(causesOf(staging)).toEqual({ ...GOOD, errorRate: 'bad above' });
  expect(staging.projects[0]?.errorRate).toMatchObject({ ratio: 5 });
  expect(staging.projects[0]?.exposure).toMatchObject({
    release: { events: null, sessions: 1_000 },
    baseline: { events: null, sessions: 1_000 },
  });
  const both = await judge('counted@1.1.0');
  expect(both.projects[0]?.errorRate).toMatchObject({ release: { errors: 520, exposure: 3_000 } });
  await set({ verdictLowRate: 1 });
});

it('users of sessions are part of the exposure', async () => {
  await send('users@1.0.0');
  const started = new Date().toISOString();
  const session = (did: string): EnvelopeItem => [
    { type: 'session' },
    { sid: did.repeat(32), did, init: true, started, status: 'exited', attrs: { release: 'users@1.1.0' } },
  ];
  await fixture.service.client
    .post(`/api/${fixture.shop.id}/envelope/?sentry_key=${fixture.shop.publicKey}`)
    .serialize((value) => value as string)
    .send(Buffer.from(envelope({}, session('a'), session('b'))))
    .expect(200);
  const { projects } = await judge('users@1.1.0');
  expect(projects[0]?.exposure.release).toMatchObject({ users: 2, sessions: 2, events: 0 });
  // Two sessions are no proof, and the baseline has none: events are compared.
  expect(projects[0]).toMatchObject({ verdict: 'unknown', errorRate: { unit: 'hour' } });
});

it('in an environment without sessions only issues are judged, those with events there', async () => {
  const environment = 'production';
  await send('placed@1.0.0', 1, { environment });
  pass(HOUR_MS);
  await send('placed@1.1.0', 1, { environment: 'staging', message: 'staged' });
  pass(HOUR_MS);
  const elsewhere = await judge('placed@1.1.0', '?environment=production');
  expect(causesOf(elsewhere)).toMatchObject({ newIssues: 'good within', errorRate: 'unknown notCounted' });
  expect(elsewhere.verdict).toBe('unknown');
  const there = await judge('placed@1.1.0', '?environment=staging');
  expect(there.verdict).toBe('bad');
  expect(reasonOf(there, 'newIssues')?.issues).toMatchObject([{ title: 'staged', events: 1 }]);
});

it('compares with the release that is named', async () => {
  await send('named@1.0.0', 5);
  pass(2 * HOUR_MS);
  await send('named@1.1.0', 50);
  pass(2 * HOUR_MS);
  await send('named@1.2.0', 10);
  pass(2 * HOUR_MS);
  const before = await judge('named@1.2.0', '?baseline=auto');
  expect(before.projects[0]).toMatchObject({ baseline: { version: 'named@1.1.0' } });
  const named = await judge('named@1.2.0', '?baseline=named%401.0.0');
  expect(named.projects[0]).toMatchObject({
    baseline: { version: 'named@1.0.0' },
    exposure: { baseline: { hours: 2 } },
  });
  expect((await get('named@1.2.0', '?baseline=nix').expect(400)).body).toEqual({
    detail: "Query parameter 'baseline' names no release of the organization.",
  });
  expect((await get('named@1.2.0', '?baseline=named%401.2.0').expect(400)).text).toContain('is the release itself');
  await fixture.release('elsewhere', { projects: ['blog'] });
  const other = await judge('named@1.2.0', '?baseline=elsewhere');
  expect(other.projects[0]).toMatchObject({ verdict: 'unknown', baseline: null, errorRate: null });
  expect(textsOf(other)).toEqual([
    'No new issues; the baseline has no data to compare with.',
    'The rate of errors is unknown: the baseline has no data to compare with.',
  ]);
});

it('a release of several projects is judged in each, and is only good if it is in all', async () => {
  for (const project of [fixture.shop, fixture.blog]) await send('both@1.0.0', 60, {}, project);
  pass(9 * HOUR_MS);
  await send('both@1.1.0', 60, {}, fixture.shop);
  await send('both@1.1.0', 1, { message: 'broken' }, fixture.blog);
  pass(9 * HOUR_MS);
  const verdict = await judge('both@1.1.0');
  expect(verdict.projects.map(({ slug, verdict: one }) => [slug, one])).toEqual([
    ['blog', 'bad'],
    ['shop', 'good'],
  ]);
  expect(verdict).toMatchObject({ verdict: 'bad', text: 'The release is bad. blog: 1 new issue; the limit is 0.' });
  expect(await judge('both@1.1.0', '?project=shop')).toMatchObject({ verdict: 'good', projects: [{ slug: 'shop' }] });
  await get('both@1.1.0', '?project=unknown').expect(404);
  await send('alone@1.0.0');
  await get('alone@1.0.0', '?project=blog').expect(404);
});

it('a release that is not in use is unknown, and so is one of no project', async () => {
  await send('idle@1.0.0');
  await fixture.release('idle@1.1.0');
  pass(5 * HOUR_MS);
  const idle = await judge('idle@1.1.0');
  expect(idle.verdict).toBe('unknown');
  expect(causesOf(idle)).toMatchObject({ exposure: 'unknown noData', errorRate: 'unknown noData' });
  await fixture.release('homeless', { projects: [] });
  expect(await judge('homeless')).toMatchObject({ verdict: 'unknown', projects: [] });
});

it('hours that are not counted any more are no measure', async () => {
  await send('old@1.0.0');
  pass(HOUR_MS);
  await send('old@1.1.0');
  pass(HOUR_MS);
  await send('old@1.2.0');
  pass(15 * 24 * HOUR_MS);
  expect(causesOf(await judge('old@1.1.0'))).toEqual({ ...GOOD, errorRate: 'unknown expired' });
});

it('an unknown release is not found, and a token for releases alone is refused', async () => {
  expect((await get('nix').expect(404)).body).toEqual({ detail: 'Release not found' });
  const token = await fixture.service.fixtures.token(fixture.organization, { scopes: ['project:releases'] });
  await fixture.service.client.get(fixture.path('nix/verdict/'), token).expect(403);
});
