import { useReleases } from '../../support/releaseFixture';

const fixture = useReleases();
beforeAll(async () => {
  await fixture.release('shop@1');
});

describe('the deploys of a release', () => {
  test('are empty at first', async () => {
    expect((await fixture.get(fixture.path('shop@1/deploys/')).expect(200)).body).toEqual([]);
  });

  test('are ordered by their end, newest first, then by id, highest first', async () => {
    const finish = (name: string, dateFinished: string) =>
      fixture.post(fixture.path('shop@1/deploys/'), { environment: 'qa', name, dateFinished }).expect(201);
    await finish('b', '2026-11-18T16:20:00Z');
    await finish('c', '2026-11-18T18:20:00Z');
    await finish('d', '2026-11-18T18:20:00Z');
    await finish('a', '2026-11-18T15:20:00Z');
    await fixture.release('shop@2');
    await fixture.post(fixture.path('shop@2/deploys/'), { environment: 'qa' }).expect(201);
    const { body } = await fixture.get(fixture.path('shop@1/deploys/')).expect(200);
    expect((body as { name: string }[]).map(({ name }) => name)).toEqual(['d', 'c', 'b', 'a']);
  });

  test('of an unknown release are not found', async () => {
    expect((await fixture.get(fixture.path('nix/deploys/')).expect(404)).body).toEqual({ detail: 'Release not found' });
  });
});
