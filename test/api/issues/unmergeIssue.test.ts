import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

type Json = Record<string, unknown>;
interface Hash {
  readonly id: string;
  readonly count: number;
  readonly latestEvent: { readonly title: string };
}

const service = useService();
let project: ProjectFixture;
let token: string;
let issue: string;

const issues = () => `/api/0/organizations/${project.organization}/issues/`;
const get = async (path: string) => (await service.client.get(path, token).expect(200)).body as unknown;
const at = (minute: number) => ({ timestamp: new Date(Date.now() - (60 - minute) * 60_000).toISOString() });

/** Merges an issue with two events of users 1 and 2, and one with events of users 2 and 3, which is newer. */
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
  for (const [name, user, minute, region, release] of [
    ['a', '1', 1, 'eu', 'shop@1'],
    ['a', '2', 2, 'eu', 'shop@2'],
    ['b', '2', 3, 'us', 'shop@2'],
    ['b', '3', 4, 'us', 'shop@3'],
  ] as const) {
    const exception = { values: [{ type: 'Error', value: name }] };
    await service.fixtures.event(project, {
      fingerprint: [name],
      exception,
      release,
      user: { id: user, email: `${name}@example.com` },
      tags: { region },
      ...at(minute),
    });
  }
  const listed = (await get(`${project.path}issues/?query=`)) as { id: string; title: string }[];
  issue = listed.find(({ title }) => title === 'Error: a')?.id ?? '';
  const query = listed.map(({ id }) => `id=${id}`).join('&');
  await service.client.put(`${project.path}issues/?${query}`, token).send({ merge: 1, into: issue }).expect(200);
});

async function hashes(of = issue): Promise<Hash[]> {
  return (await get(`${issues()}${of}/hashes/`)) as Hash[];
}

test('undoes a merge: events, counts, users, tags, releases and times of both issues are their own again', async () => {
  const before = await hashes();
  expect(before.map(({ count, latestEvent }) => [count, latestEvent.title]).toSorted()).toEqual([
    [2, 'Error: a'],
    [2, 'Error: b'],
  ]);
  const hash = before.find(({ latestEvent }) => latestEvent.title === 'Error: b')?.id ?? '';
  const reply = await service.client.delete(`${issues()}${issue}/hashes/?id=${hash}`, token).expect(200);
  const created = reply.body as { id: string; shortId: string };
  const [kept, moved] = [(await get(`${issues()}${issue}/`)) as Json, (await get(`${issues()}${created.id}/`)) as Json];
  expect(kept).toMatchObject({ title: 'Error: a', count: '2', userCount: 2 });
  expect(moved).toMatchObject({ shortId: created.shortId, title: 'Error: b', count: '2', userCount: 2 });
  expect(Date.parse(kept['lastSeen'] as string)).toBeLessThan(Date.parse(moved['firstSeen'] as string));
  for (const [search, id] of [
    ['region:eu', issue],
    ['region:us', created.id],
    ['firstRelease:shop@1', issue],
    ['firstRelease:shop@2', created.id],
    ['error.value:a', issue],
    ['error.value:b', created.id],
    ['user.email:a@example.com', issue],
    ['user.email:b@example.com', created.id],
  ])
    expect(await get(`${project.path}issues/?query=${search}`)).toMatchObject([{ id }]);
  type Release = Readonly<Record<'version' | 'count' | 'firstSeen' | 'lastSeen', unknown>>;
  const releases = async (of: string) => (await get(`${issues()}${of}/releases/`)) as Release[];
  const { firstSeen, lastSeen } = kept;
  expect(await releases(issue)).toEqual([
    { version: 'shop@2', count: 1, firstSeen: lastSeen, lastSeen },
    { version: 'shop@1', count: 1, firstSeen, lastSeen: firstSeen },
  ]);
  expect(await releases(created.id)).toEqual([
    { version: 'shop@3', count: 1, firstSeen: moved['lastSeen'], lastSeen: moved['lastSeen'] },
    { version: 'shop@2', count: 1, firstSeen: moved['firstSeen'], lastSeen: moved['firstSeen'] },
  ]);
  const events = (await get(`${issues()}${created.id}/events/`)) as { title: string; groupID: string }[];
  expect(events.map(({ title, groupID }) => [title, groupID])).toEqual(Array(2).fill(['Error: b', created.id]));
  for (const one of [issue, created.id]) {
    const { activity } = (await get(`${issues()}${one}/activities/`)) as { activity: { type: string }[] };
    expect(activity[0]?.type).toBe('unmerge');
  }
  await service.fixtures.event(project, { fingerprint: ['b'] });
  expect(await get(`${issues()}${created.id}/`)).toMatchObject({ count: '3' });
  expect(await hashes(created.id)).toMatchObject([{ id: hash, count: 3 }]);
});

test('changes nothing if a hash is not one of the issue, or none would stay', async () => {
  const before = await hashes();
  const [one = '', other = ''] = before.map(({ id }) => id);
  for (const query of [`id=${one}&id=${other}`, `id=${one}&id=${'0'.repeat(32)}`, 'id=x', ''])
    await service.client.delete(`${issues()}${issue}/hashes/?${query}`, token).expect(400);
  expect(await hashes()).toEqual(before);
  expect(await get(`${project.path}issues/?query=`)).toHaveLength(1);
});

test('moves the events of a hash out of many, but no more than can move at once', async () => {
  const before = await hashes();
  const [a, b] = ['Error: a', 'Error: b'].map((title) => before.find(({ latestEvent }) => latestEvent.title === title));
  await service.app.database.write(async ({ events }) => {
    const newest = await events.listNewest({ id: issue, projectId: project.id }, 4);
    const bodies = await events.readBodies(
      project.id,
      newest.map(({ eventId }) => eventId),
    );
    const copied = bodies.filter(({ record }) => record.includes('region","value":"eu'));
    const ids = Array.from({ length: 6_000 }, (_, index) => index.toString(16).padStart(32, '0'));
    await events.insert(
      project.id,
      ids.flatMap((eventId, index) => copied.slice(index % 2, (index % 2) + 1).map((row) => ({ ...row, eventId }))),
    );
  });
  expect(await hashes()).toMatchObject(before.map(({ id }) => ({ id, count: id === a?.id ? 6002 : 2 })));
  const path = `${issues()}${issue}/hashes/?id=`;
  const refused = await service.client.delete(`${path}${a?.id}`, token).expect(400);
  expect(refused.body).toEqual({
    detail:
      '6002 stored events have these hashes, and at most 5000 can leave an issue at once; send fewer hashes, or the other hashes of the issue instead. Nothing was changed.',
  });
  expect(await get(`${project.path}issues/?query=`)).toHaveLength(1);
  const { body } = await service.client.delete(`${path}${b?.id}`, token).expect(200);
  expect(await get(`${issues()}${(body as { id: string }).id}/`)).toMatchObject({ count: '2', userCount: 2 });
  expect(await get(`${issues()}${issue}/`)).toMatchObject({ count: '6002', userCount: 2 });
});
