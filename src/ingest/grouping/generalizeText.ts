/** Patterns of parts of texts, by the kind of the part. */
export type NamedPatterns = readonly (readonly [kind: string, pattern: RegExp])[];

/**
 * Parts of texts that vary between errors of one origin, by kind. If several match, the first one is used. Each pattern
 * reads a character a bounded number of times: it begins at the border of its repetition, or the repetition is short.
 */
const SIMPLE_3_PATTERNS: NamedPatterns = [
  ['lambda', /\$\$Lambda(?:\$\d+)?(?:\/(?:0x)?[0-9a-f]+)?/],
  ['code', /(?<!\w)(?:error #|SQLSTATE\[)\w{1,8}/],
  ['token', /(?<![\w.-])eyJ[\w-]{6,}\.[\w-]{4,}(?:\.[\w-]+)?/],
  ['uuid', /(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f])/],
  ['url', /(?<![\w+.-])[a-z][a-z0-9+.-]{1,30}:\/\/[^\s"'<>()[\]]+/],
  ['email', /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,8}/],
  ['text', /(?<!\w)[bru]?"[^"]*"|(?<!\w)[bru]?'[^']*'(?!\w)|`[^`]*`|“[^“”]*”|‘[^‘’]*’|«[^«»]*»/],
  [
    'date',
    /(?<!\d)\d{4}[-/]\d\d[-/]\d\d(?:[t ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?(?:z|utc|gmt|[+-]\d\d:?\d\d))?)?(?!\d)|(?<!\w)(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? )?(?:\d{1,2}[ /-](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}[ /-]\d{4}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6} \d{1,2}(?:,? \d{4})?)(?:[ :t]\d\d:\d\d(?::\d\d)?(?: ?(?:[a-z]{1,4} \d{4}|z|utc|gmt|[+-]\d{4}))?)?(?!\w)|(?<!\d)\d\d?\.\d\d?\.\d{4}(?!\d)/,
  ],
  ['time', /(?<!\d)\d\d?:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?[ap]m)?(?!\w)/],
  ['mac', /(?<![\w:])(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}(?![\w:])/],
  [
    'ip',
    /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?:[:/]\d{1,5})?(?![\w.]*\d)|(?<![\w:])(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}(?![\w:])|(?<![\w:])(?:[0-9a-f]{1,4}:){0,6}(?::[0-9a-f]{1,4}){1,6}(?![\w:])/,
  ],
  ['base64', /(?<![\w+/=-])(?=[a-z+/]*\d)[\w+/]{40,}={0,2}/],
  ['assigned', /(?<![\w.-])[\w.-]{1,64}=[^\s,;&)\]}"'<>]+/],
  [
    'labelled',
    /(?<![\w.-])(?:user(?:[ _-]?name)?|login|account|customer|tenant|host(?:name)?|name|id)[:#] ?(?=[a-z_.-]*\d)[\w.@-]+/,
  ],
  ['path', /(?<![\w./\\@+~%-])(?:[a-z]:)?[\w.@+~%-]*(?:[/\\][\w.@+~%=-]+)+/],
  [
    'duration',
    /(?<![\w.])\d+(?:[.,]\d+){0,20} ?(?:ns|nanoseconds?|us|µs|μs|microseconds?|ms|milliseconds?|msecs?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|weeks?|months?|years?)(?!\w)|(?<![\w.])(?:\d+(?:\.\d+)?(?:ms|us|µs|μs|ns|[dhms])){2,6}(?!\w)|(?<!\w)P(?:\d+[YMWD]){0,4}T(?:\d+(?:\.\d+)?[HMS]){1,3}(?!\w)/,
  ],
  ['size', /(?<![\w.])\d+(?:[.,]\d+){0,20} ?(?:[kmgtp]i?b|bytes?)(?!\w)/],
  ['number', /(?<![\w.-])-?\d+(?:[.,]\d+)*(?:e[-+]?\d{1,3})?(?!\w)/],
  [
    'pod',
    /(?<![\w-])[a-z0-9]+(?:-[a-z0-9]+)*-(?=[a-z]*\d)[a-z0-9]{6,10}-[a-z0-9]{5}(?![\w-])|(?<![\w-])[a-z0-9]+(?:-[a-z0-9]+)*-(?=[a-z]*\d)[bcdfghj-np-tvwxz2-9]{5}(?![\w-])/,
  ],
  ['word', /(?<![a-z0-9])(?=[a-z]*\d)[a-z0-9]+/],
];

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}';
const WEEKDAY = '(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? )?';
const ZONE_NAME =
  '(?:utc|gmt|cet|cest|eet|eest|bst|est|edt|cst|cdt|mst|mdt|pst|pdt|akst|akdt|hst|ist|jst|kst|hkt|sgt|aest|aedt|acst|awst|nzst|nzdt|msk|sast)';
/**
 * An offset, with the name of the zone that JavaScript writes in the user's language; a name; or both, with the clock
 * of Go.
 */
const ZONE = [
  `(?: ?(?:z(?!\\w)|(?:utc|gmt)?[+-]\\d\\d(?::?\\d\\d)?(?![\\w:])(?: \\([^()]{1,60}\\))?(?: ${ZONE_NAME}(?!\\w))?|${ZONE_NAME}(?!\\w)))?`,
  '(?:\\[[a-z]{2,12}(?:/[\\w+-]{1,24}){0,2}\\])?',
  '(?: m=[+-]\\d{1,12}\\.\\d{1,9})?',
].join('');
const CLOCK = '\\d\\d?:\\d\\d(?::\\d\\d(?:[.,]\\d{1,9})?)?(?: ?[ap]m(?!\\w))?';

/** Dates in common notations: RFC 3339, RFC 5322, RFC 9110 with its former forms, JavaScript, Go, Java and `date`. */
const DATE = new RegExp(
  [
    `(?<!\\d)\\d{4}[-/]\\d\\d[-/]\\d\\d(?:[t ,]{1,2}${CLOCK}${ZONE})?(?!\\d)`,
    '(?<![\\w.-])\\d{8}t\\d{6}(?:[.,]\\d{1,9})?(?:z|[+-]\\d{4})?(?!\\w)',
    `(?<!\\w)${WEEKDAY}\\d{1,2}[ /-]${MONTH}[ /-](?:\\d{4}|\\d\\d(?= \\d\\d:))(?:[ :t,]{1,2}${CLOCK}${ZONE})?(?!\\w)`,
    `(?<!\\w)${WEEKDAY}${MONTH} {1,2}\\d{1,2},? \\d{4}(?!\\w)(?:[ ,]{1,2}${CLOCK}${ZONE})?(?!\\w)`,
    `(?<!\\w)${WEEKDAY}${MONTH} {1,2}\\d{1,2}(?: ${CLOCK}(?: ${ZONE_NAME})?(?: \\d{4})?)?(?!\\w)`,
    `(?<![\\w./])\\d\\d?(?:\\.\\d\\d?\\.|/\\d\\d?/)\\d{4}(?:,? ${CLOCK}${ZONE})?(?![\\w/])`,
  ].join('|'),
);

/** An IPv6 address with omitted zeros and at least one digit. It may end with an IPv4 address, a zone or a port. */
const SHORT_IP6 =
  '(?=[0-9a-f:]{0,38}\\d)(?:(?:[0-9a-f]{1,4}:){1,7}:|::)(?:[0-9a-f]{1,4}:){0,6}(?:(?:\\d{1,3}\\.){3}\\d{1,3}|[0-9a-f]{1,4})?(?::\\d{1,5})?(?:%\\w{1,15})?(?:/\\d{1,3})?';
const LONG_IP6 = '(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}(?::\\d{1,5})?(?:%\\w{1,15})?(?:/\\d{1,3})?';
const IP = new RegExp(
  [
    '(?<![\\w.])(?:\\d{1,3}\\.){3}\\d{1,3}(?:[:/]\\d{1,5})?(?![\\w.]*\\d)',
    `\\[(?:${LONG_IP6}|${SHORT_IP6}|::)\\](?::\\d{1,5})?`,
    `(?<![\\w:])(?:${LONG_IP6}|${SHORT_IP6}|:::\\d{1,5})(?![\\w:])`,
  ].join('|'),
);

const SIMPLE_4_PATTERNS: NamedPatterns = SIMPLE_3_PATTERNS.map(([name, pattern]) => [
  name,
  name === 'date' ? DATE : name === 'ip' ? IP : pattern,
]);

const [SIMPLE_3_VARIABLES, SIMPLE_4_VARIABLES] = [alternation(SIMPLE_3_PATTERNS), alternation(SIMPLE_4_PATTERNS)];

/** Joins patterns into one, with a named group for each. */
export function alternation(patterns: NamedPatterns): RegExp {
  return new RegExp(patterns.map(([name, { source }]) => `(?<${name}>${source})`).join('|'), 'gi');
}

const QUOTED_NAME = /^["'`][a-z_$][\w$]*["'`]$/i;

const MAX_TEXT = 4096;
const MAX_TEMPLATE = 1024;

/**
 * Returns the first line of a text with each variable part replaced by its kind, as in `took <duration>`, for
 * `simple:3`.
 * @param keepsNames true if names in quotes remain, as in `reading 'price'`
 */
export function generalizeText(text: string, keepsNames = false): string {
  return generalize(text, SIMPLE_3_VARIABLES, keepsNames);
}

/** Returns the same for `simple:4`, which recognizes more forms of dates and of IP addresses. */
export function generalizeText4(text: string, keepsNames = false): string {
  return generalize(text, SIMPLE_4_VARIABLES, keepsNames);
}

function generalize(text: string, variables: RegExp, keepsNames: boolean): string {
  const [line = ''] = text.trimStart().split(/[\r\n]/, 1);
  const replaced = line.slice(0, MAX_TEXT).replace(variables, (...match: unknown[]) => {
    const groups = match.at(-1) as Record<string, string | undefined>;
    for (const name in groups) {
      const part = groups[name];
      if (part !== undefined && keepsNames && name === 'text' && QUOTED_NAME.test(part)) return part;
      if (part !== undefined) return REPLACEMENTS[name]?.(part) ?? (ID_KINDS.has(name) ? '<value>' : `<${name}>`);
    }
    return '';
  });
  return withoutLists(replaced).replace(/\s+/g, ' ').trim().slice(0, MAX_TEMPLATE);
}

/** Kinds that one program uses for ids of the same sort: `1001` and `4f9c2` become the same. */
const ID_KINDS: ReadonlySet<string> = new Set(['uuid', 'number', 'base64']);

/** Kinds that keep a part of the text. */
const REPLACEMENTS: Readonly<Record<string, ((text: string) => string) | undefined>> = {
  lambda: () => '$$Lambda',
  code: (text) => text,
  assigned: generalizeAssignment,
  labelled: (text) => text.slice(0, text.search(/[:#]/) + 1) + ' <value>',
  path: (text) => text.replace(/[^/\\]+/g, generalizeSegment),
  pod: (text) => text.replace(/(?:-(?=[a-z]*\d)[a-z0-9]{6,10})?-[^-]+$/, '-<pod>'),
  word: generalizeWord,
};

/** Names whose values are ids, whatever they look like. */
const IDENTIFYING =
  /(?:^|[._-])(?:id|key|name|user|username|login|email|account|customer|tenant|host|hostname|file|filename|path|session|token)$/i;

/** Replaces the values of identifying names, and every value with a digit: `name=bob0` becomes `name=<value>`. */
function generalizeAssignment(text: string): string {
  const [name = '', value = ''] = text.split(/=(.*)/s, 2);
  return /\d/.test(value) || IDENTIFYING.test(name) ? `${generalizeName(name)}=<value>` : text;
}

function generalizeName(name: string): string {
  return name.replace(/(?<![a-z0-9])[a-z0-9]*\d[a-z0-9]*/gi, generalizeWord);
}

/** Replaces the name of a folder or file with a digit; the suffix of a file remains. */
function generalizeSegment(segment: string): string {
  if (!/\d/.test(segment) && !/^tmp\w{6,}$/.test(segment)) return segment;
  return '<name>' + (/\.[a-z]{1,5}$/i.exec(segment)?.[0] ?? '');
}

/** Replaces ids as a whole, and the number in other words. */
function generalizeWord(word: string): string {
  return isId(word) ? '<value>' : word.replace(/\d+/g, '<value>');
}

/** Returns true if a word is hexadecimal, or mixes digits and letters as ULIDs and random characters do. */
function isId(word: string): boolean {
  if (/^0x[0-9a-f]+$/i.test(word)) return true;
  if (word.length >= 7 && /^[0-9a-f]+$/i.test(word) && /[a-f]/i.test(word)) return true;
  const changes = word.match(/[a-z](?=\d)|\d(?=[a-z])/gi)?.length ?? 0;
  return changes >= 2 || /^\d/.test(word);
}

/** Replaces a list of values of one kind by one value, however long it is. */
function withoutLists(text: string): string {
  return text.replace(/(<\w+>)(?:(?:, ?| ?; ?|,? and | ?\| ?)\1)+/g, '$1');
}
