import fc from 'fast-check';
import type { Event } from '../../../src/domain/event';
import { normalizeEvent } from '../../../src/ingest/normalize/normalizeEvent';
import { METADATA, NOON, normalized, plausiblePayload, strangePayload } from '../build';
import { shapeErrors } from '../eventShape';

/** One row per rule: name, payload, the part of the event to compare, its expected value. */
function table(rows: [string, unknown, (event: Event) => unknown, unknown][]): void {
  it.each(rows)('%s', (_, payload, select, expected) => {
    const event = normalized(payload);
    expect(select(event)).toEqual(expected);
    expect(shapeErrors(event)).toEqual([]);
  });
}

const frames = (event: Event) => event.exceptions.at(-1)?.stacktrace?.frames ?? [];
const withFrame = (frame: object) => ({ exception: { type: 'E', stacktrace: { frames: [frame] } } });

describe('an empty payload', () => {
  it('becomes an event', () => {
    const event = normalized({});
    expect(event).toMatchObject({
      type: 'default',
      platform: 'other',
      level: 'error',
      timestamp: NOON,
      received: NOON,
      exceptions: [],
      user: null,
    });
    expect(shapeErrors(event)).toEqual([]);
  });
});

describe('time', () => {
  const at = (event: Event) => [event.timestamp - NOON, event.errors.map(({ type }) => type)];
  const seconds = NOON / 1000;
  table([
    ['seconds', { timestamp: seconds - 1 }, at, [-1000, []]],
    ['float seconds', { timestamp: seconds - 1 + 0.123 }, at, [-877, []]],
    ['seconds as text', { timestamp: String(seconds - 1) }, at, [-1000, []]],
    ['UTC', { timestamp: '2026-01-15T11:59:59Z' }, at, [-1000, []]],
    ['python, microseconds', { timestamp: '2026-01-15T11:59:59.123456Z' }, at, [-877, []]],
    ['go, own offset', { timestamp: '2026-01-15T13:59:59.5+02:00' }, at, [-500, []]],
    ['offset west', { timestamp: '2026-01-15T06:29:59-05:30' }, at, [-1000, []]],
    ['naive is UTC', { timestamp: '2026-01-15T11:59:59' }, at, [-1000, []]],
    ['naive with space', { timestamp: '2026-01-15 11:59:59' }, at, [-1000, []]],
    ['60 s ahead', { timestamp: seconds + 60 }, at, [60_000, []]],
    ['61 s ahead', { timestamp: seconds + 61 }, at, [0, ['future_timestamp']]],
    ['30 days behind', { timestamp: seconds - 30 * 86_400 }, at, [-30 * 86_400_000, []]],
    ['more than 30 days behind', { timestamp: seconds - 30 * 86_400 - 1 }, at, [0, ['past_timestamp']]],
    ['milliseconds are far ahead', { timestamp: NOON }, at, [0, ['invalid_data']]],
    ['no such day', { timestamp: '2026-02-30T00:00:00Z' }, at, [0, ['invalid_data']]],
    ['nonsense', { timestamp: 'yesterday' }, at, [0, ['invalid_data']]],
    ['infinite', { timestamp: 1e400 }, at, [0, ['invalid_data']]],
    ['absent', {}, at, [0, []]],
  ]);
});

describe('a client whose clock is wrong', () => {
  const HOUR = 3_600_000;
  /**
   * Returns an event of a client whose clock is ahead: ten seconds before it was sent, with a breadcrumb five seconds
   * earlier.
   */
  const sentBy = (ahead: number, received = NOON) =>
    normalized(
      {
        timestamp: (NOON + ahead) / 1000 - 10,
        breadcrumbs: [{ timestamp: (NOON + ahead) / 1000 - 15 }, { message: 'without a time' }],
      },
      { received, sentAt: NOON + ahead },
    );
  const times = ({ timestamp, breadcrumbs, errors }: Event) => [
    timestamp - NOON,
    ...breadcrumbs.map((crumb) => (crumb.timestamp === null ? null : crumb.timestamp - NOON)),
    errors.map(({ type }) => type),
  ];

  it.each([-2, -1, 1, 2, 24 * 365, -24 * 365])('is corrected by %d hours', (hours) => {
    expect(times(sentBy(hours * HOUR))).toEqual([-10_000, -15_000, null, ['clock_drift']]);
  });

  it('is not corrected by 55 minutes', () => {
    const slow = -55 * 60_000;
    expect(times(sentBy(slow))).toEqual([slow - 10_000, slow - 15_000, null, []]);
    expect(times(sentBy(slow - 1))).toEqual([-10_000, -15_000, null, ['clock_drift']]);
  });

  it('leaves both clocks in the errors of the event', () => {
    expect(sentBy(-2 * HOUR).errors).toEqual([
      {
        type: 'clock_drift',
        name: 'timestamp',
        value: { sdk_time: '2026-01-15T10:00:00.000Z', server_time: '2026-01-15T12:00:00.000Z' },
      },
    ]);
  });

  it('has the time of arrival if the time is still too far away', () => {
    const payload = { timestamp: NOON / 1000, breadcrumbs: [{ timestamp: NOON / 1000 - 5 }] };
    const event = normalized(payload, { sentAt: NOON - 2 * HOUR });
    expect(times(event)).toEqual([0, -5000, ['clock_drift', 'future_timestamp']]);
    expect(times(normalized({ ...payload, timestamp: 0 }))).toEqual([0, -5000, ['past_timestamp']]);
  });

  it('leaves breadcrumbs as they are that would be before 1970 or after the arrival', () => {
    const times = [60_000, NOON - 60_000];
    const breadcrumbs = times.map((time) => ({ timestamp: time / 1000 }));
    for (const sentAt of [NOON + 2 * HOUR, NOON - 2 * HOUR]) {
      const event = normalized({ breadcrumbs }, { sentAt });
      const [oldest, newest] = event.breadcrumbs.map(({ timestamp }) => timestamp);
      expect([oldest, newest]).toEqual(
        sentAt > NOON ? [60_000, NOON - 60_000 - 2 * HOUR] : [60_000 + 2 * HOUR, NOON - 60_000],
      );
      expect(shapeErrors(event)).toEqual([]);
    }
  });

  it('counts as right for an event that waited before it was sent', () => {
    const payload = { timestamp: NOON / 1000 - 7200, breadcrumbs: [{ timestamp: NOON / 1000 - 7205 }] };
    expect(times(normalized(payload, { sentAt: NOON - 1000 }))).toEqual([-7_200_000, -7_205_000, []]);
  });
});

describe('labels', () => {
  const names = ({ release, dist, environment }: Event) => [release, dist, environment];
  table([
    ['log is info', { level: 'log' }, ({ level }) => level, 'info'],
    ['critical is fatal', { level: 'critical' }, ({ level }) => level, 'fatal'],
    ['upper case', { level: 'WARNING' }, ({ level }) => level, 'warning'],
    ['unknown level', { level: 'constructor' }, ({ level }) => level, 'error'],
    ['kept', { release: ' shop@1.2.3 ', dist: '7', environment: 'qa' }, names, ['shop@1.2.3', '7', 'qa']],
    ['numbers', { release: 5, dist: 7, environment: 1 }, names, ['5', '7', '1']],
    ['useless words', { release: 'latest', dist: '', environment: 'none' }, names, [null, null, null]],
    ['dots', { release: '..', dist: 'a b', environment: '.' }, names, [null, null, null]],
    ['path characters', { release: 'a/b', dist: 'a/b', environment: 'a/b' }, names, [null, null, null]],
    [
      'too long',
      { release: 'r'.repeat(201), dist: 'd'.repeat(65), environment: 'e'.repeat(65) },
      names,
      [null, null, null],
    ],
    [
      'what was dropped is noted',
      { release: 'latest' },
      ({ errors }) => errors,
      [{ type: 'invalid_data', name: 'release', value: 'latest' }],
    ],
    [
      'environment from its tag',
      { tags: { environment: 'qa', a: 'b' } },
      ({ environment, tags }) => [environment, tags],
      ['qa', [{ key: 'a', value: 'b' }]],
    ],
    [
      'own environment first',
      { environment: 'prod', tags: { environment: 'qa' } },
      ({ environment, tags }) => [environment, tags],
      ['prod', []],
    ],
    [
      'limits',
      { transaction: 't'.repeat(300), logger: 'l'.repeat(99), server_name: 's'.repeat(300) },
      ({ transaction, logger, serverName }) => [transaction?.length, logger?.length, serverName?.length],
      [200, 64, 256],
    ],
    ['stated type is inferred', { type: 'transaction', exception: [{ type: 'E' }] }, ({ type }) => type, 'error'],
  ]);
});

describe('message', () => {
  const message = ({ logentry }: Event) => [logentry?.message, logentry?.formatted];
  table([
    ['text', { message: 'hello' }, message, ['hello', 'hello']],
    [
      'object under message',
      { message: { message: 'Hello %s', params: ['world'] } },
      message,
      ['Hello %s', 'Hello world'],
    ],
    [
      'the command line: template and params',
      { logentry: { message: 'Hello %s', params: ['world'] } },
      message,
      ['Hello %s', 'Hello world'],
    ],
    [
      'python: formatted',
      { logentry: { message: 'Hello %s', formatted: 'Hello you', params: ['world'] } },
      message,
      ['Hello %s', 'Hello you'],
    ],
    [
      'braces by position',
      { logentry: { message: '{} and {}', params: [1, null] } },
      message,
      ['{} and {}', '1 and null'],
    ],
    ['braces by index', { logentry: { message: '{1} {0}', params: ['a', 'b'] } }, message, ['{1} {0}', 'b a']],
    [
      'by name',
      { logentry: { message: '{who} is {what}', params: { who: 'ann', what: { a: 1 } } } },
      message,
      ['{who} is {what}', 'ann is {"a":1}'],
    ],
    ['missing params stay', { logentry: { message: '%s %d %%', params: [1] } }, message, ['%s %d %%', '1 %d %']],
    [
      'inherited names are no params',
      { logentry: { message: '{constructor} {length}', params: { a: 1 } } },
      message,
      ['{constructor} {length}', '{constructor} {length}'],
    ],
    [
      'raven: both',
      { message: 'Hello world', 'sentry.interfaces.Message': { message: 'Hello %s', params: ['world'] } },
      message,
      ['Hello %s', 'Hello world'],
    ],
    ['cut', { message: 'm'.repeat(9000) }, ({ logentry }) => logentry?.formatted?.length, 8192],
    ['empty', { message: '  ' }, ({ logentry }) => logentry, null],
  ]);
});

describe('exceptions', () => {
  const types = ({ exceptions }: Event) => exceptions.map(({ type }) => type);
  table([
    ['values', { exception: { values: [{ type: 'A' }, { type: 'B' }] } }, types, ['A', 'B']],
    ['go: bare list', { exception: [{ type: 'A' }, null, 'x', { type: 'B' }] }, types, ['A', 'B']],
    ['one object', { exception: { type: 'A', value: 'v' } }, types, ['A']],
    ['one object under values', { exception: { values: { type: 'A' } } }, types, ['A']],
    ['legacy name', { 'sentry.interfaces.Exception': { values: [{ type: 'A' }] } }, types, ['A']],
    [
      'nothing in it',
      { exception: { values: [{}, { stacktrace: {} }] } },
      ({ type, exceptions }) => [type, exceptions],
      ['default', []],
    ],
    ['module null', { exception: [{ type: 'A', module: null }] }, ({ exceptions }) => exceptions[0]?.module, null],
    [
      'value not text',
      {
        exception: [
          { type: 'A', value: { code: 7 } },
          { type: 'B', value: 7 },
        ],
      },
      ({ exceptions }) => exceptions.map(({ value }) => value),
      ['{"code":7}', '7'],
    ],
    [
      'v11 message',
      {
        message: 'hello',
        exception: { values: [{ value: 'hello', mechanism: { synthetic: true, handled: true, type: 'generic' } }] },
      },
      ({ exceptions }) => [exceptions[0]?.type, exceptions[0]?.value, exceptions[0]?.mechanism?.synthetic],
      [null, 'hello', true],
    ],
    [
      'aggregate',
      {
        exception: {
          values: [
            { type: 'A', mechanism: { exception_id: 1, parent_id: 0, source: 'errors[0]' } },
            { type: 'B', mechanism: { exception_id: 0, is_exception_group: true } },
          ],
        },
      },
      ({ exceptions }) =>
        exceptions.map(({ mechanism }) => [mechanism?.exceptionId, mechanism?.parentId, mechanism?.isExceptionGroup]),
      [
        [1, 0, null],
        [0, null, true],
      ],
    ],
    [
      'limits',
      { exception: [{ type: 't'.repeat(200), value: 'v'.repeat(9000) }] },
      ({ exceptions }) => [exceptions[0]?.type?.length, exceptions[0]?.value?.length],
      [128, 8192],
    ],
    [
      'threads',
      { threads: { values: [{ id: 1, crashed: true, stacktrace: { frames: [{ function: 'f' }] } }, { id: 'main' }] } },
      ({ threads }) => threads.map(({ id, crashed }) => [id, crashed]),
      [
        [1, true],
        ['main', false],
      ],
    ],
    ['legacy trace', { stacktrace: { frames: [{ function: 'f' }] } }, ({ stacktrace }) => stacktrace?.frames.length, 1],
    [
      'legacy trace beside another',
      { exception: [{ type: 'A', stacktrace: [{ function: 'f' }] }], stacktrace: { frames: [{ function: 'f' }] } },
      ({ stacktrace }) => stacktrace,
      null,
    ],
  ]);
});

describe('frames', () => {
  const paths = (event: Event) => frames(event).map(({ filename, absPath }) => [filename, absPath]);
  const own = (event: Event) => frames(event).map(({ inApp }) => inApp);
  table([
    ['filename alone', withFrame({ filename: '/srv/a.js' }), paths, [['/srv/a.js', '/srv/a.js']]],
    [
      'path alone',
      withFrame({ abs_path: 'https://acme.test/static/app.js?v=1' }),
      paths,
      [['/static/app.js', 'https://acme.test/static/app.js?v=1']],
    ],
    [
      'path without a path',
      withFrame({ abs_path: 'https://acme.test' }),
      paths,
      [['https://acme.test', 'https://acme.test']],
    ],
    ['path of a file', withFrame({ abs_path: 'C:\\app\\a.js' }), paths, [['C:\\app\\a.js', 'C:\\app\\a.js']]],
    ['unknown function stays', withFrame({ function: '?' }), (event) => frames(event)[0]?.function, '?'],
    [
      'line 0 is no line',
      withFrame({ lineno: 0, colno: '17' }),
      (event) => [frames(event)[0]?.lineno, frames(event)[0]?.colno],
      [null, 17],
    ],
    [
      'context lines',
      withFrame({ context_line: '  x();', pre_context: ['a', null, 5], post_context: 'b' }),
      (event) => [frames(event)[0]?.contextLine, frames(event)[0]?.preContext, frames(event)[0]?.postContext],
      ['  x();', ['a', '', '5'], ['b']],
    ],
    ...[
      ['/srv/app/a.js', true],
      ['node:internal/main', false],
      ['internal/modules/cjs/loader.js', false],
      ['/srv/node_modules/express/index.js', false],
      ['C:\\app\\node_modules\\x.js', false],
      ['/usr/lib/python3/site-packages/django/core.py', false],
      ['vendor/github.com/x/y.go', false],
      ['/srv/vendors/x.js', true],
      ['chrome-extension://abc/x.js', false],
      ['<anonymous>', false],
    ].map(([filename, expected]): [string, unknown, (event: Event) => unknown, unknown] => [
      `in_app of ${filename}`,
      withFrame({ filename }),
      own,
      [expected],
    ]),
    ['stated in_app', withFrame({ filename: '/srv/node_modules/x.js', in_app: true }), own, [true]],
  ]);
});

describe('tags', () => {
  const tags = (event: Event) => Object.fromEntries(event.tags.map(({ key, value }) => [key, value]));
  table([
    ['map', { tags: { a: 'x', b: 5, c: true, d: null, e: {}, f: '' } }, tags, { a: 'x', b: '5', c: 'true' }],
    ['pairs', { tags: [['a', 'x'], ['b', 5], ['c'], null, 'd'] }, tags, { a: 'x', b: '5' }],
    [
      'objects',
      {
        tags: [
          { key: 'a', value: 'x' },
          { key: 'b', value: false },
        ],
      },
      tags,
      { a: 'x', b: 'false' },
    ],
    [
      'reserved keys',
      { tags: { release: 'x', dist: 'x', user: 'x', filename: 'x', function: 'x', other: 'x' } },
      tags,
      { other: 'x' },
    ],
    [
      'first of a key',
      {
        tags: [
          ['a', '1'],
          ['a', '2'],
        ],
      },
      tags,
      { a: '1' },
    ],
    ['cut value', { tags: { a: 'v'.repeat(300) } }, (event) => event.tags[0]?.value.length, 200],
    ['overlong key', { tags: { ['k'.repeat(201)]: 'v' } }, tags, {}],
    [
      'at most 200',
      { tags: Object.fromEntries(Array.from({ length: 999 }, (_, index) => ['k' + index, 1])) },
      (event) => event.tags.length,
      200,
    ],
  ]);
});

describe('user', () => {
  table([
    ['id as number', { user: { id: 7 } }, ({ user }) => user?.id, '7'],
    ['empty', { user: {} }, ({ user }) => user, null],
    ['auto', { user: { ip_address: '{{auto}}' } }, ({ user }) => user?.ipAddress, '203.0.113.7'],
    ['asked for by the SDK', { sdk: { settings: { infer_ip: 'auto' } } }, ({ user }) => user?.ipAddress, '203.0.113.7'],
    [
      'own address first',
      { user: { ip_address: '2001:db8::1' }, sdk: { settings: { infer_ip: 'auto' } } },
      ({ user }) => user?.ipAddress,
      '2001:db8::1',
    ],
    ['not asked for', { user: { id: 'a' } }, ({ user }) => user?.ipAddress, null],
    [
      'refused by the SDK',
      { user: { id: 'a', ip_address: '{{auto}}' }, sdk: { settings: { infer_ip: 'never' } } },
      ({ user }) => user?.ipAddress,
      null,
    ],
    [
      'address of the request in the event',
      { request: { env: { REMOTE_ADDR: '192.0.2.1' } } },
      ({ user }) => user?.ipAddress,
      '192.0.2.1',
    ],
    [
      'address of the request in the event, which is that of the client',
      { user: { id: 'a' }, request: { env: { REMOTE_ADDR: '{{auto}}' } } },
      ({ user }) => [user?.id, user?.ipAddress],
      ['a', '203.0.113.7'],
    ],
    [
      'own address before that of the request',
      { user: { ip_address: '198.51.100.1' }, request: { env: { REMOTE_ADDR: '192.0.2.1' } } },
      ({ user }) => user?.ipAddress,
      '198.51.100.1',
    ],
    [
      'address of the client before that of the request, if the SDK asks for it',
      { sdk: { settings: { infer_ip: 'auto' } }, request: { env: { REMOTE_ADDR: '192.0.2.1' } } },
      ({ user }) => user?.ipAddress,
      '203.0.113.7',
    ],
    [
      'address of the request, refused by the SDK',
      { sdk: { settings: { infer_ip: 'never' } }, request: { env: { REMOTE_ADDR: '192.0.2.1' } } },
      ({ user }) => user,
      null,
    ],
    [
      'address of the request that is none',
      { request: { env: { REMOTE_ADDR: 'unix:/run/app.sock' } } },
      ({ user, errors }) => [user, errors],
      [null, []],
    ],
    [
      'address of the request in the place of an invalid one',
      { user: { ip_address: 'somewhere' }, request: { env: { REMOTE_ADDR: '2001:db8::1' } } },
      ({ user, errors }) => [user?.ipAddress, errors.length],
      ['2001:db8::1', 1],
    ],
    ['no address', { user: { ip_address: 'somewhere' } }, ({ user, errors }) => [user, errors.length], [null, 1]],
    [
      'other members',
      { user: { id: 'a', plan: 'gold', data: { age: 5 } } },
      ({ user }) => user?.data,
      { plan: 'gold', age: 5 },
    ],
    [
      'wrong type',
      { user: 'ann' },
      ({ user, errors }) => [user, errors],
      [null, [{ type: 'invalid_data', name: 'user', value: null }]],
    ],
  ]);
});

describe('request', () => {
  const query = ({ request }: Event) => request?.query;
  table([
    [
      'headers as map',
      { request: { headers: { A: 'x', B: ['1', '2'], C: 5 } } },
      ({ request }) => request?.headers,
      [
        ['A', 'x'],
        ['B', '1'],
        ['B', '2'],
        ['C', '5'],
      ],
    ],
    [
      'headers as pairs',
      {
        request: {
          headers: [
            ['A', 'x'],
            ['A', 'y'],
          ],
        },
      },
      ({ request }) => request?.headers,
      [
        ['A', 'x'],
        ['A', 'y'],
      ],
    ],
    [
      'query as text',
      { request: { query_string: '?a=1&b=%C3%BC+x&a=2&c&%' } },
      query,
      [
        ['a', '1'],
        ['b', 'ü x'],
        ['a', '2'],
        ['c', ''],
        ['%', ''],
      ],
    ],
    [
      'query as map',
      { request: { query_string: { a: ['1', '2'] } } },
      query,
      [
        ['a', '1'],
        ['a', '2'],
      ],
    ],
    ['query as pairs', { request: { query_string: [['a', '1']] } }, query, [['a', '1']]],
    [
      'query in the URL',
      { request: { url: 'https://acme.test/a?b=1#top' } },
      ({ request }) => [request?.url, request?.query, request?.fragment],
      ['https://acme.test/a', [['b', '1']], 'top'],
    ],
    ['stated query first', { request: { url: '/a?b=1', query_string: 'c=2' } }, query, [['c', '2']]],
    [
      'cookies as text',
      { request: { cookies: 'a=1; b=2=3' } },
      ({ request }) => request?.cookies,
      [
        ['a', '1'],
        ['b', '2=3'],
      ],
    ],
    ['method', { request: { method: 'post' } }, ({ request }) => request?.method, 'POST'],
    ['body is cut', { request: { data: 'd'.repeat(9000) } }, ({ request }) => (request?.data as string).length, 8192],
    [
      'body kind from its header',
      { request: { data: 'a', headers: { 'Content-Type': 'Text/Plain; charset=x' } } },
      ({ request }) => request?.inferredContentType,
      'text/plain',
    ],
    [
      'body kind from the body',
      { request: { data: ' {"a":1}' } },
      ({ request }) => request?.inferredContentType,
      'application/json',
    ],
    ['legacy name', { 'sentry.interfaces.Http': { url: '/a' } }, ({ request }) => request?.url, '/a'],
    ['empty', { request: {} }, ({ request }) => request, null],
  ]);
});

describe('other members', () => {
  table([
    [
      'breadcrumbs as list',
      { breadcrumbs: [{ message: 'a', timestamp: NOON / 1000, level: 'log' }] },
      ({ breadcrumbs }) => breadcrumbs,
      [{ message: 'a', timestamp: NOON, level: 'log', type: 'default', category: null, data: null, eventId: null }],
    ],
    [
      'breadcrumbs as values',
      { breadcrumbs: { values: [{ message: 'a' }] } },
      ({ breadcrumbs }) => breadcrumbs.length,
      1,
    ],
    [
      'newest breadcrumbs',
      { breadcrumbs: Array.from({ length: 150 }, (_, index) => ({ message: String(index) })) },
      ({ breadcrumbs }) => [breadcrumbs.length, breadcrumbs[0]?.message],
      [100, '50'],
    ],
    [
      'context types',
      { contexts: { os: { version: '12.11\n' }, rust: { type: 'runtime', name: 'rustc' }, empty: {}, bad: 5 } },
      ({ contexts }) => contexts,
      {
        os: { type: 'os', version: '12.11' },
        rust: { type: 'runtime', name: 'rustc' },
        bad: { type: 'bad', value: 5 },
      },
    ],
    ['fingerprint', { fingerprint: ['a', 5, true, null] }, ({ fingerprint }) => fingerprint, ['a', '5', 'true']],
    [
      'debug id',
      {
        debug_meta: {
          images: [{ type: 'sourcemap', code_file: 'app.js', debug_id: 'C94C2C2E0FBA49C6B5A5A4C8D4C0A0B1' }],
        },
      },
      ({ debugImages }) => debugImages,
      [{ type: 'sourcemap', codeFile: 'app.js', debugId: 'c94c2c2e-0fba-49c6-b5a5-a4c8d4c0a0b1', rest: {} }],
    ],
    [
      'native image',
      {
        debug_meta: {
          images: [{ type: 'elf', debug_id: 'c94c2c2e-0fba-49c6-b5a5-a4c8d4c0a0b1-1', image_addr: '0x1' }],
        },
      },
      ({ debugImages }) => debugImages,
      [
        {
          type: 'elf',
          codeFile: null,
          debugId: null,
          rest: { debug_id: 'c94c2c2e-0fba-49c6-b5a5-a4c8d4c0a0b1-1', image_addr: '0x1' },
        },
      ],
    ],
    ['modules', { modules: { express: '5.0.0', odd: null } }, ({ modules }) => modules, { express: '5.0.0', odd: '' }],
    [
      'deep data',
      { extra: { a: { b: { c: { d: { e: { f: { g: { h: { i: 1 } } } } } } } } } },
      ({ extra }) => extra,
      { a: { b: { c: { d: { e: { f: { g: { h: '[Object]' } } } } } } } },
    ],
    [
      'one long item',
      { extra: { a: 'x'.repeat(100_000), b: 1 } },
      ({ extra }) => [(extra['a'] as string).length, extra['b']],
      [16 * 1024 - 2, 1],
    ],
    [
      'all items',
      { extra: Object.fromEntries(Array.from({ length: 40 }, (_, index) => [index, 'x'.repeat(16_000)])) },
      ({ extra }) => JSON.stringify(extra).length <= 256 * 1024,
      true,
    ],
    [
      'NUL and half pairs',
      { message: 'a\0b\ud83d', extra: { '\0k': '\udc00' } },
      ({ logentry, extra }) => [logentry?.formatted, extra],
      ['a\ufffdb\ufffd', { '\ufffdk': '\ufffd' }],
    ],
    [
      'a pair is not cut in half',
      { message: 'm'.repeat(8188) + '😀😀😀' },
      ({ logentry }) => logentry?.formatted,
      'm'.repeat(8188) + '...',
    ],
    [
      'client errors',
      { errors: [{ type: 'js_invalid_source', name: 'x', value: 1 }, {}] },
      ({ errors }) => errors,
      [{ type: 'js_invalid_source', name: 'x', value: 1 }],
    ],
  ]);

  it('keys such as __proto__ have no effect', () => {
    const payload = JSON.parse(
      '{"extra":{"__proto__":{"admin":true}},"contexts":{"__proto__":{"x":1}},"tags":{"__proto__":"x"},"modules":{"__proto__":"1"},"__proto__":{"y":1}}',
    ) as object;
    const event = normalized(payload);
    expect(shapeErrors(event)).toEqual([]);
    expect([event.extra, event.contexts, event.modules]).toEqual([{}, {}, {}]);
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
  });
});

describe('any input', () => {
  it('the event has the declared types, whatever is sent', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          strangePayload,
          plausiblePayload,
          fc.object({ withNullPrototype: true, withBigInt: true, withDate: true }),
        ),
        (payload) => {
          expect(shapeErrors(normalizeEvent(payload, METADATA))).toEqual([]);
        },
      ),
      { numRuns: 1500 },
    );
  });
});

test('numbers beyond the largest one become text', () => {
  expect(normalized({ extra: { a: 1e999, b: [-1e999, 1.5] } }).extra).toEqual({ a: 'Infinity', b: ['-Infinity', 1.5] });
});
