import type { JsonObject } from '../../../src/domain/event';

const frame = (name: string, more: JsonObject = {}): JsonObject => ({
  function: name,
  filename: `/srv/${name}.py`,
  ...more,
});
const frames = (count: number, of: (at: number) => JsonObject): JsonObject[] =>
  Array.from({ length: count }, (_, at) => of(at));
const error = (list: JsonObject[], more: JsonObject = {}): JsonObject => ({
  platform: 'python',
  exception: { values: [{ type: 'ValueError', value: 'user_17 has 3 items', stacktrace: { frames: list } }] },
  ...more,
});

/** Events in which `simple:3` finds other frames or names than the former algorithms. */
export const FORMER_PAYLOADS: Readonly<Record<string, JsonObject>> = {
  'frames without marks': error([
    frame('main'),
    frame('loads', { filename: '/usr/lib/python3.10/json/__init__.py', module: 'json' }),
    frame('get', { filename: '/srv/venv/lib/python3.10/site-packages/requests/api.py' }),
  ]),
  'some marked frames': error([
    frame('main'),
    frame('pay', { in_app: true }),
    frame('get', { in_app: false }),
    frame('raw'),
  ]),
  'generated names': error(
    [frame('lambda$total$0', { module: 'com.acme.Cart$$SpringCGLIB$$0' }), frame('invoke', { module: '$Proxy12' })],
    { platform: 'java' },
  ),
  'a panic': error([frame('shop::pay'), frame('core::panicking::panic_fmt'), frame('rust_begin_unwind')], {
    platform: 'native',
  }),
  'a long trace': error(frames(140, (at) => frame(`call${at}`, { in_app: at === 60 }))),
  'a long trace without marks': error(frames(140, (at) => frame(`call${at}`))),
  'a long chain': {
    exception: { values: frames(130, (at) => ({ type: `E${at}`, stacktrace: { frames: [frame(`at${at}`)] } })) },
  },
  'a minified frame': error([{ function: 't', filename: 'https://acme.test/app.min.js', colno: 9000, lineno: 1 }], {
    platform: 'javascript',
  }),
  'a fingerprint': error([frame('main'), frame('pay', { module: 'shop' })], {
    fingerprint: ['{{ default }}', '{{ function }}', '{{ module }}'],
  }),
  'a message with a stack': {
    logentry: { message: 'cart17 of %s', params: ['ann'] },
    threads: {
      values: [{ id: 1, current: true, stacktrace: { frames: [frame('main'), frame('log', { module: 'logging' })] } }],
    },
  },
  'a message': { message: 'order 507f1f77bcf86cd799439011 of user_5 took 3 s' },
};
