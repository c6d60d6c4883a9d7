import { describeKeyOperation, KeyFixture, type KeyRecord } from '../../support/keys';

describeKeyOperation('post', 'rotate/');

let fixture: KeyFixture;
beforeEach(async () => {
  fixture = await KeyFixture.start();
});
afterEach(() => fixture.close());

async function rotate(key: string): Promise<KeyRecord> {
  const { body } = await fixture.service.client.post(fixture.path(key, 'rotate/'), fixture.token).expect(200);
  return body as KeyRecord;
}

test('replaces the public key, refuses the former one at once, and keeps the name', async () => {
  const { publicKey } = fixture.project;
  await fixture.update(publicKey, { name: 'Phones' });
  expect(await fixture.send(publicKey)).toBe(200);
  const rotated = await rotate(publicKey);
  expect(rotated).toMatchObject({ name: 'Phones', isActive: true, warning: null });
  expect(rotated.id).not.toBe(publicKey);
  expect(await fixture.send(publicKey)).toBe(403);
  expect(await fixture.send(rotated.id)).toBe(200);
  await fixture.service.client.get(fixture.path(publicKey), fixture.token).expect(404);
});

test('leaves a disabled key disabled', async () => {
  const { publicKey } = fixture.project;
  await fixture.update(publicKey, { isActive: false });
  const rotated = await rotate(publicKey);
  expect(rotated).toMatchObject({ isActive: false, warning: expect.stringContaining('accepts no events') as string });
  expect(await fixture.send(rotated.id)).toBe(403);
});
