import { readLink } from '../../support/client';
import type { ProjectFixture } from '../../support/fixtures';
import { useOwnService } from '../../support/service';

interface Entry {
  readonly id: string;
  readonly type: string;
  readonly user: { readonly id: string; readonly email: string } | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly dateCreated: string;
}

const service = useOwnService();
let project: ProjectFixture;
let token: string;
beforeAll(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
  await service.fixtures.event(project);
});

/** Opens an issue. Returns its id. */
async function openIssue(message: string): Promise<string> {
  const eventId = await service.fixtures.event(project, { message, exception: undefined });
  const { body } = await service.client.get(`${project.path}events/${eventId}/`, token).expect(200);
  return (body as { groupID: string }).groupID;
}

const pathOf = (issue: string) => `/api/0/organizations/${project.organization}/issues/${issue}/activities/`;

const AGAIN = { message: 'back again', exception: undefined };

async function list(issue: string): Promise<Entry[]> {
  return ((await service.client.get(pathOf(issue), token).expect(200)).body as { activity: Entry[] }).activity;
}

async function setStatus(issue: string, status: string, bearer = token): Promise<void> {
  await service.client.put(`${project.path}issues/?id=${issue}`, bearer).send({ status }).expect(200);
}

test('says who did what, and when', async () => {
  const issue = await openIssue('out of stock');
  const bob = await service.fixtures.token(project.organization, { email: 'bob@acme.test' });
  const before = Date.now();
  await setStatus(issue, 'resolved');
  await setStatus(issue, 'muted', bob);
  await setStatus(issue, 'unresolved', bob);
  const entries = await list(issue);
  expect(entries.map(({ type, user }) => [type, user?.email])).toEqual([
    ['set_unresolved', 'bob@acme.test'],
    ['set_ignored', 'bob@acme.test'],
    ['set_resolved', 'ann@acme.test'],
    ['first_seen', undefined],
  ]);
  for (const { dateCreated } of entries.slice(0, 3)) expect(Date.parse(dateCreated)).toBeGreaterThanOrEqual(before);
  const { body } = await service.client
    .get(`/api/0/organizations/${project.organization}/issues/${issue}/`, token)
    .expect(200);
  expect(entries.at(-1)).toMatchObject({ id: '0', dateCreated: (body as { firstSeen: string }).firstSeen });
});

test('has no entry for what did not change', async () => {
  const issue = await openIssue('late');
  await setStatus(issue, 'unresolved');
  await setStatus(`${issue}&id=999999`, 'resolved');
  expect((await list(issue)).map(({ type }) => type)).toEqual(['first_seen']);
});

test('says which event reopened an issue, once', async () => {
  const issue = await openIssue('back again');
  await setStatus(issue, 'resolved');
  const eventId = await service.fixtures.event(project, { ...AGAIN, release: 'shop@2.0.0' });
  await service.fixtures.event(project, AGAIN);
  const [regression, ...others] = await list(issue);
  expect(regression).toMatchObject({
    type: 'set_regression',
    user: null,
    data: { eventId, release: 'shop@2.0.0' },
  });
  expect(others.map(({ type }) => type)).toEqual(['set_resolved', 'first_seen']);
});

test('has pages in both directions, with the first event on the last', async () => {
  const issue = await openIssue('page by page');
  for (const status of ['resolved', 'unresolved', 'resolved']) await setStatus(issue, status);
  const all = await list(issue);
  const forward: Entry[] = [];
  let back = '';
  for (let path = `${pathOf(issue)}?per_page=1`, isLast = false; !isLast;) {
    const response = await service.client.get(path, token).expect(200);
    forward.push(...(response.body as { activity: Entry[] }).activity);
    const { next, previous } = readLink(response);
    [path, isLast, back] = [next.path, !next.results, previous.path];
  }
  expect(forward).toEqual(all);
  expect(forward).toHaveLength(4);
  const backward: Entry[] = [];
  for (let path = back, isFirst = false; !isFirst;) {
    const response = await service.client.get(path, token).expect(200);
    backward.unshift(...(response.body as { activity: Entry[] }).activity);
    const { previous } = readLink(response);
    [path, isFirst] = [previous.path, !previous.results];
  }
  expect(backward).toEqual(all.slice(0, 3));
});

test('is deleted with the issue', async () => {
  const issue = await openIssue('gone');
  await setStatus(issue, 'resolved');
  await service.client.delete(`${project.path}issues/?id=${issue}`, token).expect(200);
  await service.client.get(pathOf(issue), token).expect(404);
});
