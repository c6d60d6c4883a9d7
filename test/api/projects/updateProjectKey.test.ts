import { describeKeyOperation, KeyFixture } from '../../support/keys';

describeKeyOperation('put');

let fixture: KeyFixture;
beforeEach(async () => {
  fixture = await KeyFixture.start();
});
afterEach(() => fixture.close());

test('refuses events with a disabled key from the next request on, and accepts them once it is enabled', async () => {
  const { project } = fixture;
  const other = await fixture.service.fixtures.key(project);
  expect(await fixture.send(project.publicKey)).toBe(200);
  expect(await fixture.update(project.publicKey, { isActive: false })).toMatchObject({
    isActive: false,
    warning: null,
  });
  expect(await fixture.send(project.publicKey)).toBe(403);
  expect(await fixture.send(other)).toBe(200);
  expect(await fixture.update(project.publicKey, { isActive: true })).toMatchObject({ isActive: true });
  expect(await fixture.send(project.publicKey)).toBe(200);
});

test('says that the project accepts no events once its last enabled key is disabled', async () => {
  const { publicKey } = fixture.project;
  const { warning } = await fixture.update(publicKey, { isActive: false });
  expect(warning).toBe('No key of the project is enabled: it accepts no events until one is.');
  expect((await fixture.update(publicKey, { isActive: true })).warning).toBeNull();
});

test('renames the key only, and nothing without a body', async () => {
  const { publicKey } = fixture.project;
  expect(await fixture.update(publicKey, { name: 'Phones' })).toMatchObject({ name: 'Phones', isActive: true });
  expect(await fixture.update(publicKey, {})).toMatchObject({ name: 'Phones', isActive: true });
});

test('keeps its limit when it is renamed or rotated', async () => {
  const { publicKey } = fixture.project;
  const rateLimit = { window: 60, count: 100 };
  expect(await fixture.update(publicKey, { rateLimit })).toMatchObject({ name: 'Default', rateLimit });
  expect(await fixture.update(publicKey, { name: 'Phones' })).toMatchObject({ rateLimit });
  const { body } = await fixture.service.client.post(fixture.path(publicKey, 'rotate/'), fixture.token).expect(200);
  expect(body).toMatchObject({ name: 'Phones', rateLimit });
  expect(await fixture.update((body as { id: string }).id, { rateLimit: null })).toMatchObject({
    rateLimit: null,
  });
});

test('changes nothing if a field is invalid', async () => {
  const { publicKey } = fixture.project;
  const { body } = await fixture.service.client
    .put(fixture.path(publicKey), fixture.token)
    .send({ name: 'Phones', isActive: 'no' })
    .expect(400);
  expect(body).toEqual({ isActive: ['Must be a valid boolean.'] });
  expect(await fixture.get(publicKey)).toMatchObject({ name: 'Default', isActive: true });
});
