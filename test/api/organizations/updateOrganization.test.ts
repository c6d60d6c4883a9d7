import { describeAccess } from '../../support/protectedOperation';
import { type Service, startService } from '../../support/service';

let service: Service;
let token: string;
const path = (organization: string) => `/api/0/organizations/${organization}/`;

beforeAll(async () => {
  service = await startService();
  await service.fixtures.organization({ slug: 'acme' });
  token = await service.fixtures.token('acme');
});
afterAll(() => service.close());

describeAccess(
  () => ({ service, method: 'put', organization: 'acme', path, body: { rateLimit: { window: 60, count: 100 } } }),
  ['org:admin', 'org:write'],
);

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

test('rejects unknown fields by name, and applies nothing', async () => {
  const before = await present();
  const rejected = { rateLimit: { window: 1, count: 1 }, colour: 'red' };
  const { body } = await service.client.put(path('acme'), token).send(rejected).expect(400);
  expect(body).toEqual({ colour: [expect.stringContaining('Unknown or read-only field "colour"')] });
  expect(await present()).toEqual(before);
});
