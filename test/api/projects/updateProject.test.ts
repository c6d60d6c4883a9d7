import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { readLink, sendRaw } from '../../support/client';
import { makeMigratedPlace } from '../../support/database';
import type { ProjectFixture } from '../../support/fixtures';
import { CONSTANT_FIELDS, FIELD_SETTINGS, optionsOf } from '../../support/projectSettings';
import { type Service, startService, useOwnService } from '../../support/service';

type Json = Record<string, unknown>;

const service = useOwnService();
let project: ProjectFixture;
let token: string;
let reader: string;

beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
  reader = await service.fixtures.token(project.organization, { email: 'bob@acme.test', scopes: ['project:read'] });
});

function put(body: object, options: { path?: string; token?: string } = {}) {
  return service.client.put(options.path ?? project.path, options.token ?? token).send(body);
}

/** Returns the present record by an update without fields. */
async function present(options: { path?: string; token?: string } = {}): Promise<Json> {
  return (await put({}, options).expect(200)).body as Json;
}

/** Sends a body as text, with a content type. */
function putText(
  text: string | Buffer,
  headers: Record<string, string> = { 'Content-Type': 'application/json' },
  as = token,
) {
  return service.client
    .put(project.path, as)
    .set(headers)
    .serialize((body: unknown) => body as string)
    .send(text);
}

function pathOf(slug: string): string {
  return `/api/0/projects/${project.organization}/${slug}/`;
}

const CHANGES: [field: string, value: unknown, derived?: Json][] = [
  ['isBookmarked', true],
  ['name', 'Web shop'],
  ['slug', 'a', { color: '#3fbfbe' }],
  ['platform', 'python-django'],
  ['subjectPrefix', '[shop] ', { subjectPrefix: '[shop]', option: ['mail:subject_prefix', '[shop]'] }],
  ['subjectTemplate', '${tag:server_name}: $title'],
  ['resolveAge', 48, { option: ['svc:resolve_age', 48] }],
];

describe('the fields of a body', () => {
  test.each(CHANGES)('%s is changed, and nothing else', async (field, value, { option, ...derived } = {}) => {
    const before = await present();
    const { body: after } = await put({ [field]: value }).expect(200);

    const options = {
      ...(before['options'] as Json),
      ...(option === undefined ? {} : Object.fromEntries([option as [string, unknown]])),
    };
    expect(after).toEqual({ ...before, [field]: value, ...derived, options });
    expect(await present(field === 'slug' ? { path: pathOf(String(value)) } : {})).toEqual(after);
  });

  const all = {
    isBookmarked: true,
    name: 'Großer Laden 🛒',
    slug: 'web-shop',
    platform: 'node-express',
    subjectPrefix: '[web]',
    subjectTemplate: '$projectID: $title',
    resolveAge: 720,
  };

  test('are changed together', async () => {
    const { body } = await put(all).expect(200);
    expect(body).toMatchObject(all);
    expect(await present({ path: pathOf('web-shop') })).toEqual(body);
  });

  test('are still changed after a restart of the service', async () => {
    const place = await makeMigratedPlace();
    const environment = { DATABASE_URL: place.url, PUBLIC_URL: 'https://errors.example.com' };
    const running: Service[] = [];
    const start = async () => {
      await running.pop()?.close();
      running.push(await startService(environment));
      return running[0] as Service;
    };
    try {
      const first = await start();
      const made = await first.fixtures.project({ slug: 'old-shop' });
      const key = await first.fixtures.token(made.organization);
      const { body } = await first.client.put(made.path, key).send(all).expect(200);

      const second = await start();
      const path = `/api/0/projects/${made.organization}/web-shop/`;
      expect((await second.client.put(path, key).send({}).expect(200)).body).toEqual(body);
      expect((await second.client.put(made.path, key).send({}).expect(302)).headers['location']).toBe(path);
    } finally {
      await running.pop()?.close();
      await place.dispose();
    }
  });

  test('may have their present values', async () => {
    const before = await present();
    const { slug, name, subjectPrefix, subjectTemplate, resolveAge, isBookmarked } = before;
    expect(
      (await put({ slug, name, subjectPrefix, subjectTemplate, resolveAge, isBookmarked }).expect(200)).body,
    ).toEqual(before);
  });

  test('may all be absent: an empty body changes nothing', async () => {
    const before = await present();
    expect((await putText('').expect(200)).body).toEqual(before);
    expect((await putText('{}').expect(200)).body).toEqual(before);
    expect((await service.client.put(project.path, token).expect(200)).body).toEqual(before);
  });
});

describe('bookmarks', () => {
  test('may be set and cleared repeatedly', async () => {
    for (const isBookmarked of [true, true, false, false, true]) {
      expect((await put({ isBookmarked }).expect(200)).body).toMatchObject({ isBookmarked });
      expect(await present()).toMatchObject({ isBookmarked });
    }
  });

  test('belong to one member', async () => {
    const another = await service.fixtures.token(project.organization, { email: 'cleo@acme.test' });
    await put({ isBookmarked: true }, { token: another }).expect(200);
    expect(await present()).toMatchObject({ isBookmarked: false });
    expect(await present({ token: another })).toMatchObject({ isBookmarked: true });
  });

  test('are the same for all tokens of a member', async () => {
    const second = await service.fixtures.token(project.organization, { scopes: ['project:read'] });
    await put({ isBookmarked: true }, { token: second }).expect(200);
    expect(await present()).toMatchObject({ isBookmarked: true });
  });

  test('may be changed with project:read alone', async () => {
    expect((await put({ isBookmarked: true }, { token: reader }).expect(200)).body).toMatchObject({
      isBookmarked: true,
    });
    expect((await put({ isBookmarked: false }, { token: reader }).expect(200)).body).toMatchObject({
      isBookmarked: false,
    });
  });

  test('stay when the project is renamed', async () => {
    await put({ isBookmarked: true }).expect(200);
    expect((await put({ slug: 'renamed' }).expect(200)).body).toMatchObject({ isBookmarked: true });
  });
});

describe('the full record', () => {
  const NOT_SETTINGS = `id slug name platform platforms dateCreated isBookmarked isMember hasAccess access features firstEvent
    firstTransactionEvent hasMinifiedStackTrace hasCustomMetrics hasMonitors hasProfiles hasReplays hasSessions eventProcessing
    latestRelease team teams avatar color status options organization plugins retention`;

  test('has its members and no others', async () => {
    const settings = [...FIELD_SETTINGS.map(({ name }) => name), ...Object.keys(CONSTANT_FIELDS)];
    expect(Object.keys(await present()).sort()).toEqual([...NOT_SETTINGS.split(/\s+/), ...settings].sort());
  });

  test('has 31 options, equal to the fields of the same settings', async () => {
    await put({ subjectPrefix: '[x]', resolveAge: 12 }).expect(200);
    const { options, ...record } = await present();
    expect(options).toEqual(optionsOf(({ name, initial, isOnlyOption }) => (isOnlyOption ? initial : record[name])));
    expect(Object.keys(options as Json)).toHaveLength(31);
    expect(options).toMatchObject({ 'mail:subject_prefix': '[x]', 'svc:resolve_age': 12 });
  });

  test('of a new project has the documented defaults', async () => {
    const made = await service.fixtures.project({
      organization: project.organization,
      slug: 'my-project',
      name: 'Mine',
    });
    const { teams, team } = await present({ path: made.path });
    expect(teams).toEqual([team]);
    expect(await present({ path: made.path })).toMatchObject({
      id: made.id,
      slug: 'my-project',
      name: 'Mine',
      platform: null,
      platforms: [],
      isBookmarked: false,
      isMember: false,
      hasAccess: true,
      features: [],
      firstEvent: null,
      firstTransactionEvent: false,
      hasMinifiedStackTrace: false,
      hasCustomMetrics: false,
      hasMonitors: false,
      hasProfiles: false,
      hasReplays: false,
      hasSessions: false,
      eventProcessing: { symbolicationDegraded: false },
      latestRelease: null,
      avatar: { avatarType: 'letter_avatar', avatarUuid: null },
      color: '#3f77bf',
      status: 'active',
      ...Object.fromEntries(FIELD_SETTINGS.map(({ name, initial }) => [name, initial])),
      ...CONSTANT_FIELDS,
      plugins: [expect.objectContaining({ id: 'webhooks', enabled: false, status: 'disabled' })],
    });
  });

  test('embeds the organization', async () => {
    const { organization } = await present();
    expect(organization).toEqual({
      id: project.row.organizationId,
      slug: project.organization,
      name: expect.any(String),
      status: { id: 'active', name: 'active' },
      dateCreated: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
      isEarlyAdopter: false,
      require2FA: false,
      requireEmailVerification: false,
      avatar: { avatarType: 'letter_avatar', avatarUuid: null },
      features: expect.any(Array),
      links: { organizationUrl: expect.stringContaining(service.url), regionUrl: service.url },
      hasAuthProvider: false,
    });
  });

  test('has in `access` the scopes of the token, in the order of the contract', async () => {
    const scopes = ['project:read', 'alerts:write', 'project:admin', 'member:read'];
    const some = await service.fixtures.token(project.organization, { scopes });
    expect(await present({ token: some })).toMatchObject({
      access: ['member:read', 'project:admin', 'project:read', 'alerts:write'],
    });
    expect(await present({ token: reader })).toMatchObject({ access: ['project:read'] });
    expect((await present())['access']).toHaveLength(19);
  });

  test('has isMember for members of a team of the project, and hasAccess for all members', async () => {
    const team = await service.fixtures.team({ organization: project.organization });
    const insider = await service.fixtures.token(project.organization, { email: 'dan@acme.test', teams: [team.slug] });
    expect(await present({ token: insider })).toMatchObject({ isMember: false, hasAccess: true });
    await service.fixtures.bind(project, team);
    expect(await present({ token: insider })).toMatchObject({ isMember: true, hasAccess: true });
    expect(await present()).toMatchObject({ isMember: false, hasAccess: true });
  });

  test('has every team of the project, and the first as `team`', async () => {
    const team = await service.fixtures.team({ organization: project.organization, slug: 'aa-first' });
    await service.fixtures.bind(project, team);
    const { team: primary, teams } = await present();
    expect(teams).toHaveLength(2);
    expect(teams).toContainEqual({ id: team.id, slug: 'aa-first', name: 'aa-first' });
    expect(primary).toEqual((teams as unknown[])[0]);
  });

  test.each([
    [['project:write'], true],
    [['project:admin'], true],
    [['project:read', 'project:write'], true],
    [['project:read'], false],
    [['project:read', 'team:admin', 'event:admin', 'org:read'], false],
  ])('has the secrets for the scopes %j: %j', async (scopes, isShown) => {
    const some = await service.fixtures.token(project.organization, { scopes });
    const { securityToken, options } = await present({ token: some });
    expect(securityToken).toBe(isShown ? project.row.securityToken : '');
    expect(options).toMatchObject({ 'svc:token': securityToken });
    expect(project.row.securityToken).toMatch(/^[0-9a-f]{32}$/);
  });

  test('has no secrets in the reply to a bookmark either', async () => {
    const { text } = await put({ isBookmarked: true }, { token: reader }).expect(200);
    expect(text).not.toContain(project.row.securityToken);
  });

  test('has a color derived from the slug', async () => {
    let { path } = project;
    for (const [slug, color] of [
      ['bar', '#87bf3f'],
      ['foobar', '#3f7ebf'],
      ['zzz', '#bf553f'],
    ] as const) {
      expect((await put({ slug }, { path }).expect(200)).body).toMatchObject({ slug, color });
      path = pathOf(slug);
    }
  });
});

describe('a caller with project:read alone', () => {
  const FORBIDDEN = {
    detail: 'You do not have permission to perform this action.',
    requiredScopes: ['project:write', 'project:admin'],
  };

  const forbidden: Json[] = [
    { name: 'x' },
    { name: '' },
    { name: 5 },
    { name: null },
    { slug: 'BAD SLUG' },
    { slug: 'fine' },
    { platform: null },
    { platform: 'node' },
    { subjectPrefix: '' },
    { subjectTemplate: '$nothing' },
    { resolveAge: 0 },
    { resolveAge: '5' },
    { options: {} },
    { foo: 1 },
    { isbookmarked: true },
    { isBookmarked: true, name: 'x' },
    { isBookmarked: true, foo: 1 },
    { isBookmarked: 'yes', name: '' },
    { constructor: 1 },
  ];
  test.each(forbidden)('gets 403 for %j, and nothing is applied', async (body) => {
    const before = await present({ token: reader });
    expect((await put(body, { token: reader }).expect(403)).body).toEqual(FORBIDDEN);
    expect(await present({ token: reader })).toEqual(before);
  });

  test.each(['true', 1, 0, null, [], {}, ''])('gets 400 for isBookmarked %j', async (isBookmarked) => {
    const { body } = await put({ isBookmarked }, { token: reader }).expect(400);
    expect(Object.keys(body as Json)).toEqual(['isBookmarked']);
  });

  test('may send an empty object', async () => {
    await put({}, { token: reader }).expect(200);
  });

  test.each(['{"name":', '[{"name":"x"}]', '"name"'])(
    'gets 400 for %s, which is not a JSON object, before any other check',
    async (text) => {
      expect((await putText(text, undefined, reader).expect(400)).body).toEqual({ detail: expect.any(String) });
    },
  );

  test.each([['project:write'], ['project:admin']])(
    'has fewer rights than a caller with %s alone, who may change everything',
    async (scope) => {
      const writer = await service.fixtures.token(project.organization, { scopes: [scope] });
      const changes = { name: 'By writer', isBookmarked: true };
      expect((await put(changes, { token: writer }).expect(200)).body).toMatchObject(changes);
    },
  );
});

describe('invalid fields', () => {
  test('are all reported, and nothing is applied', async () => {
    const taken = await service.fixtures.project({ organization: project.organization });
    const before = await present();
    const { body } = await put({
      slug: taken.slug,
      name: '   ',
      resolveAge: -1,
      platform: 'cobol',
      subjectTemplate: '$nothing',
      subjectPrefix: 5,
      isBookmarked: 'yes',
      color: '#ffffff',
      foo: 1,
    }).expect(400);

    expect(Object.keys(body as Json).sort()).toEqual(
      [
        'slug',
        'name',
        'resolveAge',
        'platform',
        'subjectTemplate',
        'subjectPrefix',
        'isBookmarked',
        'color',
        'foo',
      ].sort(),
    );
    expect((body as Record<string, string[]>)['slug']?.[0]).toContain(taken.slug);
    expect((body as Json)['name']).toEqual(['This field may not be blank.']);
    expect(await present()).toEqual(before);
  });

  test('prevent valid fields from being applied', async () => {
    const before = await present();
    await put({ name: 'Good', isBookmarked: true, resolveAge: 'bad' }).expect(400);
    expect(await present()).toEqual(before);
  });

  test.each([
    'foo',
    'Name',
    'isbookmarked',
    'team',
    'id',
    'color',
    'status',
    'storeCrashReports',
    'a/b',
    '~1',
    'ключ',
    '',
    'constructor',
    'toString',
    'hasOwnProperty',
    '__proto__',
  ])('are reported by name if they are unknown: %j', async (field) => {
    const { body } = await putText(`{${JSON.stringify(field)}: 1}`).expect(400);
    expect(Object.getOwnPropertyNames(body)).toEqual([field]);
    expect(Object.values(body as Json)).toEqual([[expect.stringContaining('Unknown or read-only field')]]);
  });

  test('are reported with every rule that they violate', async () => {
    const { body } = await put({ slug: 'X'.repeat(101) }).expect(400);
    expect((body as Record<string, string[]>)['slug']).toHaveLength(2);
  });

  const WRONG_TYPES: [field: string, values: unknown[]][] = [
    ['isBookmarked', ['true', 'false', 1, 0, null, [], {}]],
    ['name', [5, true, null, ['x'], {}]],
    ['slug', [5, true, null, ['x'], {}]],
    ['platform', [5, true, null, ['node'], {}]],
    ['subjectPrefix', [5, false, null, [], {}]],
    ['subjectTemplate', [5, false, null, [], {}]],
    ['resolveAge', ['5', '', 'x', 1.5, true, null, [], {}]],
  ];
  test.each(WRONG_TYPES.flatMap(([field, values]) => values.map((value) => [field, value] as const)))(
    'of another type are not converted: %s %j',
    async (field, value) => {
      const { body } = await put({ [field]: value }).expect(400);
      expect(body).toEqual({ [field]: [expect.any(String)] });
    },
  );
});

describe('values', () => {
  const accepted: [field: string, value: unknown, shown?: unknown][] = [
    ['name', 'x'],
    ['name', '𝒳'.repeat(200)],
    ['name', ` ${'n'.repeat(200)}\n`, 'n'.repeat(200)],
    ['name', '\u00a0 Shop\u2003\t', 'Shop'],
    ['name', 'a\u2028b'],
    ['name', '<script>alert(1)</script>'],
    ['name', "Robert'); DROP TABLE project;--"],
    ['slug', 'a'],
    ['slug', '-'],
    ['slug', '_'],
    ['slug', '1-2'],
    ['slug', '1a'],
    ['slug', 's'.repeat(100)],
    ['slug', ' trimmed ', 'trimmed'],
    ['slug', 'my-teams'],
    ['platform', 'other'],
    ['platform', ' node ', 'node'],
    ['subjectPrefix', ''],
    ['subjectPrefix', '   ', ''],
    ['subjectPrefix', '𝒳'.repeat(200)],
    ['subjectTemplate', 'x'.repeat(200)],
    ['subjectTemplate', '$title $shortID $projectID $orgID $project'],
    ['subjectTemplate', '${tag:server_name}${tag:a.b-c:d_9}'],
    ['subjectTemplate', '$title$title-$project.'],
    ['subjectTemplate', 'costs 5$'],
    ['subjectTemplate', '$5 $$ $. $-$'],
    ['subjectTemplate', '$$title'],
    ['subjectTemplate', '{title} {}'],
    ['subjectTemplate', 'zwei\nZeilen'],
    ['resolveAge', 0],
    ['resolveAge', 1],
    ['resolveAge', 87_600],
  ];
  test.each(accepted)('%s accepts %j', async (field, value, presented = value) => {
    const { body } = await put({ [field]: value }).expect(200);
    expect((body as Json)[field]).toBe(presented);
    expect(await present({ path: pathOf(String((body as Json)['slug'])) })).toEqual(body);
  });

  const refused: [field: string, value: unknown][] = [
    ['name', ''],
    ['name', ' \t\n\u00a0'],
    ['name', 'n'.repeat(201)],
    ['name', '𝒳'.repeat(201)],
    ['name', 'null \u0000 inside'],
    ['name', 'half a pair \ud800'],
    ['slug', ''],
    ['slug', ' '],
    ['slug', 's'.repeat(101)],
    ['slug', 'Foo'],
    ['slug', 'a b'],
    ['slug', 'a.b'],
    ['slug', 'a/b'],
    ['slug', '123'],
    ['slug', '0'],
    ['slug', 'é'],
    ['slug', 'ａ'],
    ['slug', '٣a'],
    ['slug', 'a\nb'],
    ['platform', ''],
    ['platform', 'Node'],
    ['platform', 'django'],
    ['platform', 'react'],
    ['platform', 'rails'],
    ['platform', 'node_express'],
    ['subjectPrefix', 'x'.repeat(201)],
    ['subjectPrefix', 'null \u0000 inside'],
    ['subjectPrefix', '\udc00'],
    ['subjectTemplate', ''],
    ['subjectTemplate', '  '],
    ['subjectTemplate', 'x'.repeat(201)],
    ['subjectTemplate', '$Title'],
    ['subjectTemplate', '$titles'],
    ['subjectTemplate', '$title_'],
    ['subjectTemplate', '$title2'],
    ['subjectTemplate', '$short'],
    ['subjectTemplate', '$shortid'],
    ['subjectTemplate', '$projectIDs'],
    ['subjectTemplate', '$_'],
    ['subjectTemplate', '$issueType'],
    ['subjectTemplate', '${title}'],
    ['subjectTemplate', '${tag:}'],
    ['subjectTemplate', '${tag:a b}'],
    ['subjectTemplate', '${tag:a'],
    ['subjectTemplate', '${tag}'],
    ['subjectTemplate', 'x ${'],
    ['subjectTemplate', '\ud800'],
    ['resolveAge', -1],
    ['resolveAge', 87_601],
    ['resolveAge', 0.5],
    ['resolveAge', 1e300],
  ];
  test.each(refused)('%s rejects %j', async (field, value) => {
    const { body } = await put({ [field]: value }).expect(400);
    expect(Object.keys(body as Json)).toEqual([field]);
  });

  test.each([
    ['$shortID $oops', 'line 1: Unknown variable `$oops`; use '],
    ['$title\n$shortID: ${tag:a b}', 'line 2: Unknown variable `${tag:a`; use '],
    ['$projectIDs', 'line 1: Unknown variable `$projectIDs`; use '],
  ])('an error in subjectTemplate %j has its line', async (subjectTemplate, beginning) => {
    const { body } = await put({ subjectTemplate }).expect(400);
    expect(body).toEqual({
      subjectTemplate: [`${beginning}$title, $shortID, $projectID, $orgID, $project or \${tag:KEY}.`],
    });
  });

  test.each(['5.0', '5e0', '0.5e1'])('resolveAge accepts the integer 5 written as %s', async (text) => {
    expect((await putText(`{"resolveAge": ${text}}`).expect(200)).body).toMatchObject({ resolveAge: 5 });
  });

  const RESERVED = `$all api-keys audit-log auth members projects rate-limits repos settings teams billing payments legal
    subscription support integrations developer-settings usage`;
  test.each(RESERVED.split(/\s+/))('the slug %s is reserved', async (slug) => {
    const { body } = await put({ slug }).expect(400);
    expect((body as Record<string, string[]>)['slug']).toContainEqual(expect.stringContaining('reserved'));
  });

  const PLATFORMS = `android apple apple-ios apple-macos bun capacitor cordova dart deno dotnet dotnet-aspnet dotnet-aspnetcore
    dotnet-awslambda dotnet-gcpfunctions dotnet-maui dotnet-uwp dotnet-winforms dotnet-wpf dotnet-xamarin electron elixir flutter
    go go-echo go-fasthttp go-gin go-http go-iris go-martini go-negroni ionic java java-log4j2 java-logback java-spring
    java-spring-boot javascript javascript-angular javascript-astro javascript-ember javascript-gatsby javascript-nextjs
    javascript-react javascript-remix javascript-svelte javascript-sveltekit javascript-vue kotlin minidump native native-qt
    nintendo-switch node node-awslambda node-azurefunctions node-connect node-express node-fastify node-gcpfunctions node-hapi
    node-koa node-nestjs node-serverlesscloud php php-laravel php-symfony powershell python python-aiohttp python-asgi
    python-awslambda python-bottle python-celery python-chalice python-django python-falcon python-fastapi python-flask
    python-gcpfunctions python-pylons python-pymongo python-pyramid python-quart python-rq python-sanic python-serverless
    python-starlette python-tornado python-tryton python-wsgi react-native ruby ruby-rack ruby-rails rust unity unreal
    cloudflare-pages cloudflare-workers go-fiber javascript-solid javascript-solidstart javascript-nuxt other`;
  test('every platform of the list is accepted', async () => {
    for (const platform of PLATFORMS.split(/\s+/)) {
      expect((await put({ platform })).body).toMatchObject({ platform });
    }
  });

  test('a slug is unique in its organization only', async () => {
    const sibling = await service.fixtures.project({ organization: project.organization, slug: 'sibling' });
    const { body } = await put({ slug: sibling.slug }).expect(400);
    expect(body).toEqual({ slug: [expect.stringContaining('sibling')] });

    const stranger = await service.fixtures.project();
    expect((await put({ slug: stranger.slug }).expect(200)).body).toMatchObject({ slug: stranger.slug });
  });

  test('of two concurrent requests for one slug, the second gets 400', async () => {
    const rival = await service.fixtures.project({ organization: project.organization });
    const replies = await Promise.all([
      put({ slug: 'prize', name: 'A' }),
      put({ slug: 'prize', name: 'B' }, { path: rival.path }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(replies.find(({ status }) => status === 400)?.body).toEqual({ slug: [expect.stringContaining('prize')] });
    expect((await put({}, { path: pathOf('prize') }).expect(200)).body).toMatchObject({ slug: 'prize' });
  });
});

test('a body is applied completely or rejected, whatever it contains', async () => {
  const fields = [
    'isBookmarked',
    'name',
    'platform',
    'subjectPrefix',
    'subjectTemplate',
    'resolveAge',
    'foo',
    '__proto__',
  ];
  const likely = fc.constantFrom(true, 'node', 'x', '$title', 5, '\u0000', '\ud800');
  const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), likely, fc.string({ unit: 'binary' }));
  const body = fc.array(fc.tuple(fc.constantFrom(...fields), value), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(body, async (pairs) => {
      const before = await present();
      const members = pairs.map(([field, content]) => `${JSON.stringify(field)}:${JSON.stringify(content)}`);
      const reply = await putText(`{${members.join(',')}}`);
      expect([200, 400]).toContain(reply.status);
      const after = await present();
      if (reply.status === 400) expect(after).toEqual(before);
      else
        for (const [field, content] of new Map(pairs))
          expect(after[field]).toEqual(typeof content === 'string' ? content.trim() : content);
    }),
    { numRuns: 60 },
  );
});

describe('the body', () => {
  test.each([
    ['{"name":', /JSON/],
    ['{"name":"x"', /JSON/],
    ["{'name':'x'}", /JSON/],
    ['{"resolveAge": NaN}', /JSON/],
    ['{"resolveAge": Infinity}', /JSON/],
    ['{"name":"x"} trailing', /JSON/],
    ['   ', /JSON/],
    ['[]', /object/],
    ['[{"name":"x"}]', /object/],
    ['"name"', /object/],
    ['5', /object/],
    ['true', /object/],
    ['null', /object/],
  ])('%s is rejected with 400', async (text, message) => {
    expect((await putText(text).expect(400)).body).toEqual({ detail: expect.stringMatching(message) });
  });

  test('is rejected with 400 if it is not UTF-8', async () => {
    await putText(Buffer.from('7b226e616d65223a22ff227d', 'hex')).expect(400);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
  ])('is rejected with 415 if its type is %s', async (type) => {
    const { body } = await putText('{"name":"x"}', { 'Content-Type': type }).expect(415);
    expect(body).toEqual({ detail: expect.stringContaining(type.split(';')[0] ?? '') });
  });

  test('is rejected with 415 without a type', async () => {
    const headers = { Authorization: `Bearer ${token}` };
    const reply = await sendRaw(service.url, { method: 'PUT', path: project.path, headers, body: '{"name":"x"}' });
    expect(reply.status).toBe(415);
    expect(JSON.parse(reply.text)).toEqual({ detail: expect.any(String) });
  });

  test.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset="UTF-8"'])(
    'may be of the type %s',
    async (type) => {
      expect((await putText('{"name":"Ünï"}', { 'Content-Type': type }).expect(200)).body).toMatchObject({
        name: 'Ünï',
      });
    },
  );

  test('may begin with a byte order mark', async () => {
    await putText('\ufeff{"name":"x"}').expect(200);
  });

  test('may have at most one mebibyte', async () => {
    const limit = 1024 * 1024;
    const exact = '{"name":"Long"}'.padEnd(limit, ' ');
    expect((await putText(exact).expect(200)).body).toMatchObject({ name: 'Long' });
    const { body } = await putText(`${exact} `).expect(413);
    expect(body).toEqual({ detail: expect.any(String) });
  });

  test.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('may be compressed with %s', async (encoding, compress) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': encoding };
    expect((await putText(compress('{"name":"Packed"}'), headers).expect(200)).body).toMatchObject({ name: 'Packed' });
  });

  test('is limited in its inflated size', async () => {
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    await putText(gzipSync('{"name":"x"}'.padEnd(5 * 1024 * 1024, ' ')), headers).expect(413);
  });

  test('is rejected with 400 if it does not match its encoding, and with 415 if the encoding is unknown', async () => {
    const headers = { 'Content-Type': 'application/json' };
    await putText('{"name":"x"}', { ...headers, 'Content-Encoding': 'gzip' }).expect(400);
    await putText('{"name":"x"}', { ...headers, 'Content-Encoding': 'zstd' }).expect(415);
  });

  test('is rejected with 400 if it is nested very deeply', async () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    await putText(`{"name":${deep}}`).expect(400);
  });

  test('may repeat a field, whose last value counts', async () => {
    expect((await putText('{"name":"first","name":"last"}').expect(200)).body).toMatchObject({ name: 'last' });
  });

  test.each(['expand', 'statsPeriod', ''])('is rejected with the unknown query parameter %j', async (key) => {
    const { body } = await put({}, { path: `${project.path}?${key}=1` }).expect(400);
    expect(body).toEqual({ detail: expect.stringContaining(`'${key}'`) });
  });
});

describe('a renamed project', () => {
  const EVENT = '0123456789abcdef0123456789abcdef';

  /** Renames the project of the test to each slug in turn. */
  async function rename(...slugs: string[]): Promise<void> {
    for (const slug of slugs) {
      await put({ slug }).expect(200);
      project = { ...project, slug, path: pathOf(slug) };
    }
  }

  test.each([
    ['put', ''],
    ['get', 'events/'],
    ['get', 'events/?full=1&per_page=5&cursor='],
    ['get', 'events/?full=maybe'],
    ['delete', 'issues/'],
    ['delete', 'issues/?id=1&id=2&id=%33'],
    ['get', `events/${EVENT}/source-map-debug/?frame_idx=0&exception_idx=0`],
    ['get', `events/${EVENT}/source-map-debug/`],
  ] as const)('redirects %s %s', async (method, suffix) => {
    const old = project.path;
    await rename('moved');
    const reply = await service.client.send(method, old + suffix, token).expect(302);
    const location = `/api/0/projects/${project.organization}/moved/${suffix}`;
    expect(reply.headers['location']).toBe(location);
    expect(reply.body).toEqual({
      slug: 'moved',
      detail: { code: 'resource-moved', message: expect.any(String), extra: { url: location, slug: 'moved' } },
    });
  });

  test('is not changed by requests to its former slug', async () => {
    const old = project.path;
    await service.fixtures.event(project);
    await rename('moved');
    const before = await present();
    await put({ name: 'Never' }, { path: old }).expect(302);
    await service.client.delete(`${old}issues/`, token).expect(302);
    expect(await present()).toEqual(before);
    expect((await service.client.get(`${project.path}events/`, token).expect(200)).body).toHaveLength(1);
  });

  test('has links with its present slug', async () => {
    await rename('moved');
    const { next } = readLink(await service.client.get(`${project.path}events/`, token).expect(200));
    expect(next.path).toContain('/moved/');
  });

  test('is found by all of its former slugs', async () => {
    const { path } = project;
    await rename('one', 'two', 'three');
    for (const old of [path, pathOf('one'), pathOf('two')]) {
      expect((await put({}, { path: old }).expect(302)).headers['location']).toBe(pathOf('three'));
    }
  });

  test('may be renamed back to a former slug', async () => {
    const { slug, path } = project;
    await rename('interim', slug);
    await put({}, { path }).expect(200);
    expect((await put({}, { path: pathOf('interim') }).expect(302)).headers['location']).toBe(path);
  });

  test('loses a former slug to a new project', async () => {
    const { slug, path } = project;
    await rename('moved');
    const taker = await service.fixtures.project({ organization: project.organization, slug });
    expect((await put({}, { path }).expect(200)).body).toMatchObject({ id: taker.id });
    expect(await present()).toMatchObject({ id: project.id });
  });

  test('loses a former slug to a project that is renamed to it, permanently', async () => {
    const { slug, path } = project;
    await rename('moved');
    const taker = await service.fixtures.project({ organization: project.organization });
    expect((await put({ slug }, { path: taker.path }).expect(200)).body).toMatchObject({ id: taker.id });
    expect((await put({}, { path }).expect(200)).body).toMatchObject({ id: taker.id });
    await put({ slug: 'taker-went-on' }, { path }).expect(200);
    expect((await put({}, { path }).expect(302)).headers['location']).toBe(pathOf('taker-went-on'));
  });

  test('does not redirect callers without access', async () => {
    const { path } = project;
    await rename('moved');
    const stranger = await service.fixtures.token((await service.fixtures.organization()).slug);
    await put({}, { path, token: stranger }).expect(404);
    const powerless = await service.fixtures.token(project.organization, { scopes: ['org:read'] });
    await put({}, { path, token: powerless }).expect(403);
  });

  test('does not redirect from the same slug in another organization', async () => {
    const { slug } = project;
    await rename('moved');
    const other = await service.fixtures.organization();
    const theirs = await service.fixtures.token(other.slug);
    await put({}, { path: `/api/0/projects/${other.slug}/${slug}/`, token: theirs }).expect(404);
  });

  test('redirects before the body is read', async () => {
    const { path } = project;
    await rename('moved');
    await service.client.put(path, token).set('Content-Type', 'text/plain').send('x').expect(302);
  });

  test('redirects from every spelling of the former path, and never to another origin', async () => {
    const { slug, organization } = project;
    await rename('moved');
    const escaped = slug.replace('p', '%70');
    for (const path of [
      `/api/0/projects/${organization}/${slug}`,
      `/api/0/projects/${organization}/${escaped}/`,
      `//api//0///projects/${organization}//${slug}/`,
    ]) {
      const headers = { Authorization: `Bearer ${token}` };
      const { status, headers: answered } = await sendRaw(service.url, { method: 'PUT', path, headers });
      expect(status).toBe(302);
      const target = new URL(String(answered['location']), service.url);
      expect(target.origin).toBe(service.url);
      expect((await put({}, { path: target.pathname }).expect(200)).body).toMatchObject({ slug: 'moved' });
    }
  });

  test('accepts events with its DSN', async () => {
    await rename('moved');
    const eventId = await service.fixtures.event(project);
    const { body } = await service.client.get(`${project.path}events/`, token).expect(200);
    expect(body).toEqual([expect.objectContaining({ eventID: eventId, projectID: project.id })]);
  });
});

describe('a body of 100,000 fields', () => {
  test('is rejected with one error, and nothing is applied', async () => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, number) => [number.toString(36), 1]));
    const { body } = await put({ ...many, name: 'Never' }).expect(400);
    expect(Object.keys(body as Json)).toHaveLength(1);
    expect(await present()).not.toMatchObject({ name: 'Never' });
  });
});
