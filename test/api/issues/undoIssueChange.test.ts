import { DeleteExpiredRowsJob } from '../../../src/jobs/expireData';
import type { ProjectFixture } from '../../support/fixtures';
import { runUntilIdle } from '../../support/jobs';
import { useService } from '../../support/service';

interface Row {
  readonly id: string;
  readonly shortId: string;
  readonly title: string;
  readonly status: string;
  readonly substatus: string | null;
  readonly statusDetails: Readonly<Record<string, unknown>>;
  readonly assignedTo: { readonly name: string } | null;
  readonly isBookmarked: boolean;
  readonly count: string;
  readonly userCount: number;
  readonly numComments: number;
}

const service = useService();
let project: ProjectFixture;
let token: string;
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

const issuesPath = () => `/api/0/organizations/${project.organization}/issues/`;
const undoPath = (id: string, of = project.organization) => `/api/0/organizations/${of}/issue-changes/${id}/undo/`;

function send(name: string, to = project, more: object = {}): Promise<string> {
  const exception = { values: [{ type: 'Error', value: name }] };
  return service.fixtures.event(to, { fingerprint: [name], exception, ...more });
}

async function rows(of = project, as = token): Promise<Row[]> {
  const { body } = await service.client.get(`${of.path}issues/?query=`, as).expect(200);
  return (body as Row[]).toSorted((a, b) => a.title.localeCompare(b.title));
}

async function find(id: string): Promise<Row> {
  return (await service.client.get(`${issuesPath()}${id}/?collapse=stats`, token).expect(200)).body as Row;
}

type Changed = { readonly changeId?: string };

/** Sends an update and returns the id of the change. */
async function change(path: string, body: object, as = token): Promise<string> {
  const reply = await service.client.put(path, as).send(body).expect(200);
  return (reply.body as Changed).changeId ?? '';
}

const undo = (id: string, as = token) => service.client.post(undoPath(id), as);

interface Entry {
  readonly type: string;
  readonly user: { readonly email: string } | null;
  readonly data: unknown;
  readonly changeId?: string;
}

async function activities(id: string): Promise<Entry[]> {
  const { body } = await service.client.get(`${issuesPath()}${id}/activities/`, token).expect(200);
  return (body as { activity: Entry[] }).activity;
}

describe('a caller', () => {
  let id: string;
  beforeEach(async () => {
    await send('a');
    id = await change(`${project.path}issues/`, { status: 'resolved' });
  });

  test('undoes a change once, and none of another organization or that is unknown', async () => {
    const other = await service.fixtures.project();
    const stranger = await service.fixtures.token(other.organization);
    const detail = 'There is no such change to undo: it is unknown, older than 24 hours, or undone already.';
    expect((await service.client.post(undoPath(id, other.organization), stranger).expect(404)).body).toEqual({
      detail,
    });
    for (const unknown of ['999999', '0', 'x', '9007199254740993']) await undo(unknown).expect(404);
    await undo(id).expect(200);
    expect((await undo(id).expect(404)).body).toEqual({ detail });
  });
});

describe('an update of issues', () => {
  test.each([
    ['a project', (ids: string) => `${project.path}issues/?${ids}`],
    ['the organization', (ids: string) => `${issuesPath()}?${ids}`],
  ])('of %s: all are as before, and their activity says who undid it', async (_, pathOf) => {
    for (const name of ['a', 'b', 'c']) await send(name);
    await service.fixtures.team({ organization: project.organization, slug: 'payments' });
    const [a, b, c] = (await rows()) as [Row, Row, Row];
    await change(`${issuesPath()}${a.id}/`, { status: 'ignored', statusDetails: { ignoreCount: 7 } });
    await change(`${issuesPath()}${b.id}/`, { assignedTo: '#payments', isBookmarked: true });
    const before = await rows();
    const query = [a, b, c].map(({ id }) => `id=${id}`).join('&');
    const body = { status: 'resolved', assignedTo: null, isBookmarked: true };
    const id = await change(pathOf(query), body);
    expect((await rows()).map(({ status, isBookmarked }) => [status, isBookmarked])).toEqual(
      Array(3).fill(['resolved', true]),
    );
    const reply = await undo(id).expect(200);
    expect((reply.body as { issues: string[] }).issues.toSorted()).toEqual([a.id, b.id, c.id].toSorted());
    expect(await rows()).toEqual(before);
    const [entry] = await activities(b.id);
    expect(entry).toMatchObject({
      type: 'undo',
      user: { email: expect.stringContaining('@') as string },
      data: { status: 'unresolved', assignedTo: { type: 'team' } },
    });
    const { body: log } = await service.client.get(`/api/0/organizations/${project.organization}/audit-logs/`, token);
    expect(JSON.stringify(log)).toContain('issue.undo');
    // The condition takes effect as before.
    for (let count = 0; count < 7; count += 1) await send('a');
    expect(await find(a.id)).toMatchObject({ status: 'unresolved', substatus: 'ongoing' });
  });

  test('of several projects, and of an issue by itself', async () => {
    const other = await service.fixtures.project({ organization: project.organization });
    await send('a');
    await send('b', other);
    const [[a], [b]] = (await Promise.all([rows(), rows(other)])) as [[Row], [Row]];
    const both = await change(`${issuesPath()}?id=${a.id}&id=${b.id}`, { status: 'ignored' });
    const one = await change(`${issuesPath()}${a.shortId}/`, { status: 'resolved' });
    await undo(both).expect(400);
    expect((await undo(one).expect(200)).body).toEqual({ issues: [a.id] });
    expect(await find(a.id)).toMatchObject({ status: 'ignored' });
    await undo(both).expect(200);
    expect(await rows()).toEqual([a]);
    expect(await rows(other)).toEqual([b]);
  });

  test('of a thousand issues', async () => {
    await service.app.database.write(({ issues }) =>
      issues.insert(
        project.id,
        Array.from({ length: 1000 }, (_, index) => ({
          ...({ title: `${index}`, culprit: null, type: 'error', level: 'error', platform: 'node' } as const),
          firstSeen: Date.now() + index,
          lastSeen: Date.now() + index,
          timesSeen: 1,
          hash: index.toString(16).padStart(32, '0'),
        })),
      ),
    );
    const id = await change(`${project.path}issues/`, { status: 'resolved' });
    const { body } = await undo(id).expect(200);
    expect((body as { issues: string[] }).issues).toHaveLength(1000);
    const { body: unresolved } = await service.client.get(`${project.path}issues/`, token).expect(200);
    expect((unresolved as Row[])[0]).toMatchObject({ status: 'unresolved', substatus: 'new' });
    const { body: resolved } = await service.client.get(`${project.path}issues/?query=is:resolved`, token).expect(200);
    expect(resolved).toEqual([]);
  });

  test('names no change if nothing was changed', async () => {
    await send('a');
    const [a] = (await rows()) as [Row];
    expect(await change(`${issuesPath()}${a.id}/`, { hasSeen: true })).toBe('');
    expect(await change(`${issuesPath()}${a.id}/`, { status: 'unresolved', isBookmarked: false })).toBe('');
    expect(await change(`${project.path}issues/?id=${a.id}&id=999999`, { status: 'resolved' })).toBe('');
    expect(await change(`${issuesPath()}?id=${a.id}&id=999999`, { status: 'resolved' })).toBe('');
  });

  test('assigns to nobody if the former assignee was removed since', async () => {
    await send('a');
    const [a] = (await rows()) as [Row];
    await service.fixtures.team({ organization: project.organization, slug: 'payments' });
    await change(`${issuesPath()}${a.id}/`, { assignedTo: '#payments' });
    const id = await change(`${issuesPath()}${a.id}/`, { assignedTo: null });
    await service.client.delete(`/api/0/teams/${project.organization}/payments/`, token).expect(204);
    await undo(id).expect(200);
    expect(await find(a.id)).toMatchObject({ assignedTo: null });
  });
});

describe('is refused as a whole if one of the issues', () => {
  let a: Row;
  let b: Row;
  let id: string;
  beforeEach(async () => {
    await send('a');
    await send('b');
    [a, b] = (await rows()) as [Row, Row];
    id = await change(`${project.path}issues/?id=${a.id}&id=${b.id}`, { status: 'resolved' });
  });

  async function refuse(detail: string): Promise<void> {
    const before = await rows();
    expect((await undo(id).expect(400)).body).toEqual({ detail });
    expect(await rows()).toEqual(before);
  }
  const changed = ({ shortId }: Row) =>
    `${shortId} is not as the change left it: it was changed or reopened since. Nothing was undone.`;

  test('was changed since, until that is undone', async () => {
    const later = await change(`${issuesPath()}${b.id}/`, { status: 'ignored' });
    await refuse(changed(b));
    await undo(later).expect(200);
    await undo(id).expect(200);
  });

  test('was reopened by an event', async () => {
    await send('a');
    await refuse(changed(a));
  });

  test('was removed', async () => {
    await service.client.delete(`${issuesPath()}${b.id}/`, token).expect(204);
    await refuse(`Issue ${b.id} was removed or merged since the change. Nothing was undone.`);
  });

  test('was bookmarked by another member', async () => {
    const other = await service.fixtures.token(project.organization, { email: 'other@acme.test' });
    const marked = await change(`${issuesPath()}${a.id}/`, { status: 'ignored', isBookmarked: true }, other);
    expect((await undo(marked).expect(400)).body).toEqual({
      detail: 'The change set bookmarks of another member; only that member can undo it. Nothing was undone.',
    });
    expect(await find(a.id)).toMatchObject({ status: 'ignored' });
    await undo(marked, other).expect(200);
    expect((await rows(project, other))[0]).toMatchObject({ status: 'resolved', isBookmarked: false });
  });
});

describe('a merge', () => {
  test('becomes several issues again, which their former ids find, with what they had', async () => {
    for (const [name, user] of [
      ['a', '1'],
      ['a', '2'],
      ['b', '2'],
      ['c', '3'],
    ] as const)
      await send(name, project, { user: { id: user }, tags: { page: name }, release: `shop@${user}` });
    const [a, b, c] = (await rows()) as [Row, Row, Row];
    await change(`${issuesPath()}${b.id}/`, { status: 'ignored', assignedTo: null });
    await service.client.post(`${issuesPath()}${b.id}/notes/`, token).send({ text: 'Of b' }).expect(201);
    await service.client.post(`${issuesPath()}${a.id}/notes/`, token).send({ text: 'Of a' }).expect(201);
    const query = [a, b, c].map(({ id }) => `id=${id}`).join('&');
    const id = await change(`${project.path}issues/?${query}`, { merge: 1 });
    expect(await rows()).toMatchObject([{ id: a.id, count: '4', userCount: 3, numComments: 2 }]);
    await send('b', project, { user: { id: '4' } });
    const reply = await undo(id).expect(200);
    const { issues } = reply.body as { issues: string[] };
    expect(issues).toHaveLength(3);
    expect(issues[0]).toBe(a.id);
    const restored = await rows();
    expect(restored).toMatchObject([
      { id: a.id, title: 'Error: a', count: '2', userCount: 2, numComments: 1, status: 'unresolved' },
      { title: 'Error: b', count: '2', userCount: 2, numComments: 1, status: 'ignored' },
      { title: 'Error: c', count: '1', userCount: 1, numComments: 0, status: 'unresolved' },
    ]);
    for (const [former, now] of [[b, restored[1]] as const, [c, restored[2]] as const]) {
      expect(now?.shortId).toBe(former.shortId);
      expect(await find(former.id)).toMatchObject({ id: now?.id, title: former.title });
      expect(await find(former.shortId)).toMatchObject({ id: now?.id });
    }
    const types = async (of: string) => (await activities(of)).map(({ type }) => type);
    expect(await types(restored[1]?.id ?? '')).toEqual(['undo', 'comment', 'set_ignored', 'first_seen']);
    expect(await types(a.id)).toEqual(['undo', 'undo', 'merge', 'comment', 'first_seen']);
    await send('c');
    expect(await find(c.id)).toMatchObject({ id: restored[2]?.id, count: '2' });
    const again = await change(`${issuesPath()}?id=${restored[1]?.id}&id=${a.id}`, { merge: 1, into: a.id });
    for (const former of [b.id, b.shortId, restored[1]?.id ?? ''])
      expect(await find(former)).toMatchObject({ id: a.id });
    await undo(again).expect(200);
    for (const former of [b.id, b.shortId, restored[1]?.id ?? ''])
      expect(await find(former)).toMatchObject({ shortId: b.shortId, title: b.title });
  });

  test('is not undone if hashes have left the issue since', async () => {
    await send('a');
    await send('b');
    const [a, b] = (await rows()) as [Row, Row];
    const id = await change(`${issuesPath()}?id=${a.id}&id=${b.id}`, { merge: 1, into: a.id });
    const { body } = await service.client.get(`${issuesPath()}${a.id}/hashes/`, token).expect(200);
    const hash = (body as { id: string; latestEvent: { title: string } }[]).find(
      ({ latestEvent }) => latestEvent.title === b.title,
    );
    await service.client.delete(`${issuesPath()}${a.id}/hashes/?id=${hash?.id}`, token).expect(200);
    expect((await undo(id).expect(400)).body).toEqual({
      detail: `${a.shortId} is not as the change left it: it was changed or reopened since. Nothing was undone.`,
    });
    expect(await rows()).toHaveLength(2);
  });
});

test('the activity of each issue names its change until it is undone', async () => {
  await send('a');
  await send('b');
  const [a, b] = (await rows()) as [Row, Row];
  const changes = async ({ id }: Row) => (await activities(id)).map(({ type, changeId }) => [type, changeId]);
  const resolved = await change(`${issuesPath()}?id=${a.id}&id=${b.id}`, { status: 'resolved' });
  for (const issue of [a, b])
    expect(await changes(issue)).toEqual([
      ['set_resolved', resolved],
      ['first_seen', undefined],
    ]);
  expect((await activities(a.id))[0]?.data).toEqual({});
  await undo(resolved).expect(200);
  expect(await changes(b)).toEqual([
    ['undo', undefined],
    ['set_resolved', undefined],
    ['first_seen', undefined],
  ]);
  const merged = await change(`${project.path}issues/?id=${a.id}&id=${b.id}`, { merge: 1, into: a.id });
  expect((await changes(a))[0]).toEqual(['merge', merged]);
});

test('a project keeps its last 200 changes, for 24 hours', async () => {
  await send('a');
  const path = `${issuesPath()}${(await rows())[0]?.id}/`;
  const first = await change(path, { status: 'resolved' });
  const second = await change(path, { status: 'unresolved' });
  for (let count = 1; count < 200; count += 1)
    await service.app.database.write(async ({ issueChanges }) => {
      const bookmarks = { memberId: '1', isBookmarked: true, issueIds: ['1'] };
      const other = { projectId: project.id, states: [], merge: null, bookmarks };
      await issueChanges.insert(issueChanges.reserveId(), [other], Date.now());
    });
  const findChange = (id: string, ms: number) =>
    service.app.database.read(({ issueChanges }) => issueChanges.find(project.row.organizationId, id, Date.now() + ms));
  expect(await findChange(first, 0)).toHaveLength(0);
  expect(await findChange(second, 0)).toHaveLength(1);
  expect(await findChange(second, 24 * 3_600_000)).toHaveLength(0);
  await runUntilIdle(new DeleteExpiredRowsJob(service.app.database, () => Date.now() + 24 * 3_600_000));
  expect(await findChange(second, 0)).toHaveLength(0);
});
