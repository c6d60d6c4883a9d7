import { fileItem, AttachmentClient } from '../../support/attachments';
import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

const service = useService();
let project: ProjectFixture;
let token: string;

const [FIRST, SECOND] = ['1'.repeat(32), '2'.repeat(32)] as const;
const path = (id: string) => `${project.path}events/${id}/`;
const issues = async (query = '') =>
  (await service.client.get(`${project.path}issues/?query=${query}`, token).expect(200)).body as Readonly<
    Record<string, unknown>
  >[];
const hour = (before: number) => new Date(Date.now() - before * 3_600_000).toISOString();

beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

test('counts, users, tags, releases, times and title of the issue follow from its other events', async () => {
  const shared = { fingerprint: ['x'], tags: { region: 'eu' } };
  await service.fixtures.event(project, {
    ...{
      ...shared,
      event_id: FIRST,
      exception: { values: [{ type: 'First' }] },
      timestamp: hour(5),
      release: 'shop@1',
    },
    user: { id: '1' },
  });
  await service.fixtures.event(project, {
    ...{
      ...shared,
      event_id: SECOND,
      exception: { values: [{ type: 'Second' }] },
      timestamp: hour(2),
      release: 'shop@2',
    },
    ...{ user: { id: '2', email: 'bob@example.com' }, tags: { region: 'eu', plan: 'pro' } },
  });
  const before = await issues();
  expect(before).toMatchObject([{ title: 'Second', count: '2', userCount: 2 }]);
  await service.client.delete(path(SECOND), token).expect(204);
  await service.client.delete(path(SECOND), token).expect(404, { detail: 'Event not found' });
  await service.client.get(path(SECOND), token).expect(404);
  const [issue] = await issues();
  expect(issue).toMatchObject({ id: before[0]?.['id'], title: 'First', count: '1', userCount: 1 });
  expect(issue?.['lastSeen']).toBe(issue?.['firstSeen']);
  const organization = `/api/0/organizations/${project.organization}/`;
  const detail = await service.client.get(`${organization}issues/${String(issue?.['id'])}/`, token).expect(200);
  const { stats } = detail.body as { stats: { '24h': [number, number][] } };
  expect(stats['24h'].reduce((sum, [, count]) => sum + count, 0)).toBe(1);
  for (const query of ['plan:pro', 'user.email:bob@example.com', 'user.id:2', 'release:shop@2'])
    expect(await issues(query)).toEqual([]);
  for (const query of ['region:eu', 'user.id:1', 'release:shop@1']) expect(await issues(query)).toHaveLength(1);
  const values = await service.client.get(`${organization}tags/plan/values/`, token).expect(200);
  expect(values.body).toEqual([]);
  const releases = await service.client
    .get(`${organization}issues/${String(issue?.['id'])}/releases/`, token)
    .expect(200);
  expect(releases.body).toMatchObject([{ version: 'shop@1', count: 1 }]);
  const log = await service.client.get(`${organization}audit-logs/?event=event.remove`, token).expect(200);
  expect(log.body).toMatchObject([{ target: { id: SECOND }, details: { issue: issue?.['id'], attachments: 0 } }]);
});

test('an issue without the event that opened it has the exceptions of its oldest and newest event', async () => {
  const causes = ['Alpha', 'Beta', 'Middle', 'Gamma'];
  for (const [index, type] of causes.entries())
    await service.fixtures.event(project, {
      ...{ fingerprint: ['x'], event_id: String(index).repeat(32), timestamp: hour(9 - index) },
      exception: { values: [{ type }, { type: 'Error', value: 'no cart' }] },
    });
  const found = async () => {
    const lists = await Promise.all(causes.map((type) => issues(`error.type:${type}`)));
    return causes.filter((_, index) => lists[index]?.length === 1);
  };
  expect(await found()).toEqual(['Alpha']);
  await service.client.delete(path('0'.repeat(32)), token).expect(204);
  expect(await found()).toEqual(['Beta', 'Gamma']);
});

test('the first event takes its time with it; an event that is removed can be sent again', async () => {
  for (const [event_id, timestamp] of [
    [FIRST, hour(5)],
    [SECOND, hour(2)],
  ])
    await service.fixtures.event(project, { event_id, timestamp, message: 'x' });
  await service.client.delete(path(FIRST), token).expect(204);
  const [issue] = await issues();
  expect(issue?.['firstSeen']).toBe(issue?.['lastSeen']);
  await service.fixtures.event(project, { event_id: FIRST, timestamp: hour(1), message: 'x' });
  expect(await issues()).toMatchObject([{ id: issue?.['id'], count: '2' }]);
});

test('an issue without another event is removed, with the attachments of the event', async () => {
  const client = new AttachmentClient(service, project, token);
  await client.send(FIRST, [{ type: 'event' }, { message: 'x' }], fileItem('a.log', 'x')).expect(200);
  expect(await client.names(FIRST)).toEqual(['a.log']);
  await service.client.delete(path(FIRST), token).expect(204);
  expect(await issues()).toEqual([]);
  await service.fixtures.event(project, { event_id: FIRST, message: 'x' });
  expect(await client.names(FIRST)).toEqual([]);
});
