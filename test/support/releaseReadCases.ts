import { everyPage, type ReleaseFixture, versionsAt } from './releaseFixture';

/** The paths of releases, below an organization or below a project. */
export interface Releases {
  readonly fixture: () => ReleaseFixture;
  /** A path below the release with this version. */
  readonly pathOf: (version: string, rest?: string) => string;
}

/** Tests of a release's record. */
export function describeRelease({ fixture, pathOf }: Releases): void {
  describe('a release', () => {
    test('has the values that were sent', async () => {
      const { body } = await fixture().get(pathOf('shop@1')).expect(200);
      expect(body).toMatchObject({
        version: 'shop@1',
        shortVersion: '1',
        status: 'open',
        projects: [{ id: fixture().shop.id, slug: 'shop', name: 'Shop', platform: 'node' }],
      });
    });

    test('has the times of its events and the number of new issues', async () => {
      await fixture().release('events@1', { projects: ['shop', 'blog'] });
      const boom = (text: string) => ({
        release: 'events@1',
        exception: {
          values: [
            {
              type: 'Error',
              value: text,
              stacktrace: { frames: [{ function: text, filename: 'a.js', in_app: true }] },
            },
          ],
        },
      });
      for (const text of ['one', 'two', 'one']) await fixture().service.fixtures.event(fixture().shop, boom(text));
      await fixture().service.fixtures.event(fixture().blog, boom('three'));
      const { body } = await fixture().get(pathOf('events@1')).expect(200);
      expect(body).toMatchObject({ newGroups: 3, firstEvent: expect.any(String), lastEvent: expect.any(String) });
      expect(Date.parse(body.firstEvent)).toBeLessThanOrEqual(Date.parse(body.lastEvent));
    });

    test('has its commits and deploys', async () => {
      await fixture().release('full@1', { commits: [{ id: 'b', author_name: 'Ann' }, { id: 'a' }] });
      for (const [environment, dateFinished] of [
        ['qa', '2026-11-18T16:20:00Z'],
        ['production', '2026-11-18T18:20:00Z'],
        ['qa', '2026-11-18T17:20:00Z'],
      ]) {
        await fixture().post(fixture().path('full@1/deploys/'), { environment, dateFinished }).expect(201);
      }
      expect((await fixture().get(pathOf('full@1')).expect(200)).body).toMatchObject({
        commitCount: 2,
        authors: [{ name: 'Ann', email: null }],
        lastCommit: { id: 'b' },
        deployCount: 3,
        lastDeploy: { environment: 'production', dateFinished: '2026-11-18T18:20:00Z' },
      });
    });

    test('that does not exist is not found', async () => {
      for (const version of ['nix@1', 'shop@1 ', 'SHOP@1', '%']) {
        expect((await fixture().get(pathOf(version)).expect(404)).body).toEqual({ detail: 'Release not found' });
      }
    });
  });
}

/** Tests of lists of releases. */
export function describeReleaseList(fixture: () => ReleaseFixture, list: () => string): void {
  describe('the list', () => {
    test('is empty at first, with valid links', async () => {
      const { body, headers } = await fixture().get(list()).expect(200);
      expect(body).toEqual([]);
      expect(headers['link']).toMatch(
        /rel="previous"; results="false"; cursor=".*rel="next"; results="false"; cursor="/,
      );
    });

    test('is ordered by release date, else creation date, newest first', async () => {
      for (const version of ['a', 'b', 'c', 'd']) await fixture().release(version);
      await fixture().release('old', { dateReleased: '1960-01-01T00:00:00Z' });
      await fixture().release('next', { dateReleased: '2040-01-01T00:00:00Z', status: 'archived' });
      expect(await versionsAt(fixture(), list())).toEqual(['next', 'd', 'c', 'b', 'a', 'old']);
    });

    test('has the complete records', async () => {
      const [first] = (await fixture().get(list()).expect(200)).body as Record<string, unknown>[];
      expect(first).toEqual(await fixture().show('next'));
    });

    test('has every release once, for every page size', async () => {
      for (const size of [1, 2, 5, 6, 100]) {
        const pages = await everyPage(fixture(), `${list()}?per_page=${size}`);
        expect(pages.flat().map(({ version }) => version)).toEqual(['next', 'd', 'c', 'b', 'a', 'old']);
        expect(pages.every((page) => page.length > 0 && page.length <= size)).toBe(true);
      }
    });

    test('begins with the first page if the cursor is empty', async () => {
      expect(await versionsAt(fixture(), `${list()}?cursor=&per_page=2`)).toEqual(['next', 'd']);
    });

    test.each(['x', '0', '1:0', '1:2:4', 'a:1:0', '1:-1:0', '1:1:0:0'])('rejects the cursor %s', async (cursor) => {
      const { body } = await fixture().get(`${list()}?cursor=${cursor}`).expect(400);
      expect(body).toEqual({ detail: 'Invalid cursor parameter.' });
    });
  });
}

/** Tests of lists of commits; `shop@1` has none. */
export function describeReleaseCommits({ fixture, pathOf }: Releases): void {
  const commitsOf = async (version: string) =>
    (await fixture().get(pathOf(version, 'commits/')).expect(200)).body as Record<string, unknown>[];

  describe('the commits of a release', () => {
    test('are empty before they are set', async () => {
      expect(await commitsOf('shop@1')).toEqual([]);
    });

    test('are in the order in which they were set, without a limit', async () => {
      const ids = Array.from({ length: 250 }, (_, index) => `c${index}`);
      await fixture().release('many@1', { commits: ids.map((id) => ({ id })) });
      expect((await commitsOf('many@1')).map(({ id }) => id)).toEqual(ids);
    });

    test('are as they were sent', async () => {
      const sent = {
        repository: 'acme/shop',
        message: 'One',
        author_name: 'Ann',
        author_email: 'ann@acme.test',
        timestamp: '2026-11-18T17:02:41.5+02:00',
      };
      await fixture().release('full@1', { commits: [{ id: 'a', ...sent, patch_set: [{ path: 'a b', type: 'D' }] }] });
      expect(await commitsOf('full@1')).toEqual([
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

    test('of an unknown release are not found', async () => {
      expect((await fixture().get(pathOf('nix@1', 'commits/')).expect(404)).body).toEqual({
        detail: 'Release not found',
      });
    });
  });
}
