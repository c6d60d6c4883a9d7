import { randomUUID } from 'node:crypto';
import { IssueStatesJob } from '../../../src/jobs/issues';
import { waitingForTurns } from '../../support/jobs';
import { envelope, type ProjectFixture } from '../../support/fixtures';
import { poll } from '../../support/process';
import { useService } from '../../support/service';

interface Row {
  readonly id: string;
  readonly shortId: string;
  readonly status: string;
  readonly substatus: string | null;
  readonly statusDetails: Readonly<Record<string, unknown>>;
  readonly assignedTo: Readonly<Record<string, string>> | null;
  readonly isBookmarked: boolean;
  readonly hasSeen: boolean;
}

const service = useService();
let project: ProjectFixture;
let token: string;

beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

const issuesPath = () => `/api/0/organizations/${project.organization}/issues/`;

/** Sends an event of the one issue that most tests have. */
function send(payload: Record<string, unknown> = {}, name = 'a'): Promise<string> {
  return service.fixtures.event(project, {
    fingerprint: [name],
    exception: { values: [{ type: 'Error', value: name }] },
    ...payload,
  });
}

async function rows(as = token): Promise<Row[]> {
  return (await service.client.get(`${project.path}issues/?query=`, as).expect(200)).body as Row[];
}

async function open(): Promise<Row> {
  await send();
  const [issue] = await rows();
  return issue as Row;
}

async function now(issue: Row, as = token): Promise<Row> {
  return (await service.client.get(`${issuesPath()}${issue.id}/`, as).expect(200)).body as Row;
}

function put(issue: Pick<Row, 'id'>, body: object, as = token) {
  return service.client.put(`${issuesPath()}${issue.id}/`, as).send(body);
}

async function update(issue: Pick<Row, 'id'>, body: object, as = token): Promise<Row> {
  return (await put(issue, body, as).expect(200)).body as Row;
}

async function activities(issue: Row): Promise<[string, unknown][]> {
  const { body } = await service.client.get(`${issuesPath()}${issue.id}/activities/`, token).expect(200);
  const { activity } = body as { activity: { type: string; data: unknown }[] };
  return activity.slice(0, -1).map(({ type, data }) => [type, data]);
}

function release(version: string, more: object = {}) {
  const path = `/api/0/organizations/${project.organization}/releases/`;
  return service.client.post(path, token).send({ version, projects: [project.slug], ...more });
}

/** Runs the background job as if it were a later time. */
async function runJob(ms = 0): Promise<void> {
  const job = new IssueStatesJob(waitingForTurns(service.app.database), () => Date.now() + ms);
  await job.step(new AbortController().signal);
}

describe('resolved', () => {
  const RESOLVED = { status: 'resolved', substatus: null };
  const REGRESSED = { status: 'unresolved', substatus: 'regressed', statusDetails: {} };

  test.each(['id', 'shortId'] as const)('by its %s, until any event', async (name) => {
    const issue = await open();
    expect(await update({ id: issue[name] }, { status: 'resolved' })).toMatchObject({ ...RESOLVED, statusDetails: {} });
    await send();
    expect(await now(issue)).toMatchObject(REGRESSED);
    expect((await activities(issue)).map(([type]) => type)).toEqual(['set_regression', 'set_resolved']);
  });

  test('in a release: earlier releases do not reopen it, this one and later ones do', async () => {
    const issue = await open();
    await release('shop@1.2.0').expect(201);
    const statusDetails = { inRelease: 'shop@1.2.0' };
    expect(await update(issue, { status: 'resolved', statusDetails })).toMatchObject({ ...RESOLVED, statusDetails });
    // Created later, but with an older version.
    for (const version of ['shop@1.1.9', 'shop@1.2.0-rc.1', undefined]) await send({ release: version });
    expect(await now(issue)).toMatchObject({ ...RESOLVED, statusDetails });
    await send({ release: 'shop@1.2.0' });
    expect(await now(issue)).toMatchObject(REGRESSED);
    expect((await now(issue)).statusDetails).toEqual({});
    await update(issue, { status: 'resolved', statusDetails: { inRelease: 'latest' } });
    expect((await now(issue)).statusDetails).toEqual({ inRelease: 'shop@1.2.0' });
    await send({ release: 'shop@1.10.0' });
    expect(await now(issue)).toMatchObject(REGRESSED);
    expect(await activities(issue)).toMatchObject([
      ['set_regression', { release: 'shop@1.10.0' }],
      ['set_resolved_in_release', { version: 'shop@1.2.0' }],
      ['set_regression', { release: 'shop@1.2.0' }],
      ['set_resolved_in_release', { version: 'shop@1.2.0' }],
    ]);
  });

  test.each([
    ['statusDetails', { status: 'resolved', statusDetails: { inNextRelease: true } }],
    ['the status', { status: 'resolvedInNextRelease' }],
  ])('in the next release, by %s: the newest one does not reopen it', async (_, body) => {
    const issue = await open();
    await release('shop@2.0.0').expect(201);
    await release('shop@1.9.9').expect(201);
    expect(await update(issue, body)).toMatchObject({ ...RESOLVED, statusDetails: { inNextRelease: true } });
    for (const version of ['shop@2.0.0', 'shop@1.9.10']) await send({ release: version });
    expect((await now(issue)).status).toBe('resolved');
    await send({ release: 'shop@2.0.1' });
    expect(await now(issue)).toMatchObject(REGRESSED);
  });

  describe('stays resolved by an event from before', () => {
    const MINUTE = 60_000;
    const iso = (ms: number) => new Date(Date.now() + ms).toISOString();

    /** Sends an event of the issue like a device whose clock is wrong by `clock` milliseconds. */
    async function sendBy(clock: number, happened: number, payload: object = {}): Promise<void> {
      const event_id = randomUUID().replaceAll('-', '');
      const event = { event_id, timestamp: iso(clock + happened), fingerprint: ['a'], message: 'a', ...payload };
      const body = envelope({ event_id, sent_at: iso(clock) }, [{ type: 'event' }, event]);
      const url = `${service.url}/api/${project.id}/envelope/?sentry_key=${project.publicKey}`;
      expect((await fetch(url, { method: 'POST', body })).status).toBe(200);
    }

    test.each<[string, object, string | undefined]>([
      ['without a condition', { status: 'resolved' }, undefined],
      ['in a release', { status: 'resolved', statusDetails: { inRelease: 'shop@1.0.0' } }, 'shop@1.0.0'],
      ['in the next release', { status: 'resolvedInNextRelease' }, 'shop@1.1.0'],
    ])('%s, which is counted', async (_, body, version) => {
      const issue = await open();
      await release('shop@1.0.0').expect(201);
      await update(issue, body);
      await send({ timestamp: iso(-5 * MINUTE), release: version });
      await send({ timestamp: iso(-24 * 60 * MINUTE), release: version });
      expect(await now(issue)).toMatchObject({ ...RESOLVED, count: '3' });
      await send({ timestamp: iso(0), release: version });
      expect(await now(issue)).toMatchObject({ ...REGRESSED, count: '4' });
    });

    test.each([
      ['right', 0],
      ['ten minutes behind', -10 * MINUTE],
      ['ten minutes ahead', 10 * MINUTE],
      ['three hours behind', -180 * MINUTE],
      ['three hours ahead', 180 * MINUTE],
    ])('if the clock of the device is %s', async (_, clock) => {
      const issue = await open();
      await update(issue, { status: 'resolved' });
      await sendBy(clock, -20 * MINUTE);
      expect(await now(issue)).toMatchObject({ ...RESOLVED, count: '2' });
      await sendBy(clock, 0);
      expect(await now(issue)).toMatchObject({ ...REGRESSED, count: '3' });
    });

    test('until it is resolved again', async () => {
      const issue = await open();
      await update(issue, { status: 'resolved' });
      await send();
      await send({ timestamp: iso(-5 * MINUTE) });
      await update(issue, { status: 'resolved' });
      await send({ timestamp: iso(-4 * MINUTE) });
      expect(await now(issue)).toMatchObject(RESOLVED);
      expect((await activities(issue)).map(([type]) => type)).toEqual([
        'set_resolved',
        'set_regression',
        'set_resolved',
      ]);
    });
  });

  test('in a commit: once a release has it', async () => {
    const issue = await open();
    const inCommit = { commit: 'abc1234', repository: 'acme/shop' };
    const awaiting = { status: 'unresolved', statusDetails: { inCommit } };
    expect(await update(issue, { status: 'resolved', statusDetails: { inCommit } })).toMatchObject(awaiting);
    await release('shop@1.0.0', { commits: [{ id: 'abc1234'.padEnd(40, '0'), repository: 'acme/other' }] }).expect(201);
    await runJob();
    await send();
    expect(await now(issue)).toMatchObject(awaiting);
    await release('shop@1.1.0', { commits: [{ id: 'abc1234'.padEnd(40, '1'), repository: 'acme/shop' }] }).expect(201);
    await runJob();
    const resolved = { ...RESOLVED, statusDetails: { inRelease: 'shop@1.1.0' } };
    expect(await now(issue)).toMatchObject(resolved);
    await send({ release: 'shop@1.0.0' });
    expect(await now(issue)).toMatchObject(resolved);
    await update(issue, { status: 'unresolved' });
    expect(await update(issue, { status: 'resolved', statusDetails: { inCommit } })).toMatchObject(resolved);
  });
});

describe('ignored', () => {
  const ignore = (issue: Row, statusDetails: object) => update(issue, { status: 'ignored', statusDetails });
  const ONGOING = { status: 'unresolved', substatus: 'ongoing', statusDetails: {} };
  const UNTIL = { status: 'ignored', substatus: 'archived_until_condition_met' };

  test('for a time: lists have it back then, by the job or by an event', async () => {
    const issue = await open();
    const before = Date.now();
    expect(await ignore(issue, { ignoreDuration: 30 })).toMatchObject(UNTIL);
    const after = Date.now();
    await runJob(29 * 60_000);
    await send();
    const { statusDetails } = await now(issue);
    const since = Date.parse(statusDetails['ignoreUntil'] as string) - 30 * 60_000;
    expect(since).toBeGreaterThanOrEqual(before);
    expect(since).toBeLessThanOrEqual(after);
    await runJob(31 * 60_000);
    expect(await now(issue)).toMatchObject(ONGOING);
    expect(await activities(issue)).toEqual([
      ['set_unresolved', { reason: 'ignoreUntil' }],
      ['set_ignored', { minutes: 30 }],
    ]);
  });

  test('until further events, in any time or within some minutes', async () => {
    const issue = await open();
    expect(await ignore(issue, { ignoreCount: 2 })).toMatchObject({ ...UNTIL, statusDetails: { ignoreCount: 2 } });
    await send();
    expect((await now(issue)).status).toBe('ignored');
    await send();
    expect(await now(issue)).toMatchObject(ONGOING);
    await ignore(issue, { ignoreCount: 2, ignoreWindow: 10 });
    const early = Date.now() / 1000 - 3600;
    for (const timestamp of [early, early, undefined]) await send({ timestamp });
    expect((await now(issue)).status).toBe('ignored');
    await send();
    expect(await now(issue)).toMatchObject(ONGOING);
  });

  test('until further users', async () => {
    await send({ user: { id: '1' } });
    const [issue] = (await rows()) as [Row];
    await ignore(issue, { ignoreUserCount: 2 });
    for (const id of ['1', '2', '1', '2']) await send({ user: { id } });
    expect((await now(issue)).status).toBe('ignored');
    await send({ user: { id: '3' } });
    expect(await now(issue)).toMatchObject(ONGOING);
  });

  test('until so many users within some minutes, known ones included', async () => {
    await send({ user: { id: '1' } });
    const [issue] = (await rows()) as [Row];
    const statusDetails = { ignoreUserCount: 3, ignoreUserWindow: 5 };
    const ignored = await ignore(issue, statusDetails);
    expect(ignored).toMatchObject({ substatus: 'archived_until_condition_met', statusDetails });
    for (const id of ['1', '2', '2', '1']) await send({ user: { id } });
    await send();
    expect((await now(issue)).status).toBe('ignored');
    // Users do not count for another condition.
    await update(issue, { status: 'unresolved' });
    await ignore(issue, statusDetails);
    for (const id of ['3', '2']) await send({ user: { id } });
    expect((await now(issue)).status).toBe('ignored');
    await send({ user: { id: '1' } });
    expect(await now(issue)).toMatchObject(ONGOING);
    expect((await activities(issue)).slice(0, 2)).toEqual([
      ['set_unresolved', { reason: 'ignoreUserCount' }],
      ['set_ignored', { users: 3, userWindow: 5 }],
    ]);
  });

  test.each([
    ['statusDetails', { status: 'ignored', statusDetails: { ignoreUntilEscalating: true } }],
    ['substatus', { status: 'ignored', substatus: 'archived_until_escalating' }],
  ])('until it escalates, by %s', async (_, body) => {
    const issue = await open();
    const ignored = await update(issue, body);
    expect(ignored).toMatchObject({ substatus: 'archived_until_escalating', statusDetails: { escalatesAbove: 10 } });
    // The event that opened the issue counts, because it is of the same hour of the clock.
    const hour = Math.floor(Date.now() / 3_600_000) * 3600;
    for (let count = 0; count < 8; count += 1) await send({ timestamp: hour });
    expect((await now(issue)).status).toBe('ignored');
    await Promise.all([send(), send(), send()]);
    expect(await now(issue)).toMatchObject({ status: 'unresolved', substatus: 'escalating', statusDetails: {} });
    expect((await activities(issue))[0]).toEqual(['set_escalating', { reason: 'ignoreUntilEscalating' }]);
  });

  test.each([
    ['ten, if that is more than five times the mean', 168, 10],
    ['five times the mean of seven days', 840, 25],
    ['five times the mean, rounded up', 841, 26],
  ])('until an hour has more events than %s', async (_, events, escalatesAbove) => {
    const issue = await open();
    const day = 24 * 3_600_000;
    const at = (ms: number, quantity: number) => ({
      ...{ issueId: issue.id, timestamp: Date.now() - ms, environment: null, user: null, quantity },
    });
    // The counts of the eighth day are ignored.
    const counts = [at(6 * day, events - 101), at(day, 100), at(8 * day, 5000)];
    await service.app.database.write(({ issueStats }) => issueStats.record(project.id, counts));
    const { statusDetails } = await update(issue, {
      status: 'ignored',
      statusDetails: { ignoreUntilEscalating: true },
    });
    expect(statusDetails).toMatchObject({ escalatesAbove });
  });

  test('for good, as the npm client says it', async () => {
    const issue = await open();
    await update(issue, { status: 'ignored', substatus: 'archived_forever' });
    await send();
    expect(await now(issue)).toMatchObject({ status: 'ignored', substatus: 'archived_forever', statusDetails: {} });
  });
});

describe('assigned', () => {
  test('to a member or a team, in every form that clients send, and to nobody', async () => {
    const issue = await open();
    const team = await service.fixtures.team({ organization: project.organization, slug: 'payments' });
    const members = await service.client
      .get(`/api/0/organizations/${project.organization}/members/`, token)
      .expect(200);
    const [{ id, email }] = members.body as [{ id: string; email: string }];
    const member = { type: 'user', id, name: email, email };
    for (const text of [`user:${id}`, id, email])
      expect((await update(issue, { assignedTo: text })).assignedTo).toEqual(member);
    for (const text of [`team:${team.id}`, '#payments', 'payments'])
      expect((await update(issue, { assignedTo: text })).assignedTo).toMatchObject({ type: 'team', id: team.id });
    for (const text of ['', null]) {
      await update(issue, { assignedTo: email });
      expect((await update(issue, { assignedTo: text })).assignedTo).toBeNull();
    }
    expect((await activities(issue)).slice(0, 2)).toEqual([
      ['unassigned', {}],
      ['assigned', { assignee: id, assigneeType: 'user' }],
    ]);
  });

  test('to nobody once the team is removed', async () => {
    const issue = await open();
    await service.fixtures.team({ organization: project.organization, slug: 'payments' });
    await update(issue, { assignedTo: '#payments' });
    await service.client.delete(`/api/0/teams/${project.organization}/payments/`, token).expect(204);
    expect((await now(issue)).assignedTo).toBeNull();
  });
});

test('bookmarks and what was seen belong to one member; a regression is to be seen again', async () => {
  const issue = await open();
  const other = await service.fixtures.token(project.organization, { email: 'other@acme.test' });
  expect(await update(issue, { isBookmarked: true, hasSeen: true })).toMatchObject({
    isBookmarked: true,
    hasSeen: true,
  });
  expect(await now(issue, other)).toMatchObject({ isBookmarked: false, hasSeen: false });
  expect(await rows()).toMatchObject([{ isBookmarked: true, hasSeen: true }]);
  await update(issue, { status: 'resolved' });
  const resolvedAt = Date.now();
  await poll(() => Date.now() > resolvedAt);
  await send();
  expect(await now(issue)).toMatchObject({ isBookmarked: true, hasSeen: false });
  expect(await update(issue, { isBookmarked: false })).toMatchObject({ isBookmarked: false });
});

describe('a request that is wrong', () => {
  test.each<[object, object]>([
    [
      { status: 'resolved', statusDetails: { ignoreCount: 3 }, assignedTo: '#nobody', isPublic: true, hasSeen: 1 },
      {
        statusDetails: ['ignoreCount: This cannot be used with the status "resolved".'],
        assignedTo: [
          'There is no member or team "#nobody" in this organization; use user:ID, team:ID, an e-mail address or #SLUG of a team.',
        ],
        isPublic: [expect.stringContaining('Unknown field "isPublic"')],
        hasSeen: [expect.any(String)],
      },
    ],
    [
      { status: 'resolved', statusDetails: { inRelease: 'shop@9' } },
      { statusDetails: [expect.stringContaining('has no release "shop@9"; create it, or use inNextRelease.')] },
    ],
    [
      { status: 'ignored', statusDetails: { ignoreUserWindow: 5 } },
      { statusDetails: ['ignoreUserWindow: This needs ignoreUserCount, the number of users in these minutes.'] },
    ],
    [
      { status: 'ignored', statusDetails: { ignoreUserCount: 1001, ignoreUserWindow: 5 } },
      { statusDetails: ['ignoreUserCount: At most 1000 users are counted within ignoreUserWindow.'] },
    ],
    [
      { status: 'resolved', statusDetails: { inRelease: 'latest', inNextRelease: true } },
      {
        statusDetails: [
          'Send only one of inRelease, inNextRelease and inCommit.',
          expect.stringContaining('has no release.'),
        ],
      },
    ],
    [
      { status: 'ignored', statusDetails: { ignoreWindow: 5 } },
      { statusDetails: ['ignoreWindow: This needs ignoreCount, the number of events in these minutes.'] },
    ],
    [
      { status: 'ignored', statusDetails: { ignoreUntilEscalating: true, ignoreCount: 4 } },
      { statusDetails: ['ignoreUntilEscalating: This cannot be combined with other conditions; leave them out.'] },
    ],
    [
      { status: 'ignored', substatus: 'archived_forever', statusDetails: { ignoreCount: 4 } },
      { substatus: ['This contradicts the status or its details; leave it out.'] },
    ],
    [{ statusDetails: { inNextRelease: true } }, { status: ['This field is required.'] }],
    [{ discard: true }, { discard: [expect.stringContaining('Unknown field "discard"')] }],
  ])('with %j names each field, and nothing is applied', async (body, errors) => {
    const issue = await open();
    expect((await put(issue, body).expect(400)).body).toEqual(errors);
    expect(await now(issue)).toMatchObject(issue);
  });
});
