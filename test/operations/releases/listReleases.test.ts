import { describeDoor } from '../../support/door';
import { everyPage, READ_SCOPES, ReleaseDesk } from '../../support/releases';

let desk: ReleaseDesk;
beforeAll(async () => (desk = await ReleaseDesk.open()));
afterAll(() => desk.close());

describeDoor(() => ({ service: desk.service, method: 'get', organization: desk.organization, path: (of) => desk.path('', of) }), READ_SCOPES);

const list = () => desk.path();
const versions = async (path = list()) => ((await desk.get(path).expect(200)).body as { version: string }[]).map(({ version }) => version);

describe('the list', () => {
  test('is empty at first, with good links', async () => {
    const { body, headers } = await desk.get(list()).expect(200);
    expect(body).toEqual([]);
    expect(headers['link']).toMatch(/rel="previous"; results="false"; cursor=".*rel="next"; results="false"; cursor="/);
  });

  test('has the newest first: by release date, else creation date', async () => {
    for (const version of ['a', 'b', 'c', 'd']) await desk.release(version);
    await desk.release('old', { dateReleased: '1960-01-01T00:00:00Z' });
    await desk.release('next', { dateReleased: '2040-01-01T00:00:00Z', status: 'archived' });
    expect(await versions()).toEqual(['next', 'd', 'c', 'b', 'a', 'old']);
  });

  test('has whole records', async () => {
    const [first] = (await desk.get(list()).expect(200)).body as Record<string, unknown>[];
    expect(first).toEqual(await desk.show('next'));
  });

  test('gives every release once, whatever the size of a page', async () => {
    for (const size of [1, 2, 5, 6, 100]) {
      const pages = await everyPage(desk, `${list()}?per_page=${size}`);
      expect(pages.flat().map(({ version }) => version)).toEqual(['next', 'd', 'c', 'b', 'a', 'old']);
      expect(pages.every((page) => page.length > 0 && page.length <= size)).toBe(true);
    }
  });

  test('begins with the first page where the cursor is empty', async () => {
    expect(await versions(`${list()}?cursor=&per_page=2`)).toEqual(['next', 'd']);
  });

  test.each(['x', '0', '1:0', '1:2:4', 'a:1:0', '1:-1:0', '1:1:0:0'])('has no cursor %s', async (cursor) => {
    const { body } = await desk.get(`${list()}?cursor=${cursor}`).expect(400);
    expect(body).toEqual({ detail: 'Invalid cursor parameter.' });
  });

  test('has those of every project, and of none', async () => {
    await desk.release('none@1', { projects: [], dateReleased: '2041-01-01T00:00:00Z' });
    await desk.release('blog@1', { projects: ['blog'], dateReleased: '2042-01-01T00:00:00Z' });
    expect((await versions()).slice(0, 2)).toEqual(['blog@1', 'none@1']);
    const other = await desk.service.world.organization();
    const token = await desk.service.world.token(other.slug);
    expect((await desk.service.client.get(desk.path('', other.slug), token).expect(200)).body).toEqual([]);
  });
});
