import type { components } from '../../../generated/api';
import { prepareRegrouping } from '../../../src/api/issues/regroupIssue';
import { regroupStoredEvent, rehashStoredEvent, withGrouping } from '../../../src/ingest/resolveStoredEvent';
import { compileUncached } from '../../../src/ingest/settingsCache';
import { PreviewGroupingJob, RegroupEventsJob } from '../../../src/jobs/storedEvents';
import type { ProjectFixture } from '../../support/fixtures';
import { runUntilIdle } from '../../support/jobs';
import { useService } from '../../support/service';

type Preview = components['schemas']['GroupingPreview'];

const service = useService();
let project: ProjectFixture;
let token: string;
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

const path = () => `${project.path}grouping-preview/`;
const issuesPath = () => `/api/0/organizations/${project.organization}/issues/`;
const get = async <T>(url: string) => (await service.client.get(url, token).expect(200)).body as T;
const setRules = (fingerprintingRules: string) =>
  service.client.put(project.path, token).send({ fingerprintingRules }).expect(200);
const previewJob = () =>
  new PreviewGroupingJob({
    database: service.app.database,
    regroup: (row, of) => regroupStoredEvent(row, of, compileUncached),
  });
const job = (maxEvents?: number) =>
  new RegroupEventsJob({
    database: service.app.database,
    rehash: (row, rules) => rehashStoredEvent(row, rules, compileUncached),
    withGrouping,
    prepare: prepareRegrouping,
    ...(maxEvents !== undefined && { maxEvents }),
  });

async function preview(draft: object): Promise<Preview> {
  await service.client.post(path(), token).send(draft).expect(201);
  await runUntilIdle(previewJob());
  return get(path());
}

const apply = (id: string) => service.client.post(`${path()}apply/`, token).send({ id });
async function begin(draft: object): Promise<string> {
  const { id } = await preview(draft);
  const { body } = await apply(id).expect(200);
  return (body as Preview).application?.changeId ?? '';
}
const finish = async (): Promise<Preview['application']> => {
  await runUntilIdle(job());
  return (await get<Preview>(path())).application;
};
const undo = async (id: string) =>
  (
    await service.client
      .post(`/api/0/organizations/${project.organization}/issue-changes/${id}/undo/`, token)
      .expect(200)
  ).body as unknown;

/** Sends an event of a user, whose release has the same name. @param minute place in the last hour */
const send = (type: string, value: string, minute: number, user = value) =>
  service.fixtures.event(project, {
    exception: { values: [{ type, value }] },
    ...{ release: `shop@${user}`, user: { id: user }, tags: { region: user }, environment: `env-${user}` },
    timestamp: new Date(Date.now() - (60 - minute) * 60_000).toISOString(),
  });

interface Row {
  readonly id: string;
  readonly shortId: string;
  readonly title: string;
  readonly [field: string]: unknown;
}
const list = async (): Promise<Row[]> =>
  (await get<Row[]>(`${project.path}issues/?query=`)).toSorted((a, b) => a.title.localeCompare(b.title));

/** Returns all that the service says about the issues, and requires that counts and hashes agree with the events. */
async function snapshot(): Promise<object[]> {
  const found: object[] = [];
  for (const { id } of await list()) {
    const issue = await get<Row>(`${issuesPath()}${id}/`);
    const events = await get<{ id: string; groupID: string }[]>(`${issuesPath()}${id}/events/`);
    const hashes = await get<{ id: string; count: number }[]>(`${issuesPath()}${id}/hashes/`);
    const releases = await get<{ version: string; count: number }[]>(`${issuesPath()}${id}/releases/`);
    const tags = await get<{ key: string; topValues: { value: string }[] }[]>(`${issuesPath()}${id}/tags/`);
    const stats = issue['stats'] as Readonly<Record<string, readonly (readonly [number, number])[]>>;
    const perHour = (stats['24h'] ?? []).reduce((sum, [, count]) => sum + count, 0);
    const sumOf = (rows: readonly { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0);
    expect([Number(issue['count']), perHour, sumOf(hashes), sumOf(releases)]).toEqual(Array(4).fill(events.length));
    const { shortId, title, status, substatus, assignedTo, numComments, firstSeen, lastSeen, userCount } = issue;
    found.push({
      ...{ shortId, title, status, substatus, assignedTo, numComments, firstSeen, lastSeen, userCount, releases },
      events: events.map((event) => event.id),
      hashes: hashes.filter(({ count }) => count > 0).map((hash) => hash.id),
      tags: tags.map(({ key, topValues }) => [key, topValues.map(({ value }) => value).toSorted()]),
    });
  }
  return found;
}

const JOINING = { fingerprintingRules: 'type:TypeError -> type-error' };
const SPLITTING = { fingerprintingRules: 'type:* -> all, {{ type }}' };

test('issues join, and go on with their states, comments and first event; undoing brings all back', async () => {
  await send('TypeError', 'a', 1);
  await send('TypeError', 'b', 2);
  await send('TypeError', 'b', 3);
  await send('RangeError', 'c', 4);
  const [other, a, b] = (await list()) as [Row, Row, Row];
  await service.fixtures.team({ organization: project.organization, slug: 'payments' });
  await service.client.put(`${issuesPath()}${b.id}/`, token).send({ status: 'resolved' }).expect(200);
  await service.client.put(`${issuesPath()}${a.id}/`, token).send({ assignedTo: '#payments' }).expect(200);
  await service.client.post(`${issuesPath()}${a.id}/notes/`, token).send({ text: 'It is the cart.' }).expect(201);
  const before = await snapshot();
  const changeId = await begin(JOINING);
  expect(await get(project.path)).toMatchObject(JOINING);
  expect(await finish()).toMatchObject({
    ...{ status: 'done', changeId, eventsRead: 4, eventsMoved: 1, issues: { split: 0, joined: 1, skipped: 0 } },
    ...{ hasOlderEvents: false, sentence: '0 issues split and 1 issue joined others, with 1 moved event.' },
  });
  const [kept, joined] = (await list()) as [Row, Row];
  expect(kept).toEqual(other);
  expect(joined).toMatchObject({ id: b.id, shortId: b.shortId, status: 'unresolved', count: '3', numComments: 1 });
  expect(joined).toMatchObject({ assignedTo: { name: 'payments' }, firstSeen: a['firstSeen'] });
  expect(await get(`${issuesPath()}${a.id}/`)).toMatchObject({ id: b.id });
  await snapshot();
  // The hashes of both lead to it, whether the event was grouped before the change or after it.
  await send('TypeError', 'z', 5);
  await setRules('');
  await send('TypeError', 'a', 6);
  expect(await get(`${issuesPath()}${b.id}/`)).toMatchObject({ count: '5' });
  await setRules(JOINING.fingerprintingRules);

  const { activity } = await get<{ activity: object[] }>(`${issuesPath()}${b.id}/activities/`);
  expect(activity).toContainEqual(expect.objectContaining({ type: 'merge', changeId }));
  expect(await undo(changeId)).toEqual({ issues: [], groupingSettings: 'restored' });
  expect(await finish()).toMatchObject({ status: 'undone' });
  expect(await get(project.path)).toMatchObject({ fingerprintingRules: '' });
  const after = (await snapshot()) as Row[];
  expect(after.map(({ events }) => (events as string[]).length)).toEqual([1, 2, 3]);
  const states = (rows: readonly object[]) =>
    (rows as Row[]).map(({ shortId, status, assignedTo, numComments, firstSeen }) => {
      return { shortId, status, assignedTo, numComments, firstSeen };
    });
  expect(states(after)).toEqual(states(before));
});

test('an issue splits: the new one has its state, and undoing leaves no trace', async () => {
  await setRules('type:* -> all');
  await send('TypeError', 'a', 1);
  await send('RangeError', 'b', 2);
  await send('RangeError', 'c', 3);
  const [whole] = (await list()) as [Row];
  const query = { status: 'ignored' };
  await service.client.put(`${issuesPath()}${whole.id}/`, token).send(query).expect(200);
  await service.client.post(`${issuesPath()}${whole.id}/notes/`, token).send({ text: 'Known.' }).expect(201);
  const before = await snapshot();
  const changeId = await begin(SPLITTING);
  expect(await finish()).toMatchObject({ eventsMoved: 1, issues: { split: 1, joined: 0, skipped: 0 } });
  const [kept, created] = (await list()) as [Row, Row];
  expect(kept).toMatchObject({ id: whole.id, title: 'RangeError: c', status: 'ignored', count: '2', numComments: 1 });
  expect(kept['firstSeen']).toBe(whole['firstSeen']);
  expect(created).toMatchObject({ title: 'TypeError: a', status: 'ignored', count: '1', numComments: 0 });
  const apart = await snapshot();
  // A further application of the same draft changes nothing.
  const { issues } = await preview(SPLITTING);
  expect(issues).toEqual({ stay: 2, split: 0, join: 0 });

  await undo(changeId);
  await finish();
  expect(await snapshot()).toEqual(before);
  await begin(SPLITTING);
  await finish();
  const again = (await snapshot()) as Row[];
  const parts = (rows: readonly object[]) => (rows as Row[]).map(({ events, hashes }) => ({ events, hashes }));
  expect(parts(again)).toEqual(parts(apart));
});

test('issues split and join at once, with an event that came in meanwhile', async () => {
  await send('TypeError', 'a', 1);
  await setRules('type:* -> all');
  for (const [type, value, minute] of [
    ['TypeError', 'b', 2],
    ['TypeError', 'c', 3],
    ['RangeError', 'd', 4],
  ] as const)
    await send(type, value, minute);
  const before = await snapshot();
  const rules = 'type:TypeError -> T\ntype:RangeError -> R';
  const changeId = await begin({ fingerprintingRules: rules });
  await send('RangeError', 'e', 5);
  await job().step(new AbortController().signal);
  await send('RangeError', 'f', 6);
  expect(await finish()).toMatchObject({ eventsMoved: 2, issues: { split: 1, joined: 1, skipped: 0 } });
  const after = (await snapshot()) as Row[];
  expect(after.map(({ title, events }) => [title, (events as string[]).length])).toEqual([
    ['RangeError: f', 3],
    ['TypeError: c', 3],
  ]);
  await undo(changeId);
  await finish();
  const back = (await snapshot()) as Row[];
  // Events of the time between the two keep the hash of then, and its issue.
  expect(back.map(({ title, events }) => [title, (events as string[]).length])).toEqual([
    ['RangeError: d', 3],
    ['RangeError: f', 2],
    ['TypeError: a', 1],
  ]);
  expect((before as Row[]).map(({ shortId }) => shortId)).toEqual([back[0]?.shortId, back[2]?.shortId]);
});

test('an interrupted job goes on in another process, and a step that both do has no effect twice', async () => {
  await setRules('type:* -> all');
  for (let minute = 1; minute <= 5; minute += 1) await send(minute % 2 === 0 ? 'TypeError' : 'RangeError', 'x', minute);
  await begin(SPLITTING);
  const stopped = new AbortController();
  stopped.abort();
  await job().step(stopped.signal);
  const { database } = service.app;
  // Both have read the same state.
  const steps = [job(), job()].map((one) => one.step(new AbortController().signal));
  await Promise.all(steps);
  await Promise.all([runUntilIdle(job()), runUntilIdle(job())]);
  expect((await get<Preview>(path())).application).toMatchObject({ status: 'done', eventsRead: 5, eventsMoved: 2 });
  expect(((await snapshot()) as Row[]).map(({ events }) => (events as string[]).length)).toEqual([3, 2]);
  expect(await database.read(({ regroupings }) => regroupings.findDue(Date.now()))).toBeUndefined();
});

test('more events move than one transaction does, and back', async () => {
  await setRules('type:* -> all');
  await send('RangeError', 'a', 1);
  const eventId = await send('TypeError', 'b', 2);
  await service.app.database.write(async ({ events }) => {
    const rows = await events.readBodies(project.id, [eventId]);
    const ids = Array.from({ length: 1_100 }, (_, index) => index.toString(16).padStart(32, '0'));
    await events.insert(
      project.id,
      ids.flatMap((id) => rows.map((row) => ({ ...row, eventId: id }))),
    );
  });
  const [whole] = (await list()) as [Row];
  const changeId = await begin({ fingerprintingRules: 'type:TypeError -> all, {{ type }}\ntype:* -> all' });
  expect(await finish()).toMatchObject({ eventsRead: 1_102, eventsMoved: 1_101, issues: { split: 1, joined: 0 } });
  expect(await list()).toHaveLength(2);
  await undo(changeId);
  expect(await finish()).toMatchObject({ status: 'undone', sentence: expect.not.stringContaining('except') as string });
  expect(await list()).toMatchObject([{ id: whole.id, shortId: whole.shortId }]);
  expect((await preview(SPLITTING)).issues).toEqual({ stay: 0, split: 1, join: 0 });
});

test('older events than the bound stay, which the sentence says', async () => {
  await setRules('type:* -> all');
  await send('TypeError', 'old', 1);
  await send('RangeError', 'b', 2);
  await send('TypeError', 'c', 3);
  await begin(SPLITTING);
  await runUntilIdle(job(2));
  const { application } = await get<Preview>(path());
  expect(application).toMatchObject({ eventsRead: 2, hasOlderEvents: true });
  expect(application?.sentence).toContain('not regrouped: events older than the newest 10000');
  await snapshot();
});

test('refuses what was not looked at, and does the same preview once', async () => {
  await send('TypeError', 'a', 1);
  await service.client.post(path(), token).send(JOINING).expect(201);
  const begun = await get<Preview>(path());
  expect((await apply(begun.id).expect(400)).body).toEqual({ detail: 'The preview is not done. Nothing was changed.' });
  await apply('0'.repeat(32)).expect(404);
  await service.client.post(`${path()}apply/`, token).send({}).expect(400);
  await runUntilIdle(previewJob());
  await setRules('type:X -> x');
  expect(JSON.stringify((await apply(begun.id).expect(400)).body)).toContain('The settings have changed');
  await setRules('');
  const first = (await apply(begun.id).expect(200)).body as Preview;
  expect(first.application).toMatchObject({ id: begun.id, status: 'running' });
  expect(((await apply(begun.id).expect(200)).body as Preview).application).toEqual(first.application);
  const next = await preview(SPLITTING);
  expect(JSON.stringify((await apply(next.id).expect(400)).body)).toContain('being regrouped');
  await finish();
  const reader = await service.fixtures.token(project.organization, { scopes: ['event:admin', 'project:read'] });
  await service.client.post(`${path()}apply/`, reader).send({ id: next.id }).expect(403);
  const undoPath = `/api/0/organizations/${project.organization}/issue-changes/${first.application?.changeId ?? ''}/undo/`;
  await service.client.post(undoPath, reader).expect(403);
  // Settings that somebody has changed since stay.
  await setRules('type:Y -> y');
  expect((await service.client.post(undoPath, token).expect(200)).body).toEqual({
    issues: [],
    groupingSettings: 'kept',
  });
  expect(await finish()).toMatchObject({ status: 'undone' });
  expect(await get(project.path)).toMatchObject({ fingerprintingRules: 'type:Y -> y' });
  await service.client.post(undoPath, token).expect(404);
});
