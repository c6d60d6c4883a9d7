import { describeDoor } from '../../support/door';
import { READ_SCOPES, ReleaseDesk } from '../../support/releases';

let desk: ReleaseDesk;
const at = (version: string) => desk.path(`${encodeURIComponent(version)}/`);

beforeAll(async () => {
  desk = await ReleaseDesk.open();
  await desk.release('shop@1');
});
afterAll(() => desk.close());

describeDoor(
  () => ({
    service: desk.service,
    method: 'get',
    organization: desk.organization,
    path: (of) => desk.path('shop@1/', of),
  }),
  READ_SCOPES,
);

describe('a release', () => {
  test('tells what was said of it', async () => {
    const { body } = await desk.get(at('shop@1')).expect(200);
    expect(body).toMatchObject({
      version: 'shop@1',
      shortVersion: '1',
      status: 'open',
      projects: [{ id: desk.shop.id, slug: 'shop', name: 'Shop', platform: 'node' }],
    });
  });

  test('tells what its events did', async () => {
    await desk.release('events@1', { projects: ['shop', 'blog'] });
    const boom = (text: string) => ({ release: 'events@1', exception: { values: [{ type: 'Error', value: text, stacktrace: { frames: [{ function: text, filename: 'a.js', in_app: true }] } }] } });
    for (const text of ['one', 'two', 'one']) await desk.service.world.event(desk.shop, boom(text));
    await desk.service.world.event(desk.blog, boom('three'));
    const { body } = await desk.get(at('events@1')).expect(200);
    expect(body).toMatchObject({ newGroups: 3, firstEvent: expect.any(String), lastEvent: expect.any(String) });
    expect(Date.parse(body.firstEvent)).toBeLessThanOrEqual(Date.parse(body.lastEvent));
  });

  test('tells of its commits and deploys', async () => {
    await desk.release('told@1', { commits: [{ id: 'b', author_name: 'Ann' }, { id: 'a' }] });
    for (const [environment, dateFinished] of [['qa', '2026-11-18T16:20:00Z'], ['production', '2026-11-18T18:20:00Z'], ['qa', '2026-11-18T17:20:00Z']]) {
      await desk.post(desk.path('told@1/deploys/'), { environment, dateFinished }).expect(201);
    }
    expect((await desk.get(at('told@1')).expect(200)).body).toMatchObject({
      commitCount: 2,
      authors: [{ name: 'Ann', email: null }],
      lastCommit: { id: 'b' },
      deployCount: 3,
      lastDeploy: { environment: 'production', dateFinished: '2026-11-18T18:20:00Z' },
    });
  });

  test('that is not known is not found', async () => {
    for (const version of ['nix@1', 'shop@1 ', 'SHOP@1', '%']) {
      expect((await desk.get(at(version)).expect(404)).body).toEqual({ detail: 'Release not found' });
    }
  });

  test('made by an event is there', async () => {
    await desk.service.world.event(desk.shop, { release: 'by-event@1' });
    expect((await desk.get(at('by-event@1')).expect(200)).body).toMatchObject({ projects: [{ slug: 'shop' }] });
  });
});
