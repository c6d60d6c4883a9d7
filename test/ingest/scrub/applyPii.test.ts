import fc from 'fast-check';
import type { Event, JsonObject } from '../../../src/domain/event';
import { checkPiiConfig } from '../../../src/ingest/scrub/piiConfig';
import { scrubEvent } from '../../../src/ingest/scrub/scrubEvent';
import { normalized, plausiblePayload, settings, strangePayload } from '../build';
import { shapeErrors } from '../eventShape';

interface Config {
  readonly rules?: Record<string, object>;
  readonly applications: Record<string, string[]>;
  readonly vars?: object;
}

/** Applies the configuration alone, without the built-in scrubber. */
function applied(payload: JsonObject, config: Config): Event {
  const relayPiiConfig = JSON.stringify(config);
  expect(checkPiiConfig(relayPiiConfig)).toEqual([]);
  const after = scrubEvent(normalized(payload), settings({ dataScrubber: false, relayPiiConfig }));
  expect(shapeErrors(after)).toEqual([]);
  return after;
}

const inExtra = (value: unknown, rule: string, rules = {}) =>
  applied({ extra: { x: value } }, { rules, applications: { 'extra.**': [rule] } }).extra['x'];

describe('types', () => {
  it.each([
    ['@ip', 'from 203.0.113.9, 2001:db8::1 and ::1 at 12:30:45', 'from [ip], [ip] and [ip] at 12:30:45'],
    [
      '@ip',
      'Chrome/124.0.0.0 std::vec abc::def v1.2.3.4 1.2.3.4.5',
      'Chrome/124.0.0.0 std::vec abc::def v1.2.3.4 1.2.3.4.5',
    ],
    ['@email', 'to ann+x@acme.test!', 'to [email]!'],
    ['@creditcard', '4111 1111 1111 1111, 4111 1111 1111 1112', '[creditcard], 4111 1111 1111 1112'],
    ['@iban', 'DE89 3704 0044 0532 0130 00 and DE00 3704 0044 0532 0130 00', '[iban] and DE00 3704 0044 0532 0130 00'],
    ['@mac', '4a:00:04:10:9b:50', '[mac]'],
    ['@uuid', 'id 3f2a9c1b-0000-4000-8000-0123456789ab', 'id [uuid]'],
    ['@imei', '35-209900-176148-1', '[imei]'],
    ['@usssn', '078-05-1120', '[us-ssn]'],
    ['@userpath', '/Users/ann/x C:\\Users\\ann\\x /home/bob/y', '/Users/[user]/x C:\\Users\\[user]\\x /home/[user]/y'],
    ['@pemkey', '-----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY-----', '[pemkey]'],
    ['@urlauth', 'https://ann:x@acme.test/', 'https://[auth]@acme.test/'],
    ['@bearer', 'Bearer abc.def', 'Bearer [token]'],
    ['@password', 'a=1&password=hunter2', 'a=1&password=[Filtered]'],
    ['@anything', 'x', null],
    ['@common', 'ann@acme.test 203.0.113.9', '[email] [ip]'],
  ])('%s on %j', (rule, before, after) => {
    expect(inExtra(before, rule)).toBe(after);
  });

  it('redact_pair redacts values by their key', () => {
    const rules = { pin: { type: 'redact_pair', keyPattern: '(?i)pin' } };
    expect(inExtra({ PIN: 1234, list: ['a', { myPin: [1] }], text: 'pin=1234&a=1' }, 'pin', rules)).toEqual({
      PIN: null,
      list: ['a', { myPin: null }],
      text: 'pin=[Filtered]&a=1',
    });
  });

  it('pattern redacts the groups of a regular expression', () => {
    const rules = {
      order: { type: 'pattern', pattern: '(?i)(order )([0-9]+)', replaceGroups: [2], redaction: { method: 'mask' } },
    };
    expect(inExtra('ORDER 1234 and order 5', 'order', rules)).toBe('ORDER **** and order *');
  });
});

describe('methods', () => {
  const rule = (redaction: object) => ({ mail: { type: 'email', redaction } });
  it.each([
    [{ method: 'remove' }, 'to !'],
    [{ method: 'replace', text: '<mail>' }, 'to <mail>!'],
    [{ method: 'replace' }, 'to [Filtered]!'],
    [{ method: 'mask' }, 'to *************!'],
  ])('%j', (redaction, after) => {
    expect(inExtra('to ann@acme.test!', 'mail', rule(redaction))).toBe(after);
  });

  it('hash is equal for equal texts and keys only', () => {
    const hash = (text: string, hashKey: string) => {
      const after = applied(
        { extra: { x: text } },
        { rules: rule({ method: 'hash' }), applications: { '**': ['mail'] }, vars: { hashKey } },
      ).extra['x'];
      return String(after);
    };
    expect(hash('ann@acme.test', 'k')).toMatch(/^[0-9A-F]{40}$/);
    expect(hash('ann@acme.test', 'k')).toBe(hash('ann@acme.test', 'k'));
    expect(new Set([hash('ann@acme.test', 'k'), hash('ann@acme.test', 'l'), hash('bob@acme.test', 'k')]).size).toBe(3);
  });

  it('every method removes values other than texts', () => {
    expect(inExtra({ a: 1, b: [true], c: 'x' }, '@anything:replace')).toBeNull();
    expect(
      applied({ extra: { a: { n: 1, s: 'x' } } }, { applications: { 'extra.a.*': ['@anything:mask'] } }).extra,
    ).toEqual({ a: { n: null, s: '*' } });
  });
});

describe('selectors', () => {
  const PAYLOAD: JsonObject = {
    platform: 'node',
    transaction: 'mark',
    release: 'mark',
    logentry: { message: 'mark %s', params: ['mark'], formatted: 'mark mark' },
    exception: [
      {
        type: 'mark',
        value: 'mark',
        mechanism: { type: 'x', data: { a: 'mark' } },
        stacktrace: [{ filename: '/home/mark/mark.js', function: 'mark', context_line: 'mark', vars: { Foo: 'mark' } }],
      },
    ],
    threads: [{ id: 1, name: 'mark' }],
    breadcrumbs: [{ message: 'mark', data: { a: 'mark' } }],
    tags: { server_name: 'mark' },
    user: { id: 'mark', ip_address: '203.0.113.9', email: 'mark', data: { a: 'mark' }, geo: { city: 'mark' } },
    request: {
      url: 'http://acme.test/mark',
      query_string: 'q=mark',
      headers: { 'X-Custom-Token': 'mark' },
      cookies: 'c=mark',
      data: { a: 'mark' },
      env: { A: 'mark' },
    },
    contexts: { device: { timezone: 'mark' } },
    extra: { 'My Value': 'mark', foo: { bar: 'mark' } },
    sdk: { name: 'mark', version: '1' },
    debug_meta: {
      images: [
        { type: 'sourcemap', code_file: '/home/mark/mark.js', debug_id: '3f2a9c1b-0000-4000-8000-0123456789ab' },
      ],
    },
  };
  /** Returns the paths of the fields that a configuration changes. */
  function changed(applications: Record<string, string[]>): string[] {
    const [before, after] = [flat(normalized(PAYLOAD)), flat(applied(PAYLOAD, { applications }))];
    return [...before].filter(([path, value]) => after.get(path) !== value).map(([path]) => path);
  }

  function flat(value: unknown, path = ''): Map<string, unknown> {
    if (typeof value !== 'object' || value === null) return new Map([[path.slice(1), value]]);
    return new Map(Object.entries(value).flatMap(([name, member]) => [...flat(member, `${path}.${name}`)]));
  }

  it.each<[string, string[]]>([
    ["extra.'My Value'", ['extra.My Value']],
    ['extra.**', ['extra.My Value', 'extra.foo.bar']],
    ['extra.foo', ['extra.foo.bar']],
    ['foo', ['exceptions.0.stacktrace.frames.0.vars.Foo', 'extra.foo.bar']],
    ['foo && !extra.foo', ['exceptions.0.stacktrace.frames.0.vars.Foo']],
    ['$frame.vars.foo || extra.foo.*', ['exceptions.0.stacktrace.frames.0.vars.Foo', 'extra.foo.bar']],
    ['$message', ['logentry.message', 'logentry.formatted']],
    ['$logentry.params.*', ['logentry.params.0']],
    ['exception.values.*.value', ['exceptions.0.value']],
    ['$error.type', ['exceptions.0.type']],
    ['$http.headers.x-custom-token', ['request.headers.0.1']],
    ['$http.cookies.*', ['request.cookies.0.1']],
    ['$http.query_string.**', ['request.query.0.1']],
    ['request.data.a', ['request.data.a']],
    ['$user.geo.**', ['user.geo.city']],
    ['$user.(email)', []],
    ['$user.email', ['user.email']],
    ['$breadcrumb.data.**', ['breadcrumbs.0.data.a']],
    ['breadcrumbs.values.*.message', ['breadcrumbs.0.message']],
    ['contexts.device.timezone', ['contexts.device.timezone']],
    ['tags.server_name', ['tags.0.key', 'tags.0.value']],
    ['$thread.name', ['threads.0.name']],
    ['$sdk.name', ['sdk.name']],
    ['transaction', ['transaction']],
    ['release', ['release']],
    ['$frame.function', ['exceptions.0.stacktrace.frames.0.function']],
    ['$stack.frames.*.context_line', ['exceptions.0.stacktrace.frames.0.contextLine']],
    ['$number', []],
  ])('%s', (selector, expected) => {
    if (selector.includes('('))
      expect(checkPiiConfig(JSON.stringify({ applications: { [selector]: [] } }))).toHaveLength(1);
    else expect(changed({ [selector]: ['@anything'] })).toEqual(expected);
  });

  const frame = { filename: '/home/mark/mark.js', function: 'mark', lineno: 2, pre_context: ['mark'] };
  const RECORDS: JsonObject = {
    ...PAYLOAD,
    exception: [
      { type: 'mark', value: 'mark', mechanism: { type: 'x' }, stacktrace: [frame], raw_stacktrace: [frame] },
    ],
    threads: [{ id: 1, name: 'mark', stacktrace: [frame] }],
    breadcrumbs: [{ message: 'mark' }, { message: 'note' }],
    fingerprint: ['mark'],
    modules: { mark: '1.0' },
    errors: [{ type: 'js_no_source', value: 'mark' }],
  };
  const untraced = { stacktrace: null, rawStacktrace: null };

  it.each<[string, object]>([
    ['$user', { user: null }],
    ['user', { user: null }],
    ['$http', { request: null }],
    ['$http.headers', { request: { url: 'http://acme.test/mark', headers: [], cookies: [['c', 'mark']] } }],
    ['$http.*', { request: { headers: [], cookies: [], query: [], data: null, env: null } }],
    ['contexts', { contexts: {} }],
    ['tags', { tags: [] }],
    ['breadcrumbs', { breadcrumbs: [] }],
    ['breadcrumbs.values', { breadcrumbs: [] }],
    ['$breadcrumb', { breadcrumbs: [] }],
    ['breadcrumbs.values.0', { breadcrumbs: [{ message: 'note' }] }],
    ['$logentry', { logentry: null }],
    ['$stacktrace', { exceptions: [{ type: 'mark', ...untraced }], threads: [{ name: 'mark', stacktrace: null }] }],
    ['$frame', { exceptions: [{ type: 'mark', ...untraced }], threads: [{ name: 'mark', stacktrace: null }] }],
    ['stacktrace.frames', { exceptions: [{ stacktrace: null, rawStacktrace: { frames: [{ function: 'mark' }] } }] }],
    ['$frame.pre_context', { exceptions: [{ stacktrace: { frames: [{ function: 'mark', preContext: [] }] } }] }],
    ['$error.mechanism', { exceptions: [{ type: 'mark', mechanism: null }] }],
    ['$error', { exceptions: [], threads: [{ name: 'mark' }] }],
    ['exception', { exceptions: [] }],
    ['$thread', { threads: [], exceptions: [{ type: 'mark' }] }],
    ['modules', { modules: {} }],
    ['fingerprint', { fingerprint: null }],
    ['errors', { errors: [] }],
    ['$user && !$http', { user: null }],
    ['$string || user', { user: null }],
  ])('%s names a record or a list, which every method removes', (selector, expected) => {
    for (const method of ['remove', 'replace', 'mask', 'hash']) {
      const after = applied(RECORDS, { applications: { [selector]: [`@anything:${method}`] } });
      expect(after).toMatchObject(expected);
    }
  });

  it.each(['$user.**', '$object', '$array', '!extra', '**'])('%s selects the values in records only', (selector) => {
    const after = applied(RECORDS, { applications: { [selector]: ['@anything:mask'] } });
    expect(after).toMatchObject({ user: { id: expect.any(String) as string }, exceptions: [{ type: 'mark' }] });
    expect(after.breadcrumbs).toHaveLength(2);
  });

  it('rules of keys remove records that a selector names', () => {
    const rules = { key: { type: 'redact_pair', keyPattern: 'user|headers' } };
    const { user, request } = applied(RECORDS, { rules, applications: { '$user || $http.headers': ['key'] } });
    expect([user, request?.headers, request?.cookies]).toEqual([null, [], [['c', 'mark']]]);
    expect(applied(RECORDS, { rules, applications: { '**': ['key'] } }).user).not.toBeNull();
  });

  it('** does not remove structural fields', () => {
    const after = applied(PAYLOAD, { applications: { '**': ['@anything'] } });
    expect(after).toMatchObject({
      release: 'mark',
      transaction: 'mark',
      user: null,
      extra: {},
      tags: [],
      contexts: {},
      breadcrumbs: [{ message: null, data: null }],
    });
    expect(after.exceptions[0]).toMatchObject({
      type: 'mark',
      value: null,
      stacktrace: { frames: [{ filename: '/home/mark/mark.js', function: 'mark', contextLine: 'mark', vars: null }] },
    });
  });

  it('patterns are redacted in all texts but the base names of files', () => {
    const after = applied(PAYLOAD, {
      rules: { mark: { type: 'pattern', pattern: 'mark' } },
      applications: { '**': ['mark'] },
    });
    // Remarks name the rule.
    const values = JSON.stringify({ ...after, remarks: undefined });
    expect(values.replaceAll(/\/mark\.js|"unmarked"/g, '')).not.toContain('mark');
    expect(after.exceptions[0]?.stacktrace?.frames[0]?.absPath).toBe('/home/[Filtered]/mark.js');
    expect(after.debugImages[0]?.codeFile).toBe('/home/[Filtered]/mark.js');
  });

  it('a redacted IP address becomes the id of a user without one', () => {
    const user = (rule: string, sent: JsonObject = { ip_address: '203.0.113.9' }) =>
      applied({ user: sent }, { applications: { '$user.ip_address': [rule] } }).user;
    expect(user('@ip:remove')).toBeNull();
    expect(user('@ip:replace')).toMatchObject({ id: '[ip]', ipAddress: null });
    expect(user('@ip:hash', { id: 'ann', ip_address: '203.0.113.9' })).toMatchObject({ id: 'ann', ipAddress: null });
  });
});

describe('applyPii', () => {
  it('ignores safeFields and runs before the built-in scrubber', () => {
    const relayPiiConfig = JSON.stringify({ applications: { 'extra.note': ['@email'] } });
    const event = normalized({ extra: { note: 'ann@acme.test', password: 'x' } });
    expect(scrubEvent(event, settings({ relayPiiConfig, safeFields: ['note'] })).extra).toEqual({
      note: '[email]',
      password: '[Filtered]',
    });
    expect(scrubEvent(event, settings({ relayPiiConfig: ' ' })).extra).toEqual({
      note: 'ann@acme.test',
      password: '[Filtered]',
    });
  });

  it('redacts whole texts once no steps are left', () => {
    const rules = { slow: { type: 'pattern', pattern: '(a+)+$|(a|a)*b|(.*)*c' } };
    const texts = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`t${index}`, 'a'.repeat(12_000) + '!']));
    const after = applied({ extra: texts }, { rules, applications: { 'extra.**': ['slow'] } });
    expect(after.extra['t19']).toBe('[Filtered]');
    // Every event has steps of its own.
    expect(applied({ extra: { x: 'aab' } }, { rules, applications: { '**': ['slow'] } }).extra['x']).toBe('[Filtered]');
    expect(applied({ extra: { x: 'xyz' } }, { rules, applications: { '**': ['slow'] } }).extra['x']).toBe('xyz');
  });

  it('searches credentials of URLs in linear time', () => {
    const texts = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`t${index}`, '://'.repeat(4000)]));
    expect(applied({ extra: texts }, { applications: { 'extra.**': ['@urlauth'] } }).extra).toEqual(texts);
  });

  it('returns a valid event for any payload', () => {
    const selectors = [
      '**',
      '$string',
      '$object',
      '$error.**',
      '$user.ip_address',
      '$frame.**',
      'tags.*',
      '!extra',
      'contexts.*',
      '$http.**',
      'release',
      'environment',
      '$array',
    ];
    const rules = [
      '@anything',
      '@anything:hash',
      '@anything:mask',
      '@ip:replace',
      '@password',
      '@userpath:hash',
      '@common',
    ];
    fc.assert(
      fc.property(
        fc.oneof(strangePayload, plausiblePayload),
        fc.constantFrom(...selectors),
        fc.constantFrom(...rules),
        (payload, selector, rule) => {
          const event = normalized(payload);
          const before = JSON.stringify(event);
          const relayPiiConfig = JSON.stringify({ applications: { [selector]: [rule] } });
          const after = scrubEvent(event, settings({ relayPiiConfig }));
          expect(JSON.stringify(event)).toBe(before);
          expect(shapeErrors(after)).toEqual([]);
        },
      ),
      { numRuns: 150 },
    );
  });
});
