import { readLink } from '../../support/client';
import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

/** An hour ago, in seconds since 1970. */
const HOUR_AGO = Math.floor(Date.now() / 1000) - 3600;
const time = (second: number) => new Date((HOUR_AGO + second) * 1000).toISOString().replace('.000', '');

const service = useService();
let project: ProjectFixture;
let token: string;
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

const send = (second: number, release?: string, name = 'late') =>
  service.fixtures.event(project, { message: name, fingerprint: [name], timestamp: HOUR_AGO + second, release });
const path = (query = '', organization = project.organization) =>
  `/api/0/organizations/${organization}/issues/${project.slug.toUpperCase()}-1/releases/${query}`;
const list = async (query = '') => (await service.client.get(path(query), token).expect(200)).body as unknown[];
const row = (version: string, count: number, first: number, last = first) => {
  return { version, count, firstSeen: time(first), lastSeen: time(last) };
};

test('returns the releases of the events of an issue, last seen first', async () => {
  await send(5, 'shop@1');
  await send(9, 'shop@2');
  await send(2, 'shop@1');
  await send(7, 'Shop@1 ☃');
  await send(11);
  await send(12, 'shop@3', 'other');
  expect(await list()).toEqual([row('shop@2', 1, 9), row('Shop@1 ☃', 1, 7), row('shop@1', 2, 2, 5)]);
});

test('returns pages in both directions', async () => {
  for (const [index, version] of ['a', 'b', 'c', 'ä ö'].entries()) await send(index < 2 ? 1 : index, version);
  const first = await service.client.get(path('?per_page=2'), token).expect(200);
  expect(first.body).toEqual([row('ä ö', 1, 3), row('c', 1, 2)]);
  const second = await service.client.get(readLink(first).next.path, token).expect(200);
  expect(second.body).toEqual([row('b', 1, 1), row('a', 1, 1)]);
  expect(readLink(second).next.results).toBe(false);
  const back = await service.client.get(readLink(second).previous.path, token).expect(200);
  expect(back.body).toEqual(first.body);
});

test('an issue that others were merged into has their releases too', async () => {
  await send(1, 'shop@1');
  await send(2, 'shop@1', 'other');
  await send(3, 'shop@2', 'other');
  const { database } = service.app;
  await database.write(async ({ issues, issueReleases }) => {
    const [target, child] = [await issues.findByNumber(project.id, 1), await issues.findByNumber(project.id, 2)];
    await issueReleases.merge(project.id, [child?.id ?? ''], target?.id ?? '');
  });
  expect(await list()).toEqual([row('shop@2', 1, 3), row('shop@1', 2, 1, 2)]);
});
