/** What varies between two messages of the same kind, by what it stands for; the order decides where several match. */
export type Variables = readonly (readonly [string, RegExp])[];

export const VARIABLES: Variables = [
  ['uuid', /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/],
  ['url', /\b[a-z][a-z0-9+.-]{1,30}:\/\/[^\s"'<>()[\]]+/],
  ['email', /[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,8}/],
  ['hex', /\b(?:0x[0-9a-f]+|[0-9a-f]{40}|[0-9a-f]{32})\b/],
  ['date', /\b\d{4}-\d\d-\d\d(?:[t ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?(?:z|[+-]\d\d:?\d\d))?)?\b/],
  ['time', /\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b/],
  [
    'ip',
    /\b(?:\d{1,3}\.){3}\d{1,3}\b|(?<![\w:])(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}(?![\w:])|(?<![\w:])(?:[0-9a-f]{1,4}:){1,6}(?::[0-9a-f]{1,4}){1,6}(?![\w:])/,
  ],
  ['duration', /\b\d+(?:\.\d+)? ?(?:ns|us|µs|ms|s|sec|secs|seconds?|minutes?|mins?|hours?|hrs?|h|days?|d)\b/],
  ['float', /\b\d+\.\d+\b/],
  ['int', /\b\d+\b/],
];

export const QUOTED: Variables[number] = ['str', /"[^"]*"|'(?<![\w]')[^']*'(?!\w)|`[^`]*`/];

const IN_MESSAGES = alternation(VARIABLES);
const IN_VALUES = alternation([QUOTED, ...VARIABLES]);

/** One pattern for all of them, with a group for each. */
export function alternation(kinds: Variables): RegExp {
  return new RegExp(kinds.map(([name, { source }]) => `(?<${name}>${source})`).join('|'), 'gi');
}

const MAX_LENGTH = 1024;

/** The first line of a log message with its variable parts named (reference/ingest.md §2.4). */
export function normalizeMessage(text: string): string {
  return generalize(text, IN_MESSAGES);
}

/** The same of an exception's value, where quoted text varies too. */
export function normalizeValue(text: string): string {
  return generalize(text, IN_VALUES);
}

/** The first line of a text, with what the pattern finds in it named. */
export function generalize(text: string, variables: RegExp): string {
  const [line = ''] = text.trimStart().split(/[\r\n]/, 1);
  const general = line.slice(0, 4 * MAX_LENGTH).replace(variables, (...match: unknown[]) => {
    const groups = match.at(-1) as Record<string, string | undefined>;
    for (const name in groups) {
      if (groups[name] !== undefined) return `<${name}>`;
    }
    return '';
  });
  return general.replace(/\s+/g, ' ').trim().slice(0, MAX_LENGTH);
}
