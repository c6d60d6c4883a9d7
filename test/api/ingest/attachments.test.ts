/** Attachments of envelopes: which are stored, which go with their event, and how they are counted. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { AttachmentClient, fileItem } from '../../support/attachments';
import { envelope, type EnvelopeItem } from '../../support/fixtures';
import { itOnSqlite, makeTemporaryDirectory } from '../../support/database';
import { outcomesOf } from '../../support/outcomes';
import { startService, useOwnService, useService } from '../../support/service';

const ID = '0123456789abcdef0123456789abcdef';
const MEBIBYTE = 1024 * 1024;
const EVENT: EnvelopeItem = [{ type: 'event' }, { message: 'boom' }];

const service = useService();
let token: string;
let client: AttachmentClient;
beforeEach(async () => {
  const project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
  client = new AttachmentClient(service, project, token);
});

const counts = (isThere: (found: Record<string, number>) => boolean) =>
  outcomesOf(service, client.project, token, isThere);

/** Sets a setting of the project. */
const set = (settings: object) => service.client.put(client.project.path, token).send(settings).expect(200);

test('a file of an event is stored with it, as it was sent, and counted', async () => {
  const bytes = randomBytes(3000);
  await client.send(ID, EVENT, fileItem('core.bin', bytes)).expect(200);
  expect(await client.list(ID)).toMatchObject([
    {
      event_id: ID,
      name: 'core.bin',
      type: 'event.attachment',
      mimetype: 'application/octet-stream',
      size: 3000,
      headers: { 'Content-Type': 'application/octet-stream' },
      scrubbed: false,
    },
  ]);
  expect((await client.bytes(ID)).equals(bytes)).toBe(true);
  expect(await counts((found) => found['accepted attachment'] === 1)).toEqual({
    accepted: 1,
    'accepted attachment': 1,
  });
});

test('a file may come before its event, in the same envelope or another one', async () => {
  await client.send(ID, fileItem('early.log', 'early')).expect(200);
  await service.client.get(client.path(ID), token).expect(404);
  await client.send(ID, fileItem('same.log', 'same'), EVENT).expect(200);
  expect(await client.names(ID)).toEqual(['early.log', 'same.log']);
});

test('an envelope that is sent again adds nothing, but what is missing', async () => {
  await client.send(ID, EVENT).expect(200);
  const items = [EVENT, fileItem('a.log', 'one'), fileItem('a.log', 'two')];
  for (let time = 0; time < 2; time += 1) await client.send(ID, ...items).expect(200);
  expect((await client.list(ID)).map(({ name, size }) => [name, size])).toEqual([
    ['a.log', 3],
    ['a.log', 3],
  ]);
  expect(await counts((found) => found['accepted attachment'] !== undefined)).toMatchObject({
    accepted: 1,
    'accepted attachment': 2,
  });
});

test('files of an event that a filter drops go with it, under its reason', async () => {
  await set({ options: { 'filters:error_messages': 'boom' } });
  await client.send(ID, fileItem('a.log', 'x'), EVENT, fileItem('b.log', 'x')).expect(200);
  await set({ options: { 'filters:error_messages': '' } });
  await client.send(ID, EVENT).expect(200);
  expect(await client.list(ID)).toEqual([]);
  expect(await counts((found) => found['filtered error-message attachment'] === 2)).toMatchObject({
    'filtered error-message': 1,
  });
});

test('files of an event that cannot be read are refused with it', async () => {
  await client.send(ID, [{ type: 'event' }, '[]'], fileItem('a.log', 'x')).expect(400);
  await client.send(ID, EVENT).expect(200);
  expect(await client.list(ID)).toEqual([]);
  expect(await counts((found) => found['invalid invalid_json attachment'] === 1)).toMatchObject({ accepted: 1 });
});

test.each([
  ['a path', '../../etc/passwd', 'passwd'],
  ['a path of Windows', 'C:\\logs\\a  b.txt', 'a  b.txt'],
  ['line breaks', 'a\r\nSet-Cookie: b', 'a Set-Cookie: b'],
  ['nothing', '', 'unnamed'],
  ['dots', '..', 'unnamed'],
  ['a long name', `${'x'.repeat(300)}.log`, `${'x'.repeat(251)}.log`],
])('of %s, only a base name is kept', async (_, sent, kept) => {
  await client.send(ID, EVENT, fileItem(sent, 'x')).expect(200);
  expect(await client.names(ID)).toEqual([kept]);
});

test('type and media type are kept, an empty file too', async () => {
  const header = { attachment_type: 'event.view_hierarchy', content_type: 'Application/JSON; charset=utf-8' };
  await client.send(ID, EVENT, fileItem('view.json', '{}', header), fileItem('none.png', '')).expect(200);
  expect(await client.list(ID)).toMatchObject([
    { name: 'none.png', size: 0 },
    { name: 'view.json', type: 'event.view_hierarchy', mimetype: 'application/json' },
  ]);
  const [empty] = await client.list(ID);
  await client.download(ID, empty?.id ?? '').expect(200, Buffer.alloc(0));
});

test.each([
  ['a.txt', undefined, 'text/plain'],
  ['worker.LOG', undefined, 'text/plain'],
  ['a.log.gz', undefined, 'application/gzip'],
  ['view-hierarchy.json', '', 'application/json'],
  ['screenshot.png', 'no media type', 'image/png'],
  ['page.html', undefined, 'text/html'],
  ['a.txt', 'application/x-own', 'application/x-own'],
  ['core.constructor', undefined, 'application/octet-stream'],
  ['json', undefined, 'application/octet-stream'],
])('the media type of %s, sent as %s, is %s', async (name, content_type, mimetype) => {
  await client.send(ID, EVENT, fileItem(name, '<script>', { content_type })).expect(200);
  const [file] = await client.list(ID);
  expect(file).toMatchObject({ mimetype, headers: { 'Content-Type': mimetype } });
  // The name of a file says nothing about whether a browser may show it.
  const { headers } = await client.download(ID, file?.id ?? '').expect(200);
  expect(headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': expect.stringMatching(/^attachment;/) as unknown,
    'x-content-type-options': 'nosniff',
  });
});

test('references, files of traces and parts of events are not stored, and counted', async () => {
  await client
    .send(
      ID,
      EVENT,
      fileItem('big.bin', '{"location":"x"}', { content_type: 'application/vnd.sentry.attachment-ref+json' }),
      fileItem('trace.bin', '{}x', { content_type: 'application/vnd.sentry.trace-attachment', meta_length: 2 }),
      fileItem('breadcrumbs', 'x', { attachment_type: 'event.breadcrumbs' }),
    )
    .expect(200);
  expect(await client.list(ID)).toEqual([]);
  expect(await counts((found) => found['invalid feature_disabled attachment'] === 3)).toMatchObject({ accepted: 1 });
});

test('a file without any event id is accepted and counted', async () => {
  await client.post(envelope({}, fileItem('a.log', 'x'))).expect(200, {});
  expect(await counts((found) => found['invalid invalid_envelope attachment'] === 1)).toBeTruthy();
});

describe('a large envelope', () => {
  const large = randomBytes(3 * MEBIBYTE + 17);

  test.each([
    ['as sent', (body: Buffer) => client.post(body)],
    ['compressed', (body: Buffer) => client.post(gzipSync(body), { 'Content-Encoding': 'gzip' })],
  ])('is stored whole, with files in any order, %s', async (_, post) => {
    const items = [fileItem('a.bin', large), EVENT, fileItem('b.bin', ''), fileItem('c.bin', large.subarray(5))];
    await post(envelope({ event_id: ID }, ...items)).expect(200);
    const [a, b, c] = await client.list(ID);
    expect([a, b, c].map((one) => one?.['size'])).toEqual([large.length, 0, large.length - 5]);
    expect(large.equals((await client.download(ID, a?.id ?? '').expect(200)).body as Buffer)).toBe(true);
    expect(large.subarray(5).equals((await client.download(ID, c?.id ?? '').expect(200)).body as Buffer)).toBe(true);
  });

  test('whose last file is cut keeps its event, without the file', async () => {
    const body = envelope({ event_id: ID }, EVENT, fileItem('a.bin', 'a'), fileItem('b.bin', large));
    await client.post(body.subarray(0, -1000)).expect(200);
    expect(await client.names(ID)).toEqual(['a.bin']);
    expect(await counts((found) => found['invalid internal attachment'] === 1)).toMatchObject({ accepted: 1 });
  });

  test('whose last file inflates too much keeps its event, without the file', async () => {
    const body = envelope({ event_id: ID }, EVENT, fileItem('zeros.bin', Buffer.alloc(20 * MEBIBYTE)));
    await client.post(gzipSync(body, { level: 9 }), { 'Content-Encoding': 'gzip' }).expect(200);
    expect(await client.names(ID)).toEqual([]);
  });
});

describe('the rules of the project', () => {
  const configure = (selector: string, rule = '@email') =>
    set({ relayPiiConfig: JSON.stringify({ applications: { [selector]: [rule] } }) });

  test.each([
    ["$attachments.'view.log'", 'mail [email]', true],
    ['$attachments.*', 'mail [email]', true],
    ["$attachments.'other.log'", 'mail kim@acme.test', false],
    ['$string', 'mail kim@acme.test', false],
    ['extra.**', 'mail kim@acme.test', false],
  ])('that name the file by %s are applied to its text', async (selector, stored, scrubbed) => {
    await configure(selector);
    await client.send(ID, EVENT, fileItem('View.log', 'mail kim@acme.test')).expect(200);
    expect((await client.bytes(ID)).toString()).toBe(stored);
    expect(await client.list(ID)).toMatchObject([{ scrubbed, size: stored.length }]);
  });

  test('leave binary files as they are, and say so', async () => {
    await configure('$attachments.**');
    await client.send(ID, EVENT, fileItem('a.bin', Buffer.from('\0kim@acme.test'))).expect(200);
    expect((await client.bytes(ID)).toString()).toBe('\0kim@acme.test');
    expect(await client.list(ID)).toMatchObject([{ scrubbed: false }]);
  });

  test('drop a text that is too long for them', async () => {
    await configure('$attachments.**');
    await client.send(ID, EVENT, fileItem('a.log', 'kim@acme.test '.repeat(80_000))).expect(200);
    expect(await client.list(ID)).toEqual([]);
    expect(await counts((found) => found['invalid too_large attachment'] === 1)).toMatchObject({ accepted: 1 });
  });
});

test('an event has at most 200 files', async () => {
  const items = Array.from({ length: 203 }, (_, number) => fileItem(`${number}.log`, 'x'));
  await client.send(ID, EVENT, ...items).expect(200);
  expect(await counts((found) => found['accepted attachment'] === 200)).toMatchObject({
    'invalid too_large attachment': 3,
  });
});

describe('the quota of the organization', () => {
  const own = useOwnService({ ATTACHMENT_QUOTA: '1' });

  test('refuses files that exceed it, and asks clients that send only files to wait', async () => {
    const project = await own.fixtures.project();
    const ownToken = await own.fixtures.token(project.organization);
    const sender = new AttachmentClient(own, project, ownToken);
    await sender.send(ID, EVENT, fileItem('a.bin', Buffer.alloc(900 * 1024))).expect(200);
    await sender.send(ID, EVENT, fileItem('b.bin', Buffer.alloc(200 * 1024)), fileItem('c.bin', 'x')).expect(200);
    expect(await sender.names(ID)).toEqual(['a.bin', 'c.bin']);
    const { headers } = await sender.send(ID, fileItem('d.bin', Buffer.alloc(200 * 1024))).expect(429);
    expect(headers['x-sentry-rate-limits']).toBe('60:attachment:organization:org_quota');
    const found = await outcomesOf(own, project, ownToken, (all) => all['rate_limited org_quota attachment'] === 2);
    expect(found).toMatchObject({ accepted: 1, 'accepted attachment': 2 });
    const [first] = await sender.list(ID);
    await own.client.delete(sender.path(ID, first?.id ?? ''), ownToken).expect(204);
    await sender.send(ID, fileItem('d.bin', Buffer.alloc(200 * 1024))).expect(200);
    expect(await sender.names(ID)).toEqual(['c.bin', 'd.bin']);
  });
});

itOnSqlite(
  'events are stored without their files while the disk has less space than is reserved for uploads',
  async () => {
    const directory = await makeTemporaryDirectory();
    const database = `sqlite:${join(directory.path, 'culprit.db')}`;
    const own = await startService({ DATABASE_URL: database, DISK_RESERVE: '0', UPLOAD_DISK_RESERVE: '999999999' });
    try {
      const project = await own.fixtures.project();
      const ownToken = await own.fixtures.token(project.organization);
      const sender = new AttachmentClient(own, project, ownToken);
      await sender.send(ID, EVENT, fileItem('a.log', 'x'), fileItem('b.bin', Buffer.alloc(2 * MEBIBYTE))).expect(200);
      expect(await sender.names(ID)).toEqual([]);
      const found = await outcomesOf(own, project, ownToken, (all) => all['invalid internal attachment'] === 2);
      expect(found).toMatchObject({ accepted: 1 });
    } finally {
      await own.close();
      await directory.dispose();
    }
  },
);
