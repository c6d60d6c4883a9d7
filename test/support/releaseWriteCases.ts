import { versionsAt } from './releaseFixture';
import type { Releases } from './releaseReadCases';

/** Tests of an update, by either path. */
export function describeReleaseUpdate({ fixture, pathOf }: Releases): void {
  describe('an update', () => {
    test('changes the given fields only', async () => {
      const first = await fixture().release('one@1', { url: 'https://acme.test/1', commits: [{ id: 'a' }] });
      expect((await fixture().put(pathOf('one@1'), {}).expect(200)).body).toEqual(first);
      expect((await fixture().put(pathOf('one@1'), { ref: 'main' }).expect(200)).body).toEqual({
        ...first,
        ref: 'main',
      });
      expect((await fixture().put(pathOf('one@1'), { url: null }).expect(200)).body).toEqual({
        ...first,
        ref: 'main',
        url: null,
      });
    });

    test('may have no body', async () => {
      const first = await fixture().release('empty@1');
      const { body } = await fixture().service.client.put(pathOf('empty@1'), fixture().token).expect(200);
      expect(body).toEqual(first);
    });

    test('with a release date makes the release the newest of its projects', async () => {
      await fixture().release('final@2', { projects: ['blog', 'shop'] });
      await fixture().release('final@3', { projects: ['blog', 'shop'] });
      expect((await fixture().project('blog'))['latestRelease']).toEqual({ version: 'final@3' });
      await fixture().put(pathOf('final@2'), { dateReleased: '2030-01-01T00:00:00Z' }).expect(200);
      expect((await fixture().project('blog'))['latestRelease']).toEqual({ version: 'final@2' });
      await fixture().put(pathOf('final@2'), { dateReleased: null }).expect(200);
      expect((await fixture().project('blog'))['latestRelease']).toEqual({ version: 'final@3' });
    });

    test('replaces the commits', async () => {
      await fixture().release('commits@1', { commits: [{ id: 'a' }, { id: 'b' }] });
      const { body } = await fixture()
        .put(pathOf('commits@1'), { commits: [{ id: 'c' }] })
        .expect(200);
      expect(body).toMatchObject({ commitCount: 1, lastCommit: { id: 'c' } });
      const none = await fixture().put(pathOf('commits@1'), { commits: [] }).expect(200);
      expect(none.body).toMatchObject({ commitCount: 0, lastCommit: null, authors: [] });
    });

    test('cannot change the version', async () => {
      await fixture().release('name@1');
      expect(Object.keys((await fixture().put(pathOf('name@1'), { version: 'name@2' }).expect(400)).body)).toEqual([
        'version',
      ]);
    });

    test('of an unknown release gets 404 before its body is read', async () => {
      const { body } = await fixture().put(pathOf('nix@1'), { nonsense: true }).expect(404);
      expect(body).toEqual({ detail: 'Release not found' });
    });

    test('must be JSON', async () => {
      await fixture().release('json@1');
      const send = (type: string, text: string) =>
        fixture().service.client.put(pathOf('json@1'), fixture().token).set('Content-Type', type).send(text);
      await send('application/json', 'null').expect(400);
      await send('application/x-www-form-urlencoded', 'ref=main').expect(415);
      await send('application/json', JSON.stringify({ ref: 'x'.repeat(9_000_000) })).expect(413);
    });
  });
}

/** Tests of a removal, by either path. */
export function describeReleaseRemoval({ fixture, pathOf }: Releases): void {
  describe('a removed release', () => {
    test('is not found by any operation, and is deleted with its commits and deploys', async () => {
      await fixture().release('keep@1', { projects: ['shop', 'blog'] });
      await fixture().release('gone@1', { projects: ['shop', 'blog'], commits: [{ id: 'a' }] });
      await fixture()
        .post(fixture().path('keep@1/deploys/'), { environment: 'qa', dateFinished: '2026-11-18T16:20:00Z' })
        .expect(201);
      await fixture()
        .post(fixture().path('gone@1/deploys/'), { environment: 'qa', dateFinished: '2026-11-18T17:20:00Z' })
        .expect(201);
      await fixture().post(fixture().path('gone@1/deploys/'), { environment: 'production' }).expect(201);
      expect((await fixture().project('blog'))['latestRelease']).toEqual({ version: 'gone@1' });

      const response = await fixture().delete(pathOf('gone@1')).expect(204);
      expect(response.text).toBe('');

      for (const rest of ['', 'commits/', 'deploys/', 'previous-with-commits/'])
        await fixture()
          .get(fixture().path(`gone@1/${rest}`))
          .expect(404);
      for (const list of [fixture().path(), fixture().projectPath('', 'blog')]) {
        expect(await versionsAt(fixture(), list)).toEqual(['keep@1']);
      }
      expect(await fixture().project('blog')).toMatchObject({
        latestRelease: { version: 'keep@1' },
        latestDeploys: { qa: { version: 'keep@1', dateFinished: '2026-11-18T16:20:00Z' } },
      });
    });

    test('is deleted with its files', async () => {
      const files = fixture().projectPath('files@1/files/');
      await fixture().release('files@1');
      await fixture()
        .service.client.post(files, fixture().token)
        .field('name', '~/a.js')
        .attach('file', Buffer.from('a()'), 'a.js')
        .expect(201);
      await fixture().delete(pathOf('files@1')).expect(204);
      await fixture().get(files).expect(404);
      await fixture().release('files@1');
      expect((await fixture().get(files).expect(200)).body).toEqual([]);
    });

    test('is not found by a second removal', async () => {
      await fixture().release('twice@1');
      await fixture().delete(pathOf('twice@1')).expect(204);
      expect((await fixture().delete(pathOf('twice@1')).expect(404)).body).toEqual({ detail: 'Release not found' });
    });

    test('leaves its events unchanged, and is created again by the next event', async () => {
      await fixture().service.fixtures.event(fixture().shop, { release: 'events@1' });
      const { id } = await fixture().show('events@1');
      await fixture().delete(pathOf('events@1')).expect(204);
      const { body } = await fixture().get(`${fixture().shop.path}events/?full=true`).expect(200);
      expect(body).toEqual([expect.objectContaining({ release: 'events@1' })]);
      await fixture().service.fixtures.event(fixture().shop, { release: 'events@1' });
      const created = await fixture().show('events@1');
      expect(created).toMatchObject({ newGroups: 0, commitCount: 0, projects: [{ slug: 'shop' }] });
      expect(created['id']).not.toBe(id);
    });

    test('does not affect the same version in another organization', async () => {
      await fixture().release('shared@1');
      const other = await fixture().service.fixtures.organization();
      const token = await fixture().service.fixtures.token(other.slug);
      await fixture()
        .service.client.post(fixture().path('', other.slug), token)
        .send({ version: 'shared@1' })
        .expect(201);
      await fixture().delete(pathOf('shared@1')).expect(204);
      await fixture().service.client.get(fixture().path('shared@1/', other.slug), token).expect(200);
    });
  });
}
