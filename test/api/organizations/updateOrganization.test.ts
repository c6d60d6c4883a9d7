import { useOwnService } from '../../support/service';

const service = useOwnService();
let token: string;
const path = (organization: string) => `/api/0/organizations/${organization}/`;

beforeAll(async () => {
  await service.fixtures.organization({ slug: 'acme' });
  token = await service.fixtures.token('acme');
});

const present = async () => (await service.client.get(path('acme'), token).expect(200)).body;

test('returns the record with the changed settings, which stay', async () => {
  const rateLimit = { window: 3600, count: 5000 };
  const { body } = await service.client.put(path('acme'), token).send({ rateLimit }).expect(200);
  expect(body).toMatchObject({ slug: 'acme', rateLimit });
  expect(await present()).toEqual(body);
  await service.client.put(path('acme'), token).send({}).expect(200);
  expect(await present()).toEqual(body);
  await service.client.put(path('acme'), token).send({ rateLimit: null }).expect(200);
  expect(await present()).toEqual({ ...body, rateLimit: null });
});

test('changes the retention, which projects without one of their own have', async () => {
  const project = await service.fixtures.project({ organization: 'acme' });
  const retentionOf = async () => (await service.client.get(project.path, token).expect(200)).body.retention;
  expect(await retentionOf()).toEqual({ days: 90, events: 0 });
  const changes = { retentionDays: 0, retentionEvents: 5000 };
  const { body } = await service.client.put(path('acme'), token).send(changes).expect(200);
  expect(body).toMatchObject(changes);
  expect(await retentionOf()).toEqual({ days: 0, events: 5000 });
  await service.client.put(project.path, token).send({ retentionDays: 7, retentionEvents: 0 }).expect(200);
  expect(await retentionOf()).toEqual({ days: 7, events: 0 });
  await service.client.put(project.path, token).send({ retentionDays: null, retentionEvents: null }).expect(200);
  expect(await retentionOf()).toEqual({ days: 0, events: 5000 });
});

test.each([
  [{ retentionDays: -1 }, /greater than or equal to 0/],
  [{ retentionDays: 36_501 }, /less than or equal to 36500/],
  [{ retentionEvents: 1.5 }, /integer/],
  [{ retentionDays: null }, /may not be null/],
])('rejects %j', async (changes, reason) => {
  const { body } = await service.client.put(path('acme'), token).send(changes).expect(400);
  expect(Object.keys(body as object)).toEqual(Object.keys(changes));
  expect(JSON.stringify(body)).toMatch(reason);
});

test('rejects unknown fields by name, and applies nothing', async () => {
  const before = await present();
  const rejected = { rateLimit: { window: 1, count: 1 }, colour: 'red' };
  const { body } = await service.client.put(path('acme'), token).send(rejected).expect(400);
  expect(body).toEqual({ colour: [expect.stringContaining('Unknown or read-only field "colour"')] });
  expect(await present()).toEqual(before);
});

test('renames the organization; its events arrive as before', async () => {
  const project = await service.fixtures.project();
  const bearer = await service.fixtures.token(project.organization);
  const { body } = await service.client
    .put(path(project.organization), bearer)
    .send({ name: 'Acme', slug: 'renamed' })
    .expect(200);
  expect(body).toMatchObject({ slug: 'renamed', name: 'Acme' });
  await service.client.get(path(project.organization), bearer).expect(404);
  await service.client.get(path('renamed'), bearer).expect(200);
  await service.fixtures.event(project);
  const taken = await service.client.put(path('renamed'), bearer).send({ slug: 'acme' }).expect(400);
  expect(taken.body).toEqual({ slug: ['The slug "acme" is already used; choose a different one.'] });
});
