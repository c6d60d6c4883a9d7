import { describeKeyOperation, KeyFixture } from '../../support/keys';

describeKeyOperation('get');

test('returns the key, with a warning if no key of the project is enabled', async () => {
  const fixture = await KeyFixture.start();
  const { project } = fixture;
  expect(await fixture.get(project.publicKey)).toMatchObject({ id: project.publicKey, isActive: true, warning: null });
  await fixture.update(project.publicKey, { isActive: false });
  expect((await fixture.get(project.publicKey)).warning).toContain('accepts no events');
  await fixture.close();
});
