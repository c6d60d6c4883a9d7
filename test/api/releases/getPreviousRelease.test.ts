import { describeAccess } from '../../support/protectedOperation';
import { READ_SCOPES, ReleaseFixture } from '../../support/releaseFixture';

let desk: ReleaseFixture;
beforeAll(async () => {
  desk = await ReleaseFixture.open();
  await desk.release('door', { projects: [] });
});
afterAll(() => desk.close());

describeAccess(
  () => ({
    service: desk.service,
    method: 'get',
    organization: desk.organization,
    path: (of) => desk.path('door/previous-with-commits/', of),
  }),
  READ_SCOPES,
);

const commits = [{ id: 'a' }];
const before = async (version: string) =>
  (await desk.get(desk.path(`${version}/previous-with-commits/`)).expect(200)).body as { version?: string };

describe('the release before', () => {
  test('is the newest older one of the same project that has commits', async () => {
    await desk.release('1', { commits });
    await desk.release('2', { commits });
    await desk.release('other', { commits, projects: ['blog'] });
    await desk.release('none', { commits, projects: [] });
    await desk.release('bare');
    await desk.release('3', { commits });
    await desk.release('4', { commits });
    expect(await before('3')).toEqual(await desk.show('2'));
    expect((await before('2')).version).toBe('1');
    expect((await before('bare')).version).toBe('2');
  });

  test('is an empty object where there is none', async () => {
    expect(await before('1')).toEqual({});
    expect(await before('other')).toEqual({});
    expect(await before('none')).toEqual({});
  });

  test('may share one project of several', async () => {
    await desk.release('both', { projects: ['shop', 'blog'] });
    expect((await before('both')).version).toBe('4');
    await desk.release('blog-only', { projects: ['blog'] });
    expect((await before('blog-only')).version).toBe('other');
  });

  test('does not count once its commits are taken away', async () => {
    await desk.put(desk.path('2/'), { commits: [] }).expect(200);
    expect((await before('3')).version).toBe('1');
  });

  test('of a release that is not known is not found', async () => {
    expect((await desk.get(desk.path('nix/previous-with-commits/')).expect(404)).body).toEqual({
      detail: 'Release not found',
    });
  });
});
