import { describeDoor } from '../../support/door';
import { READ_SCOPES, ReleaseDesk } from '../../support/releases';

let desk: ReleaseDesk;
beforeAll(async () => {
  desk = await ReleaseDesk.open();
  await desk.release('shop@1');
});
afterAll(() => desk.close());

describeDoor(() => ({ service: desk.service, method: 'get', organization: desk.organization, path: (of) => desk.path('shop@1/commits/', of) }), READ_SCOPES);

const commitsOf = async (version: string) => (await desk.get(desk.path(`${version}/commits/`)).expect(200)).body as Record<string, unknown>[];

describe('the commits of a release', () => {
  test('are none before they are set', async () => {
    expect(await commitsOf('shop@1')).toEqual([]);
  });

  test('come in the order they were set, as many as there are', async () => {
    const ids = Array.from({ length: 250 }, (_, index) => `c${index}`);
    await desk.release('many@1', { commits: ids.map((id) => ({ id })) });
    expect((await commitsOf('many@1')).map(({ id }) => id)).toEqual(ids);
  });

  test('are told as they were sent', async () => {
    const sent = { repository: 'acme/shop', message: 'One', author_name: 'Ann', author_email: 'ann@acme.test', timestamp: '2026-11-18T17:02:41.5+02:00' };
    await desk.release('told@1', { commits: [{ id: 'a', ...sent, patch_set: [{ path: 'a b', type: 'D' }] }] });
    expect(await commitsOf('told@1')).toEqual([
      {
        id: 'a',
        repository: 'acme/shop',
        message: 'One',
        dateCreated: '2026-11-18T15:02:41.500Z',
        author: { name: 'Ann', email: 'ann@acme.test' },
        patchSet: [{ path: 'a b', type: 'D' }],
      },
    ]);
  });

  test('of a release that is not known are not found', async () => {
    expect((await desk.get(desk.path('nix@1/commits/')).expect(404)).body).toEqual({ detail: 'Release not found' });
  });
});
