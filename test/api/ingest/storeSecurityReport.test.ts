import { envelope, type ProjectFixture } from '../../support/fixtures';
import { outcomesOf } from '../../support/outcomes';
import { useOwnService, useService } from '../../support/service';

type Json = Record<string, unknown>;

const service = useService();
const withoutReports = useOwnService({ DISABLED_ITEMS: 'security' });
let project: ProjectFixture;
let token: string;

beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

const CHROME = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/147.0.0.0 Safari/537.36' };
const POLICY = "default-src 'self'; script-src 'self' https://cdn.example.com; img-src *";
const REPORT = {
  'document-uri': 'https://shop.example.com/cart?id=7',
  referrer: 'https://search.example.org/',
  'violated-directive': "script-src 'self' https://shop.example.com",
  'effective-directive': 'script-src-elem',
  'original-policy': POLICY,
  'blocked-uri': 'https://evil.example.net:8443/a.js?x=1',
  'status-code': '200',
  'line-number': 12,
  'column-number': -1,
  'source-file': 'https://shop.example.com/cart',
  'script-sample': '',
};
const old = (change: Json = {}) => ({ 'csp-report': { ...REPORT, ...change } });
const modern = (body: Json = {}, type = 'csp-violation'): Json => ({
  type,
  age: 60_000,
  url: 'https://shop.example.com/cart',
  user_agent: 'x',
  body: {
    documentURL: 'https://shop.example.com/cart',
    effectiveDirective: 'img-src',
    originalPolicy: POLICY,
    blockedURL: 'https://pics.example.net/a.png',
    disposition: 'enforce',
    ...body,
  },
});

function send(body: unknown, { query = '', type = 'application/csp-report', at = service, to = project } = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return at.client
    .post(`/api/${to.id}/security/?sentry_key=${to.publicKey}${query}`)
    .set({ ...CHROME, 'Content-Type': type })
    .serialize((value: unknown) => value as string)
    .send(text);
}

async function events(): Promise<Json[]> {
  return (await service.client.get(`${project.path}events/?full=1`, token).expect(200)).body as Json[];
}

async function issueTitles(): Promise<string[]> {
  const { body } = await service.client.get(`${project.path}issues/`, token).expect(200);
  return (body as { title: string }[]).map(({ title }) => title).sort();
}

const counts = (isThere: (all: Record<string, number>) => boolean) => outcomesOf(service, project, token, isThere);

test('a report is an event with its fields, tags, page and release', async () => {
  const reply = await send(old(), { query: '&sentry_release=shop@2&sentry_environment=staging' }).expect(200);
  expect([reply.text, reply.headers['access-control-allow-origin']]).toEqual(['', '*']);
  const [event] = await events();
  expect(event).toMatchObject({
    'event.type': 'csp',
    title: "Blocked 'script' from 'evil.example.net:8443'",
    culprit: "script-src 'self' 'self'",
    platform: 'other',
    release: 'shop@2',
    metadata: {
      directive: 'script-src-elem',
      uri: 'evil.example.net:8443',
      message: "Blocked 'script' from 'evil.example.net:8443'",
    },
    user: { ip_address: '127.0.0.1' },
  });
  const tags = Object.fromEntries(
    (event?.['tags'] as { key: string; value: string }[]).map(({ key, value }) => [key, value]),
  );
  expect(tags).toMatchObject({
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.example.net:8443/a.js?x=1',
    'blocked-host': 'evil.example.net:8443',
    environment: 'staging',
    logger: 'csp',
    'browser.name': 'Chrome',
    url: 'https://shop.example.com/cart',
  });
  const entries = new Map((event?.['entries'] as { type: string; data: Json }[]).map(({ type, data }) => [type, data]));
  expect(entries.get('csp')).toEqual({
    effective_directive: 'script-src-elem',
    violated_directive: REPORT['violated-directive'],
    blocked_uri: REPORT['blocked-uri'],
    document_uri: REPORT['document-uri'],
    referrer: REPORT.referrer,
    original_policy: POLICY,
    source_file: REPORT['source-file'],
    status_code: 200,
    line_number: 12,
  });
  expect(entries.get('request')).toMatchObject({
    url: 'https://shop.example.com/cart',
    query: [['id', '7']],
    headers: expect.arrayContaining([['Referer', REPORT.referrer]]),
  });
  expect(event?.['contexts']).not.toHaveProperty('csp');
  const { body: issues } = await service.client.get(`${project.path}issues/`, token).expect(200);
  expect(issues).toMatchObject([{ type: 'csp', issueCategory: 'error', title: event?.['title'] }]);
});

test('each report of a list is an event of its own; other types are counted', async () => {
  const list = [
    modern(),
    modern({}, 'deprecation'),
    modern({ blockedURL: 'inline', effectiveDirective: 'script-src', sample: 'alert(1)' }),
  ];
  await send(list, { type: 'application/reports+json; charset=utf-8' }).expect(200);
  expect(await issueTitles()).toEqual(["Blocked 'image' from 'pics.example.net'", "Blocked unsafe inline 'script'"]);
  const [first] = (await events())
    .flatMap((event) => event['entries'] as { type: string; data: Json }[])
    .filter(({ data }) => 'script_sample' in data);
  expect(first?.data['script_sample']).toBe('alert(1)');
  const [{ dateCreated, dateReceived } = {}] = await events();
  // The time of an event is in seconds.
  expect(Math.floor((Date.parse(String(dateReceived)) - Date.parse(String(dateCreated))) / 60_000)).toBe(1);
  expect(await counts((all) => all['accepted security'] === 2)).toEqual({
    'accepted security': 2,
    'invalid feature_disabled security': 1,
  });
});

test.each<[string, unknown]>([
  ['application/json', old()],
  ['application/json', modern()],
  ['application/json', [modern()]],
  ['application/reports+json', old()],
])('%s may have any form: %j', async (type, body) => {
  await send(body, { type }).expect(200);
  expect(await events()).toHaveLength(1);
});

test('paths and pages do not matter for the issue; directives, hosts and keywords do', async () => {
  for (const change of [
    {},
    { 'blocked-uri': 'https://evil.example.net:8443/other/b.js', 'document-uri': 'https://shop.example.com/about' },
    { 'blocked-uri': 'https://evil.example.net/' },
    { 'effective-directive': 'connect-src' },
    { 'blocked-uri': 'data' },
    { 'blocked-uri': 'data:text/javascript,1' },
    { 'effective-directive': 'script-src', 'blocked-uri': 'eval' },
    { 'effective-directive': 'script-src', 'blocked-uri': '', 'violated-directive': "script-src 'unsafe-eval'" },
    { 'effective-directive': 'style-src', 'blocked-uri': undefined },
    { 'effective-directive': 'new-src', 'blocked-uri': 'self' },
    { 'effective-directive': undefined, 'violated-directive': "form-action 'self'" },
  ])
    await send(old(change)).expect(200);
  expect(await issueTitles()).toEqual(
    [
      "Blocked 'script' from 'evil.example.net:8443'",
      "Blocked 'script' from 'evil.example.net'",
      "Blocked 'connect' from 'evil.example.net:8443'",
      "Blocked 'script' from 'data:'",
      "Blocked unsafe eval() 'script'",
      "Blocked inline 'style'",
      "Blocked inline 'new'",
      "Blocked 'form' from 'evil.example.net:8443'",
    ].sort(),
  );
});

test('secrets in addresses are redacted', async () => {
  await send(old({ 'blocked-uri': 'https://user:hunter2@evil.example.net/?password=hunter2' })).expect(200);
  const text = JSON.stringify(await events());
  expect(text).toContain('evil.example.net');
  expect(text).not.toContain('hunter2');
});

describe('sources are ignored', () => {
  const sources = [
    'chrome-extension://abc/x.js',
    'chrome-extension',
    'moz-extension://x',
    'about',
    'http://localhost:3000/a.js',
  ];

  test('of extensions, the browser and this computer, unless the setting is off', async () => {
    for (const source of sources) await send(old({ 'blocked-uri': source })).expect(200);
    await send(old({ 'source-file': 'safari-web-extension://x/y.js' })).expect(200);
    expect(await events()).toEqual([]);
    expect(await counts((all) => all['filtered invalid-csp security'] === 6)).toEqual({
      'filtered invalid-csp security': 6,
    });
    await service.client
      .put(project.path, token)
      .send({ options: { 'svc:csp_ignored_sources_defaults': false } })
      .expect(200);
    for (const source of sources) await send(old({ 'blocked-uri': source })).expect(200);
    expect(await events()).toHaveLength(sources.length);
  });

  test('of the project', async () => {
    const set = (text: string) =>
      service.client.put(project.path, token).send({ options: { 'svc:csp_ignored_sources': text } });
    await set('*.example.net:8443\nhttps://ads.test').expect(200);
    for (const source of ['https://example.net:8443/', 'https://a.b.example.net:8443/', 'https://ads.test/x'])
      await send(old({ 'blocked-uri': source })).expect(200);
    expect(await events()).toEqual([]);
    for (const source of ['https://evil.example.net/', 'http://ads.test/x'])
      await send(old({ 'blocked-uri': source })).expect(200);
    expect(await events()).toHaveLength(2);
    await set('*').expect(200);
    await send(old()).expect(200);
    expect(await events()).toHaveLength(2);
    expect((await set('ok.test\nhttps://a b').expect(400)).body).toEqual({
      options: [expect.stringMatching(/^svc:csp_ignored_sources: line 2: "https:\/\/a b" is no source/)],
    });
  });
});

test.each<[string, unknown, string]>([
  ['nothing', '', 'application/csp-report'],
  ['no JSON', '{', 'application/csp-report'],
  ['neither form', { message: 'x' }, 'application/json'],
  ['no directive', { 'csp-report': { 'blocked-uri': 'x' } }, 'application/csp-report'],
  ['an empty list', [], 'application/reports+json'],
])('%s is 400', async (_, body, type) => {
  const reply = await send(body, { type }).expect(400);
  expect(reply.body).toMatchObject({ detail: expect.any(String) });
});

test.each(['text/plain', 'application/expect-ct-report+json', 'application/csp-reports', ''])(
  'the type %j is 415, and counted',
  async (type) => {
    await send(old(), { type }).expect(415);
    expect(await counts((all) => all['invalid invalid_json security'] === 1)).toEqual({
      'invalid invalid_json security': 1,
    });
  },
);

test('a body over the limit is 413, and a key is required', async () => {
  await send(old({ 'original-policy': 'x'.repeat(300_000) })).expect(413);
  await service.client
    .post(`/api/${project.id}/security/`)
    .set('Content-Type', 'application/json')
    .send({})
    .expect(401);
  expect(await counts((all) => all['invalid too_large security'] === 1)).toEqual({ 'invalid too_large security': 1 });
});

test('a project stores so many reports a minute; the others are 429 and counted', async () => {
  // Another minute would begin another count.
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
  try {
    const list = Array.from({ length: 230 }, () => modern());
    const reply = await send(list, { type: 'application/reports+json' }).expect(429);
    expect(reply.headers['x-sentry-rate-limits']).toMatch(/^\d+:security:project:project_quota$/);
    expect(await counts((all) => (all['rate_limited project_quota security'] ?? 0) > 0)).toEqual({
      'accepted security': 100,
      'rate_limited project_quota security': 130,
    });
  } finally {
    clock.mockRestore();
  }
});

test('an item of an envelope is such an event, with the id of the envelope', async () => {
  const id = '0123456789abcdef0123456789abcdef';
  const header = { type: 'raw_security', sentry_release: 'shop@3', sentry_environment: 'live' };
  const sent = envelope({ event_id: id }, [header, old()]);
  for (let time = 0; time < 2; time++)
    await service.client
      .post(`/api/${project.id}/envelope/?sentry_key=${project.publicKey}`)
      .send(sent)
      .expect(200, { id });
  const stored = await events();
  expect(stored).toHaveLength(1);
  expect(stored[0]).toMatchObject({ eventID: id, 'event.type': 'csp', release: 'shop@3' });
  const broken = envelope({}, [{ type: 'raw_security' }, '{'], [{ type: 'event' }, { message: 'kept' }]);
  await service.client.post(`/api/${project.id}/envelope/?sentry_key=${project.publicKey}`).send(broken).expect(200);
  expect((await events()).map(({ title }) => title)).toContain('kept');
  expect(await counts((all) => all['invalid invalid_json security'] === 1)).toMatchObject({
    accepted: 1,
    'accepted security': 1,
  });
});

test('an operator can switch reports off: they are counted, and SDKs stop sending them', async () => {
  const here = await withoutReports.fixtures.project();
  const own = await withoutReports.fixtures.token(here.organization);
  await send(old(), { at: withoutReports, to: here }).expect(200);
  const reply = await withoutReports.client
    .post(`/api/${here.id}/envelope/?sentry_key=${here.publicKey}`)
    .send(envelope({}, [{ type: 'raw_security' }, old()]))
    .expect(200);
  expect(reply.headers['x-sentry-rate-limits']).toMatch(/^3600:(?:\w+;)*security[;:]/);
  expect(await outcomesOf(withoutReports, here, own, (all) => all['invalid feature_disabled security'] === 2)).toEqual({
    'invalid feature_disabled security': 2,
  });
  expect((await withoutReports.client.get(`${here.path}events/`, own).expect(200)).body).toEqual([]);
});
