import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

interface Row {
  readonly id: string;
  readonly status: string;
}

const service = useService();
let shop: ProjectFixture;
let admin: ProjectFixture;
let token: string;

beforeEach(async () => {
  shop = await service.fixtures.project();
  admin = await service.fixtures.project({ organization: shop.organization });
  token = await service.fixtures.token(shop.organization);
});

const path = (query: string) => `/api/0/organizations/${shop.organization}/issues/${query}`;

async function rows(project: ProjectFixture): Promise<Row[]> {
  return (await service.client.get(`${project.path}issues/?query=`, token).expect(200)).body as Row[];
}

async function open(project: ProjectFixture): Promise<string> {
  await service.fixtures.event(project, { message: 'out of stock' });
  return (await rows(project))[0]?.id ?? '';
}

const statuses = async () => (await Promise.all([rows(shop), rows(admin)])).flat().map(({ status }) => status);

test('removes issues of several projects', async () => {
  const [a, b] = [await open(shop), await open(admin)];
  await service.client.delete(path(`?id=${a}&id=${b}`), token).expect(200);
  expect(await statuses()).toEqual([]);
});

test('removes none if one of the issues is unknown, or none is named', async () => {
  const [a, b] = [await open(shop), await open(admin)];
  await service.client.delete(path(`?id=${a}&id=999999&id=${b}`), token).expect(200);
  await service.client.delete(path(''), token).expect(400);
  expect(await statuses()).toEqual(['unresolved', 'unresolved']);
});

test('requires event:admin', async () => {
  const scopes = ['event:read', 'event:write', 'project:admin'];
  const writer = await service.fixtures.token(shop.organization, { scopes });
  await service.client.delete(path(`?id=${await open(shop)}`), writer).expect(403);
  expect(await statuses()).toEqual(['unresolved']);
});
