import { ReleaseFixture } from '../../support/releaseFixture';

type Json = Record<string, unknown>;

let fixture: ReleaseFixture;
beforeAll(async () => {
  fixture = await ReleaseFixture.open();
  await fixture.release('shop@1', { projects: ['shop', 'blog'] });
});
afterAll(() => fixture.close());

const deploy = (fields: Json, version = 'shop@1') => fixture.post(fixture.path(`${version}/deploys/`), fields);

describe('a deploy', () => {
  test('needs only an environment, and is finished now', async () => {
    const before = Date.now();
    const { body } = await deploy({ environment: ' production ' }).expect(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[1-9][0-9]*$/),
      environment: 'production',
      name: null,
      url: null,
      dateStarted: null,
      dateFinished: expect.any(String),
    });
    expect(Date.parse(body.dateFinished)).toBeGreaterThanOrEqual(before);
    expect((await fixture.get(fixture.path('shop@1/deploys/')).expect(200)).body).toEqual([body]);
  });

  test('has the fields that were sent', async () => {
    const sent = { environment: 'qa', name: 'rollout 7', url: 'https://ci.acme.test/7' };
    const { body } = await deploy({
      ...sent,
      dateStarted: '2026-11-18T16:18:12.250999999Z',
      dateFinished: '2026-11-18T16:20:00.1Z',
    }).expect(201);
    expect(body).toMatchObject({
      ...sent,
      dateStarted: '2026-11-18T16:18:12.250Z',
      dateFinished: '2026-11-18T16:20:00.100Z',
    });
  });

  test('may have null for optional fields', async () => {
    await deploy({ environment: 'qa', name: null, url: null, dateStarted: null, dateFinished: null }).expect(201);
  });

  test.each(['', ' ', '.', '..', 'none', 'NONE', 'a/b', 'a\nb', 'x'.repeat(65), 5, null])(
    'may not have the environment %j',
    async (environment) => {
      expect(Object.keys((await deploy({ environment }).expect(400)).body)).toEqual(['environment']);
    },
  );

  test('with invalid fields is rejected with all errors, and not recorded', async () => {
    const count = async () => (await fixture.get(fixture.path('shop@1/deploys/'))).body.length as number;
    const countBefore = await count();
    const { body } = await deploy({
      name: 'x'.repeat(65),
      url: 'x'.repeat(2001),
      dateStarted: 'x',
      dateFinished: '2026-02-30T00:00:00Z',
      projects: ['nix'],
      who: 'me',
    }).expect(400);
    expect(Object.keys(body).toSorted()).toEqual([
      'dateFinished',
      'dateStarted',
      'environment',
      'name',
      'projects',
      'url',
      'who',
    ]);
    expect(await count()).toBe(countBefore);
  });

  test('of an unknown release gets 404', async () => {
    expect((await deploy({ environment: 'qa' }, 'nix').expect(404)).body).toEqual({ detail: 'Release not found' });
  });

  test('must be JSON of at most one mebibyte', async () => {
    const send = (type: string, text: string) =>
      fixture.service.client.post(fixture.path('shop@1/deploys/'), fixture.token).set('Content-Type', type).send(text);
    await send('text/plain', 'environment=qa').expect(415);
    await send('application/json', '{').expect(400);
    await send('application/json', JSON.stringify({ name: 'x'.repeat(1_100_000) })).expect(413);
  });
});

describe('the projects of a deploy', () => {
  const deploysOf = async (slug: string) => (await fixture.project(slug))['latestDeploys'] as Json | null;
  let outer: ReleaseFixture;

  beforeAll(async () => {
    outer = fixture;
    fixture = await ReleaseFixture.open();
    for (const version of ['a@1', 'a@2']) await fixture.release(version, { projects: ['shop', 'blog'] });
  });
  afterAll(async () => {
    await fixture.close();
    fixture = outer;
  });

  test('are those of the release; each shows the last finished deploy of each environment', async () => {
    expect(await deploysOf('shop')).toBeNull();
    await deploy({ environment: 'qa', dateFinished: '2026-11-18T10:00:00Z' }, 'a@1').expect(201);
    await deploy({ environment: 'production', dateFinished: '2026-11-18T11:00:00Z' }, 'a@1').expect(201);
    await deploy({ environment: 'qa', dateFinished: '2026-11-18T12:00:00Z' }, 'a@2').expect(201);
    await deploy({ environment: 'qa', dateFinished: '2026-11-18T09:00:00Z' }, 'a@1').expect(201);
    for (const slug of ['shop', 'blog']) {
      expect(await deploysOf(slug)).toEqual({
        qa: { version: 'a@2', dateFinished: '2026-11-18T12:00:00Z' },
        production: { version: 'a@1', dateFinished: '2026-11-18T11:00:00Z' },
      });
    }
  });

  test('have the environment of the deploy from then on', async () => {
    expect((await fixture.project('shop'))['environments']).toEqual(['production', 'qa']);
    await fixture.service.fixtures.event(fixture.shop, { environment: 'local' });
    expect((await fixture.project('shop'))['environments']).toEqual(['local', 'production', 'qa']);
    expect(await deploysOf('shop')).not.toHaveProperty('local');
  });

  test('may be named by slug or id', async () => {
    await deploy({ environment: 'edge', projects: [Number(fixture.blog.id), 'blog'] }, 'a@1').expect(201);
    expect(await deploysOf('blog')).toHaveProperty('edge');
    expect(await deploysOf('shop')).not.toHaveProperty('edge');
    await deploy({ environment: 'every', projects: [] }, 'a@1').expect(201);
    for (const slug of ['shop', 'blog']) expect(await deploysOf(slug)).toHaveProperty('every');
  });

  test('must have the release', async () => {
    await fixture.release('b@1', { projects: ['blog'] });
    const { body } = await deploy({ environment: 'qa', projects: ['shop', 'blog', 'nix'] }, 'b@1').expect(400);
    expect(body).toEqual({
      projects: [
        'projects[2]: There is no project "nix" in this organization.',
        'projects[0]: The release is not bound to project "shop".',
      ],
    });
  });

  test('include those that get the release later, unless the deploy names its projects', async () => {
    await fixture.release('c@1', { projects: ['blog'] });
    await deploy({ environment: 'open' }, 'c@1').expect(201);
    await deploy({ environment: 'closed', projects: ['blog'] }, 'c@1').expect(201);
    await fixture.service.fixtures.event(fixture.shop, { release: 'c@1' });
    expect(await deploysOf('shop')).toHaveProperty('open');
    expect(await deploysOf('shop')).not.toHaveProperty('closed');
    expect((await fixture.project('shop'))['environments']).toContain('open');
  });
});

describe('commits that fix issues', () => {
  type Issue = { shortId: string; title: string; status: string };

  async function issues(project: string): Promise<Record<string, string>> {
    const path = `/api/0/projects/${fixture.organization}/${project}/issues/?query=`;
    const { body } = await fixture.get(path).expect(200);
    return Object.fromEntries((body as Issue[]).map(({ shortId, status }) => [shortId, status]));
  }

  beforeAll(async () => {
    for (const project of [fixture.shop, fixture.blog])
      for (const name of ['a', 'b', 'c']) {
        const exception = { values: [{ type: 'Error', value: name }] };
        await fixture.service.fixtures.event(project, { fingerprint: [name], exception });
      }
    const ignored = `/api/0/projects/${fixture.organization}/shop/issues/?id=3`;
    await fixture.put(ignored, { status: 'ignored' }).expect(200);
  });

  const all = (slug: string, statuses: readonly string[]) =>
    Object.fromEntries(statuses.map((status, index) => [`${slug}-${index + 1}`, status]));

  test('resolve them with the deploy, in the projects of the deploy, with the commit in the activities', async () => {
    const id = '1cf1dab1ee0aabf03ca7efceeb5509063a8ec264';
    const message = 'Sum carts\n\nFixes SHOP-1, shop-3 and BLOG-2, closes OTHER-1';
    await fixture.release('fix@1', { projects: ['shop', 'blog'], commits: [{ id, repository: 'acme/shop', message }] });
    const untouched = { ...all('SHOP', ['unresolved', 'unresolved', 'ignored']) };
    expect(await issues('shop')).toEqual(untouched);
    await deploy({ environment: 'qa', projects: ['blog'] }, 'fix@1').expect(201);
    expect(await issues('shop')).toEqual(untouched);
    expect(await issues('blog')).toEqual(all('BLOG', ['unresolved', 'resolved', 'unresolved']));
    await deploy({ environment: 'production' }, 'fix@1').expect(201);
    expect(await issues('shop')).toEqual(all('SHOP', ['resolved', 'unresolved', 'ignored']));
    const issue = `/api/0/organizations/${fixture.organization}/issues/SHOP-1/`;
    expect((await fixture.get(issue).expect(200)).body).toMatchObject({ statusDetails: { inRelease: 'fix@1' } });
    const { body } = await fixture.get(`${issue}activities/`).expect(200);
    expect((body as { activity: unknown[] }).activity[0]).toMatchObject({
      type: 'set_resolved_in_commit',
      user: { email: expect.any(String) as string },
      data: { version: 'fix@1', commit: { id, repository: 'acme/shop', message } },
    });
  });

  test('resolve them with the release date, once commits and date are there', async () => {
    const message = 'resolves blog-3';
    await fixture.release('fix@2', { projects: ['blog'], dateReleased: '2026-11-20T00:00:00Z' });
    expect((await issues('blog'))['BLOG-3']).toBe('unresolved');
    await fixture.put(fixture.path('fix@2/'), { commits: [{ id: 'a'.repeat(40), message }] }).expect(200);
    expect((await issues('blog'))['BLOG-3']).toBe('resolved');
  });
});
