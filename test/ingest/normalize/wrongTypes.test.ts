import { FRAME_FIELD_LIST, type JsonObject } from '../../../src/domain/event';
import { normalized } from '../build';
import { shapeErrors } from '../eventShape';

/** Puts a value of a member into a payload. */
type Place = (value: unknown) => JsonObject;

const inFrame = (frame: JsonObject) => ({
  exception: [{ type: 'E', stacktrace: { frames: [{ module: 'm', ...frame }] } }],
});
const inException = (exception: JsonObject) => ({ exception: { values: [{ type: 'E', ...exception }] } });

const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  user: ['id', 'username', 'email', 'ip_address', 'name', 'geo', 'data', 'plan'],
  request: [
    'url',
    'method',
    'fragment',
    'query_string',
    'headers',
    'cookies',
    'data',
    'env',
    'inferred_content_type',
    'api_target',
  ],
  logentry: ['message', 'formatted'],
  breadcrumbs: ['timestamp', 'type', 'category', 'level', 'message', 'data', 'event_id'],
  threads: ['id', 'name', 'state', 'crashed', 'current', 'main', 'stacktrace'],
  mechanism: [
    'type',
    'handled',
    'synthetic',
    'source',
    'description',
    'help_link',
    'is_exception_group',
    'exception_id',
    'parent_id',
    'data',
    'meta',
  ],
  exception: ['type', 'value', 'module', 'thread_id', 'mechanism', 'stacktrace', 'raw_stacktrace'],
};
const TOP = [
  'message',
  'logentry',
  'level',
  'logger',
  'platform',
  'timestamp',
  'transaction',
  'server_name',
  'release',
  'dist',
  'environment',
  'exception',
  'threads',
  'stacktrace',
  'breadcrumbs',
  'tags',
  'user',
  'request',
  'contexts',
  'sdk',
  'debug_meta',
  'fingerprint',
  'modules',
  'extra',
  'errors',
];

const PLACES: readonly [string, Place][] = [
  ...TOP.map((name): [string, Place] => [name, (value) => ({ [name]: value })]),
  ...(['user', 'request', 'logentry'] as const).flatMap((record) =>
    (MEMBERS[record] ?? []).map((name): [string, Place] => [
      `${record}.${name}`,
      (value) => ({ [record]: { [name]: value } }),
    ]),
  ),
  ...(['breadcrumbs', 'threads'] as const).flatMap((list) => [
    ...(MEMBERS[list] ?? []).map((name): [string, Place] => [
      `${list}.${name}`,
      (value) => ({ [list]: [{ [name]: value }] }),
    ]),
    [`an item of ${list}`, (value) => ({ [list]: { values: [value] } })] as [string, Place],
  ]),
  ...(MEMBERS['exception'] ?? []).map((name): [string, Place] => [
    `exception.${name}`,
    (value) => inException({ [name]: value }),
  ]),
  ['an item of exception', (value) => ({ exception: [value] })],
  ...(MEMBERS['mechanism'] ?? []).map((name): [string, Place] => [
    `mechanism.${name}`,
    (value) => inException({ mechanism: { [name]: value } }),
  ]),
  ...FRAME_FIELD_LIST.map(({ payload }): [string, Place] => [
    `frame.${payload}`,
    (value) => inFrame({ [payload]: value }),
  ]),
  ...['frames', 'registers', 'frames_omitted'].map((name): [string, Place] => [
    `stacktrace.${name}`,
    (value) => inException({ stacktrace: { frames: [{ function: 'f' }], [name]: value } }),
  ]),
  ['a tag', (value) => ({ tags: { shop: value } })],
  ['an item of tags', (value) => ({ tags: [value] })],
  ['a context', (value) => ({ contexts: { os: value } })],
  ['a header', (value) => ({ request: { url: '/', headers: { Accept: value } } })],
  ['an item of headers', (value) => ({ request: { url: '/', headers: [value] } })],
  ['a parameter of the query', (value) => ({ request: { url: '/', query_string: { page: value } } })],
  ['a cookie', (value) => ({ request: { url: '/', cookies: { page: value } } })],
  ['a part of the fingerprint', (value) => ({ fingerprint: [value] })],
  ['a module', (value) => ({ modules: { express: value } })],
  ['an item of modules', (value) => ({ modules: [value] })],
  ['the images', (value) => ({ debug_meta: { images: value } })],
  ['an image', (value) => ({ debug_meta: { images: [value] } })],
  ['the type of an image', (value) => ({ debug_meta: { images: [{ type: value }] } })],
  ['the file of an image', (value) => ({ debug_meta: { images: [{ code_file: value }] } })],
  ['the debug id of an image', (value) => ({ debug_meta: { images: [{ debug_id: value }] } })],
  ['a source line', (value) => inFrame({ pre_context: [value] })],
  ['the params', (value) => ({ logentry: { message: 'paid %s', params: value } })],
  ['an error of the client', (value) => ({ errors: [value] })],
];

const MARK = 'planted';
const VALUES: readonly [string, unknown][] = [
  ['text', MARK],
  ['a number', 471147],
  ['a fraction', 471147.25],
  ['a list', [MARK]],
  ['a list of lists', [[MARK, 471147]]],
  ['an object', { shop: MARK }],
  ['a numbered list', { 1: MARK, 3: 471147 }],
  ['a numbered list of objects', { 1: { shop: MARK }, 2: { shop: 471147 } }],
];

describe.each(PLACES)('%s', (_, place) => {
  test.each(VALUES)('is kept or noted in the errors if it is %s', (_type, value) => {
    const event = normalized(place(value));
    const { errors, ...kept } = event;
    const text = JSON.stringify(kept).toLowerCase();
    const marks = JSON.stringify(value).match(/planted|471147/g) ?? [];
    const isKept = new Set(marks).size > 0 && marks.every((mark) => text.includes(mark));
    expect(isKept || errors.length > 0).toBe(true);
    expect(shapeErrors(event)).toEqual([]);
  });

  test.each([true, false])('is kept or noted in the errors if it is %s', (value) => {
    const [event, without] = [normalized(place(value)), normalized(place(undefined))];
    const other = normalized(place(!value));
    // An absent flag means one of the two.
    const isKept = [without, other].some((one) => JSON.stringify(one) !== JSON.stringify(event));
    expect(isKept).toBe(true);
  });

  test('is absent without a note if it is null', () => {
    expect(normalized(place(null)).errors).toEqual([]);
  });
});

describe('what is plain is kept', () => {
  const numbered = (...items: unknown[]) => Object.fromEntries(items.map((item, index) => [index + 1, item]));

  test('numbered lists', () => {
    const frame = { function: 'pay', pre_context: numbered('a', 'b'), post_context: 'c\nd' };
    const event = normalized({
      exception: numbered({ type: 'A' }, { type: 'B', stacktrace: { frames: numbered(frame) } }),
      threads: { values: numbered({ id: 1 }) },
      breadcrumbs: numbered({ message: 'first' }, 'second'),
      fingerprint: numbered('a', 'b'),
      tags: numbered(['a', 'x'], { key: 'b', value: 'y' }),
      request: { url: '/', headers: numbered(['A', 'x']) },
      debug_meta: { images: numbered({ type: 'elf' }) },
      logentry: { message: '%s %s', params: ['a', 'b'] },
      errors: numbered({ type: 'js_error' }),
    });
    expect(event).toMatchObject({
      exceptions: [
        { type: 'A' },
        { type: 'B', stacktrace: { frames: [{ preContext: ['a', 'b'], postContext: ['c', 'd'] }] } },
      ],
      threads: [{ id: 1 }],
      breadcrumbs: [{ message: 'first' }, { message: 'second' }],
      fingerprint: ['a', 'b'],
      tags: [
        { key: 'a', value: 'x' },
        { key: 'b', value: 'y' },
      ],
      request: { headers: [['A', 'x']] },
      debugImages: [{ type: 'elf' }],
      errors: [{ type: 'js_error' }],
    });
  });

  test('lists in the place of objects, and single objects in the place of lists', () => {
    const event = normalized({
      ...inFrame({ vars: ['a', 'b'] }),
      threads: { id: 7, stacktrace: { function: 'run' } },
      breadcrumbs: { message: 'only' },
      extra: ['a', { b: 1 }],
      modules: [{ name: 'express', version: '5.0.0' }],
      contexts: { os: 'Linux', runtime: ['node', 20] },
    });
    expect(event).toMatchObject({
      exceptions: [{ stacktrace: { frames: [{ vars: { 0: 'a', 1: 'b' } }] } }],
      threads: [{ id: 7, stacktrace: { frames: [{ function: 'run' }] } }],
      breadcrumbs: [{ message: 'only' }],
      extra: { 0: 'a', 1: { b: 1 } },
      modules: { express: '5.0.0' },
      contexts: { os: { type: 'os', value: 'Linux' }, runtime: { type: 'runtime', value: ['node', 20] } },
      errors: [],
    });
  });

  test('flags, numbers and levels in other notations', () => {
    const event = normalized({
      level: 30,
      threads: [{ id: 1, crashed: 'true', current: 1, main: 0 }],
      breadcrumbs: [{ level: 'notice' }, { level: 40 }],
      ...inFrame({ in_app: '0', lineno: 12.0, colno: ' 7 ', function: 5 }),
      user: { id: { $oid: '5f1' }, email: 7 },
    });
    expect(event).toMatchObject({
      level: 'warning',
      threads: [{ crashed: true, current: true, main: false }],
      breadcrumbs: [{ level: 'info' }, { level: 'error' }],
      exceptions: [{ stacktrace: { frames: [{ inApp: false, lineno: 12, colno: 7, function: '5' }] } }],
      user: { id: null, email: '7', data: { id: { $oid: '5f1' } } },
      errors: [{ type: 'invalid_data', name: 'user.id', value: null }],
    });
  });

  test('a member with many wrong values is noted once', () => {
    const frames = Array.from({ length: 50 }, () => ({ function: 'f', lineno: [1] }));
    expect(normalized({ exception: [{ type: 'E', stacktrace: { frames } }] }).errors).toEqual([
      { type: 'invalid_data', name: 'frames.lineno', value: null },
    ]);
  });

  test('the note on a tag has its key as it is stored', () => {
    const event = normalized({ tags: [['a\0', [1]]] });
    expect(event.errors).toEqual([{ type: 'invalid_data', name: 'tags.a\ufffd', value: null }]);
    expect(shapeErrors(event)).toEqual([]);
  });

  test('empty lists of PHP in the place of objects without members', () => {
    const empty = { ...inFrame({ vars: [] }), extra: [], breadcrumbs: [], tags: [], modules: [] };
    expect(
      normalized({ ...empty, request: { url: '/', headers: [], cookies: [], query_string: [], env: [] } }).errors,
    ).toEqual([]);
  });
});
