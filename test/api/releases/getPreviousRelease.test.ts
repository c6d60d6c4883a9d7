import { describeAccess } from '../../support/protectedOperation';
import { READ_SCOPES, ReleaseFixture } from '../../support/releaseFixture';

let fixture: ReleaseFixture;
beforeAll(async () => {
  fixture = await ReleaseFixture.open();
  await fixture.release('access', { projects: [] });
});
afterAll(() => fixture.close());

describeAccess(
  () => ({
    service: fixture.service,
    method: 'get',
    organization: fixture.organization,
    path: (of) => fixture.path('access/previous-with-commits/', of),
  }),
  READ_SCOPES,
);

const commits = [{ id: 'a' }];
const before = async (version: string) =>
  (await fixture.get(fixture.path(`${version}/previous-with-commits/`)).expect(200)).body as { version?: string };

describe('the release before', () => {
  test('is the newest older one of the same project that has commits', async () => {
    await fixture.release('1', { commits });
    await fixture.release('2', { commits });
    await fixture.release('other', { commits, projects: ['blog'] });
    await fixture.release('none', { commits, projects: [] });
    await fixture.release('bare');
    await fixture.release('3', { commits });
    await fixture.release('4', { commits });
    expect(await before('3')).toEqual(await fixture.show('2'));
    expect((await before('2')).version).toBe('1');
    expect((await before('bare')).version).toBe('2');
  });

  test('is an empty object where there is none', async () => {
    expect(await before('1')).toEqual({});
    expect(await before('other')).toEqual({});
    expect(await before('none')).toEqual({});
  });

  test('may share one project of several', async () => {
    await fixture.release('both', { projects: ['shop', 'blog'] });
    expect((await before('both')).version).toBe('4');
    await fixture.release('blog-only', { projects: ['blog'] });
    expect((await before('blog-only')).version).toBe('other');
  });

  test('does not count once its commits are taken away', async () => {
    await fixture.put(fixture.path('2/'), { commits: [] }).expect(200);
    expect((await before('3')).version).toBe('1');
  });

  test('of a release that is not known is not found', async () => {
    expect((await fixture.get(fixture.path('nix/previous-with-commits/')).expect(404)).body).toEqual({
      detail: 'Release not found',
    });
  });
});
