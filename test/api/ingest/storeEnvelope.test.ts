import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { sendRaw } from '../../support/client';
import { envelope, type EnvelopeItem, type ProjectFixture } from '../../support/fixtures';
import { outcomesOf } from '../../support/outcomes';
import { useService, waitForCounts } from '../../support/service';

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

const EVENT: EnvelopeItem = [{ type: 'event' }, { exception: { values: [{ type: 'Error', value: 'boom' }] } }];

/** Sends an envelope with the key in the query, as JavaScript SDKs do. */
function post(body: Buffer | string, headers: Record<string, string> = {}, query = `?sentry_key=${project.publicKey}`) {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const asIs = (value: unknown) => value as string;
  return service.client.post(`/api/${project.id}/envelope/${query}`).set(headers).serialize(asIs).send(bytes);
}

async function events(of = project): Promise<Json[]> {
  return (await service.client.get(`${of.path}events/?full=1`, token).expect(200)).body as Json[];
}

async function ids(): Promise<string[]> {
  return (await events()).map(({ eventID }) => String(eventID));
}

/** Returns the project, as its record and the record in the list of its team have it. */
async function record(): Promise<Json> {
  const full = (await service.client.put(project.path, token).send({}).expect(200)).body as Json & {
    team: { slug: string };
  };
  const list = await service.client
    .get(`/api/0/teams/${project.organization}/${full.team.slug}/projects/`, token)
    .expect(200);
  return { ...full, ...(list.body as Json[])[0] };
}

/** Returns the DSN of the test's project, with parts replaced. */
function dsn(change: { key?: string; id?: string; form?: (key: string, id: string) => string } = {}): string {
  const {
    key = project.publicKey,
    id = project.id,
    form = (key, id) => `https://${key}@errors.example.com/${id}`,
  } = change;
  return form(key, id);
}

describe('the key', () => {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  const places: [name: string, query: (key: string) => string, headers: (key: string) => Record<string, string>][] = [
    ['the query', (key) => `?sentry_version=7&sentry_key=${key}&sentry_client=x%2F1`, () => ({})],
    ['a query with more keys', (key) => `?a=1&a=2&sentry_key=${key}&unknown=`, () => ({})],
    [
      'X-Sentry-Auth',
      () => '',
      (key) => ({ 'X-Sentry-Auth': `Sentry sentry_key=${key}, sentry_version=7, sentry_client=python/2` }),
    ],
    [
      'X-Sentry-Auth without spaces',
      () => '',
      (key) => ({ 'X-Sentry-Auth': `Sentry sentry_version=7,sentry_client=x,sentry_key=${key}` }),
    ],
    [
      'X-Sentry-Auth with obsolete pairs',
      () => '',
      (key) => ({ 'X-Sentry-Auth': `Sentry sentry_timestamp=1.5, sentry_key=${key}, sentry_secret=s` }),
    ],
    ['X-Sentry-Auth in lower case', () => '', (key) => ({ 'X-Sentry-Auth': `sentry sentry_key=${key}` })],
    ['Authorization', () => '', (key) => ({ Authorization: `Sentry sentry_key=${key}, sentry_version=7` })],
    ['Authorization in capitals', () => '', (key) => ({ Authorization: `SENTRY sentry_key=${key}` })],
    ['Basic authentication', () => '', (key) => ({ Authorization: basic(`${key}:`) })],
    ['Basic authentication with a password', () => '', (key) => ({ Authorization: basic(`${key}:secret`) })],
    [
      'all places at once',
      (key) => `?sentry_key=${key}`,
      (key) => ({ 'X-Sentry-Auth': `Sentry sentry_key=${key}`, Authorization: basic(`${key}:`) }),
    ],
    [
      'the query, beside a token of another service',
      (key) => `?sentry_key=${key}`,
      () => ({ Authorization: 'Bearer x' }),
    ],
  ];

  test.each(places)('may be in %s', async (_, query, headers) => {
    await post(envelope({}, EVENT), headers(project.publicKey), query(project.publicKey)).expect(200);
    expect(await events()).toHaveLength(1);
  });

  test.each([
    ['as https', (key: string, id: string) => `https://${key}@errors.example.com/${id}`],
    ['as http with a port', (key: string, id: string) => `http://${key}@127.0.0.1:4000/${id}`],
    ['with the obsolete secret', (key: string, id: string) => `https://${key}:secret@errors.example.com/${id}`],
    ['with a path', (key: string, id: string) => `https://${key}@errors.example.com/some/prefix/${id}`],
    ['with an organization label', (key: string, id: string) => `https://${key}@o7.errors.example.com/${id}`],
    ['with a trailing slash', (key: string, id: string) => `https://${key}@errors.example.com/${id}/`],
  ])('may be in the dsn of the envelope, %s', async (_, form) => {
    await post(envelope({ dsn: dsn({ form }) }, EVENT), {}, '').expect(200);
    expect(await events()).toHaveLength(1);
  });

  test('may be both in the dsn and elsewhere, if it is the same', async () => {
    await post(envelope({ dsn: dsn() }, EVENT)).expect(200);
    expect(await events()).toHaveLength(1);
  });

  test.each([
    ['query and X-Sentry-Auth', () => ({ headers: { 'X-Sentry-Auth': `Sentry sentry_key=${'a'.repeat(32)}` } })],
    ['query and Authorization', () => ({ headers: { Authorization: `Sentry sentry_key=${'a'.repeat(32)}` } })],
    ['query and Basic', () => ({ headers: { Authorization: basic('aaaa:') } })],
    ['query and dsn', () => ({ dsn: dsn({ key: 'a'.repeat(32) }) })],
    ['the path and the project of the dsn', () => ({ dsn: dsn({ id: String(Number(project.id) + 1) }) })],
    [
      'both headers',
      () => ({
        query: '',
        headers: { 'X-Sentry-Auth': 'Sentry sentry_key=aaaa', Authorization: 'Sentry sentry_key=bbbb' },
      }),
    ],
  ] as [string, () => { headers?: Record<string, string>; query?: string; dsn?: string }][])(
    'may not differ between %s',
    async (_, differ) => {
      const { headers = {}, query, dsn: own } = differ();
      const body = envelope(own === undefined ? {} : { dsn: own }, EVENT);
      const reply = await post(body, headers, query).expect(400);
      expect(reply.body).toMatchObject({ detail: expect.any(String) });
      expect(reply.headers['x-sentry-error']).toBe((reply.body as Json)['detail']);
      expect(await events()).toEqual([]);
    },
  );

  test("may not come in a dsn of another project than the path's", async () => {
    const sibling = await service.fixtures.project({ organization: project.organization });
    await post(envelope({ dsn: dsn({ id: sibling.id, key: sibling.publicKey }) }, EVENT), {}, '').expect(400);
    expect([...(await events()), ...(await events(sibling))]).toEqual([]);
  });

  test.each([
    ['nothing', {}, ''],
    ['an empty query value', {}, '?sentry_key='],
    ['a token of another service', { Authorization: 'Bearer x' }, ''],
    ['a header without key', { 'X-Sentry-Auth': 'Sentry sentry_version=7' }, ''],
    ['an Authorization without key', { Authorization: 'Sentry sentry_version=7' }, ''],
    ['Basic without a user', { Authorization: basic(':secret') }, ''],
    ['Basic that is no base64', { Authorization: 'Basic ***' }, ''],
  ] as [string, Record<string, string>, string][])('is required: %s is 401', async (_, headers, query) => {
    const reply = await post(envelope({}, EVENT), headers, query).expect(401);
    expect(reply.body).toEqual({ detail: expect.any(String) });
    expect(reply.headers['www-authenticate']).toBeTruthy();
  });

  test.each(['nonsense', 'https://errors.example.com/1', 'https://@errors.example.com/1', ''])(
    'is required: the dsn %j is 401',
    async (own) => {
      await post(envelope({ dsn: own }, EVENT), {}, '').expect(401);
    },
  );

  test('is rejected with the same error whether it is of another project, unknown or disabled, or the project is unknown', async () => {
    const sibling = await service.fixtures.project({ organization: project.organization });
    const disabled = await service.fixtures.key(project, { isActive: false });
    const replies = [
      await post(envelope({}, EVENT), {}, `?sentry_key=${sibling.publicKey}`),
      await post(envelope({}, EVENT), {}, `?sentry_key=${'f'.repeat(32)}`),
      await post(envelope({}, EVENT), {}, `?sentry_key=${project.publicKey.toUpperCase()}A`),
      await post(envelope({}, EVENT), {}, `?sentry_key=${disabled}`),
      await post(envelope({ dsn: dsn({ key: disabled }) }, EVENT), {}, ''),
    ];
    for (const id of [
      '0',
      '999999',
      'shop',
      '-1',
      '1e0',
      `${project.id}.0`,
      `0${project.id}`,
      '99999999999999999999',
      '%20',
      '%00',
    ]) {
      replies.push(
        await service.client.post(`/api/${id}/envelope/?sentry_key=${project.publicKey}`).send(envelope({}, EVENT)),
      );
    }
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 403));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(await events()).toEqual([]);
  });

  test('may be any of several', async () => {
    const second = await service.fixtures.key(project);
    await post(envelope({}, EVENT), {}, `?sentry_key=${second}`).expect(200);
    expect(await events()).toHaveLength(1);
  });
});

describe('the body', () => {
  test.each([
    ['gzip', gzipSync],
    ['GZIP', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['identity', (bytes: Buffer) => bytes],
    ['utf-8', (bytes: Buffer) => bytes],
    ['UTF-8', (bytes: Buffer) => bytes],
    ['', (bytes: Buffer) => bytes],
  ])('may be encoded as %j', async (encoding, pack) => {
    const headers = { 'Content-Encoding': encoding };
    const path = `/api/${project.id}/envelope/?sentry_key=${project.publicKey}`;
    const { status } = await sendRaw(service.url, {
      method: 'POST',
      path,
      headers,
      body: pack(envelope({ event_id: ID }, EVENT)),
    });
    expect(status).toBe(200);
    expect(await ids()).toEqual([ID]);
  });

  test.each(['zstd', 'compress', 'gzip, br', 'x'])('may not be encoded as %j', async (encoding) => {
    const { body } = await post(envelope({}, EVENT), { 'Content-Encoding': encoding }).expect(415);
    expect(body).toEqual({ detail: expect.any(String) });
  });

  test.each(['gzip', 'deflate', 'br'])('must be valid for its encoding: %s', async (encoding) => {
    const { body } = await post(envelope({}, EVENT), { 'Content-Encoding': encoding }).expect(400);
    expect(body).toMatchObject({ detail: expect.any(String) });
    const cut = gzipSync(envelope({}, EVENT)).subarray(0, 30);
    await post(cut, { 'Content-Encoding': 'gzip' }).expect(400);
    expect(await events()).toEqual([]);
  });

  test('is limited in its inflated size: a small body that inflates to a large one is 413', async () => {
    const bomb = gzipSync(Buffer.alloc(101 * MEBIBYTE), { level: 1 });
    expect(bomb.length).toBeLessThan(MEBIBYTE);
    await post(bomb, { 'Content-Encoding': 'gzip' }).expect(413);
  });

  test.each([
    undefined,
    'text/plain;charset=UTF-8',
    'application/x-sentry-envelope',
    'application/json',
    'application/octet-stream',
    'multipart/form-data; boundary=x',
    'nonsense',
  ])('may be of the type %s', async (type) => {
    await post(envelope({ event_id: ID }, EVENT), type === undefined ? {} : { 'Content-Type': type }).expect(200);
    expect(await ids()).toEqual([ID]);
  });

  test('may be sent in chunks, without Content-Length and Content-Type, as by Node.js SDKs', async () => {
    const path = `/api/${project.id}/envelope/?sentry_version=7&sentry_key=${project.publicKey}&sentry_client=sentry.javascript.node%2F11.11.0`;
    const { status, text } = await sendRaw(service.url, {
      method: 'POST',
      path,
      body: envelope({ event_id: ID }, EVENT),
    });
    expect([status, JSON.parse(text)]).toEqual([200, { id: ID }]);
    expect(await ids()).toEqual([ID]);
  });
});

describe('the event', () => {
  test('has the id of the header, whatever the id in the payload', async () => {
    const item = (eventId: string): EnvelopeItem => [{ type: 'event' }, { event_id: eventId }];
    expect((await post(envelope({ event_id: ID }, item('f'.repeat(32)))).expect(200)).body).toEqual({ id: ID });
    expect(await ids()).toEqual([ID]);
  });

  test.each([DASHED, DASHED.toUpperCase(), ID.toUpperCase(), `{${DASHED}}`, `urn:uuid:${DASHED}`])(
    'has the id %s without dashes and in lower case, in the header or the payload',
    async (eventId) => {
      expect((await post(envelope({ event_id: eventId }, EVENT)).expect(200)).body).toEqual({ id: ID });
      const payload = { event_id: eventId, message: 'x' };
      expect((await post(envelope({}, [{ type: 'event' }, payload])).expect(200)).body).toEqual({ id: ID });
      expect(await ids()).toEqual([ID]);
    },
  );

  test('has the id of the payload if the header has none', async () => {
    expect((await post(envelope({}, [{ type: 'event' }, { event_id: DASHED }])).expect(200)).body).toEqual({ id: ID });
  });

  test.each([undefined, null, 5, 'x', '', {}])('gets a new id if the id in the payload is %j', async (event_id) => {
    const { body } = await post(envelope({}, [{ type: 'event' }, { event_id, message: 'x' }])).expect(200);
    expect(body).toEqual({ id: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(await ids()).toEqual([(body as Json)['id']]);
  });

  test('is stored once if it is sent repeatedly, as it was sent first', async () => {
    const say = (message: string): EnvelopeItem => [{ type: 'event' }, { message }];
    for (const [eventId, message] of [
      [ID, 'first'],
      [DASHED, 'second'],
      [ID, 'third'],
    ] as const) {
      expect((await post(envelope({ event_id: eventId }, say(message))).expect(200)).body).toEqual({ id: ID });
    }
    expect(await events()).toEqual([expect.objectContaining({ title: 'first' })]);
  });

  test('is stored once, and in an issue, if it is sent many times at once', async () => {
    const body = envelope({ event_id: ID }, EVENT);
    await Promise.all(Array.from({ length: 20 }, () => post(body).expect(200)));
    expect(await ids()).toEqual([ID]);
  });

  test('is counted once if it is sent repeatedly, alone or at once', async () => {
    const body = envelope({ event_id: ID }, EVENT);
    await post(body).expect(200);
    await post(body).expect(200);
    await Promise.all(Array.from({ length: 20 }, () => post(body).expect(200)));
    // Counts are written in their order: the repeats would have been before this one.
    await service.fixtures.event(project);
    const token = await service.fixtures.token(project.organization);
    await waitForCounts(service, project.path, token, 2);
    const { body: series } = await service.client.get(`${project.path}stats/`, token).expect(200);
    expect((series as [number, number][]).reduce((sum, [, count]) => sum + count, 0)).toBe(2);
  });

  test('of the same id in two projects is stored in both', async () => {
    const sibling = await service.fixtures.project({ organization: project.organization });
    await post(envelope({ event_id: ID }, EVENT)).expect(200);
    await service.client
      .post(`/api/${sibling.id}/envelope/?sentry_key=${sibling.publicKey}`)
      .send(envelope({ event_id: ID }, EVENT))
      .expect(200);
    expect([...(await events()), ...(await events(sibling))].map(({ eventID }) => eventID)).toEqual([ID, ID]);
  });

  test('may have up to one mebibyte', async () => {
    const payload = (length: number) => `{"message":"${'x'.repeat(length - 14)}"}`;
    await post(envelope({ event_id: ID }, [{ type: 'event' }, payload(MEBIBYTE)])).expect(200);
    await post(envelope({}, [{ type: 'event' }, payload(MEBIBYTE + 1)])).expect(413);
    await post(envelope({}, [{ type: 'event', length: MEBIBYTE + 1 }, payload(MEBIBYTE + 1)])).expect(413);
    expect(await ids()).toEqual([ID]);
  });

  test('may be before and after other items', async () => {
    const attachment: EnvelopeItem = [
      { type: 'attachment', length: 21, filename: 'a.txt' },
      '{"type":"event"}\n{}\n\n\n'.slice(0, 21),
    ];
    const unknown: EnvelopeItem = [{ type: 'made_up' }, { anything: true }];
    const empty: EnvelopeItem = [{ type: 'attachment', length: 0 }, ''];
    for (const items of [
      [EVENT],
      [attachment, EVENT],
      [unknown, EVENT, unknown],
      [EVENT, attachment],
      [empty, EVENT],
      [EVENT, empty],
    ]) {
      const { body } = await post(envelope({}, ...items)).expect(200);
      expect(await ids()).toContain((body as Json)['id']);
    }
    expect(await events()).toHaveLength(6);
  });

  test('may state its length in bytes, and end with or without a newline', async () => {
    const payload = '{"message":"Größe 漢字"}';
    const item: EnvelopeItem = [{ type: 'event', length: Buffer.byteLength(payload) }, payload];
    for (const end of ['', '\n', '\n\n\n']) {
      await post(Buffer.concat([envelope({}, item), Buffer.from(end)])).expect(200);
      await post(Buffer.concat([envelope({}, [{ type: 'event' }, payload]), Buffer.from(end)])).expect(200);
    }
    expect((await events()).map(({ title }) => title)).toEqual(Array(6).fill('Größe 漢字'));
  });

  test('may follow items of any size', async () => {
    const video: EnvelopeItem = [{ type: 'replay_video', length: 3 * MEBIBYTE }, Buffer.alloc(3 * MEBIBYTE, '\n')];
    await post(envelope({ event_id: ID }, video, EVENT)).expect(200);
    expect(await ids()).toEqual([ID]);
  });
});

describe('items beyond their limits', () => {
  const KIBIBYTE = 1024;
  const TOO_LARGE: readonly [type: string, maxBytes: number, category: string][] = [
    ['client_report', 100 * KIBIBYTE, 'internal'],
    ['check_in', 100 * KIBIBYTE, 'monitor'],
    ['user_report', 64 * KIBIBYTE, 'feedback'],
    ['raw_security', 256 * KIBIBYTE, 'security'],
    ['session', MEBIBYTE, 'session'],
    ['sessions', MEBIBYTE, 'session'],
    ['feedback', MEBIBYTE, 'feedback'],
  ];
  const TOO_MANY: readonly [type: string, maxItems: number, category: string][] = [
    ['session', 100, 'session'],
    ['client_report', 10, 'internal'],
    ['feedback', 1, 'feedback'],
    ['raw_security', 1, 'security'],
  ];
  const countsOf = (name: string, count: number) => outcomesOf(service, project, token, (all) => all[name] === count);

  test.each(TOO_LARGE)('do not keep the event of their envelope from being stored: %s', async (type, max, category) => {
    const text = `{"x":"${'x'.repeat(max)}"}`;
    const sized: EnvelopeItem = [{ type, length: text.length }, text];
    const unsized: EnvelopeItem = [{ type }, text];
    const other = 'f'.repeat(32);
    await post(envelope({ event_id: ID }, sized, EVENT)).expect(200, { id: ID });
    await post(envelope({ event_id: other }, EVENT, unsized)).expect(200, { id: other });
    expect((await ids()).toSorted()).toEqual([ID, other]);
    expect(await countsOf(`invalid too_large ${category}`, 2)).toEqual({
      accepted: 2,
      [`invalid too_large ${category}`]: 2,
    });
    await post(envelope({}, sized)).expect(413);
    await post(envelope({}, unsized)).expect(413);
  });

  test.each(TOO_MANY)(
    'do not keep the event from being stored if they are too many: %s',
    async (type, max, category) => {
      const items = Array.from({ length: max + 2 }, (): EnvelopeItem => [{ type }, '{}']);
      await post(envelope({ event_id: ID }, ...items, EVENT)).expect(200, { id: ID });
      expect(await ids()).toContain(ID);
      expect(await countsOf(`invalid too_large ${category}`, 2)).toMatchObject({ accepted: 1 });
      await post(envelope({}, ...items)).expect(400);
    },
  );

  test('are not handled, and the others are', async () => {
    const feedback = (message: string): EnvelopeItem => [{ type: 'user_report' }, { event_id: ID, comments: message }];
    await post(envelope({ event_id: ID }, feedback('x'.repeat(64 * KIBIBYTE)), EVENT, feedback('it broke'))).expect(
      200,
    );
    const { body } = await service.client.get(`${project.path}user-feedback/`, token).expect(200);
    expect(body).toMatchObject([{ comments: 'it broke', eventID: ID }]);
  });

  test('take no memory, whatever their size, and attachments beside them are stored', async () => {
    const large: EnvelopeItem = [{ type: 'check_in', length: 5 * MEBIBYTE }, Buffer.alloc(5 * MEBIBYTE, '\n')];
    const file: EnvelopeItem = [{ type: 'attachment', length: 4, filename: 'a.txt' }, 'a\nb\n'];
    await post(envelope({ event_id: ID }, large, file, EVENT)).expect(200);
    const files = await service.client.get(`${project.path}events/${ID}/attachments/`, token).expect(200);
    expect(files.body).toMatchObject([{ name: 'a.txt', size: 4 }]);
  });

  test('are not inflated behind the event if they are very much larger than what was sent', async () => {
    const large: EnvelopeItem = [{ type: 'check_in', length: 9 * MEBIBYTE }, Buffer.alloc(9 * MEBIBYTE, '\n')];
    const body = gzipSync(envelope({ event_id: ID }, EVENT, large));
    await post(body, { 'Content-Encoding': 'gzip' }).expect(200, { id: ID });
    expect(await ids()).toEqual([ID]);
  });
});

describe('the client address', () => {
  const userOf = async (payload: Json, headers: Record<string, string> = {}) => {
    await post(envelope({}, [{ type: 'event' }, payload]), headers).expect(200);
    return (await events())[0]?.['user'];
  };

  test('is used if the event requests it', async () => {
    expect(await userOf({ user: { ip_address: '{{auto}}' } })).toMatchObject({ ip_address: '127.0.0.1' });
  });

  test('is the one that a proxy on this machine forwards', async () => {
    expect(await userOf({ user: { ip_address: '{{auto}}' } }, { 'X-Forwarded-For': '203.0.113.9' })).toMatchObject({
      ip_address: '203.0.113.9',
    });
  });

  test('is used if the settings of the SDK request it', async () => {
    const sdk = { name: 'sentry.javascript.browser', version: '11.0.0', settings: { infer_ip: 'auto' } };
    expect(await userOf({ sdk })).toMatchObject({ ip_address: '127.0.0.1' });
  });

  test.each(['unknown', '203.0.113.9:1234', '<script>', 'ten.zeros'.padEnd(300, '0')])(
    'is not set to text that is not an address: %s',
    async (forwarded) => {
      const user = await userOf({ user: { id: '1', ip_address: '{{auto}}' } }, { 'X-Forwarded-For': forwarded });
      expect([null, '127.0.0.1', '203.0.113.9']).toContain((user as Json)['ip_address']);
    },
  );

  test('is not used otherwise', async () => {
    expect(await userOf({ user: { id: '1' } })).toMatchObject({ ip_address: null });
    expect(await userOf({ event_id: ID })).toBeNull();
  });
});

describe('an envelope without an event', () => {
  test.each([
    ['{}'],
    ['{}\n'],
    ['{}\n\n\n'],
    ['{"sent_at":"2026-01-01T00:00:00Z","sdk":{"name":"x","version":"1"},"trace":{"trace_id":"1"},"unknown":[1]}\n'],
    ['{"event_id":null}'],
  ])('is accepted: %j', async (text) => {
    expect((await post(text).expect(200)).body).toEqual({});
    expect(await events()).toEqual([]);
  });

  test('with a transaction in an item event sets firstTransactionEvent and stores no event', async () => {
    const sent = envelope({ event_id: ID }, [{ type: 'session' }, {}], [{ type: 'event' }, { type: 'transaction' }]);
    await post(sent).expect(200, { id: ID });
    expect(await events()).toEqual([]);
    expect(await record()).toMatchObject({ firstTransactionEvent: true, hasSessions: true, firstEvent: null });
  });

  test('with blanks between its parts, headers of several lines, and an event with NaN and more is stored', async () => {
    const event = '{"message":"kept","extra":{"ratio":NaN}}';
    const item = `{\n "type": "event",\n "length": ${event.length + 4}\n}\n${event} end`;
    await post(`\n{\n "event_id": "${ID}"\n}\n\n\n${item}\n\n{"type":"attachment"}`).expect(200, { id: ID });
    expect(await events()).toMatchObject([{ eventID: ID, title: 'kept', context: { ratio: 'NaN' } }]);
  });

  test('with a session sets hasSessions and stores no event', async () => {
    const session: EnvelopeItem = [{ type: 'session' }, { sid: ID, status: 'ok', attrs: { release: 'web@1' } }];
    expect((await post(envelope({ sent_at: '2026-01-01T00:00:00Z' }, session)).expect(200)).body).toEqual({});
    expect(await record()).toMatchObject({
      hasSessions: true,
      firstEvent: null,
      platforms: [],
      environments: [],
      latestRelease: null,
    });
    expect(await events()).toEqual([]);
  });

  const FLAGS: Record<string, string[]> = {
    hasSessions: ['session', 'sessions'],
    hasReplays: ['replay_event', 'replay_recording', 'replay_video'],
    hasProfiles: ['profile', 'profile_chunk'],
    hasMonitors: ['check_in'],
    firstTransactionEvent: ['transaction'],
    hasUserReports: ['user_report', 'feedback'],
    hasCustomMetrics: ['statsd', 'metric_buckets', 'trace_metric'],
  };
  const NONE = { ...Object.fromEntries(Object.keys(FLAGS).map((flag) => [flag, false])), hasMinifiedStackTrace: false };

  test.each(Object.entries(FLAGS).flatMap(([flag, types]) => types.map((type) => [type, flag] as const)))(
    'with an item %s sets %s and no other flag, permanently',
    async (type, flag) => {
      await post(envelope({}, [{ type }, {}])).expect(200);
      expect(await record()).toMatchObject({ ...NONE, [flag]: true, firstEvent: null });
      await post(envelope({}, [{ type }, {}])).expect(200);
      expect(await record()).toMatchObject({ ...NONE, [flag]: true });
    },
  );

  test.each([
    'attachment',
    'client_report',
    'log',
    'otel_log',
    'span',
    'raw_security',
    'nel',
    'form_data',
    'made_up',
    'Session',
    '__proto__',
  ])('with an item %s is accepted and sets no flag', async (type) => {
    await post(envelope({}, [{ type }, 'anything'])).expect(200);
    expect(await record()).toMatchObject({ ...NONE, firstEvent: null });
  });

  test('sets several flags at once, also with an event', async () => {
    await post(envelope({}, [{ type: 'session' }, {}], EVENT, [{ type: 'check_in' }, {}])).expect(200);
    expect(await record()).toMatchObject({
      ...NONE,
      hasSessions: true,
      hasMonitors: true,
      firstEvent: expect.any(String),
    });
  });

  test('sets flags of its own project only', async () => {
    const sibling = await service.fixtures.project({ organization: project.organization });
    await post(envelope({}, [{ type: 'session' }, {}])).expect(200);
    expect((await service.client.put(sibling.path, token).send({}).expect(200)).body).toMatchObject({
      hasSessions: false,
    });
  });
});

describe('items that are not stored', () => {
  const limitsAfter = async (...items: EnvelopeItem[]) =>
    (await post(envelope({}, ...items)).expect(200)).headers['x-sentry-rate-limits'];

  test.each([
    'transaction',
    'span',
    'profile',
    'profile_chunk',
    'replay_event',
    'replay_recording',
    'replay_video',
    'log',
    'otel_log',
    'trace_metric',
    'statsd',
    'metric_buckets',
    'metric_meta',
  ])('make the SDK stop sending their like, and nothing that is stored: %s', async (type) => {
    const [limit = '', ...others] = ((await limitsAfter([{ type }, {}], EVENT)) ?? '').split(',');
    expect(others).toEqual([]);
    const [seconds, categories = '', ...rest] = limit.split(':');
    expect([seconds, rest]).toEqual(['3600', ['organization', 'unsupported']]);
    const listed = categories.split(';');
    expect(listed).toEqual(
      expect.arrayContaining(
        'transaction;span;replay;profile;profile_chunk;profile_chunk_ui;log_item;log_byte;trace_metric;trace_metric_byte;metric_bucket'.split(
          ';',
        ),
      ),
    );
    expect(listed.filter((one) => ['', 'error', 'default', 'internal'].includes(one))).toEqual([]);
  });

  test.each(['made_up', 'client_report', 'nel', 'form_data', 'user_report'])(
    'limit nothing if no category is theirs alone: %s',
    async (type) => {
      expect(await limitsAfter([{ type }, {}], EVENT)).toBeUndefined();
    },
  );

  test('are not announced to clients that send events only', async () => {
    expect(await limitsAfter(EVENT)).toBeUndefined();
  });
});

describe('a malformed envelope', () => {
  const LINE = '{"type":"event"}';
  test.each([
    ['empty', ''],
    ['without a header', '\n{"type":"event"}\n{}'],
    ['whose header is no JSON', 'hello'],
    ['whose header is a list', '[]\n'],
    ['whose header is null', 'null'],
    ['whose header is cut', '{"event_id":'],
    ['whose event_id is no id', '{"event_id":"x"}\n'],
    ['whose event_id is a number', '{"event_id":5}\n'],
    ['whose dsn is a number', '{"dsn":5}\n'],
    ['with an item header that is no JSON', '{}\nhello\n{}'],
    ['with an item header that is a list', '{}\n[]\n{}'],
    ['with an item that has no type', '{}\n{"length":2}\n{}'],
    ['with an item whose type is a number', '{}\n{"type":5}\n{}'],
    ['with an item header and nothing after it', `{}\n${LINE}`],
    ['that ends within the stated length', '{}\n{"type":"event","length":10}\n{}'],
    ['whose stated length is too short', '{}\n{"type":"event","length":1}\n{}'],
    ['whose stated length is too long by one', '{}\n{"type":"event","length":3}\n{}'],
    ['whose stated length is negative', '{}\n{"type":"event","length":-1}\n{}'],
    ['whose stated length is a fraction', '{}\n{"type":"event","length":1.5}\n{}'],
    ['whose stated length is text', '{}\n{"type":"event","length":"2"}\n{}'],
    ['whose stated length is beyond every limit', '{}\n{"type":"event","length":1e300}\n{}'],
    ['with two events', `{}\n${LINE}\n{}\n${LINE}\n{}`],
    ['whose event is no JSON', `{}\n${LINE}\n{"message":`],
    ['whose event is a list', `{}\n${LINE}\n[]`],
    ['whose event is null', `{}\n${LINE}\nnull`],
    ['whose event is text', `{}\n${LINE}\n"x"`],
    ['whose event is empty', `{}\n${LINE}\n\n`],
  ])('%s is 400 with the reason, and nothing is stored', async (_, text) => {
    const reply = await post(text).expect(400);
    const { detail, causes } = reply.body as { detail: string; causes: string[] };
    expect(detail).toMatch(/^[A-Z].*\.$/);
    expect(causes.length).toBeGreaterThan(0);
    expect(causes.every((cause) => cause !== '')).toBe(true);
    expect(reply.headers['x-sentry-error']).toBe(detail);
    expect(await events()).toEqual([]);
  });

  test('sets no flag for its valid items', async () => {
    await post(envelope({}, [{ type: 'session' }, {}], [{ type: 'event' }, '[]'])).expect(400);
    expect(await record()).toMatchObject({ hasSessions: false, firstEvent: null });
  });

  test('is described in X-Sentry-Error without characters that a header cannot have', async () => {
    const reply = await post('{"event_id":"漢字\\r\\nSet-Cookie: a=b"}\n').expect(400);
    expect(reply.headers['set-cookie']).toBeUndefined();
  });

  test.each([
    ['its header', () => envelope({ padding: 'x'.repeat(8192) }, EVENT)],
    ['the header of an item', () => envelope({}, [{ type: 'attachment', filename: 'x'.repeat(8192) }, ''], EVENT)],
  ])('is 413 if the line of %s is longer than 8 KiB', async (_, make) => {
    await post(make()).expect(413);
    expect(await events()).toEqual([]);
  });
});

test('any bytes are accepted or rejected with a client error', async () => {
  const headers = [
    '',
    '{}',
    '{"type":"event"}',
    '{"type":"session"}',
    '{"type":"event","length":2}',
    '{"type":"attachment","length":5}',
  ];
  const line = fc.oneof(fc.json(), fc.constantFrom(...headers));
  const text = fc.array(line, { maxLength: 8 }).map((lines) => Buffer.from(lines.join('\n')));
  const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array));
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(text, bytes),
      fc.constantFrom('identity', 'gzip', 'br', 'deflate'),
      async (body, encoding) => {
        const reply = await post(body, encoding === 'identity' ? {} : { 'Content-Encoding': encoding });
        expect([200, 400, 413]).toContain(reply.status);
      },
    ),
    { numRuns: 150 },
  );
  await service.client.get(`${project.path}events/?full=1`, token).expect(200);
});

describe('browsers of other origins', () => {
  const EXPOSED = 'x-sentry-error, x-sentry-rate-limits, retry-after';
  const headers = { Origin: 'https://shop.test' };

  test('may read every reply', async () => {
    const key = `?sentry_key=${project.publicKey}`;
    const replies = [
      await post(envelope({}, EVENT), headers, key).expect(200),
      await post('broken', headers, key).expect(400),
      await post(envelope({}, EVENT), headers, '').expect(401),
      await post(envelope({}, EVENT), headers, `?sentry_key=${'f'.repeat(32)}`).expect(403),
      await post(envelope({ padding: 'x'.repeat(9000) }), headers, key).expect(413),
      await post(envelope({}, EVENT), { ...headers, 'Content-Encoding': 'zstd' }, key).expect(415),
    ];
    for (const reply of replies) {
      expect(reply.headers['access-control-allow-origin']).toBe('*');
      expect(reply.headers['access-control-expose-headers']).toBe(EXPOSED);
    }
  });

  test.each(['GET', 'PUT', 'DELETE', 'PATCH'])('may read the 405 for %s', async (method) => {
    const reply = await sendRaw(service.url, { method, path: `/api/${project.id}/envelope/`, headers });
    expect(reply.status).toBe(405);
    expect(reply.headers).toMatchObject({
      allow: 'POST',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': EXPOSED,
    });
  });

  test.each(['envelope/', 'envelope', 'store/'])(
    'are allowed by the reply to a preflight request: %s',
    async (operation) => {
      const reply = await sendRaw(service.url, {
        method: 'OPTIONS',
        path: `/api/${project.id}/${operation}?sentry_key=${project.publicKey}`,
        headers: {
          ...headers,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'content-encoding, x-sentry-auth',
        },
      });
      expect([200, 204]).toContain(reply.status);
      expect(reply.text).toBe('');
      expect(reply.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, POST, OPTIONS',
        'access-control-max-age': '3600',
      });
      const allowed = String(reply.headers['access-control-allow-headers']).split(', ');
      expect(allowed).toEqual(
        expect.arrayContaining([
          'x-sentry-auth',
          'content-type',
          'authorization',
          'content-encoding',
          'transfer-encoding',
          'sentry-trace',
          'baggage',
        ]),
      );
    },
  );

  test.each(['/api/%zz/envelope/', '/api/%C3/store', '//api//%/envelope//'])(
    'may read why a path that cannot be decoded is rejected: %s',
    async (path) => {
      const reply = await sendRaw(service.url, { method: 'POST', path, headers });
      const { detail } = JSON.parse(reply.text) as { detail: string };
      expect([reply.status, detail]).toEqual([400, expect.stringContaining('is not valid percent-encoded UTF-8.')]);
      expect(reply.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': EXPOSED,
        'x-sentry-error': detail,
      });
      expect((await sendRaw(service.url, { method: 'OPTIONS', path, headers })).status).toBe(204);
    },
  );

  test('may read that an expectation is not supported', async () => {
    const path = `/api/${project.id}/envelope/`;
    const reply = await sendRaw(service.url, { method: 'POST', path, headers: { ...headers, Expect: 'x' } });
    expect([reply.status, reply.headers['access-control-allow-origin']]).toEqual([417, '*']);
  });

  test('may not read replies of other operations', async () => {
    const { headers: answered } = await service.client.get(`${project.path}events/`, token).set(headers).expect(200);
    expect(answered['access-control-allow-origin']).toBeUndefined();
  });
});

describe('expensive requests', () => {
  const headers = (count: number) => Buffer.from(`{}\n${`{"type":"x","a":[${'1,'.repeat(2000)}1]}\n\n`.repeat(count)}`);

  test('megabytes of item headers are rejected', async () => {
    const reply = await post(gzipSync(headers(2000)), { 'Content-Encoding': 'gzip' }).expect(413);
    expect(reply.body).toEqual({ detail: expect.stringContaining('headers') });
  });

  test('a large body without a key is refused by its first line', async () => {
    const packed = gzipSync(headers(2000));
    await service.client
      .post(`/api/${project.id}/envelope/`)
      .set('Content-Encoding', 'gzip')
      .serialize((body: unknown) => body as string)
      .send(packed)
      .expect(401);
  });

  test('items are not parsed before the client is authorized', async () => {
    await service.client
      .post(`/api/${project.id}/envelope/`)
      .set('Content-Type', 'text/plain')
      .send('{}\nno header')
      .expect(401);
  });

  test.each(['constructor', '__proto__', 'toString'])('the encoding %s is 415', async (encoding) => {
    const reply = await post('{}', { 'Content-Encoding': encoding }).expect(415);
    expect(reply.body).toEqual({ detail: expect.stringContaining('gzip') });
  });
});

test('an event of a client whose clock is two hours slow is not behind older ones in the list', async () => {
  const now = Date.now();
  const send = (message: string, clock: number) => {
    const header = { sent_at: new Date(clock).toISOString() };
    const payload = { message, timestamp: clock / 1000, breadcrumbs: [{ timestamp: clock / 1000 - 1, message: 'b' }] };
    return post(`${JSON.stringify(header)}\n{"type":"event"}\n${JSON.stringify(payload)}\n`).expect(200);
  };
  await send('first', now - 2000);
  await send('second', now - 7_200_000);
  const [second, first] = await events();
  expect([second?.['message'], first?.['message']]).toEqual(['second', 'first']);
  expect(first?.['errors']).toEqual([]);
  const value = {
    sdk_time: new Date(now - 7_200_000).toISOString(),
    server_time: expect.stringMatching(/^\d{4}-.*Z$/) as string,
  };
  expect(second?.['errors']).toEqual([
    { type: 'clock_drift', message: 'timestamp: clock_drift', data: { name: 'timestamp', value } },
  ]);
  const [crumb] = (second?.['entries'] as { type: string; data: { values: Json[] } }[])
    .filter(({ type }) => type === 'breadcrumbs')
    .flatMap(({ data }) => data.values);
  const sent = Date.parse(String(crumb?.['timestamp'])) + 1000;
  expect(sent).toBeGreaterThanOrEqual(now);
  expect(sent).toBeLessThanOrEqual(Date.now());
});
