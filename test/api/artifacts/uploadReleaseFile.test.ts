import type { Artifact } from '../../../src/domain/artifact';
import { Uploader } from '../../support/upload';
import { bundle, sha1 } from '../../support/zip';

const ID = '7a2d5b54-1f8a-5d4e-9c3b-0a1b2c3d4e5f';

let uploader: Uploader;
beforeAll(async () => {
  uploader = await Uploader.start();
});
afterAll(() => uploader.close());

const stored = (version: string): Promise<Artifact[]> =>
  uploader.service.app.database.read(({ artifacts }) => artifacts.listByRelease(uploader.project.id, version, 100));

describe('uploadReleaseFile', () => {
  it('stores a file with its name, headers and dist', async () => {
    const response = await uploader.sendFile('one', '~/ä.min.js', 'a()', {
      headers: ['Sourcemap: ä.min.js.map', 'X-Odd:a:b'],
      dist: '7',
    });
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      id: expect.stringMatching(/^[1-9][0-9]*$/) as string,
      name: '~/ä.min.js',
      sha1: sha1('a()'),
      size: 3,
      dist: '7',
      headers: { sourcemap: 'ä.min.js.map', 'x-odd': 'a:b' },
      dateCreated: expect.stringMatching(/Z$/) as string,
      findings: [],
    });
    expect(await stored('one')).toMatchObject([
      { kind: 'minified_source', release: 'one', debugId: null, bundleId: null },
    ]);
  });

  it('uses the file name of the part if the form has no name', async () => {
    await uploader.makeRelease('unnamed');
    const { service, token } = uploader;
    const response = await service.client
      .post(uploader.filesPath('unnamed'), token)
      .attach('file', Buffer.from('{}'), 'a.js.map')
      .expect(201);
    expect(response.body).toMatchObject({ name: 'a.js.map', dist: null, headers: {} });
  });

  it.each([
    ['~/a.js', `a()\n//# debugId=${ID}`, [], 'minified_source', ID],
    ['~/a.js?v=1', 'a()', [`Debug-Id:${ID.toUpperCase()}`], 'minified_source', ID],
    ['~/a.js.map', `{"debug_id":"${ID}"}`, [], 'source_map', ID],
    ['~/a', 'a()', ['Sourcemap:a.map'], 'minified_source', null],
    ['~/a.ts', `//# debugId=${ID}`, [], 'other', null],
    ['https://h/a.bundle', '', [], 'minified_source', null],
  ])('derives the kind and the debug id of %s with content %j', async (name, bytes, headers, kind, debugId) => {
    const version = `kind ${sha1(name)}`;
    await uploader.sendFile(version, name, bytes, { headers });
    expect(await stored(version)).toMatchObject([{ name, kind, debugId }]);
  });

  it('replaces the single file with the same name and dist, and no other', async () => {
    const version = 'replaced';
    await uploader.upload(bundle([{ name: '~/a.js', bytes: 'bundled()', headers: { 'debug-id': ID } }]), { version });
    await uploader.sendFile(version, '~/a.js', 'first()');
    await uploader.sendFile(version, '~/a.js', 'other()', { dist: '1' });
    await uploader.sendFile(version, '~/b.js', 'other()');
    await uploader.sendFile(version, '~/a.js', 'second()');
    expect((await uploader.files(version)).map((file) => [file.name, file.dist, file.sha1])).toEqual([
      ['~/a.js', null, sha1('second()')],
      ['~/a.js', null, sha1('bundled()')],
      ['~/a.js', '1', sha1('other()')],
      ['~/b.js', null, sha1('other()')],
    ]);
  });

  it('rejects a form with an invalid part, and stores nothing', async () => {
    const version = 'refused';
    await uploader.makeRelease(version);
    const { service, token } = uploader;
    const post = () => service.client.post(uploader.filesPath(version), token);
    const withFile = () => post().attach('file', Buffer.from('a()'), 'a.js');
    const forms = [
      [post().field('name', '~/a.js'), 'The form has no part "file".'],
      [withFile().attach('file', Buffer.from('b()'), 'b.js'), 'The form has more than one part "file".'],
      [withFile().field('name', '~/a.js').field('name', '~/b.js'), 'The form has more than one part "name".'],
      [withFile().field('name', ''), 'Part "name" must have 1 to 2000 characters.'],
      [withFile().field('name', ' '), 'Part "name" must have 1 to 2000 characters.'],
      [withFile().field('header', ' a:b'), 'Part "header" must have the form NAME:VALUE.'],
      [withFile().field('header', `a:${'\u{1f600}'.repeat(1999)}`), 'A part "header" has more than 2000 characters.'],
      [withFile().field('name', '\u{1f600}'.repeat(2001)), 'Part "name" must have 1 to 2000 characters.'],
      [withFile().field('name', 'x'.repeat(2001)), 'Part "name" must have 1 to 2000 characters.'],
      [withFile().field('dist', 'x'.repeat(65)), 'Part "dist" must have 1 to 64 characters.'],
      [withFile().field('header', 'Sourcemap'), 'Part "header" must have the form NAME:VALUE.'],
      [withFile().field('header', 'Sourcemap:a\0.map'), 'Part "header" must have no control characters.'],
      [withFile().field('header', 'a:b\nc:d'), 'Part "header" must have no control characters.'],
      [
        withFile().field('release', 'v1'),
        'The form has an unknown part "release"; accepted are file, name, header, dist.',
      ],
    ] as const;
    for (const [form, detail] of forms) expect((await form.expect(400)).body).toEqual({ detail });
    expect(await stored(version)).toEqual([]);
  });

  it('rejects too many parts, other content types and files over the limit', async () => {
    const { service, token } = uploader;
    await uploader.makeRelease('bounds');
    const post = () => service.client.post(uploader.filesPath('bounds'), token);
    const crowded = post().attach('file', Buffer.from('a()'), 'a.js');
    for (let index = 0; index < 103; index += 1) void crowded.field('header', `x${index}:y`);
    await crowded.expect(400);
    await post().send({ name: 'a' }).expect(415);
    await post()
      .attach('file', Buffer.alloc(41 * 1024 * 1024), 'a.js')
      .expect(413);
  });

  it.each([
    ['a header of three thousand characters', '~/a.js', { headers: [`x:${'y'.repeat(3000)}`] }],
    ['a control character in the name', '~/a\u0000b.js', {}],
    ['a dist with a slash', '~/a.js', { dist: 'a/b' }],
  ])('rejects %s', async (_, name, options) => {
    const { status, body } = await uploader.sendFile('refused', name, 'a()', options);
    expect([status, body]).toEqual([400, { detail: expect.stringMatching(/^(Part|A part) "/) }]);
    expect(await stored('refused')).toEqual([]);
  });

  it('accepts at most one hundred headers', async () => {
    const headers = Array.from({ length: 101 }, (_, index) => `x${index}:y`);
    const fitting = await uploader.sendFile('headers', '~/a.js', 'a()', { headers: headers.slice(1) });
    expect(fitting.status).toBe(201);
    expect(Object.keys((fitting.body as { headers: object }).headers)).toHaveLength(100);
    const crowded = await uploader.sendFile('headers', '~/b.js', 'b()', { headers });
    expect([crowded.status, crowded.body]).toEqual([400, { detail: 'The form has more than 100 parts "header".' }]);
    expect(await stored('headers')).toHaveLength(1);
  });

  it('requires a release of the project and a scope for uploads', async () => {
    const { service, project, token } = uploader;
    const post = (path: string, by = token) => service.client.post(path, by).attach('file', Buffer.from('a()'), 'a.js');
    expect((await post(uploader.filesPath('unknown')).expect(404)).body).toEqual({ detail: 'Release not found' });
    await uploader.makeRelease('known');
    const sibling = await service.fixtures.project({ organization: project.organization });
    await post(`${sibling.path}releases/known/files/`).expect(404);
    await post(
      uploader.filesPath('known'),
      await service.fixtures.token(project.organization, { scopes: ['project:read'] }),
    ).expect(403);
  });
});
