import { crumbText, partsOf } from '../../src/console/pages/issue/eventParts';
import { sourceTokens } from '../../src/console/pages/issue/sourceTokens';
import { linkOf, looksUnmapped, placeOf, type StackRow, stackRows } from '../../src/console/pages/issue/stackRows';
import { tagTerm } from '../../src/console/pages/issue/tagSearch';

interface FrameOptions {
  readonly inApp?: boolean;
  readonly context?: readonly [number, string][];
}

const frame = (name: string, { inApp = true, context = [[1, 'f();']] }: FrameOptions = {}) => ({
  function: name,
  filename: `${name}.js`,
  absPath: `/srv/${name}.js`,
  lineNo: 1,
  colNo: 2,
  inApp,
  context,
});

const stackOf = (frames: readonly object[], omitted: readonly [number, number][] | null = null) => {
  const value = { stacktrace: { frames, framesOmittedRanges: omitted } };
  const [exception] = partsOf({ entries: [{ type: 'exception', data: { values: [value] } }] }).exceptions;
  if (exception?.stack == null) throw new Error('there is no stack');
  return exception.stack;
};

/** Returns a row in short: the function, how many frames are folded, or how many are missing. */
function short(row: StackRow): string {
  if (row.kind === 'frame') return `${row.frame.function}${row.isOpen ? ' open' : ''}`;
  return row.kind === 'omitted' ? `-${row.count}` : `[${row.frames.map((one) => one.function).join(' ')}]`;
}

const RELEVANT = { isNewestFirst: true, showsAll: false };

describe('the exceptions of an event', () => {
  test('are shown from the newest to the oldest cause, each linked to its own', () => {
    const values = [{ type: 'Oldest' }, { type: 'Middle' }, { type: 'Newest' }];
    const { exceptions } = partsOf({ entries: [{ type: 'exception', data: { values } }] });
    expect(exceptions.map(({ type, causes }) => [type, causes])).toEqual([
      ['Newest', [1]],
      ['Middle', [0]],
      ['Oldest', []],
    ]);
  });

  test('of a group are linked to their parent', () => {
    const of = (type: string, id: number, parent?: number) => ({
      type,
      mechanism: { exception_id: id, ...(parent !== undefined && { parent_id: parent }) },
    });
    const values = [of('Second', 2, 0), of('First', 1, 0), of('Group', 0)];
    const { exceptions } = partsOf({ entries: [{ type: 'exception', data: { values } }] });
    expect(exceptions.map(({ type, causes }) => [type, causes])).toEqual([
      ['Group', [1, 0]],
      ['First', []],
      ['Second', []],
    ]);
  });
});

test('the thread that crashed is the first', () => {
  const values = [
    { id: 1, name: 'main', current: true },
    { id: 2, name: 'worker' },
    { id: 3, name: 'io', crashed: true },
  ];
  const { threads } = partsOf({ entries: [{ type: 'threads', data: { values } }] });
  expect(threads.map(({ name }) => name)).toEqual(['io', 'main', 'worker']);
});

test('entries of unknown kinds are kept, and values of unexpected types do no harm', () => {
  const template = { type: 'template', data: { filename: 'cart.html' } };
  const odd = { type: 'exception', data: { values: [null, 7, { type: 3, stacktrace: { frames: 'none' } }] } };
  const { others, exceptions } = partsOf({ entries: [template, odd] });
  expect(others).toEqual([template]);
  expect(exceptions).toMatchObject([{ type: '3', stack: null }]);
});

describe('the rows of a stack trace', () => {
  test('begin at the newest call, with the newest frame of the application open and those of libraries folded', () => {
    const library = { inApp: false };
    const frames = [
      frame('start', library),
      frame('listen', library),
      frame('handle'),
      frame('total'),
      frame('emit', library),
    ];
    expect(stackRows(stackOf(frames), RELEVANT).map(short)).toEqual(['emit', 'total open', 'handle', '[listen start]']);
    expect(stackRows(stackOf(frames), { isNewestFirst: false, showsAll: false }).map(short)).toEqual([
      '[start listen]',
      'handle',
      'total open',
      'emit',
    ]);
    expect(stackRows(stackOf(frames), { isNewestFirst: true, showsAll: true })).toHaveLength(5);
  });

  test('are all shown if no frame is of the application, the newest one open', () => {
    const frames = [frame('a', { inApp: false }), frame('b', { inApp: false })];
    expect(stackRows(stackOf(frames), RELEVANT).map(short)).toEqual(['b open', 'a']);
  });

  test('say where frames were left out', () => {
    const frames = [frame('a'), frame('b'), frame('c')];
    expect(
      stackRows(
        stackOf(frames, [
          [1, 41],
          [42, 43],
        ]),
        RELEVANT,
      ).map(short),
    ).toEqual(['c open', '-1', 'b', '-40', 'a']);
  });

  test('open the newest frame of the application alone', () => {
    const frames = Array.from({ length: 1000 }, (_, index) => frame(`f${index}`));
    const rows = stackRows(stackOf(frames), RELEVANT);
    expect(rows).toHaveLength(1000);
    expect(rows.filter((row) => row.kind === 'frame' && row.isOpen)).toEqual(rows.slice(0, 1));
  });
});

test('a frame is unmapped if its file is of a bundler, and no map resolved it', () => {
  const [source] = stackOf([frame('total')]).frames;
  const [bundled] = stackOf([{ ...frame('t', { context: [] }), colNo: 31_226 }]).frames;
  if (source === undefined || bundled === undefined) throw new Error('there is no frame');
  expect(looksUnmapped(source, 'node')).toBe(false);
  expect(looksUnmapped(bundled, 'javascript')).toBe(true);
  expect(looksUnmapped(bundled, 'python')).toBe(false);
  expect(looksUnmapped({ ...bundled, map: 'main.js.map' }, 'javascript')).toBe(false);
  expect(placeOf(bundled)).toBe('t.js:1:31226');
});

test('only addresses of the web are links', () => {
  expect(linkOf('https://git.test/shop/cart.ts#L3')).toBe('https://git.test/shop/cart.ts#L3');
  expect(['javascript:alert(1)', 'data:text/html,x', '//git.test', 'cart.ts', null].map(linkOf)).toEqual(
    Array(5).fill(null),
  );
});

test('a breadcrumb of a request says what was requested', () => {
  const entry = (value: object) => ({ type: 'breadcrumbs', data: { values: [value] } });
  const [request] = partsOf({ entries: [entry({ data: { method: 'GET', url: '/cart', status_code: 500 } })] }).crumbs;
  const [message] = partsOf({ entries: [entry({ message: 'paid', timestamp: '2026-11-21T10:30:00Z' })] }).crumbs;
  expect(request && crumbText(request)).toBe('GET /cart [500]');
  expect(message).toMatchObject({ message: 'paid', time: Date.UTC(2026, 10, 21, 10, 30), data: null });
});

test.each([
  ['region', 'eu-west', 'region:eu-west'],
  ['transaction', 'GET /cart', 'transaction:"GET /cart"'],
  ['user', 'id:311', 'user:"id:311"'],
  ['my key', 'say "hi" \\', 'tags["my key"]:"say \\"hi\\" \\\\"'],
])('the tag %s with the value %s is found by %s', (key, value, term) => {
  expect(tagTerm(key, value)).toBe(term);
});

describe('the tokens of a line', () => {
  test.each([
    ['return total(1.5, "a"); // sum', ['keyword', 'plain', 'number', 'plain', 'string', 'plain', 'comment']],
    ['# a comment', ['comment']],
    ['raise Declined("no")', ['keyword', 'plain', 'string', 'plain']],
    ["let name = 'unfinished", ['keyword', 'plain']],
    ['', []],
  ])('%s', (line, kinds) => {
    const tokens = sourceTokens(line);
    expect(tokens.map(({ kind }) => kind)).toEqual(kinds);
    expect(tokens.map(({ text }) => text).join('')).toBe(line);
  });

  test.each(['"', '/*', "\\'", 'x'])('of a line of %s are all of it', (part) => {
    const line = part.repeat(300 / part.length);
    const texts = sourceTokens(line).map(({ text }) => text);
    expect(texts.join('')).toBe(line);
  });

  test('of a line that is longer are one: the time grows with the square of the length', () => {
    const line = 'if x '.repeat(61);
    expect(sourceTokens(line)).toEqual([{ kind: 'plain', text: line }]);
    expect(sourceTokens(line.slice(5))).toHaveLength(120);
  });
});
