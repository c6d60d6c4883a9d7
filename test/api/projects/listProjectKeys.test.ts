import { readLink } from '../../support/client';
import { KeyFixture, type KeyRecord } from '../../support/keys';

let fixture: KeyFixture;
beforeAll(async () => {
  fixture = await KeyFixture.start();
});
afterAll(() => fixture.close());

test('lists the keys of the project only, oldest first, in pages', async () => {
  const { service, project, token } = fixture;
  const added = [await service.fixtures.key(project), await service.fixtures.key(project, { isActive: false })];
  await service.fixtures.project({ organization: project.organization });
  const seen: KeyRecord[] = [];
  for (let path = `${fixture.path()}?per_page=1`, isLast = false; !isLast;) {
    const response = await service.client.get(path, token).expect(200);
    seen.push(...(response.body as KeyRecord[]));
    const { next } = readLink(response);
    [path, isLast] = [next.path, !next.results];
  }
  expect(seen.map(({ id }) => id).sort()).toEqual([project.publicKey, ...added].sort());
  expect(seen.map(({ isActive }) => isActive).filter(Boolean)).toHaveLength(2);
  expect(seen.find(({ id }) => id === project.publicKey)).toMatchObject({
    name: 'Default',
    label: 'Default',
    public: project.publicKey,
    projectId: Number(project.id),
    dsn: { public: project.dsn },
    warning: null,
  });
});

test.each([
  ['active', true],
  ['inactive', false],
])('lists only the keys that are %s', async (status, isActive) => {
  const { service, project, token } = fixture;
  for (const state of [true, false]) await service.fixtures.key(project, { isActive: state });
  const { body } = await service.client.get(`${fixture.path()}?status=${status}`, token).expect(200);
  expect(new Set((body as KeyRecord[]).map((key) => key.isActive))).toEqual(new Set([isActive]));
});
