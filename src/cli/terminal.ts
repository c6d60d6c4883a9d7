import { styleText } from 'node:util';
import stringWidth from 'string-width';

/* Text for terminals: printable characters, widths, colours and tables. */

/**
 * Characters that a terminal may interpret as commands: control characters, line ends, and marks that change the
 * direction of text.
 */
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
const GAP = '  ';
const CUT = '…';
/** The flexible column of a table has at least this width: other columns are left out to make room for it. */
const MIN_FLEXIBLE_WIDTH = 20;

/** Replaces characters that a terminal could interpret as commands: anybody can send titles and source lines. */
export function printable(text: string): string {
  return text.replaceAll('\t', GAP).replace(UNSAFE, '\ufffd');
}

/** Makes each line of a text printable. */
export function printableLines(text: string): string {
  return text
    .split(/\r\n|\n/)
    .map(printable)
    .join('\n');
}

/** Formats a value as JSON and escapes characters that a terminal could interpret as commands. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replace(
    UNSAFE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Cuts a text to a number of columns. */
export function fit(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let cut = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (stringWidth(cut + segment) > width - 1) break;
    cut += segment;
  }
  return cut + CUT;
}

/**
 * Breaks a text between words. A word that is wider than a line, such as a path, is left whole: a terminal selects it
 * as one word.
 */
export function wrapWords(text: string, width: number): string[] {
  const lines: string[] = [];
  let line: string | undefined;
  for (const word of text.split(' ')) {
    if (line !== undefined && stringWidth(line) + 1 + stringWidth(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === undefined ? word : `${line} ${word}`;
  }
  return [...lines, line ?? ''];
}

/**
 * Returns the number of columns of the window. It is unlimited if the output is no terminal, so that other programs
 * get all of the text.
 */
export function windowWidth(): number {
  return process.stdout.isTTY ? process.stdout.columns || 80 : Number.POSITIVE_INFINITY;
}

/** A style as `styleText` of `node:util` names it. */
type Style = Parameters<typeof styleText>[0];

/** True if standard output shows colours: on a terminal, unless NO_COLOR is set, and wherever FORCE_COLOR is set. */
function hasColours(): boolean {
  const { NO_COLOR: no = '', FORCE_COLOR: force = '' } = process.env;
  if (no !== '') return false;
  return force === '' ? process.stdout.isTTY && process.stdout.hasColors() : force !== '0';
}

/** Colours a text, if standard output shows colours. */
export function paint(style: Style, text: string): string {
  if (!hasColours()) return text;
  return styleText(style, text, { validateStream: false });
}

/** A column of a table. */
export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => string;
  readonly style?: (row: Row) => Style;
  readonly isNumber?: boolean;
  /** True for the one column that gets the remaining space: its values are cut to fit. */
  readonly isFlexible?: boolean;
  /** In a narrow window, the column with the lowest rank is left out first. A column without rank is never left out. */
  readonly rank?: number;
}

/** Formats a table that fits the window. Values are made printable. */
export function formatTable<Row>(all: readonly Column<Row>[], rows: readonly Row[], width = windowWidth()): string {
  const measured = all.map((column) => {
    const values = rows.map((row) => printable(column.value(row)));
    return { ...column, values, width: Math.max(...[column.title, ...values].map((text) => stringWidth(text))) };
  });
  const spaceFor = (columns: typeof measured) =>
    width - columns.reduce((sum, one) => sum + (one.isFlexible ? 0 : one.width), GAP.length * (columns.length - 1));
  let columns = measured;
  const removable = measured.filter(({ rank }) => rank !== undefined).sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  for (const column of removable) {
    if (spaceFor(columns) >= MIN_FLEXIBLE_WIDTH) break;
    columns = columns.filter((one) => one !== column);
  }
  const space = Math.max(MIN_FLEXIBLE_WIDTH, spaceFor(columns));
  const fitted = columns.map((one) => (one.isFlexible ? { ...one, width: Math.min(one.width, space) } : one));
  const line = (cells: string[]) => `${cells.join(GAP).trimEnd()}\n`;
  const head = line(fitted.map((one) => paint('dim', pad(one.title, one.width, one.isNumber))));
  const body = rows.map((row, index) =>
    line(
      fitted.map(({ values, style, width: cellWidth, isNumber }) => {
        const cell = pad(fit(values[index] ?? '', cellWidth), cellWidth, isNumber);
        return style === undefined ? cell : paint(style(row), cell);
      }),
    ),
  );
  return head + body.join('');
}

function pad(text: string, width: number, isNumber = false): string {
  const blanks = ' '.repeat(Math.max(0, width - stringWidth(text)));
  return isNumber ? blanks + text : text + blanks;
}

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
] as const;

/** Formats the age of a time, such as `3h ago`. @param time ISO 8601 */
export function timeAgo(time: string, now = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(time)) / 1000));
  const [unit, length] = UNITS.find(([, one]) => seconds >= one) ?? ['s', 1];
  return `${Math.floor(seconds / length)}${unit} ago`;
}

/** Width of the column of names in lists of facts. */
const NAME_WIDTH = 13;

/** Formats a name and its value. Further lines of the value begin below its first one. */
export function formatFact(name: string, value: string): string {
  const lines = wrapWords(printable(value), windowWidth() - NAME_WIDTH);
  return `${paint('dim', name.padEnd(NAME_WIDTH))}${lines.join(`\n${' '.repeat(NAME_WIDTH)}`)}\n`;
}
