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
const get = async (key: string, query = '') =>
  (await service.client.get(path(`${key}/${query}`), token).expect(200)).body as Tag;

test('returns the tag as the list has it, or 404', async () => {
  await send(1, { region: 'eu' });
  await send(2, { region: 'us' });
  const [, region] = (await service.client.get(path(), token).expect(200)).body as Tag[];
  expect(region).toMatchObject({ key: 'region', totalValues: 2 });
  expect(await get('region')).toEqual(region);
  expect((await service.client.get(path('regions/'), token).expect(404)).body).toEqual({ detail: 'Tag not found' });
  // A key that the issue has, but none of the counted events.
  expect(await get('region', '?environment=qa')).toMatchObject({ totalValues: 0, uniqueValues: 0, topValues: [] });
});
