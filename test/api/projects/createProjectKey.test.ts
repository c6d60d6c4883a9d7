import { randomUUID } from 'node:crypto';
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
  [{ public: 'F'.repeat(32) }, { public: ['A public key has 32 lower-case hexadecimal digits.'] }],
  [{ formerProjectId: '0' }, { formerProjectId: ['The id of a project is a positive number of at most 19 digits.'] }],
  [
    { label: 'Phones' },
    { label: ['Unknown or read-only field "label"; accepted are name, rateLimit, public, formerProjectId.'] },
  ],
])('rejects %j', async (body, errors) => {
  expect((await create(body).expect(400)).body).toEqual(errors);
});

describe('a key of another tracker', () => {
  const publicKey = '9a1be2c3d4f5061728394a5b6c7d8e9f';
  const formerProjectId = '4505281256415232123';

  test('is accepted with the id of its project there and here, and with no other id', async () => {
    await create({ public: publicKey, formerProjectId }).expect(201);
    const { service, project } = fixture;
    const send = async (id: string) => {
      const dsn = `https://${publicKey}@tracker.test/${id}`;
      const lines = [{ dsn, event_id: randomUUID().replaceAll('-', '') }, { type: 'event' }, { message: 'moved' }];
      const envelope = lines.map((line) => JSON.stringify(line)).join('\n');
      const { status } = await service.client.post(`/api/${id}/envelope/?sentry_key=${publicKey}`).send(envelope);
      return status;
    };
    const sibling = await service.fixtures.project({ organization: project.organization });
    const statuses = [];
    for (const id of [formerProjectId, project.id, sibling.id, '4505281256415232124']) statuses.push(await send(id));
    expect(statuses).toEqual([200, 200, 403, 403]);

    await fixture.update(publicKey, { isActive: false });
    expect(await send(formerProjectId)).toBe(403);
  });

  test('is refused if a project has it, also one of another organization', async () => {
    const { service } = fixture;
    const other = await service.fixtures.project();
    const { body } = await create({ public: other.publicKey }).expect(400);
    expect(body).toEqual({ public: ['A project has this key already.'] });
    await service.fixtures.event(other);
  });
});
