import { useReleases } from '../../support/releaseFixture';

const fixture = useReleases();
beforeAll(async () => {
  await fixture.release('access', { projects: [] });
});

const commits = [{ id: 'a' }];
const previous = async (version: string) =>
  (await fixture.get(fixture.path(`${version}/previous-with-commits/`)).expect(200)).body as { version?: string };

describe('the previous release', () => {
  test('is the newest older release with commits of a common project', async () => {
    await fixture.release('1', { commits });
    await fixture.release('2', { commits });
    await fixture.release('other', { commits, projects: ['blog'] });
    await fixture.release('none', { commits, projects: [] });
    await fixture.release('bare');
    await fixture.release('3', { commits });
    await fixture.release('4', { commits });
    expect(await previous('3')).toEqual(await fixture.show('2'));
    expect((await previous('2')).version).toBe('1');
    expect((await previous('bare')).version).toBe('2');
  });

  test('is an empty object if there is none', async () => {
    expect(await previous('1')).toEqual({});
    expect(await previous('other')).toEqual({});
    expect(await previous('none')).toEqual({});
  });

  test('has at least one common project', async () => {
    await fixture.release('both', { projects: ['shop', 'blog'] });
    expect((await previous('both')).version).toBe('4');
    await fixture.release('blog-only', { projects: ['blog'] });
    expect((await previous('blog-only')).version).toBe('other');
  });

  test('is not one whose commits were removed', async () => {
    await fixture.put(fixture.path('2/'), { commits: [] }).expect(200);
    expect((await previous('3')).version).toBe('1');
  });

  test('of an unknown release is not found', async () => {
    expect((await fixture.get(fixture.path('nix/previous-with-commits/')).expect(404)).body).toEqual({
      detail: 'Release not found',
    });
  });
});
