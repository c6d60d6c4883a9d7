import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { sendRaw } from '../../support/client';
import { envelope, type ProjectFixture } from '../../support/fixtures';
import { outcomesOf } from '../../support/outcomes';
import { useService } from '../../support/service';

type Json = Record<string, unknown>;

const ID = '0123456789abcdef0123456789abcdef';
const DASHED = '01234567-89ab-cdef-0123-456789abcdef';
const MEBIBYTE = 1024 * 1024;

const service = useService();
let project: ProjectFixture;
let token: string;

beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

/** Sends a body with the key in a header, as old SDKs do. */
function post(body: Buffer | string | Json, headers: Record<string, string> = {}) {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const auth = { 'X-Sentry-Auth': `Sentry sentry_version=7, sentry_client=raven/5, sentry_key=${project.publicKey}` };
  const asIs = (value: unknown) => value as string;
  return service.client
    .post(`/api/${project.id}/store/`)
    .set({ ...auth, ...headers })
    .serialize(asIs)
    .send(bytes);
}

async function events(): Promise<Json[]> {
  return (await service.client.get(`${project.path}events/?full=1`, token).expect(200)).body as Json[];
}

/** Stores one event and reads it back. */
async function stored(payload: Json): Promise<Json> {
  const { body } = await post(payload).expect(200);
  return (await events()).find(({ eventID }) => eventID === (body as Json)['id']) ?? {};
}

async function record(): Promise<Json> {
  const full = (await service.client.put(project.path, token).send({}).expect(200)).body as Json & {
    team: { slug: string };
  };
  const list = await service.client
    .get(`/api/0/teams/${project.organization}/${full.team.slug}/projects/`, token)
    .expect(200);
  return { ...full, ...(list.body as Json[])[0] };
}

describe('the key', () => {
  test.each([
    ['the query', (key: string) => ({ query: `?sentry_key=${key}` })],
    ['X-Sentry-Auth', (key: string) => ({ headers: { 'X-Sentry-Auth': `Sentry sentry_key=${key}` } })],
    ['Authorization', (key: string) => ({ headers: { Authorization: `Sentry sentry_version=5, sentry_key=${key}` } })],
    ['Basic', (key: string) => ({ headers: { Authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` } })],
  ] as [string, (key: string) => { query?: string; headers?: Record<string, string> }][])(
    'may be in %s',
    async (_, place) => {
      const { query = '', headers = {} } = place(project.publicKey);
      const reply = await service.client
        .post(`/api/${project.id}/store/${query}`)
        .set(headers)
        .send({ event_id: ID, message: 'x' })
        .expect(200);
      expect(reply.body).toEqual({ id: ID });
    },
  );

  test.each([
    ['nothing', '', {}],
    ['a token of another service', '', { Authorization: 'Bearer x' }],
    ['an unreadable header', '', { 'X-Sentry-Auth': 'Sentry' }],
  ])('is required: %s is 401', async (_, query, headers) => {
    const reply = await service.client
      .post(`/api/${project.id}/store/${query}`)
      .set(headers)
      .send({ message: 'x' })
      .expect(401);
    expect(reply.headers['www-authenticate']).toBeTruthy();
    expect(await events()).toEqual([]);
  });

  test('is not read from the body', async () => {
    const dsn = `https://${project.publicKey}@errors.example.com/${project.id}`;
    await service.client
      .post(`/api/${project.id}/store/`)
      .send({ message: 'x', dsn, sentry_key: project.publicKey })
      .expect(401);
  });

  test('is 400 if it differs between two places', async () => {
    await post({ message: 'x' }, { Authorization: `Sentry sentry_key=${'a'.repeat(32)}` }).expect(400);
  });

  test('is rejected with the same error whether it is unknown, of another project or disabled, or the project is unknown', async () => {
    const foreign = await service.fixtures.project();
    const keys = [
      'f'.repeat(32),
      foreign.publicKey,
      await service.fixtures.key(project, { isActive: false }),
      '*',
      "' OR 1=1",
    ];
    const replies = [];
    for (const key of keys) {
      replies.push(
        await service.client
          .post(`/api/${project.id}/store/?sentry_key=${encodeURIComponent(key)}`)
          .send({ message: 'x' }),
      );
    }
    for (const id of [foreign.id, '0', '999999', 'shop']) {
      replies.push(
        await service.client.post(`/api/${id}/store/?sentry_key=${project.publicKey}`).send({ message: 'x' }),
      );
    }
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 403));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(await events()).toEqual([]);
  });

  test('is checked before the body is read', async () => {
    const broken = { method: 'POST', path: `/api/${project.id}/store/?sentry_key=${'f'.repeat(32)}`, body: 'no json' };
    expect((await sendRaw(service.url, broken)).status).toBe(403);
    expect((await sendRaw(service.url, { ...broken, path: `/api/${project.id}/store/` })).status).toBe(401);
  });
});

describe('the body', () => {
  test.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['utf-8', (text: string) => Buffer.from(text)],
    ['', (text: string) => Buffer.from(text)],
  ])('may be encoded as %j', async (encoding, pack) => {
    const path = `/api/${project.id}/store/?sentry_key=${project.publicKey}`;
    const headers = { 'Content-Encoding': encoding };
    const { status, text } = await sendRaw(service.url, {
      method: 'POST',
      path,
      headers,
      body: pack(`{"event_id":"${ID}","message":"x"}`),
    });
    expect([status, JSON.parse(text)]).toEqual([200, { id: ID }]);
    expect(await events()).toHaveLength(1);
  });

  test('may not be encoded as zstd, and must be valid for its encoding', async () => {
    await post('{}', { 'Content-Encoding': 'zstd' }).expect(415);
    await post('{}', { 'Content-Encoding': 'gzip' }).expect(400);
    await post('{}', { 'Content-Encoding': 'br' }).expect(400);
  });

  test.each([
    'application/json',
    'text/plain',
    'application/octet-stream',
    'application/x-www-form-urlencoded',
    'nonsense',
  ])('may be of the type %s', async (type) => {
    await post({ event_id: ID, message: 'x' }, { 'Content-Type': type }).expect(200);
    expect(await events()).toHaveLength(1);
  });

  test.each([
    ['in one line', (text: string) => text],
    ['in lines', (text: string) => text.replace(/.{20}/g, '$&\n')],
    ['for URLs', (text: string) => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')],
  ])('may be base64 of zlib-compressed JSON, %s', async (_, form) => {
    const packed = form(
      deflateSync(JSON.stringify({ event_id: ID, message: `packed ${'ÿ?>'.repeat(50)}` })).toString('base64'),
    );
    await post(packed, { 'Content-Type': 'application/octet-stream' }).expect(200);
    expect((await events())[0]?.['title']).toContain('packed');
  });

  test.each([
    ['empty', ''],
    ['blank', ' \n'],
    ['no JSON', '{"message":'],
    ['a list', '[]'],
    ['null', 'null'],
    ['text', '"x"'],
    ['a number', '5'],
    ['base64 of no JSON', Buffer.from('message').toString('base64')],
    ['base64 of zlib of no JSON', deflateSync('hello').toString('base64')],
    ['base64 of zlib of a list', deflateSync('[]').toString('base64')],
    ['a form', 'message=x'],
    ['NUL', '\0'],
  ])('may not be %s', async (_, text) => {
    const reply = await post(text).expect(400);
    expect(reply.body).toMatchObject({ detail: expect.stringMatching(/^[A-Z].*\.$/) });
    expect(reply.headers['x-sentry-error']).toBe((reply.body as Json)['detail']);
    expect(reply.headers['access-control-allow-origin']).toBe('*');
    expect(await events()).toEqual([]);
  });

  test('may have up to one mebibyte, however it is compressed', async () => {
    const text = (length: number) => `{"message":"${'x'.repeat(length - 14)}"}`;
    const pack = (body: string) => deflateSync(body).toString('base64');
    for (const body of [text(MEBIBYTE), pack(text(MEBIBYTE))]) await post(body).expect(200);
    for (const body of [text(MEBIBYTE + 1), pack(text(MEBIBYTE + 1)), pack('x'.repeat(50 * MEBIBYTE))]) {
      const reply = await post(body).expect(413);
      expect(reply.body).toEqual({ detail: expect.any(String) });
      expect(reply.headers['access-control-allow-origin']).toBe('*');
    }
    await post(gzipSync(text(MEBIBYTE + 1)), { 'Content-Encoding': 'gzip' }).expect(413);
    expect(await events()).toHaveLength(2);
  });

  test('may be base64 of JSON that is not compressed', async () => {
    await post(Buffer.from(`{"event_id":"${ID}","message":"x"}`).toString('base64')).expect(200, { id: ID });
    expect(await events()).toHaveLength(1);
  });

  test('may be an envelope, if its type says so', async () => {
    const type = { 'Content-Type': 'application/x-sentry-envelope; charset=utf-8' };
    const sent = envelope(
      { event_id: ID },
      [{ type: 'session' }, {}],
      [{ type: 'event' }, { message: 'in an envelope' }],
    );
    await post(sent, type).expect(200, { id: ID });
    expect(await events()).toMatchObject([{ eventID: ID, title: 'in an envelope' }]);
    expect(await record()).toMatchObject({ hasSessions: true });
    const { body } = await post(envelope({}, [{ type: 'session' }, {}]), type).expect(200);
    expect(body).toEqual({ id: expect.stringMatching(/^[0-9a-f]{32}$/) });
    await post('no envelope', type).expect(400);
    await post(envelope({ dsn: `https://${'0'.repeat(32)}@errors.example.com/${project.id}` }), type).expect(400);
    await post(sent.toString(), { 'Content-Type': 'application/json' }).expect(400);
    expect(await events()).toHaveLength(1);
  });

  test('may begin with a byte order mark', async () => {
    await post(`\ufeff{"event_id":"${ID}"}`).expect(200);
  });
});

describe('the reply', () => {
  test.each([ID, DASHED, DASHED.toUpperCase(), `{${DASHED}}`, `urn:uuid:${DASHED}`])(
    'to the id %s has the id as it is stored',
    async (event_id) => {
      const reply = await post({ event_id, message: 'x' }).expect(200);
      expect(reply.body).toEqual({ id: ID });
      expect(reply.headers['access-control-allow-origin']).toBe('*');
      expect(reply.headers['access-control-expose-headers']).toContain('x-sentry-error');
    },
  );

  test.each([undefined, null, 'x', 5, ''])('to the id %j has a new id', async (event_id) => {
    const { body } = await post({ event_id, message: 'x' }).expect(200);
    expect(body).toEqual({ id: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(await events()).toEqual([expect.objectContaining({ eventID: (body as Json)['id'] })]);
  });

  test('to a stored id has the same id, and the stored event is not changed', async () => {
    await post({ event_id: ID, message: 'first' }).expect(200);
    expect((await post({ event_id: DASHED, message: 'second' }).expect(200)).body).toEqual({ id: ID });
    expect(await events()).toEqual([expect.objectContaining({ title: 'first' })]);
  });
});

test('a transaction is counted, but is no event', async () => {
  const { body } = await post({ event_id: ID, type: 'transaction', transaction: '/pay', spans: [] }).expect(200);
  expect(body).toEqual({ id: ID });
  expect(await events()).toEqual([]);
  await service.client.get(`${project.path}issues/`, token).expect(200, []);
  expect(await record()).toMatchObject({ firstTransactionEvent: true, firstEvent: null });
  const counts = await outcomesOf(service, project, token, (outcomes) => Object.keys(outcomes).length > 0);
  expect(counts).toEqual({ 'invalid feature_disabled transaction': 1 });
});

describe('the project record', () => {
  test('is empty before the first event', async () => {
    expect(await record()).toMatchObject({
      firstEvent: null,
      platforms: [],
      environments: [],
      latestRelease: null,
      features: [],
      hasMinifiedStackTrace: false,
    });
  });

  test('has the time of the first event, which later ones do not change', async () => {
    const yesterday = Math.floor(Date.now() / 1000) - 86_400;
    const firstEvent = new Date(1000 * yesterday).toISOString().replace('.000', '');
    await post({ message: 'first', timestamp: yesterday }).expect(200);
    expect(await record()).toMatchObject({ firstEvent });
    await post({ message: 'second' }).expect(200);
    await post({ message: 'older', timestamp: yesterday - 86_400 }).expect(200);
    expect(await record()).toMatchObject({ firstEvent });
  });

  test('has platforms and environments of its events, each once and sorted', async () => {
    const pairs = [['python', 'qa'], ['node', 'production'], ['python', 'production'], ['node', 'Dev'], []];
    for (const [platform, environment] of pairs) {
      await post({ platform, environment, message: 'x' }).expect(200);
    }
    expect(await record()).toMatchObject({
      platforms: ['node', 'other', 'python'],
      environments: ['Dev', 'production', 'qa'],
    });
  });

  test('has the environment of an event, also if a tag names it', async () => {
    await post({ message: 'x', tags: { environment: 'by-tag' } }).expect(200);
    expect(await record()).toMatchObject({ environments: ['by-tag'] });
  });

  test('has the latest release, the one created last', async () => {
    for (const release of ['web@1', 'web@2', 'web@1']) await post({ release, message: 'x' }).expect(200);
    expect(await record()).toMatchObject({ latestRelease: { version: 'web@2' }, features: ['releases'] });
  });

  test.each([
    ['a line cut by the SDK', { platform: 'javascript', context_line: '{snip} function a(b){return b} {snip}' }],
    ['a very long line', { platform: 'javascript', context_line: `!function(){${'a(),'.repeat(200)}}` }],
  ])('has hasMinifiedStackTrace set by minified code: %s', async (_, { platform, context_line }) => {
    const frame = { filename: 'https://shop.test/app.js', function: 'f', lineno: 1, colno: 5, context_line };
    await post({
      platform,
      exception: { values: [{ type: 'Error', value: 'x', stacktrace: { frames: [frame] } }] },
    }).expect(200);
    expect(await record()).toMatchObject({ hasMinifiedStackTrace: true });
  });

  test('does not have hasMinifiedStackTrace set by readable code', async () => {
    const frame = {
      filename: 'https://shop.test/app.js',
      function: 'checkout',
      lineno: 10,
      colno: 5,
      context_line: '  throw new Error()',
    };
    await post({
      platform: 'javascript',
      exception: { values: [{ type: 'Error', value: 'x', stacktrace: { frames: [frame] } }] },
    }).expect(200);
    expect(await record()).toMatchObject({ hasMinifiedStackTrace: false });
  });

  test('is not changed by events of other projects', async () => {
    const sibling = await service.fixtures.project({ organization: project.organization });
    await post({ platform: 'python', environment: 'qa', release: 'web@1', message: 'x' }).expect(200);
    const { body } = await service.client.put(sibling.path, token).send({}).expect(200);
    expect(body).toMatchObject({ firstEvent: null, platforms: [], latestRelease: null });
  });
});

describe('the stored event', () => {
  test('lacks members of a wrong type, which are reported in its errors', async () => {
    const wrong = {
      user: 5,
      tags: 'x',
      timestamp: 'yesterday',
      release: {},
      level: 7,
      exception: 'boom',
      extra: [],
      contexts: 'x',
    };
    const event = await stored({ message: 'kept', ...wrong });
    expect(event).toMatchObject({ title: 'kept', user: null, release: null });
    expect((event['errors'] as unknown[]).length).toBeGreaterThan(0);
  });

  test('is scrubbed', async () => {
    const event = await stored({
      message: 'x',
      extra: { password: 'hunter2', environ: { SENTRY_AUTH_TOKEN: 'sntrys_secret' } },
      request: {
        url: 'https://shop.test/',
        headers: { Authorization: 'Bearer top-secret', Cookie: 'session=top-secret' },
      },
    });
    const text = JSON.stringify(event);
    for (const secret of ['hunter2', 'sntrys_secret', 'top-secret']) expect(text).not.toContain(secret);
    expect(text).toContain('[Filtered]');
  });

  test.each([
    [{ message: 'Hello' }, { title: 'Hello', message: 'Hello', 'event.type': 'default' }],
    [{ logentry: { message: 'Hello %s', params: ['world'] } }, { title: 'Hello world', message: 'Hello world' }],
    [{ exception: [{ type: 'E', value: 'v' }] }, { title: 'E: v', message: '', 'event.type': 'error' }],
    [{ exception: { type: 'E', value: 'v' } }, { title: 'E: v' }],
    [
      {
        exception: {
          values: [
            { type: 'Cause', value: 'c' },
            { type: 'Main', value: 'm' },
          ],
        },
      },
      { title: 'Main: m' },
    ],
    [
      {
        exception: { values: [{ value: 'hello from v11', mechanism: { synthetic: true } }] },
        message: 'hello from v11',
      },
      { title: 'hello from v11' },
    ],
    [{ 'sentry.interfaces.Exception': { values: [{ type: 'Old', value: 'v' }] } }, { title: 'Old: v' }],
    [{ message: 'x', user: { id: 7 }, tags: { tries: 5, ok: true } }, { user: expect.objectContaining({ id: '7' }) }],
    [{ message: 'x', breadcrumbs: { values: [] }, modules: { a: null } }, { title: 'x' }],
    [{}, { title: '<unlabeled event>', 'event.type': 'default' }],
  ])('for %j has %j', async (payload, expected) => {
    expect(await stored(payload)).toMatchObject(expected);
  });

  test.each([
    [(now: number) => now - 100, (now: number) => now - 100],
    [(now: number) => new Date((now - 100) * 1000).toISOString(), (now: number) => now - 100],
    [
      (now: number) => new Date((now - 100 + 7200) * 1000).toISOString().replace('Z', '+02:00'),
      (now: number) => now - 100,
    ],
    [(now: number) => new Date((now - 100) * 1000).toISOString().replace('Z', ''), (now: number) => now - 100],
  ])('has the time that the client sends, in any form (%#)', async (write, read) => {
    const now = Math.floor(Date.now() / 1000);
    const { dateCreated } = await stored({ message: 'x', timestamp: write(now) });
    expect(Date.parse(String(dateCreated)) / 1000).toBe(read(now));
  });

  const tooFar = [3600, -31 * 86_400, Number.MAX_SAFE_INTEGER];
  test.each(tooFar)('has the time of arrival if the clock of the client is off by %i seconds', async (off) => {
    const now = Math.floor(Date.now() / 1000);
    const { dateCreated, dateReceived } = await stored({ message: 'x', timestamp: now + off });
    expect(Math.floor(Date.parse(String(dateReceived)) / 1000)).toBe(Date.parse(String(dateCreated)) / 1000);
    expect(Date.parse(String(dateCreated)) / 1000).toBeGreaterThanOrEqual(now);
  });

  test('tells apart users whose ids a number cannot hold', async () => {
    for (const last of [201, 202, 203]) {
      await post(`{"message":"out of stock","user":{"id":12345678901234567${last}}}`).expect(200);
    }
    const users = (await events()).map(({ user }) => (user as Json)['id']);
    expect(users.sort()).toEqual(['12345678901234567201', '12345678901234567202', '12345678901234567203']);
    const issues = `${project.path}issues/`;
    const { body } = await service.client.get(`${issues}?query=user.id:12345678901234567202`, token).expect(200);
    expect(body).toMatchObject([{ userCount: 3 }]);
    await service.client.get(`${issues}?query=user.id:12345678901234567200`, token).expect(200, []);
  });

  test('may have names that are special in JavaScript', async () => {
    const extra = '{"__proto__":{"polluted":1},"toString":"t"}';
    const contexts = '{"__proto__":{"polluted":1}}';
    await post(`{"event_id":"${ID}","tags":{"constructor":"c"},"extra":${extra},"contexts":${contexts}}`).expect(200);
    const [event] = await events();
    expect(event?.['tags']).toContainEqual({ key: 'constructor', value: 'c' });
    expect(event?.['context']).toMatchObject({ toString: 't' });
    expect(({} as Json)['polluted']).toBeUndefined();
  });

  test('has the text that was sent, except for characters that databases cannot store', async () => {
    const event = await stored({ message: 'a\u0000b \ud800 c', extra: { 'k\u0000': '\udfff' } });
    expect(event['title']).toMatch(/^a.b . c$/u);
  });
});

test('any payload is accepted, and the event it stores can be listed', async () => {
  const names = `event_id timestamp platform level type logger transaction server_name release dist environment message logentry exception
    threads stacktrace breadcrumbs tags user request contexts sdk debug_meta fingerprint modules extra errors values frames filename abs_path
    function module lineno colno in_app vars mechanism data images code_file debug_id headers query_string cookies id email ip_address __proto__
    constructor length`;
  const name = fc.constantFrom(...names.split(/\s+/));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(
        null,
        true,
        0,
        -1,
        1e300,
        5,
        '',
        'text',
        '\u0000',
        '\ud800',
        '漢字',
        '{{auto}}',
        ['{{ default }}'],
        'x'.repeat(10_000),
      ),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.array(fc.tuple(name, tie('value')), { maxLength: 5 }).map((pairs) => Object.fromEntries(pairs)),
    ),
  }));
  const payload = fc.array(fc.tuple(name, value), { maxLength: 12 }).map((pairs) => Object.fromEntries(pairs) as Json);
  await fc.assert(
    fc.asyncProperty(payload, async (body) => {
      const { id } = (await post(body).expect(200)).body as { id: string };
      const { body: page } = await service.client.get(`${project.path}events/?full=1&per_page=5`, token).expect(200);
      expect((page as Json[]).length).toBeGreaterThan(0);
      const debug = await service.client.get(
        `${project.path}events/${id}/source-map-debug/?frame_idx=0&exception_idx=-1`,
        token,
      );
      expect([200, 400]).toContain(debug.status);
    }),
    { numRuns: 150 },
  );
});

describe('an invalid event id', () => {
  test.each([
    ['an object', '{"toString":1}'],
    ['a list of one', `["${ID}"]`],
    ['a deep list', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    ['a number', '7'],
    ['null', 'null'],
  ])('is replaced by a new one: %s', async (_, written) => {
    const reply = await post(`{"message":"x","event_id":${written}}`).expect(200);
    expect(reply.body).toEqual({ id: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect((reply.body as Json)['id']).not.toBe(ID);
  });
});

describe('the time of sending in X-Sentry-Auth', () => {
  test.each<[string, (now: number) => string]>([
    ['seconds', (now) => `sentry_timestamp=${(now / 1000).toFixed(3)}`],
    ['milliseconds', (now) => `sentry_timestamp=${now}`],
  ])('corrects a wrong clock: %s', async (_, write) => {
    const now = Date.now();
    const twoHoursAgo = now - 7_200_000;
    const auth = `Sentry sentry_version=5, ${write(twoHoursAgo)}, sentry_key=${project.publicKey}`;
    await post({ message: 'x', timestamp: twoHoursAgo / 1000 }, { 'X-Sentry-Auth': auth }).expect(200);
    const [event] = await events();
    expect(event?.['errors']).toEqual([expect.objectContaining({ type: 'clock_drift' })]);
    const created = Date.parse(String(event?.['dateCreated']));
    expect(created).toBeGreaterThanOrEqual(Math.floor(now / 1000) * 1000);
    expect(created).toBeLessThanOrEqual(Date.now());
  });

  test('is ignored if it is no number', async () => {
    const auth = `Sentry sentry_version=5, sentry_timestamp=12:00, sentry_key=${project.publicKey}`;
    await post({ message: 'x' }, { 'X-Sentry-Auth': auth }).expect(200);
    expect((await events())[0]?.['errors']).toEqual([]);
  });
});

describe('two keys in the query string', () => {
  test('must be equal', async () => {
    const path = `/api/${project.id}/store/?sentry_key=${project.publicKey}&sentry_key=`;
    await service.client
      .post(`${path}${'0'.repeat(32)}`)
      .send({ message: 'x' })
      .expect(400);
    await service.client
      .post(path + project.publicKey)
      .send({ message: 'x' })
      .expect(200);
  });
});
