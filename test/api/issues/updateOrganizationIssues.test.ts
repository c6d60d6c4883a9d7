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

test('updates issues of several projects, each in the releases of its own project', async () => {
  const ids = [await open(shop), await open(admin)];
  const query = `?id=${ids.join('&id=')}`;
  const { body } = await service.client
    .put(path(query), token)
    .send({ status: 'resolvedInNextRelease', isBookmarked: true })
    .expect(200);
  expect(body).toMatchObject({ status: 'resolved', statusDetails: { inNextRelease: true }, isBookmarked: true });
  expect([...(await rows(shop)), ...(await rows(admin))]).toMatchObject(
    ids.map((id) => ({ id, status: 'resolved', isBookmarked: true })),
  );
  const { body: log } = await service.client
    .get(`/api/0/organizations/${shop.organization}/audit-logs/?event=issue.update`, token)
    .expect(200);
  expect(JSON.stringify(log)).toContain(shop.slug);
});

test('updates and removes none if one of the issues is unknown or of another organization', async () => {
  const foreign = await service.fixtures.project();
  const foreignToken = await service.fixtures.token(foreign.organization);
  await service.fixtures.event(foreign, { message: 'foreign' });
  const { body } = await service.client.get(`${foreign.path}issues/`, foreignToken).expect(200);
  const [a, b] = [await open(shop), await open(admin)];
  for (const out of ['999999', (body as Row[])[0]?.id]) {
    const query = path(`?id=${a}&id=${out}&id=${b}`);
    await service.client.put(query, token).send({ status: 'resolved' }).expect(200);
    await service.client.delete(query, token).expect(200);
  }
  expect(await statuses()).toEqual(['unresolved', 'unresolved']);
});

test('changes no project if a release is missing in one of them', async () => {
  const ids = [await open(shop), await open(admin)];
  await service.client
    .post(`/api/0/organizations/${shop.organization}/releases/`, token)
    .send({ version: 'shop@1.0.0', projects: [shop.slug] })
    .expect(201);
  const { body } = await service.client
    .put(path(`?id=${ids.join('&id=')}`), token)
    .send({ status: 'resolved', statusDetails: { inRelease: 'shop@1.0.0' } })
    .expect(400);
  expect(body).toEqual({ statusDetails: [expect.stringContaining(`The project "${admin.slug}" has no release`)] });
  expect(await statuses()).toEqual(['unresolved', 'unresolved']);
});

test('names no issue: refused, so that nothing happens to all of them', async () => {
  await open(shop);
  await service.client.put(path(''), token).send({ status: 'resolved' }).expect(400);
  expect(await statuses()).toEqual(['unresolved']);
});
