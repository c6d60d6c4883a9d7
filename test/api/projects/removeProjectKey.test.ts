import { describeKeyOperation, KeyFixture } from '../../support/keys';

describeKeyOperation('delete');

test('removes the key, refuses its events at once, and keeps what was stored', async () => {
  const fixture = await KeyFixture.start();
  const { service, project, token } = fixture;
  const other = await service.fixtures.key(project);
  expect(await fixture.send(other)).toBe(200);
  await service.client.delete(fixture.path(other), token).expect(204);
  expect([await fixture.send(other), await fixture.send(project.publicKey)]).toEqual([403, 200]);
  await service.client.get(fixture.path(other), token).expect(404);
  const { body } = await service.client.get(`${project.path}events/`, token).expect(200);
  expect(body).toHaveLength(2);
  await fixture.close();
});
