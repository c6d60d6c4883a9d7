import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

interface Value {
  readonly value: string;
  readonly count: number;
  readonly share: number;
  readonly firstSeen: string | null;
  readonly lastSeen: string | null;
}

interface Tag {
  readonly key: string;
  readonly totalValues: number;
  readonly uniqueValues: number;
  readonly countedEvents: number;
  readonly isSample: boolean;
  readonly topValues: readonly Value[];
}

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

const send = (second: number, tags: Record<string, string>, payload: object = {}) =>
  service.fixtures.event(project, { message: 'late', timestamp: HOUR_AGO + second, tags, ...payload });
const path = (rest = '', organization = project.organization) =>
  `/api/0/organizations/${organization}/issues/${project.slug.toUpperCase()}-1/tags/${rest}`;
const list = async (query = '') => (await service.client.get(path(query), token).expect(200)).body as Tag[];
const get = async (key: string, query = '') =>
  (await service.client.get(path(`${key}/${query}`), token).expect(200)).body as Tag;
const counts = (values: readonly Value[]) => values.map(({ value, count }) => [value, count]);

test('counts the values of each tag, with their shares and times', async () => {
  await send(1, { region: 'eu', server_room: 'a' });
  await send(2, { region: 'us' }, { environment: 'qa', release: 'shop@1', user: { id: '7' } });
  await send(3, { region: 'eu' });
  await service.fixtures.event(project, { message: 'other', fingerprint: ['other'], tags: { region: 'asia' } });
  const tags = await list();
  expect(tags.map(({ key }) => key)).toEqual(['environment', 'level', 'region', 'release', 'server_room', 'user']);
  expect(tags.find(({ key }) => key === 'region')).toEqual({
    key: 'region',
    name: 'Region',
    totalValues: 3,
    uniqueValues: 2,
    countedEvents: 3,
    isSample: false,
    topValues: [
      { key: 'region', name: 'eu', value: 'eu', count: 2, share: 0.6667, firstSeen: time(1), lastSeen: time(3) },
      { key: 'region', name: 'us', value: 'us', count: 1, share: 0.3333, firstSeen: time(2), lastSeen: time(2) },
    ],
  });
  expect(tags.find(({ key }) => key === 'server_room')).toMatchObject({ name: 'Server Room', totalValues: 1 });
  for (const tag of tags) expect(await get(tag.key)).toEqual(tag);
});

test('counts only events of some environments', async () => {
  for (const [index, environment] of ['qa', 'production', 'qa', 'staging'].entries())
    await send(index, { region: environment === 'qa' ? 'eu' : 'us' }, { environment });
  expect(await get('region', '?environment=qa')).toMatchObject({ totalValues: 2, uniqueValues: 1, countedEvents: 2 });
  const both = await list('?environment=qa&environment=staging');
  expect(counts(both.find(({ key }) => key === 'region')?.topValues ?? [])).toEqual([
    ['eu', 2],
    ['us', 1],
  ]);
  const values = await service.client.get(path('region/values/?environment=staging'), token).expect(200);
  expect(counts(values.body as Value[])).toEqual([['us', 1]]);
});

test('leaves out entries that are stored for searching', async () => {
  await send(1, { region: 'eu' });
  const { database } = service.app;
  const issueId = (await database.read(({ issues }) => issues.findByNumber(project.id, 1)))?.id ?? '';
  await database.write(({ issueTags }) => issueTags.insert(project.id, [{ issueId, key: '~secret', value: 'x' }]));
  expect((await list()).map(({ key }) => key)).toEqual(['level', 'region']);
  await service.client.get(path('~secret/'), token).expect(404);
  expect((await service.client.get(path('~secret/values/'), token).expect(200)).body).toEqual([]);
});
