import { formatBlocks, printResult } from '../../src/cli/command';
import { runProgram } from '../../src/cli/program';
import { fit, formatTable, printable, timeAgo, wrapWords } from '../../src/cli/terminal';

test.each([
  ['a\u001b[31mred\u0007', 'a\ufffd[31mred\ufffd'],
  ['one\ttwo\nthree', 'one  two\ufffdthree'],
  ['\u202egnp.exe', '\ufffdgnp.exe'],
  ['\u009b31m \u061c \u2028 \u2067', '\ufffd31m \ufffd \ufffd \ufffd'],
  ['日本 é 😀', '日本 é 😀'],
])('%j is printed as %j', (text, printed) => {
  expect(printable(text)).toBe(printed);
});

/** Names that a terminal could obey. */
const HOSTILE = [
  '\u001b]0;pwned\u0007',
  '\u009b2J',
  '\u202egnp.exe',
  'x\nrole  owner',
  'x\r\u001b[1A',
  '\u2067a\u2069',
];
const OBEYED = /[^\P{Cc}\n]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

test.each(HOSTILE)('the name %j is printed in one line, as it is in JSON', (name) => {
  const rows = [{ id: '1', name, scopes: [name, 'org:read'] }];
  const blocks = formatBlocks(rows);
  expect(blocks).not.toMatch(OBEYED);
  expect(blocks.trimEnd().split('\n')).toHaveLength(3);
  const written: string[] = [];
  const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  printResult(rows, {});
  printResult(rows, { json: true });
  write.mockRestore();
  for (const text of written) expect(text).not.toMatch(OBEYED);
  expect(JSON.parse(written[1] ?? '')).toEqual(rows);
});

test.each(HOSTILE)('an error with the name %j is printable', async (name) => {
  process.env['DATABASE_URL'] = `sqlite:/missing/${name}`;
  const command = ['node', 'culprit', 'member', 'list', '--organization', 'acme'];
  const error: unknown = await runProgram(command).catch((caught: unknown) => caught);
  expect(String(error)).toContain('/missing/');
  expect(String(error)).not.toMatch(OBEYED);
});

test.each([
  ['short', 10, 'short'],
  ['exactly ten', 11, 'exactly ten'],
  ['TypeError: boom', 10, 'TypeError…'],
  ['日本語のエラー', 7, '日本語…'],
  ['👩‍👩‍👧 family of three', 6, '👩‍👩‍👧 fa…'],
])('%s fits into %i columns as %s', (text, width, fitted) => {
  expect(fit(text, width)).toBe(fitted);
});

test.each([
  ['level=error region=eu', 11, ['level=error', 'region=eu']],
  ['level=error region=eu', 21, ['level=error region=eu']],
  ['src/a/long/path.ts in pay', 8, ['src/a/long/path.ts', 'in pay']],
  ['支払い=カード 言語=日本語', 14, ['支払い=カード', '言語=日本語']],
  ['', 10, ['']],
  ['any number of words', Infinity, ['any number of words']],
])('%j is broken at %d columns into %j', (text, width, lines) => {
  expect(wrapWords(text, width)).toEqual(lines);
});

interface Row {
  readonly id: string;
  readonly title: string;
  readonly events: number;
}

const ROWS: Row[] = [
  { id: 'SHOP-1', title: 'TypeError: Cannot read properties of undefined', events: 12 },
  { id: 'SHOP-12', title: '日本語のエラー', events: 3 },
];
const table = (width: number) =>
  formatTable<Row>(
    [
      { title: 'ID', value: ({ id }) => id },
      { title: 'TITLE', value: ({ title }) => title, isFlexible: true },
      { title: 'EVENTS', value: ({ events }) => String(events), isNumber: true, rank: 1 },
    ],
    ROWS,
    width,
  );

test('a table aligns its columns, wide characters too', () => {
  expect(table(Infinity)).toBe(`ID       TITLE                                           EVENTS
SHOP-1   TypeError: Cannot read properties of undefined      12
SHOP-12  日本語のエラー                                       3
`);
});

test('a table fits the window: texts are cut, then columns are left out', () => {
  expect(table(40)).toBe(`ID       TITLE                    EVENTS
SHOP-1   TypeError: Cannot read…      12
SHOP-12  日本語のエラー                3
`);
  expect(table(30)).toBe(`ID       TITLE
SHOP-1   TypeError: Cannot re…
SHOP-12  日本語のエラー
`);
});

test.each([
  ['2026-11-21T10:30:00Z', '2s ago'],
  ['2026-11-21T10:00:00Z', '30m ago'],
  ['2026-11-21T07:31:00Z', '2h ago'],
  ['2026-11-01T10:30:00Z', '20d ago'],
  ['2026-11-21T10:31:00Z', '0s ago'],
])('%s is %s', (time, age) => {
  expect(timeAgo(time, Date.parse('2026-11-21T10:30:02Z'))).toBe(age);
});
