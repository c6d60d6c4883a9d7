import { versionsAt } from './releaseFixture';
import type { Releases } from './releaseReadCases';

/** What an update does, by whichever path it comes. */
export function describeReleaseUpdate({ fixture: desk, pathOf: at }: Releases): void {
  describe('an update', () => {
    test('changes what it names and nothing else', async () => {
      const first = await desk().release('one@1', { url: 'https://acme.test/1', commits: [{ id: 'a' }] });
      expect((await desk().put(at('one@1'), {}).expect(200)).body).toEqual(first);
      expect((await desk().put(at('one@1'), { ref: 'main' }).expect(200)).body).toEqual({ ...first, ref: 'main' });
      expect((await desk().put(at('one@1'), { url: null }).expect(200)).body).toEqual({
        ...first,
        ref: 'main',
        url: null,
      });
    });

    test('may have no body at all', async () => {
      const first = await desk().release('empty@1');
      const { body } = await desk().service.client.put(at('empty@1'), desk().token).expect(200);
      expect(body).toEqual(first);
    });

    test('finalizes a release, which is then the newest of its projects', async () => {
      await desk().release('final@2', { projects: ['blog', 'shop'] });
      await desk().release('final@3', { projects: ['blog', 'shop'] });
      expect((await desk().project('blog'))['latestRelease']).toEqual({ version: 'final@3' });
      await desk().put(at('final@2'), { dateReleased: '2030-01-01T00:00:00Z' }).expect(200);
      expect((await desk().project('blog'))['latestRelease']).toEqual({ version: 'final@2' });
      await desk().put(at('final@2'), { dateReleased: null }).expect(200);
      expect((await desk().project('blog'))['latestRelease']).toEqual({ version: 'final@3' });
    });

    test('replaces the commits', async () => {
      await desk().release('commits@1', { commits: [{ id: 'a' }, { id: 'b' }] });
      const { body } = await desk()
        .put(at('commits@1'), { commits: [{ id: 'c' }] })
        .expect(200);
      expect(body).toMatchObject({ commitCount: 1, lastCommit: { id: 'c' } });
      const none = await desk().put(at('commits@1'), { commits: [] }).expect(200);
      expect(none.body).toMatchObject({ commitCount: 0, lastCommit: null, authors: [] });
    });

    test('does not rename', async () => {
      await desk().release('name@1');
      expect(Object.keys((await desk().put(at('name@1'), { version: 'name@2' }).expect(400)).body)).toEqual([
        'version',
      ]);
    });

    test('of a release that is not known is refused before its body is read', async () => {
      const { body } = await desk().put(at('nix@1'), { nonsense: true }).expect(404);
      expect(body).toEqual({ detail: 'Release not found' });
    });

    test('must be JSON', async () => {
      await desk().release('json@1');
      const send = (type: string, text: string) =>
        desk().service.client.put(at('json@1'), desk().token).set('Content-Type', type).send(text);
      await send('application/json', 'null').expect(400);
      await send('application/x-www-form-urlencoded', 'ref=main').expect(415);
      await send('application/json', JSON.stringify({ ref: 'x'.repeat(9_000_000) })).expect(413);
    });
  });
}

/** What a removal does, by whichever path it comes. */
export function describeReleaseRemoval({ fixture: desk, pathOf: at }: Releases): void {
  describe('a removed release', () => {
    test('is gone from everywhere, with what belongs to it', async () => {
      await desk().release('keep@1', { projects: ['shop', 'blog'] });
      await desk().release('gone@1', { projects: ['shop', 'blog'], commits: [{ id: 'a' }] });
      await desk()
        .post(desk().path('keep@1/deploys/'), { environment: 'qa', dateFinished: '2026-11-18T16:20:00Z' })
        .expect(201);
      await desk()
        .post(desk().path('gone@1/deploys/'), { environment: 'qa', dateFinished: '2026-11-18T17:20:00Z' })
        .expect(201);
      await desk().post(desk().path('gone@1/deploys/'), { environment: 'production' }).expect(201);
      expect((await desk().project('blog'))['latestRelease']).toEqual({ version: 'gone@1' });

      const response = await desk().delete(at('gone@1')).expect(204);
      expect(response.text).toBe('');

      for (const rest of ['', 'commits/', 'deploys/', 'previous-with-commits/'])
        await desk()
          .get(desk().path(`gone@1/${rest}`))
          .expect(404);
      for (const list of [desk().path(), desk().projectPath('', 'blog')]) {
        expect(await versionsAt(desk(), list)).toEqual(['keep@1']);
      }
      expect(await desk().project('blog')).toMatchObject({
        latestRelease: { version: 'keep@1' },
        latestDeploys: { qa: { version: 'keep@1', dateFinished: '2026-11-18T16:20:00Z' } },
      });
    });

    test('takes the files uploaded for it along', async () => {
      const files = desk().projectPath('files@1/files/');
      await desk().release('files@1');
      await desk()
        .service.client.post(files, desk().token)
        .field('name', '~/a.js')
        .attach('file', Buffer.from('a()'), 'a.js')
        .expect(201);
      await desk().delete(at('files@1')).expect(204);
      await desk().get(files).expect(404);
      await desk().release('files@1');
      expect((await desk().get(files).expect(200)).body).toEqual([]);
    });

    test('is found no more, also by a second removal', async () => {
      await desk().release('twice@1');
      await desk().delete(at('twice@1')).expect(204);
      expect((await desk().delete(at('twice@1')).expect(404)).body).toEqual({ detail: 'Release not found' });
    });

    test('leaves its events with their version, and comes anew with the next one', async () => {
      await desk().service.fixtures.event(desk().shop, { release: 'events@1' });
      const { id } = await desk().show('events@1');
      await desk().delete(at('events@1')).expect(204);
      const { body } = await desk().get(`${desk().shop.path}events/?full=true`).expect(200);
      expect(body).toEqual([expect.objectContaining({ release: 'events@1' })]);
      await desk().service.fixtures.event(desk().shop, { release: 'events@1' });
      const anew = await desk().show('events@1');
      expect(anew).toMatchObject({ newGroups: 0, commitCount: 0, projects: [{ slug: 'shop' }] });
      expect(anew['id']).not.toBe(id);
    });

    test('leaves one of the same version in another organization', async () => {
      await desk().release('shared@1');
      const other = await desk().service.fixtures.organization();
      const token = await desk().service.fixtures.token(other.slug);
      await desk().service.client.post(desk().path('', other.slug), token).send({ version: 'shared@1' }).expect(201);
      await desk().delete(at('shared@1')).expect(204);
      await desk().service.client.get(desk().path('shared@1/', other.slug), token).expect(200);
    });
  });
}
