import { describeDoor } from '../../support/door';
import { ReleaseDesk, WRITE_SCOPES } from '../../support/releases';

let desk: ReleaseDesk;
const at = (version: string) => desk.path(`${encodeURIComponent(version)}/`);

beforeAll(async () => {
  desk = await ReleaseDesk.open();
  await desk.release('door@1', { projects: ['shop'] });
});
afterAll(() => desk.close());

describeDoor(() => ({ service: desk.service, method: 'delete', organization: desk.organization, path: (of) => desk.path('door@1/', of) }), WRITE_SCOPES);

describe('a removed release', () => {
  test('is gone from everywhere, with what belongs to it', async () => {
    await desk.release('keep@1', { projects: ['shop', 'blog'] });
    await desk.release('gone@1', { projects: ['shop', 'blog'], commits: [{ id: 'a' }] });
    await desk.post(desk.path('keep@1/deploys/'), { environment: 'qa', dateFinished: '2026-11-18T16:20:00Z' }).expect(201);
    await desk.post(desk.path('gone@1/deploys/'), { environment: 'qa', dateFinished: '2026-11-18T17:20:00Z' }).expect(201);
    await desk.post(desk.path('gone@1/deploys/'), { environment: 'production' }).expect(201);
    expect((await desk.project('blog'))['latestRelease']).toEqual({ version: 'gone@1' });

    const response = await desk.delete(at('gone@1')).expect(204);
    expect(response.text).toBe('');

    for (const rest of ['', 'commits/', 'deploys/', 'previous-with-commits/']) await desk.get(desk.path(`gone@1/${rest}`)).expect(404);
    for (const list of [desk.path(), desk.projectPath('', 'blog')]) {
      expect(((await desk.get(list).expect(200)).body as { version: string }[]).map(({ version }) => version)).toEqual(['keep@1']);
    }
    expect(await desk.project('blog')).toMatchObject({
      latestRelease: { version: 'keep@1' },
      latestDeploys: { qa: { version: 'keep@1', dateFinished: '2026-11-18T16:20:00Z' } },
    });
  });

  test('takes the files uploaded for it along', async () => {
    const files = desk.projectPath('files@1/files/');
    await desk.release('files@1');
    await desk.service.client.post(files, desk.token).field('name', '~/a.js').attach('file', Buffer.from('a()'), 'a.js').expect(201);
    await desk.delete(at('files@1')).expect(204);
    await desk.get(files).expect(404);
    await desk.release('files@1');
    expect((await desk.get(files).expect(200)).body).toEqual([]);
  });

  test('is found no more, also by a second removal', async () => {
    await desk.release('twice@1');
    await desk.delete(at('twice@1')).expect(204);
    expect((await desk.delete(at('twice@1')).expect(404)).body).toEqual({ detail: 'Release not found' });
  });

  test('leaves its events with their version, and comes anew with the next one', async () => {
    await desk.service.world.event(desk.shop, { release: 'events@1' });
    const { id } = await desk.show('events@1');
    await desk.delete(at('events@1')).expect(204);
    const { body } = await desk.get(`${desk.shop.path}events/?full=true`).expect(200);
    expect(body).toEqual([expect.objectContaining({ release: 'events@1' })]);
    await desk.service.world.event(desk.shop, { release: 'events@1' });
    const anew = await desk.show('events@1');
    expect(anew).toMatchObject({ newGroups: 0, commitCount: 0, projects: [{ slug: 'shop' }] });
    expect(anew['id']).not.toBe(id);
  });

  test('leaves one of the same version in another organization', async () => {
    await desk.release('shared@1');
    const other = await desk.service.world.organization();
    const token = await desk.service.world.token(other.slug);
    await desk.service.client.post(desk.path('', other.slug), token).send({ version: 'shared@1' }).expect(201);
    await desk.delete(at('shared@1')).expect(204);
    await desk.service.client.get(desk.path('shared@1/', other.slug), token).expect(200);
  });
});
