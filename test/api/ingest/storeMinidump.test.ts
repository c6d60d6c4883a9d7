import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { encode } from '@msgpack/msgpack';
import type { components } from '../../../generated/api';
import { AttachmentClient, fileItem } from '../../support/attachments';
import { envelope, type ProjectFixture } from '../../support/fixtures';
import { crashDump } from '../../support/minidump';
import { outcomesOf } from '../../support/outcomes';
import { type Service, useOwnService, useService } from '../../support/service';

type EventDetail = components['schemas']['EventDetail'];

const ID = '0123456789abcdef0123456789abcdef';

const service = useService();
const withoutDumps = useOwnService({ DISABLED_ITEMS: 'minidumps' });
const withoutSpace = useOwnService({ ATTACHMENT_QUOTA: '1' });

/** A program that uploads dumps to a project of its own. */
class Uploader {
  private constructor(
    readonly service: Service,
    readonly project: ProjectFixture,
    readonly token: string,
    readonly attachments: AttachmentClient,
  ) {}

  static async create(of: Service): Promise<Uploader> {
    const project = await of.fixtures.project();
    const token = await of.fixtures.token(project.organization);
    return new Uploader(of, project, token, new AttachmentClient(of, project, token));
  }

  get path(): string {
    return `/api/${this.project.id}/minidump/?sentry_client=sentry.native/0.7.2&sentry_key=${this.project.publicKey}`;
  }

  post() {
    return this.service.client.post(this.path).buffer(true);
  }

  raw(bytes: Buffer, type = 'application/octet-stream') {
    return this.post()
      .set('Content-Type', type)
      .serialize((value: unknown) => value as string)
      .send(bytes);
  }

  /** Sends a dump with fields, and returns the event. */
  async form(dump: Buffer, fields: Readonly<Record<string, string>> = {}): Promise<EventDetail> {
    const request = this.post().attach('upload_file_minidump', dump, 'crash.dmp');
    for (const [name, value] of Object.entries(fields)) void request.field(name, value);
    return this.event((await request.expect(200)).text);
  }

  async event(id: string): Promise<EventDetail> {
    const path = `${this.project.path}events/${id.replaceAll('-', '')}/`;
    return (await this.service.client.get(path, this.token).expect(200)).body as EventDetail;
  }

  async issues(): Promise<{ title: string; culprit: string | null; level: string; count: string }[]> {
    const { body } = await this.service.client.get(`${this.project.path}issues/`, this.token).expect(200);
    return body as { title: string; culprit: string | null; level: string; count: string }[];
  }
}

let uploader: Uploader;
beforeEach(async () => {
  uploader = await Uploader.create(service);
});

/** Returns the data of an entry of an event. */
function entryOf(event: EventDetail, type: string): unknown {
  return (event.entries as { type: string; data: unknown }[]).find((entry) => entry.type === type)?.data;
}

interface ExceptionData {
  readonly values: readonly {
    readonly type: string;
    readonly value: string;
    readonly threadId: number;
    readonly mechanism: object;
    readonly stacktrace: { frames: readonly object[]; registers: Record<string, string> };
  }[];
}

test('makes an event of a dump', async () => {
  const { text } = await uploader.raw(crashDump()).expect(200);
  expect(text).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  const event = await uploader.event(text);
  expect(event).toMatchObject({
    ...{ platform: 'native', title: 'SIGSEGV / SEGV_MAPERR: Address 0x10 at shop+0x1234', culprit: 'shop' },
    contexts: {
      os: { name: 'Linux', version: '6.1.0-18-amd64' },
      device: { arch: 'x86_64' },
      process: { pid: 4711 },
    },
    sdk: { name: 'minidump.unknown' },
  });
  const [exception] = (entryOf(event, 'exception') as ExceptionData).values;
  expect(exception).toMatchObject({
    ...{ type: 'SIGSEGV / SEGV_MAPERR', value: 'Address 0x10 at shop+0x1234', threadId: 11 },
    mechanism: { type: 'minidump', handled: false, synthetic: true },
    stacktrace: {
      frames: [{ function: 'shop+0x1234', package: '/opt/shop/bin/shop', instructionAddr: '0x555500001234' }],
      registers: { rip: '0x555500001234' },
    },
  });
  expect(entryOf(event, 'threads')).toMatchObject({
    values: [
      { id: 11, name: 'main', crashed: true },
      { id: 12, name: 'worker', crashed: false, stacktrace: { frames: [{ function: 'libc.so.6+0x2345' }] } },
    ],
  });
  expect(entryOf(event, 'debugmeta')).toMatchObject({
    images: [
      { type: 'elf', code_file: '/opt/shop/bin/shop', image_addr: '0x555500000000' },
      { code_file: '/usr/lib/x86_64-linux-gnu/libc.so.6', code_id: 'ab'.repeat(20) },
    ],
  });
  expect(await uploader.attachments.list(event.eventID)).toMatchObject([
    { name: 'minidump.dmp', type: 'event.minidump', mimetype: 'application/x-dmp', size: crashDump().length },
  ]);
  expect(await uploader.issues()).toMatchObject([{ level: 'fatal', culprit: 'shop' }]);
});

test('groups by the reason and the place of the crash', async () => {
  const at = (instruction: bigint, code = 11) =>
    uploader.raw(crashDump({ exception: { threadId: 11, code, flags: 1, address: instruction, instruction } }));
  for (const [instruction, code] of [
    [0x5555_0000_1234n, 11],
    [0x5555_0000_1300n, 11],
    [0x5555_0000_1234n, 8],
  ] as const)
    await at(instruction, code).expect(200);
  const moved = crashDump({
    time: 0,
    modules: [{ name: '/home/ann/shop', base: 0x6666_0000_0000n, size: 0x8000 }],
    exception: { threadId: 11, code: 11, flags: 1, address: 0n, instruction: 0x6666_0000_1234n },
  });
  await uploader.raw(moved).expect(200);
  expect((await uploader.issues()).map(({ count }) => count).toSorted()).toEqual(['1', '1', '2']);
});

test('finds the place of a signal that was sent, whose address is its sender', async () => {
  const exception = { threadId: 11, code: 6, flags: 0xfffffffa, address: 0x1267_0000_03e8n };
  const { title } = await uploader.event((await uploader.raw(crashDump({ exception })).expect(200)).text);
  expect(title).toBe('SIGABRT / SI_TKILL: Crash at libc.so.6+0x2000');
});

test('takes a dump that a running program asked for as no crash', async () => {
  await uploader.raw(crashDump({ exception: null, requestingThread: 11 })).expect(200);
  expect(await uploader.issues()).toMatchObject([
    { level: 'info', title: 'Dump requested: The program was running at libc.so.6+0x2000.' },
  ]);
});

test('stores a dump that is sent again once', async () => {
  const dump = crashDump({ time: 0 });
  const ids = [await uploader.raw(dump).expect(200), await uploader.raw(dump).expect(200)].map(({ text }) => text);
  expect(ids[0]).toBe(ids[1]);
  const event = await uploader.form(dump, { 'sentry[event_id]': ID });
  await uploader.form(dump, { 'sentry[event_id]': ID });
  expect(event.eventID).toBe(ID);
  expect((await uploader.issues()).map(({ count }) => count)).toEqual(['2']);
  expect(await uploader.attachments.names(ID)).toEqual(['crash.dmp']);
});

test('reads fields in each form, of which the first one wins', async () => {
  const event = await uploader.form(crashDump(), {
    sentry: JSON.stringify({ release: 'shop@1', tags: { a: '1' }, exception: { values: [{ type: 'Other' }] } }),
    'sentry[release]': 'shop@2',
    'sentry[tags][b]': '2',
    'sentry[tags][a]': '3',
    'sentry[contexts][app][__proto__]': 'x',
    _productName: 'Shop',
    prod: 'Electron',
  });
  expect(event.release).toBe('shop@1');
  expect(event.tags).toEqual(
    expect.arrayContaining([
      { key: 'a', value: '1' },
      { key: 'b', value: '2' },
    ]),
  );
  expect(event.context).toEqual({ _productName: 'Shop', prod: 'Electron' });
  expect((entryOf(event, 'exception') as ExceptionData).values.map(({ type }) => type)).toEqual([
    'SIGSEGV / SEGV_MAPERR',
  ]);
});

test('joins the parts of one JSON in their numeric order, with holes', async () => {
  const parts = ['{"release":"shop@', '9', '","tags":{"c":"', '4"}}'];
  const fields = Object.fromEntries(parts.map((text, at) => [`sentry__${[1, 2, 10, 12][at]}`, text]).toReversed());
  const event = await uploader.form(crashDump(), fields);
  expect(event.release).toBe('shop@9');
});

test('keeps the event if a field cannot be read', async () => {
  const event = await uploader.form(crashDump(), { sentry: '{"release":', sentry__1: 'x' });
  expect(event.errors).toMatchObject([
    { type: 'invalid_data', data: { name: 'sentry' } },
    { type: 'invalid_data', data: { name: 'sentry__' } },
  ]);
});

test('reads what an SDK wrote before the crash', async () => {
  const crumb = (message: string, second: number) => ({ message, timestamp: `2026-11-28T10:00:0${second}Z` });
  const several = (...values: object[]) => Buffer.concat(values.map((value) => Buffer.from(encode(value))));
  const { text } = await uploader
    .post()
    .attach('upload_file_minidump', crashDump(), 'crash.dmp')
    .attach('__sentry-event', several({ release: 'shop@3', event_id: ID, user: { id: '7' } }), '__sentry-event')
    .attach('__sentry-breadcrumb1', several(crumb('c', 3), crumb('d', 4)), '__sentry-breadcrumb1')
    // The program crashed while it wrote the last one.
    .attach('__sentry-breadcrumb2', Buffer.concat([several(crumb('a', 1), crumb('b', 2)), Buffer.of(0x85)]), 'b2')
    .attach('view-hierarchy.json', Buffer.from('{"windows":[]}'), 'view-hierarchy.json')
    .attach('log', Buffer.from('started'), 'shop.log')
    .expect(200);
  const event = await uploader.event(text);
  expect(event).toMatchObject({ release: 'shop@3', user: { id: '7' } });
  const { values } = entryOf(event, 'breadcrumbs') as { values: { message: string }[] };
  expect(values.map(({ message }) => message)).toEqual(['c', 'd']);
  const files = await uploader.attachments.list(event.eventID);
  expect(files.map(({ name, type }) => [name, type])).toEqual([
    ['crash.dmp', 'event.minidump'],
    ['shop.log', 'event.attachment'],
    ['view-hierarchy.json', 'event.view_hierarchy'],
  ]);
  const counts = await outcomesOf(service, uploader.project, uploader.token, (all) => all['accepted attachment'] === 6);
  expect(counts).toEqual({ accepted: 1, 'accepted attachment': 6 });
});

test('is as tolerant of msgpack that claims to be huge, or is nested deeply', async () => {
  const nested = Buffer.concat([Buffer.alloc(50_000, 0x91), Buffer.of(0x01)]);
  const { text } = await uploader
    .post()
    .attach('upload_file_minidump', crashDump(), 'crash.dmp')
    .attach('__sentry-event', Buffer.from('dfffffffff', 'hex'), 'event')
    .attach('__sentry-breadcrumb1', nested, 'breadcrumbs')
    .expect(200);
  expect((await uploader.event(text)).title).toMatch(/^SIGSEGV/);
});

/** A form as the crash reporter of Electron sends it, recorded without its lines of no interest. */
function electronForm(dump: Buffer): Buffer {
  const field = (name: string, value: string) =>
    `------------------------7aa1c2\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const json = JSON.stringify({ event_id: ID, release: 'shop-desktop@5.0.1', tags: { 'event.process': 'browser' } });
  return Buffer.concat([
    Buffer.from(
      ['ver', 'prod', 'plat', 'process_type', 'guid'].map((name) => field(name, `a ${name}`)).join('') +
        field('sentry__1', json.slice(0, 40)) +
        field('sentry__2', json.slice(40)) +
        '------------------------7aa1c2\r\nContent-Disposition: form-data; name="upload_file_minidump"; ' +
        'filename="7d1f.dmp"\r\nContent-Type: application/octet-stream\r\n\r\n',
    ),
    dump,
    Buffer.from('\r\n------------------------7aa1c2--\r\n'),
  ]);
}

const ELECTRON_TYPE = 'multipart/form-data; boundary=----------------------7aa1c2';

test('stores what Electron sends, also as a whole compressed with gzip', async () => {
  const dump = crashDump({ crashpad: { reportId: 'aa'.repeat(16), annotations: { channel: 'beta' } } });
  const { text } = await uploader
    .raw(gzipSync(electronForm(dump)), ELECTRON_TYPE)
    .set('Content-Encoding', 'gzip')
    .expect(200);
  expect(await uploader.event(text)).toMatchObject({
    ...{ eventID: ID, release: 'shop-desktop@5.0.1', sdk: { name: 'minidump.crashpad' } },
    contexts: { crashpad: { channel: 'beta' } },
    context: { process_type: 'a process_type' },
  });
  expect(await uploader.attachments.bytes(ID)).toEqual(dump);
});

test('finds the dump in the form that an old Electron sends in place of it', async () => {
  const dump = crashDump();
  const event = await uploader.form(electronForm(dump), { 'sentry[release]': 'old@1' });
  expect(event.release).toBe('old@1');
  expect(await uploader.attachments.bytes(event.eventID)).toEqual(dump);
});

test('stores what curl sends', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dump-'));
  try {
    await writeFile(join(folder, 'crash.dmp'), crashDump());
    const { stdout } = await promisify(execFile)(
      'curl',
      [
        ...[
          '-sS',
          '-F',
          'upload_file_minidump=@crash.dmp',
          '-F',
          'sentry={"release":"shop@4"}',
          service.url + uploader.path,
        ],
      ].map(String),
      { cwd: folder },
    );
    expect((await uploader.event(stdout)).release).toBe('shop@4');
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('inflates a dump that is compressed with gzip, and names it without the ending', async () => {
  const dump = crashDump();
  const request = uploader.post().attach('upload_file_minidump', gzipSync(dump), 'crash.dmp.gz');
  const { eventID } = await uploader.event((await request.expect(200)).text);
  expect(await uploader.attachments.names(eventID)).toEqual(['crash.dmp']);
  expect(await uploader.attachments.bytes(eventID)).toEqual(dump);
});

test.each([
  ['another file', Buffer.from('hello world'), 400, 'The body is no minidump'],
  ['nothing', Buffer.alloc(0), 400, 'The body is no minidump'],
  ['xz', Buffer.from('fd377a585a000004', 'hex'), 400, 'The dump is compressed with xz: accepted are a dump, as it is'],
  ['bzip2', Buffer.from('425a683931415926', 'hex'), 400, 'The dump is compressed with bzip2'],
  ['zstd', Buffer.from('28b52ffd00000000', 'hex'), 400, 'The dump is compressed with zstd'],
  ['damaged gzip', Buffer.from('1f8b0000aabbccdd', 'hex'), 400, 'The dump could not be read; it is damaged gzip.'],
  ['gzip of very many bytes', gzipSync(Buffer.alloc(105 * 1024 * 1024)), 413, 'The dump has more than'],
] as const)('refuses %s', async (_, body, status, detail) => {
  const reply = await uploader.raw(body).expect(status);
  expect((reply.body as { detail: string }).detail).toMatch(detail);
  expect(await uploader.issues()).toEqual([]);
});

test('refuses a form without a dump, and clients without a key', async () => {
  const form = (path: string) => service.client.post(path).field('sentry', '{}');
  expect((await form(uploader.path).expect(400)).body).toMatchObject({ detail: 'The form has no minidump.' });
  await form(uploader.path.replace(/\?.*/, '')).expect(401);
  await form(uploader.path.replace(/key=.*/, `key=${'0'.repeat(32)}`)).expect(403);
  const counts = await outcomesOf(service, uploader.project, uploader.token, (all) => Object.keys(all).length > 0);
  expect(counts).toEqual({ 'invalid invalid_envelope': 1 });
});

test('never replies 429: what a limit drops is counted, and its journey has the reason', async () => {
  await service.client
    .put(`${uploader.project.path}keys/${uploader.project.publicKey}/`, uploader.token)
    .send({ rateLimit: { window: 86_400, count: 1 } })
    .expect(200);
  let id = '';
  for (const second of [1, 2, 3])
    id = (await uploader.raw(crashDump({ time: 1_790_000_000 + second })).expect(200)).text.replaceAll('-', '');
  const counts = await outcomesOf(
    service,
    uploader.project,
    uploader.token,
    (all) => all['rate_limited key_quota'] === 2,
  );
  expect(counts).toEqual({ accepted: 1, 'accepted attachment': 1, 'rate_limited key_quota': 2 });
  const journey = await service.client.get(`${uploader.project.path}events/${id}/journey/`, uploader.token).expect(200);
  expect(journey.body).toMatchObject({ status: 'dropped', drop: { reason: 'key_quota', attempts: 1 } });
});

test('an envelope with a dump makes its event, or completes the one that is sent', async () => {
  const dump = crashDump();
  const file = fileItem('crash.dmp', dump, { attachment_type: 'event.minidump' });
  await uploader.attachments.send(ID, [{ type: 'event' }, { release: 'shop@6', tags: { a: 'b' } }], file).expect(200);
  expect(await uploader.event(ID)).toMatchObject({
    ...{
      release: 'shop@6',
      platform: 'native',
      title: 'SIGSEGV / SEGV_MAPERR: Address 0x10 at shop+0x1234',
    },
  });
  const other = 'f'.repeat(32);
  const log = fileItem('shop.log', 'x');
  await uploader.attachments.send(other, log, file).expect(200, { id: other });
  expect((await uploader.event(other)).title).toMatch(/^SIGSEGV/);
  expect(await uploader.attachments.names(other)).toEqual(['crash.dmp', 'shop.log']);
  // A client that lost the reply.
  await uploader.attachments.send(other, log, file).expect(200, { id: other });
  expect(await uploader.issues()).toMatchObject([{ count: '2' }]);
  const unnamed = await uploader.attachments.post(envelope({}, file)).expect(200);
  expect((unnamed.body as { id: string }).id).toHaveLength(32);
});

test('reads a dump that was written to the disk while a large envelope was read', async () => {
  const dump = Buffer.concat([crashDump(), Buffer.alloc(3 * 1024 * 1024, 'stack')]);
  const file = fileItem('crash.dmp', dump, { attachment_type: 'event.minidump' });
  await uploader.attachments.send(ID, file).expect(200);
  expect((await uploader.event(ID)).culprit).toBe('shop');
});

test('a dump that is none stays a file beside its event', async () => {
  const file = fileItem('crash.dmp', 'no dump', { attachment_type: 'event.minidump' });
  const apple = fileItem('crash.ips', '{}', { attachment_type: 'event.applecrashreport' });
  await uploader.attachments.send(ID, [{ type: 'event' }, { message: 'boom' }], file, apple).expect(200);
  expect(await uploader.event(ID)).toMatchObject({ title: 'boom' });
  expect(await uploader.attachments.names(ID)).toEqual(['crash.dmp', 'crash.ips']);
});

describe('a dump that is damaged', () => {
  const noise = (bytes: number) => Buffer.concat([Buffer.from('MDMP'), Buffer.alloc(bytes, 0xd7)]);
  const NOTE = { type: 'invalid_data', data: { name: 'minidump' } };

  test('is an issue that says so, with the other ones, and apart from events that say nothing', async () => {
    const dumps = [crashDump().subarray(0, 60), noise(0), noise(3000)];
    const ids: string[] = [];
    for (const dump of dumps) {
      const event = await uploader.form(dump);
      ids.push(event.eventID);
      expect(event).toMatchObject({ platform: 'native', title: 'Minidump: The dump of the crash could not be read.' });
      expect(event.errors).toMatchObject([NOTE]);
      expect((entryOf(event, 'exception') as ExceptionData).values).toMatchObject([
        { type: 'Minidump', mechanism: { type: 'minidump', handled: false } },
      ]);
      expect(await uploader.attachments.bytes(event.eventID)).toEqual(dump);
    }
    await uploader.attachments.send('e'.repeat(32), [{ type: 'event' }, { platform: 'native' }]).expect(200);
    expect(await uploader.issues()).toMatchObject([
      { title: '<unlabeled event>', count: '1' },
      { title: 'Minidump: The dump of the crash could not be read.', level: 'fatal', count: '3' },
    ]);
    expect(new Set(ids).size).toBe(3);
  });

  test('leaves what the client sent, with the notes about that', async () => {
    const { release, tags, errors } = await uploader.form(noise(40), {
      sentry: '{"release":',
      'sentry[release]': 'shop@7',
      'sentry[level]': 'warning',
    });
    expect(release).toBe('shop@7');
    expect(tags).toContainEqual({ key: 'level', value: 'warning' });
    expect(errors).toMatchObject([{ data: { name: 'sentry' } }, NOTE]);
  });

  test('leaves the error that the client sent beside it', async () => {
    const event = await uploader.form(noise(40), {
      sentry: JSON.stringify({ platform: 'javascript', exception: { values: [{ type: 'RangeError', value: 'x' }] } }),
    });
    expect(event).toMatchObject({ platform: 'javascript', title: 'RangeError: x', errors: [NOTE] });
  });

  test('is one in an envelope too, with an event or alone', async () => {
    const file = fileItem('crash.dmp', noise(40), { attachment_type: 'event.minidump' });
    await uploader.attachments.send(ID, [{ type: 'event' }, { release: 'shop@8' }], file).expect(200);
    expect(await uploader.event(ID)).toMatchObject({
      release: 'shop@8',
      title: 'Minidump: The dump of the crash could not be read.',
      errors: [NOTE],
    });
    await uploader.attachments.send('f'.repeat(32), file).expect(200);
    expect(await uploader.issues()).toMatchObject([{ level: 'fatal', count: '2' }]);
    expect(await uploader.attachments.names(ID)).toEqual(['crash.dmp']);
  });
});

test('keeps the event if the quota of attachments is spent', async () => {
  const own = await Uploader.create(withoutSpace);
  const dump = Buffer.concat([crashDump(), Buffer.alloc(1024 * 1024)]);
  const { text } = await own.raw(dump).expect(200);
  expect((await own.event(text)).culprit).toBe('shop');
  expect(await own.attachments.list(text.replaceAll('-', ''))).toEqual([]);
  const file = fileItem('crash.dmp', dump, { attachment_type: 'event.minidump' });
  await own.attachments.send(ID, file).expect(200, { id: ID });
  expect((await own.event(ID)).culprit).toBe('shop');
});

test('an operator switches minidumps off', async () => {
  const own = await Uploader.create(withoutDumps);
  await own.raw(crashDump()).expect(200);
  const file = fileItem('crash.dmp', crashDump(), { attachment_type: 'event.minidump' });
  await own.attachments.send(ID, [{ type: 'event' }, { message: 'boom' }], file).expect(200);
  expect(await own.issues()).toMatchObject([{ title: 'boom' }]);
  expect(await own.attachments.list(ID)).toEqual([]);
  const counts = await outcomesOf(own.service, own.project, own.token, (all) => Object.keys(all).length === 3);
  expect(counts).toEqual({ accepted: 1, 'invalid feature_disabled': 1, 'invalid feature_disabled attachment': 1 });
});
