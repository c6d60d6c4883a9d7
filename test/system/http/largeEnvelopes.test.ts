import { randomBytes } from 'node:crypto';
import http from 'node:http';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { brotliCompressSync, constants, createBrotliCompress, createDeflate, createGzip, gzipSync } from 'node:zlib';
import type { ProjectFixture } from '../../support/fixtures';
import { outcomesOf } from '../../support/outcomes';
import { useOwnService } from '../../support/service';

/*
 * Attachments and other items that are not stored may be as large as clients send them. The body is made while it is
 * sent, so that the memory of this process, in which the service runs, shows how much the service keeps.
 */

const MEBIBYTE = 1024 * 1024;
const LARGE = 100 * MEBIBYTE;

const service = useOwnService();
let project: ProjectFixture;
let token: string;
beforeEach(async () => {
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

const noise = randomBytes(MEBIBYTE);

/** Bytes of an attachment: random ones, which do not compress, with line ends and braces in them. */
function* attachment(length: number): Generator<Buffer> {
  for (let left = length; left > 0; left -= noise.length) yield noise.subarray(0, Math.min(left, noise.length));
}

function* eventItem(id: string): Generator<Buffer> {
  yield Buffer.from(`{"type":"event"}\n${JSON.stringify({ event_id: id, message: 'with an attachment' })}\n`);
}

function* attachmentItem(length: number, stated: number | undefined = length): Generator<Buffer> {
  yield Buffer.from(`${JSON.stringify({ type: 'attachment', length: stated, filename: 'dump' })}\n`);
  yield* attachment(length);
  yield Buffer.from('\n');
}

const newId = () => randomBytes(16).toString('hex');

interface SendOptions {
  readonly encoding?: 'gzip' | 'deflate' | 'br';
  /** True if only the header of the envelope carries the key, as behind a tunnel. */
  readonly isTunnel?: boolean;
}

const COMPRESSORS = {
  gzip: () => createGzip({ level: 1 }),
  deflate: () => createDeflate({ level: 1 }),
  br: () => createBrotliCompress({ params: { 0: 0, 1: 0 } }),
};

/** Sends an envelope piece by piece. @returns the status, the reply, and the most memory that was used meanwhile */
async function send(items: Iterable<Buffer>[], { encoding, isTunnel = false }: SendOptions = {}) {
  const { host } = new URL(service.url);
  const dsn = `http://${project.publicKey}@${host}/${project.id}`;
  const query = isTunnel ? '' : `?sentry_key=${project.publicKey}`;
  function* all(): Generator<Buffer> {
    yield Buffer.from(`${JSON.stringify(isTunnel ? { dsn } : {})}\n`);
    for (const item of items) yield* item;
  }
  const request = http.request(`${service.url}/api/${project.id}/envelope/${query}`, {
    method: 'POST',
    headers: encoding === undefined ? {} : { 'Content-Encoding': encoding },
  });
  const replied = once(request, 'response') as Promise<[http.IncomingMessage]>;
  // The service closes the connection of a body that it does not read to its end.
  request.on('error', () => {});
  const body = Readable.from(all());
  let peak = 0;
  body.on('data', () => (peak = Math.max(peak, process.memoryUsage.rss())));
  (encoding === undefined ? body : body.pipe(COMPRESSORS[encoding]())).pipe(request);
  const [response] = await replied;
  body.destroy();
  const text = Buffer.concat((await response.toArray()) as Buffer[]).toString();
  return { status: response.statusCode, body: JSON.parse(text) as { id?: string; detail?: string }, peak };
}

async function isStored(id: string): Promise<boolean> {
  const { status } = await service.client.get(`${project.path}events/${id}/`, token);
  return status === 200;
}

describe('an event beside an attachment of 100 MB', () => {
  test.each<[string, boolean, SendOptions]>([
    ['before it', true, {}],
    ['after it', false, {}],
    ['after it, through a tunnel', false, { isTunnel: true }],
    ['before it, in gzip', true, { encoding: 'gzip' }],
    ['after it, in br, through a tunnel', false, { encoding: 'br', isTunnel: true }],
    ['after it, in deflate', false, { encoding: 'deflate' }],
  ])('is stored: %s', async (_, isFirst, options) => {
    const id = newId();
    const items = [eventItem(id), attachmentItem(LARGE)];
    const before = process.memoryUsage.rss();
    const reply = await send(isFirst ? items : items.reverse(), options);
    expect([reply.status, reply.body]).toEqual([200, { id }]);
    expect(reply.peak - before).toBeLessThan(LARGE);
    expect(await isStored(id)).toBe(true);
    const counts = await outcomesOf(service, project, token, (outcomes) => Object.keys(outcomes).length === 2);
    expect(counts).toEqual({ accepted: 1, 'accepted attachment': 1 });
  });
});

describe('an attachment of 100 MB of zeros', () => {
  /** The highest quality, which is the default of Brotli, takes ten seconds for as few bytes. */
  const COMPRESS = {
    gzip: (body: Buffer) => gzipSync(body, { level: 1 }),
    br: (body: Buffer) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  };

  async function sendZeros(encoding: keyof typeof COMPRESS, ...items: Iterable<Buffer>[]) {
    const body = Buffer.concat([Buffer.from('{}\n'), ...items.flatMap((item) => [...item])]);
    const reply = await fetch(`${service.url}/api/${project.id}/envelope/?sentry_key=${project.publicKey}`, {
      method: 'POST',
      headers: { 'Content-Encoding': encoding },
      body: new Uint8Array(COMPRESS[encoding](body)),
    });
    return { status: reply.status, body: (await reply.json()) as object };
  }

  function* zerosItem(type = 'attachment', length = LARGE): Generator<Buffer> {
    yield Buffer.from(`${JSON.stringify({ type, length })}\n`);
    yield Buffer.alloc(length);
    yield Buffer.from('\n');
  }

  test.each(['gzip', 'br'] as const)('does not harm the event before it: %s', async (encoding) => {
    const id = newId();
    expect(await sendZeros(encoding, eventItem(id), zerosItem())).toEqual({ status: 200, body: { id } });
    expect(await isStored(id)).toBe(true);
  });

  test.each(['gzip', 'br'] as const)('before the event is 413, and says why: %s', async (encoding) => {
    const id = newId();
    expect(await sendZeros(encoding, zerosItem(), eventItem(id))).toEqual({
      status: 413,
      body: { detail: 'The body inflates to more than 200 times its length; only its first 2097152 bytes may.' },
    });
    expect(await isStored(id)).toBe(false);
    const counts = await outcomesOf(service, project, token, (outcomes) => Object.keys(outcomes).length === 1);
    expect(counts).toEqual({ 'invalid too_large': 1 });
  });

  test('that is hardly larger than an event is read past, wherever it is', async () => {
    const id = newId();
    const items = [zerosItem('attachment', MEBIBYTE), eventItem(id)];
    expect(await sendZeros('br', ...items)).toEqual({ status: 200, body: { id } });
  });

  test('an event of a megabyte of blanks is stored', async () => {
    const id = newId();
    const json = JSON.stringify({ event_id: id, message: 'x' }).padEnd(MEBIBYTE - 10, ' ');
    const item = [Buffer.from(`{"type":"event"}\n${json}\n`)];
    expect(await sendZeros('br', item)).toEqual({ status: 200, body: { id } });
    expect(await isStored(id)).toBe(true);
  });
});

describe('an attachment whose length is wrong', () => {
  const SIZE = 3 * MEBIBYTE;

  test('and that ends too early is no loss for the event before it', async () => {
    const id = newId();
    const { status, body } = await send([eventItem(id), attachmentItem(SIZE, SIZE + 1000)]);
    expect([status, body]).toEqual([200, { id }]);
    expect(await isStored(id)).toBe(true);
  });

  test.each([
    ['swallows the event behind it', 1000],
    ['has more bytes than it says', -1000],
  ])('is 400 if it %s', async (_, difference) => {
    const id = newId();
    const { status, body } = await send([attachmentItem(SIZE, SIZE + difference), eventItem(id)]);
    expect([status, body.detail]).toEqual([
      400,
      expect.stringMatching(/malformed: (?:unexpected end|length mismatch)/),
    ]);
    expect(await isStored(id)).toBe(false);
    const counts = await outcomesOf(service, project, token, (outcomes) => Object.keys(outcomes).length === 1);
    expect(counts).toEqual({ 'invalid invalid_envelope': 1 });
  });
});

test('an event that is too large is 413, also behind a large attachment, and is counted', async () => {
  const event = Buffer.from(`{"type":"event"}\n${JSON.stringify({ message: 'x'.repeat(MEBIBYTE) })}\n`);
  const { status } = await send([attachmentItem(2 * MEBIBYTE), [event]]);
  expect(status).toBe(413);
  const counts = await outcomesOf(service, project, token, (outcomes) => Object.keys(outcomes).length === 1);
  expect(counts).toEqual({ 'invalid too_large': 1 });
});

test('a request without a valid key is refused by its first line, before the rest is read', async () => {
  const sent = { bytes: 0 };
  function* counted(): Generator<Buffer> {
    for (const piece of attachment(LARGE)) {
      sent.bytes += piece.length;
      yield piece;
    }
  }
  const head = [Buffer.from(`{"type":"attachment","length":${LARGE}}\n`)];
  project = { ...project, publicKey: '0'.repeat(32) };
  const { status } = await send([head, counted()], { isTunnel: true });
  expect(status).toBe(403);
  expect(sent.bytes).toBeLessThan(LARGE / 2);
});

test('a body that does not match its encoding is counted', async () => {
  const url = `${service.url}/api/${project.id}/envelope/?sentry_key=${project.publicKey}`;
  for (const [encoding, status] of [
    ['gzip', 400],
    ['zstd', 415],
  ] as const) {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Encoding': encoding },
      body: new Uint8Array(noise),
    });
    expect(reply.status).toBe(status);
  }
  const counts = await outcomesOf(service, project, token, (outcomes) => outcomes['invalid invalid_compression'] === 2);
  expect(counts).toEqual({ 'invalid invalid_compression': 2 });
});

test('items that are not stored are counted by their categories', async () => {
  const items = ['transaction', 'replay_video', 'profile', 'later'];
  const lines = items.map((type) => Buffer.from(`{"type":"${type}"}\n{}\n`));
  const logs = Buffer.from('{"type":"log","item_count":5,"length":2}\n{}\n');
  expect((await send([lines, [logs]])).status).toBe(200);
  const counts = await outcomesOf(service, project, token, (outcomes) => Object.keys(outcomes).length === 5);
  const names = ['default', 'profile', 'replay', 'transaction'];
  expect(counts).toEqual({
    ...Object.fromEntries(names.map((name) => [`invalid feature_disabled ${name}`, 1])),
    'invalid feature_disabled log_item': 5,
  });
});
