import { KeyFixture, type KeyRecord } from '../../support/keys';

let fixture: KeyFixture;
beforeAll(async () => {
  fixture = await KeyFixture.start();
});
afterAll(() => fixture.close());

const create = (body: object = {}) => fixture.service.client.post(fixture.path(), fixture.token).send(body);

test('creates a key that SDKs can use at once, beside the others', async () => {
  const { body } = await create({ name: '  Phones ' }).expect(201);
  const { id, name, isActive } = body as KeyRecord;
  expect([name, isActive]).toEqual(['Phones', true]);
  expect(await fixture.send(id)).toBe(200);
  expect(await fixture.send(fixture.project.publicKey)).toBe(200);
  expect(await fixture.get(id)).toEqual(body);
});

test('names a key without a name', async () => {
  expect((await create().expect(201)).body).toMatchObject({ name: 'Default' });
  const { body } = await fixture.service.client.post(fixture.path(), fixture.token).expect(201);
  expect(body).toMatchObject({ name: 'Default' });
});

test.each([
  [{ name: '' }, { name: ['This field may not be blank.'] }],
  [{ name: 'x'.repeat(65) }, { name: ['Ensure this field has no more than 64 characters.'] }],
  [{ name: null }, { name: ['This field may not be null.'] }],
  [{ public: 'f'.repeat(32) }, { public: ['Unknown or read-only field "public"; accepted are name, rateLimit.'] }],
])('rejects %j', async (body, errors) => {
  expect((await create(body).expect(400)).body).toEqual(errors);
});
