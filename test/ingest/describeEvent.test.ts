import fc from 'fast-check';
import type { EventSummary, JsonObject } from '../../src/domain/event';
import { describeEvent } from '../../src/ingest/describeEvent';
import { normalized, plausiblePayload, strangePayload } from './build';

const summary = (payload: JsonObject): EventSummary => describeEvent(normalized(payload));
const tags = (payload: JsonObject) => Object.fromEntries(summary(payload).tags.map(({ key, value }) => [key, value]));
const error = (exception: JsonObject, frames: JsonObject[] = []) => ({
  exception: [{ ...exception, stacktrace: { frames } }],
});

describe('title', () => {
  const frame = { function: 'pay', filename: '/srv/pay.js' };
  const synthetic = { mechanism: { synthetic: true } };
  it.each<[string, JsonObject, string]>([
    ['type and value', error({ type: 'TypeError', value: 'x is undefined' }), 'TypeError: x is undefined'],
    ['first line', error({ type: 'E', value: '\n first\nsecond' }), 'E: first'],
    ['cut', error({ type: 'E', value: 'v'.repeat(200) }), `E: ${'v'.repeat(97)}...`],
    ['type alone', error({ type: 'E' }, [frame]), 'E'],
    [
      'the last exception counts',
      {
        exception: [
          { type: 'Cause', value: 'c' },
          { type: 'Main', value: 'm' },
        ],
      },
      'Main: m',
    ],
    ['typeless: its value', error({ value: 'hello', ...synthetic }, [frame]), 'hello'],
    ['typeless without value: the message', { ...error({}, [frame]), message: 'hello\nyou' }, 'hello'],
    ['typeless without anything: the function', error({}, [frame]), 'pay'],
    ['nothing at all', error({ module: 'm' }, [{ function: '?' }]), '<unknown>'],
    ['synthetic with value', error({ type: 'E', value: 'v', ...synthetic }, [frame]), 'E: v'],
    ['synthetic without value: the function', error({ type: 'E', ...synthetic }, [frame]), 'pay'],
    ['message', { message: '  Hello\nworld' }, 'Hello'],
    ['long message', { message: 'm'.repeat(200) }, `${'m'.repeat(97)}...`],
    ['interpolated message', { logentry: { message: 'Hello %s', params: ['world'] } }, 'Hello world'],
    ['no message', {}, '<unlabeled event>'],
  ])('%s', (_, payload, title) => {
    expect(summary(payload).title).toBe(title);
  });
});

describe('message, location and metadata', () => {
  const frames = [
    { function: 'main', filename: '/srv/main.js', in_app: true },
    { function: 'pay', filename: '/srv/pay.js', in_app: true },
    { function: '?', filename: '/srv/anonymous.js', in_app: true },
    { function: 'call', filename: '/srv/node_modules/lib.js' },
  ];
  it('of an error', () => {
    expect(summary({ ...error({ type: 'E', value: 'v'.repeat(2000) }, frames), message: 'seen' })).toMatchObject({
      message: 'seen',
      location: '/srv/pay.js',
      metadata: { type: 'E', value: 'v'.repeat(1021) + '...', filename: '/srv/pay.js', function: 'pay' },
    });
  });

  it('of an error without frames', () => {
    expect(summary(error({ type: 'E', value: 'v' }))).toMatchObject({
      message: '',
      location: null,
      metadata: { type: 'E', value: 'v' },
    });
  });

  it('of a message', () => {
    expect(summary({ message: 'Hello' })).toMatchObject({
      message: 'Hello',
      location: null,
      metadata: { title: 'Hello' },
    });
  });
});

describe('culprit', () => {
  const own = { function: 'pay', filename: '/srv/pay.js', in_app: true };
  const foreign = { function: 'call', filename: '/srv/node_modules/lib.js' };
  it.each<[string, JsonObject, string | null]>([
    ['transaction', { transaction: 'GET /pay', ...error({ type: 'E' }, [own]) }, 'GET /pay'],
    ['javascript', { platform: 'javascript', ...error({ type: 'E' }, [own, foreign]) }, 'pay(/srv/pay.js)'],
    ['node, module first', { platform: 'node', ...error({ type: 'E' }, [{ ...own, module: 'pay' }]) }, 'pay(pay)'],
    [
      'node, no function',
      { platform: 'node', ...error({ type: 'E' }, [{ ...own, function: null }]) },
      '?(/srv/pay.js)',
    ],
    ['python', { platform: 'python', ...error({ type: 'E' }, [{ ...own, module: 'shop.pay' }]) }, 'shop.pay in pay'],
    ['native', { platform: 'native', ...error({ type: 'E' }, [own]) }, 'pay'],
    [
      "the frame's own platform",
      { platform: 'node', ...error({ type: 'E' }, [{ ...own, platform: 'native' }]) },
      'pay',
    ],
    [
      'address',
      { ...error({ type: 'E' }, [foreign]), request: { url: 'https://acme.test/a?b=1' } },
      'https://acme.test/a',
    ],
    [
      'a thread',
      { platform: 'node', threads: [{ id: 1 }, { id: 2, crashed: true, stacktrace: [own] }], message: 'm' },
      'pay(/srv/pay.js)',
    ],
    ['nothing', { message: 'm' }, null],
    [
      'cut',
      { platform: 'node', ...error({ type: 'E' }, [{ ...own, filename: 'f'.repeat(300) }]) },
      `pay(${'f'.repeat(193)}...`,
    ],
  ])('%s', (_, payload, culprit) => {
    expect(summary(payload).culprit).toBe(culprit);
  });
});

describe('tags', () => {
  it('from fields and contexts', () => {
    expect(
      tags({
        level: 'warning',
        environment: 'qa',
        release: 'shop@1',
        dist: '7',
        server_name: 'web-1',
        transaction: 'GET /',
        logger: 'root',
        request: { url: 'https://acme.test/' },
        user: { email: 'ann@acme.test', ip_address: '::1' },
        exception: [{ type: 'E', mechanism: { type: 'onerror', handled: false } }],
        contexts: {
          browser: { name: 'Firefox', version: '124' },
          os: { name: 'Debian', rooted: true },
          client_os: { type: 'os', name: 'Windows', version: '10' },
          runtime: { name: 'node', version: 'v20' },
          rust: { type: 'runtime', name: 'rustc', version: '1.8' },
          java: { type: 'runtime', name: 'jvm' },
          device: { model: 'Pixel 8', family: 'Pixel' },
          gpu: { name: 'Iris', vendor_name: 'Intel' },
          app: { device_app_hash: 'abc' },
          monitor: { id: 5 },
          trace: { trace_id: 'abc' },
        },
      }),
    ).toEqual({
      'app.device': 'abc',
      browser: 'Firefox 124',
      'browser.name': 'Firefox',
      client_os: 'Windows 10',
      'client_os.name': 'Windows',
      device: 'Pixel 8',
      'device.family': 'Pixel',
      dist: '7',
      environment: 'qa',
      'gpu.name': 'Iris',
      'gpu.vendor': 'Intel',
      handled: 'no',
      'java.name': 'jvm',
      level: 'warning',
      logger: 'root',
      mechanism: 'onerror',
      'monitor.id': '5',
      os: 'Debian',
      'os.name': 'Debian',
      'os.rooted': 'yes',
      release: 'shop@1',
      runtime: 'node v20',
      'runtime.name': 'node',
      rust: 'rustc 1.8',
      'rust.name': 'rustc',
      server_name: 'web-1',
      transaction: 'GET /',
      url: 'https://acme.test/',
      user: 'email:ann@acme.test',
    });
  });

  it('derived tags replace tags of the client with the same key, and no others', () => {
    expect(tags({ level: 'info', tags: { level: 'mine', browser: 'mine', zone: 5 } })).toEqual({
      level: 'info',
      browser: 'mine',
      zone: '5',
    });
  });

  it.each<[JsonObject, string]>([
    [{ id: 7, username: 'ann', email: 'a@b' }, 'id:7'],
    [{ username: 'ann', email: 'a@b' }, 'username:ann'],
    [{ email: 'a@b', ip_address: '::1' }, 'email:a@b'],
    [{ ip_address: '::1' }, 'ip:::1'],
  ])('user %j', (user, value) => {
    expect(tags({ user })['user']).toBe(value);
  });

  it('have values of 1 to 200 characters and distinct keys in byte order, whatever is sent', () => {
    fc.assert(
      fc.property(fc.oneof(strangePayload, plausiblePayload), (payload) => {
        const tags = summary(payload).tags;
        expect(
          tags.every(
            ({ key, value }) =>
              typeof key === 'string' && typeof value === 'string' && value !== '' && value.length <= 200,
          ),
        ).toBe(true);
        const keys = tags.map(({ key }) => key);
        expect(keys).toEqual([...new Set(keys)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
      }),
      { numRuns: 500 },
    );
  });
});
