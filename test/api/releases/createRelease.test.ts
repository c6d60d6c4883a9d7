import { describeReleaseFields, freshVersion } from '../../support/releaseFieldCases';
import { useReleases } from '../../support/releaseFixture';

const fixture = useReleases();

describeReleaseFields(() => ({
  fixture,
  async send(fields) {
    const version = freshVersion();
    const { status, body } = await fixture.post(fixture.path(), { version, ...fields });
    return { status, body, version };
  },
}));

describe('a version', () => {
  test('suffices for a release, which then has no project', async () => {
    const before = Date.now();
    const { body } = await fixture.post(fixture.path(), { version: 'lonely@2.0' }).expect(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[1-9][0-9]*$/),
      version: 'lonely@2.0',
      shortVersion: '2.0',
      status: 'open',
      ref: null,
      url: null,
      dateCreated: expect.any(String),
      dateStarted: null,
      dateReleased: null,
      firstEvent: null,
      lastEvent: null,
      newGroups: 0,
      recentEvents: 0,
      adoption: null,
      commitCount: 0,
      deployCount: 0,
      authors: [],
      lastCommit: null,
      lastDeploy: null,
      projects: [],
    });
    expect(Date.parse(body.dateCreated)).toBeGreaterThanOrEqual(before);
  });

  test('has the time of creation at another service, which is not in the future, from its first request', async () => {
    const send = async (dateCreated: string) =>
      (await fixture.post(fixture.path(), { version: 'moved@1', dateCreated })).body.dateCreated;
    expect(await send('2024-01-02T03:04:05Z')).toBe('2024-01-02T03:04:05Z');
    expect(await send('2023-01-02T03:04:05Z')).toBe('2024-01-02T03:04:05Z');
    const { body } = await fixture.post(fixture.path(), { version: 'new@1', dateCreated: '2999-01-01T00:00:00Z' });
    expect(Date.parse(body.dateCreated)).toBeLessThanOrEqual(Date.now());
    await fixture.post(fixture.path(), { version: 'odd@1', dateCreated: '2026-02-30T00:00:00Z' }).expect(400);
  });

  test.each([
    '1',
    'a b',
    '@',
    'shop@1.0.0+7 (beta)',
    'ünï@1',
    'back\\slash',
    '%2F',
    'x'.repeat(200),
    '...',
    'latest-1',
  ])('may be %j', async (version) => {
    await fixture.post(fixture.path(), { version }).expect(201);
    expect(await fixture.show(version)).toMatchObject({ version });
  });

  test('is trimmed', async () => {
    const { body } = await fixture.post(fixture.path(), { version: '  spaced@1\n' }).expect(201);
    expect(body.version).toBe('spaced@1');
  });

  test.each(['', '  ', '.', '..', 'latest', 'LATEST', 'a/b', 'a\nb', 'a\tb', 'a\fb', 'x'.repeat(201), 7, null])(
    'may not be %j',
    async (version) => {
      const { body } = await fixture.post(fixture.path(), { version }).expect(400);
      expect(Object.keys(body)).toEqual(['version']);
    },
  );

  test('is required', async () => {
    expect((await fixture.post(fixture.path(), {}).expect(400)).body).toEqual({ version: ['This field is required.'] });
  });

  test('may also exist in another organization', async () => {
    await fixture.release('twice@1');
    const other = await fixture.service.fixtures.organization();
    const token = await fixture.service.fixtures.token(other.slug);
    const { body } = await fixture.service.client
      .post(fixture.path('', other.slug), token)
      .send({ version: 'twice@1' })
      .expect(201);
    expect(body.id).not.toBe((await fixture.show('twice@1'))['id']);
  });
});

describe('an existing release', () => {
  test('is changed as the body says, and keeps its other fields', async () => {
    const first = await fixture.release('again@1', { url: 'https://acme.test/1', dateStarted: '2026-11-18T16:00:00Z' });
    const { body } = await fixture
      .post(fixture.path(), { version: 'again@1', projects: ['blog'], ref: 'main' })
      .expect(208);
    expect(body).toEqual({
      ...first,
      ref: 'main',
      projects: [expect.objectContaining({ slug: 'blog' }), expect.objectContaining({ slug: 'shop' })],
    });
  });

  test('is archived and opened, and keeps its projects', async () => {
    const first = await fixture.release('old@1');
    const archived = await fixture
      .post(fixture.path(), { version: 'old@1', projects: [], status: 'archived' })
      .expect(208);
    expect(archived.body).toEqual({ ...first, status: 'archived' });
    const opened = await fixture.post(fixture.path(), { version: 'old@1', projects: [], status: 'open' }).expect(208);
    expect(opened.body).toEqual(first);
  });

  test('may have been created by an event, whose project it has', async () => {
    await fixture.service.fixtures.event(fixture.blog, { release: 'seen@1' });
    const { body } = await fixture.post(fixture.path(), { version: 'seen@1' }).expect(208);
    expect(body).toMatchObject({
      projects: [{ slug: 'blog' }],
      newGroups: 1,
      firstEvent: expect.any(String),
      lastEvent: expect.any(String),
    });
  });

  test.each([[true], [null], [1.5], [{}]])(
    'is rejected for the project %j with the sentence of the contract',
    async (project) => {
      const answer = await fixture.post(fixture.path(), { version: 'odd@1', projects: ['shop', project] }).expect(400);
      expect(answer.body).toEqual({ projects: ['projects[1]: Use the slug or the id of a project.'] });
    },
  );

  test('is not changed by an invalid body', async () => {
    const first = await fixture.release('whole@1');
    await fixture.post(fixture.path(), { version: 'whole@1', ref: 'main', projects: ['blog', 'nobody'] }).expect(400);
    expect(await fixture.show('whole@1')).toEqual(first);
  });
});

describe('a body', () => {
  const send = (type: string, text: string) =>
    fixture.service.client.post(fixture.path(), fixture.token).set('Content-Type', type).send(text);

  test('must be JSON', async () => {
    await send('application/json', '{"version":').expect(400);
    await send('application/json', '["a"]').expect(400);
    await send('text/plain', 'version=1').expect(415);
  });

  test('may have at most eight megabytes', async () => {
    const path = 'x'.repeat(4000);
    const fill = (count: number) => ({
      version: 'big@1',
      commits: [{ id: 'a', patch_set: Array.from({ length: count }, () => ({ path, type: 'A' })) }],
    });
    await fixture.post(fixture.path(), fill(2000)).expect(201);
    await fixture.post(fixture.path(), fill(2200)).expect(413);
  });
});
