import { describeDoor } from '../../support/door';
import { describeReleaseFields, freshVersion } from '../../support/releaseCases';
import { ReleaseDesk, WRITE_SCOPES } from '../../support/releases';

let desk: ReleaseDesk;
const at = (version: string) => desk.path(`${encodeURIComponent(version)}/`);

beforeAll(async () => {
  desk = await ReleaseDesk.open();
  await desk.release('door@1', { projects: ['shop'] });
});
afterAll(() => desk.close());

describeDoor(
  () => ({ service: desk.service, method: 'put', organization: desk.organization, path: (of) => desk.path('door@1/', of), body: {} }),
  WRITE_SCOPES,
);

describeReleaseFields(() => ({
  desk,
  async send(fields) {
    const version = freshVersion();
    await desk.release(version);
    const { status, body } = await desk.put(at(version), fields);
    return { status, body, version };
  },
}));

describe('an update', () => {
  test('changes what it names and nothing else', async () => {
    const first = await desk.release('one@1', { url: 'https://acme.test/1', commits: [{ id: 'a' }] });
    expect((await desk.put(at('one@1'), {}).expect(200)).body).toEqual(first);
    expect((await desk.put(at('one@1'), { ref: 'main' }).expect(200)).body).toEqual({ ...first, ref: 'main' });
    expect((await desk.put(at('one@1'), { url: null }).expect(200)).body).toEqual({ ...first, ref: 'main', url: null });
  });

  test('may have no body at all', async () => {
    const first = await desk.release('empty@1');
    const { body } = await desk.service.client.put(at('empty@1'), desk.token).expect(200);
    expect(body).toEqual(first);
  });

  test('finalizes a release, which is then the newest of its projects', async () => {
    await desk.release('final@2', { projects: ['blog', 'shop'] });
    await desk.release('final@3', { projects: ['blog', 'shop'] });
    expect((await desk.project('blog'))['latestRelease']).toEqual({ version: 'final@3' });
    await desk.put(at('final@2'), { dateReleased: '2030-01-01T00:00:00Z' }).expect(200);
    expect((await desk.project('blog'))['latestRelease']).toEqual({ version: 'final@2' });
    await desk.put(at('final@2'), { dateReleased: null }).expect(200);
    expect((await desk.project('blog'))['latestRelease']).toEqual({ version: 'final@3' });
  });

  test('replaces the commits', async () => {
    await desk.release('commits@1', { commits: [{ id: 'a' }, { id: 'b' }] });
    const { body } = await desk.put(at('commits@1'), { commits: [{ id: 'c' }] }).expect(200);
    expect(body).toMatchObject({ commitCount: 1, lastCommit: { id: 'c' } });
    const none = await desk.put(at('commits@1'), { commits: [] }).expect(200);
    expect(none.body).toMatchObject({ commitCount: 0, lastCommit: null, authors: [] });
  });

  test('does not rename', async () => {
    await desk.release('name@1');
    expect(Object.keys((await desk.put(at('name@1'), { version: 'name@2' }).expect(400)).body)).toEqual(['version']);
  });

  test('of a release that is not known is refused before its body is read', async () => {
    const { body } = await desk.put(at('nix@1'), { nonsense: true }).expect(404);
    expect(body).toEqual({ detail: 'Release not found' });
  });

  test('must be JSON', async () => {
    await desk.release('json@1');
    const send = (type: string, text: string) => desk.service.client.put(at('json@1'), desk.token).set('Content-Type', type).send(text);
    await send('application/json', 'null').expect(400);
    await send('application/x-www-form-urlencoded', 'ref=main').expect(415);
    await send('application/json', JSON.stringify({ ref: 'x'.repeat(9_000_000) })).expect(413);
  });
});
