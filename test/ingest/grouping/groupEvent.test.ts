import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { Grouping, JsonObject } from '../../../src/domain/event';
import { parameterizeMessage, parameterizeValue } from '../../../src/ingest/grouping/simple1And2';
import { groupAndDescribe } from '../../../src/ingest/processEvent';
import { isMinified } from '../../../src/ingest/stacktrace';
import { normalized, plausiblePayload, settings, strangePayload } from '../build';

function group(payload: JsonObject, groupingConfig = 'simple:1'): Grouping {
  return groupAndDescribe(normalized(payload), settings({ groupingConfig })).grouping;
}

const components = (payload: JsonObject) => group(payload).components;
const error = (frames: JsonObject[], exception: JsonObject = { type: 'TypeError', value: 'x' }): JsonObject => ({
  platform: 'node',
  exception: [{ ...exception, stacktrace: { frames } }],
});
const moduleOf = (frame: JsonObject) => (components(error([frame]))[2] as [string, string])[0];
const line = (frame: JsonObject) => (components(error([frame]))[2] as [string, string])[1];

describe('components', () => {
  const app = { filename: '/srv/pay.js', function: 'pay', context_line: '  charge(x);' };
  const lib = { filename: '/srv/node_modules/lib.js', function: 'call' };
  it.each<[string, JsonObject, unknown[]]>([
    ['stack', error([lib, app]), ['stack', 'TypeError', ['pay.js', 'charge(x);']]],
    ['no own frame: all', error([lib]), ['stack', 'TypeError', ['lib.js', 'call']]],
    ['recursion', error([app, app, app, lib, app]), ['stack', 'TypeError', ['pay.js', 'charge(x);']]],
    ['typeless', error([app], { value: 'hello' }), ['stack', '', ['pay.js', 'charge(x);']]],
    [
      'chain, last first',
      {
        exception: [
          { type: 'Cause', stacktrace: [app] },
          { type: 'Main', stacktrace: [app] },
        ],
      },
      ['chain', ['stack', 'Main', ['pay.js', 'charge(x);']], ['stack', 'Cause', ['pay.js', 'charge(x);']]],
    ],
    [
      'a thread has the stack',
      { exception: [{ type: 'E' }], threads: [{ id: 1, crashed: true, stacktrace: [app] }] },
      ['stack', 'E', ['pay.js', 'charge(x);']],
    ],
    [
      'the legacy top-level stack trace',
      { exception: [{ type: 'E' }], stacktrace: { frames: [app] } },
      ['stack', 'E', ['pay.js', 'charge(x);']],
    ],
    [
      'exception',
      { exception: [{ type: 'E', value: 'user 5 not found' }] },
      ['exception', 'E', 'user <int> not found'],
    ],
    ['message template', { logentry: { message: 'Hello %s', params: ['world'] } }, ['message', 'Hello %s']],
    ['message', { message: 'took 35 ms' }, ['message', 'took <duration>']],
    ['nothing', { platform: 'python' }, ['none', 'python']],
  ])('%s', (_, payload, expected) => {
    expect(components(payload)).toEqual(expected);
  });

  it('the hash is the SHA-256 of their JSON', () => {
    const sha256 = createHash('sha256').update('["none","python"]').digest('hex');
    expect(group({ platform: 'python' }).hash).toBe(sha256.slice(0, 32));
  });
});

describe('frames', () => {
  it.each([
    ['/srv/Pay.js', 'pay.js'],
    ['C:\\srv\\pay.js', 'pay.js'],
    ['https://acme.test/main.3f2a9c1b.js?v=1#x', 'main.js'],
    ['/static/chunk-ABCDEF23.js', 'chunk.js'],
    ['/assets/index-BkT2x9aQ.js', 'index.js'],
    ['/assets/index-BkTxYzaQ.js', 'index.js'],
    ['/js/jquery-3.6.0.min.js', 'jquery.min.js'],
    ['/js/app.v2.js', 'app.js'],
    ['/js/settings-dialog.js', 'settings-dialog.js'],
    ['/js/my.component.js', 'my.component.js'],
    ['/js/user-Settings.js', 'user-settings.js'],
  ])('file %s', (filename, expected) => {
    expect(moduleOf({ filename })).toBe(expected);
  });

  it.each<[string, JsonObject, string]>([
    ['source line', { function: 'f', context_line: ` ${'x'.repeat(200)}` }, 'x'.repeat(120)],
    ['no source line', { function: 'f' }, 'f'],
    ['no name', { function: '<anonymous>' }, ''],
    ['minified by its line', { function: 'render', context_line: 'x'.repeat(600) }, 'render'],
    ['minified by its line and name', { function: 't', context_line: `{snip} x` }, ''],
    ['minified by its file', { filename: 'a.min.js', function: 'e.t', context_line: 'x' }, ''],
  ])('line: %s', (_, frame, expected) => {
    expect(line(frame)).toBe(expected);
  });

  it('the module takes precedence over the file', () => {
    expect(moduleOf({ module: 'shop.Pay', filename: '/srv/pay.js' })).toBe('shop.pay');
  });
});

describe('variable parts', () => {
  it.each([
    ['user 17 of 20', 'user <int> of <int>'],
    ['id 9ec79c33-ec99-42ab-8353-589fcb2e04dc gone', 'id <uuid> gone'],
    ['commit 9ec79c33ec9942ab8353589fcb2e04dc', 'commit <hex>'],
    ['at 0xDEADBEEF', 'at <hex>'],
    ['since 2026-01-15T12:00:00.123Z', 'since <date>'],
    ['on 2026-01-15', 'on <date>'],
    ['mail to ann.lee@acme.test failed', 'mail to <email> failed'],
    ['GET https://acme.test/a?b=1 failed', 'GET <url> failed'],
    ['connect 10.0.0.1:5432', 'connect <ip>:<int>'],
    ['took 1.5s, 20 ms, 3 minutes', 'took <duration>, <duration>, <duration>'],
    ['ratio 0.25', 'ratio <float>'],
    ['two  spaces\tand\nlines', 'two spaces and'],
    ['file2 and es6', 'file2 and es6'],
  ])('%s', (text, expected) => {
    expect(parameterizeMessage(text)).toBe(expected);
  });

  it('quoted text is variable in exceptions only', () => {
    expect(parameterizeValue(`key 'a b' and "c" aren't here`)).toBe(`key <str> and <str> aren't here`);
    expect(parameterizeMessage(`key 'a b'`)).toBe(`key 'a b'`);
  });
});

describe('fingerprints', () => {
  const base = {
    ...error([{ filename: '/srv/pay.js', function: 'pay', module: 'pay' }]),
    transaction: 'GET /',
    logger: 'root',
    level: 'info',
    tags: { zone: 'eu' },
  };
  it.each<[string[]]>([[['{{ default }}']], [['{{default}}']], [[' {{   default   }} ']], [[]]])(
    '%j is the default',
    (fingerprint) => {
      expect(group({ ...base, fingerprint })).toEqual(group(base));
    },
  );

  it('variables are replaced', () => {
    const fingerprint = [
      'a',
      '{{ type }}',
      '{{error.value}}',
      '{{ function }} at {{stack.filename}}',
      '{{ module }}',
      '{{ transaction }}',
      '{{ level }}',
      '{{ tags.zone }}',
      '{{ logger }}',
      '{{ package }}',
    ];
    expect(components({ ...base, fingerprint })).toEqual([
      'fingerprint',
      'a',
      'TypeError',
      'x',
      'pay at /srv/pay.js',
      'pay',
      'GET /',
      'info',
      'eu',
      'root',
      '',
    ]);
  });

  it('unknown variables are left as they are', () => {
    expect(components({ ...base, fingerprint: ['{{ other }}', '{{ tags.none }}'] })).toEqual([
      'fingerprint',
      '{{ other }}',
      '{{ tags.none }}',
    ]);
  });

  it('the default hash can be a part', () => {
    expect(components({ ...base, fingerprint: ['{{ default }}', 'more'] })).toEqual([
      'fingerprint',
      group(base).hash,
      'more',
    ]);
  });
});

describe('properties', () => {
  it('every event has a hash, always the same, and an unknown configuration means simple:1', () => {
    fc.assert(
      fc.property(fc.oneof(strangePayload, plausiblePayload), (payload) => {
        const grouping = group(payload);
        expect(grouping.hash).toMatch(/^[0-9a-f]{32}$/);
        expect(group(payload, 'other:1')).toEqual(grouping);
        expect(group(JSON.parse(JSON.stringify(payload)) as JsonObject)).toEqual(grouping);
      }),
      { numRuns: 500 },
    );
  });

  const frames = fc.array(
    fc.record({
      filename: fc.constantFrom('/srv/a.js', '/srv/b.js', '/srv/node_modules/c.js'),
      function: fc.constantFrom('f', 'g'),
      context_line: fc.constantFrom('go(x);', 'stop(y);'),
      lineno: fc.nat(900),
      colno: fc.nat(400),
    }),
    { minLength: 1, maxLength: 8 },
  );

  it('line and column numbers, paths, values and the order of keys do not matter', () => {
    fc.assert(
      fc.property(frames, fc.nat(900), (sent, shift) => {
        const moved = sent.map(({ filename, lineno, ...others }) => ({
          lineno: lineno + shift,
          ...others,
          colno: 1,
          filename: filename.replace('/srv/', '/opt/v2/'),
        }));
        expect(group(error(moved, { value: 'y', type: 'TypeError' })).hash).toBe(group(error(sent)).hash);
      }),
    );
  });

  it('another type is another hash', () => {
    fc.assert(
      fc.property(frames, (sent) =>
        expect(group(error(sent, { type: 'RangeError' })).hash).not.toBe(group(error(sent)).hash),
      ),
    );
  });

  it('the depth of recursion does not matter', () => {
    fc.assert(
      fc.property(frames, fc.integer({ min: 1, max: 5 }), (sent, times) => {
        const last = sent[sent.length - 1] as JsonObject;
        expect(group(error([...sent, ...Array<JsonObject>(times).fill(last)])).hash).toBe(group(error(sent)).hash);
      }),
    );
  });
});

describe('isMinified', () => {
  const frame = { filename: '/a.js', function: 'render', context_line: 'x', colno: 5 };
  it.each<[string, JsonObject, string, boolean]>([
    ['readable', frame, 'javascript', false],
    ['long line', { ...frame, context_line: 'x'.repeat(501) }, 'javascript', true],
    ['cut line', { ...frame, context_line: '{snip} x {snip}' }, 'node', true],
    ['cut line of an original', { ...frame, context_line: '{snip} x', data: { sourcemap: 'a.map' } }, 'node', false],
    ['name of the file', { ...frame, filename: 'https://acme.test/a.min.js?v=1' }, 'javascript', true],
    ['short name, far column', { ...frame, function: 't', colno: 1501 }, 'javascript', true],
    ['short name, near column', { ...frame, function: 't', colno: 15 }, 'javascript', false],
    ['another platform', { ...frame, filename: 'a.min.js' }, 'python', false],
    ["the frame's own platform", { ...frame, filename: 'a.min.js', platform: 'javascript' }, 'python', true],
  ])('%s', (_, sent, platform, expected) => {
    expect(isMinified(normalized({ ...error([sent]), platform }))).toBe(expected);
  });
});

it('limits the length of a part with its variables', () => {
  const parts = components({ message: 'y'.repeat(8000), fingerprint: ['{{ message }}'.repeat(80), 'plain'] });
  expect((parts[1] as string).length).toBe(1024);
  expect(parts[2]).toBe('plain');
});
