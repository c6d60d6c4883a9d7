import { compileGlob, type GlobOptions, type Work } from './glob';
import { type LineReader, RuleFault } from './ruleText';

/** What a matcher looks at: all matchers of a rule that look at the same kind must fit the same one of that kind. */
export type Kind = 'exception' | 'message' | 'frame' | 'event';

/** Answers whether a value fits; a value that is missing never does. */
export type Test = (value: string | null | undefined, work: Work) => boolean;

/** One condition of a rule, as in `!stack.module:shop.*`. */
export interface Matcher {
  readonly kind: Kind;
  /** The name of what is looked at; aliases are replaced. */
  readonly field: string;
  readonly isNegated: boolean;
  readonly fits: Test;
}

interface Field {
  readonly kind: Kind;
  readonly read: (pattern: string) => Test;
}

const EXACT: GlobOptions = { isPath: false, ignoresCase: false };
const FOLDED: GlobOptions = { isPath: false, ignoresCase: true };
const PATH: GlobOptions = { isPath: true, ignoresCase: true };

const glob =
  (options: GlobOptions) =>
  (pattern: string): Test => {
    const compiled = compileGlob(pattern, options);
    return (value, work) => typeof value === 'string' && compiled.matches(value, work);
  };

/** Everything that can be looked at. Rules for events and rules for frames each know some of it. */
const FIELDS = {
  'error.type': { kind: 'exception', read: glob(EXACT) },
  'error.value': { kind: 'exception', read: glob(FOLDED) },
  'error.mechanism': { kind: 'exception', read: glob(EXACT) },
  message: { kind: 'message', read: glob(FOLDED) },
  logger: { kind: 'event', read: glob(EXACT) },
  level: { kind: 'event', read: glob(FOLDED) },
  release: { kind: 'event', read: glob(EXACT) },
  sdk: { kind: 'event', read: glob(EXACT) },
  'stack.abs_path': { kind: 'frame', read: glob(PATH) },
  'stack.module': { kind: 'frame', read: glob(EXACT) },
  'stack.function': { kind: 'frame', read: glob(EXACT) },
  'stack.package': { kind: 'frame', read: glob(PATH) },
  family: { kind: 'event', read: readFamilies },
  app: { kind: 'frame', read: readFlag },
  category: { kind: 'frame', read: glob(EXACT) },
} satisfies Record<string, Field>;

export type FieldName = keyof typeof FIELDS;

const ALIASES: Readonly<Record<string, FieldName>> = {
  type: 'error.type',
  value: 'error.value',
  mechanism: 'error.mechanism',
  path: 'stack.abs_path',
  module: 'stack.module',
  function: 'stack.function',
  package: 'stack.package',
  'in-app': 'app',
};

const MAX_PATTERN = 512;
const TAGS = 'tags.';
const NAME = /"(?:[^"\\]|\\.)*"|[\w.-]+/y;

/** Reads `name:pattern`, perhaps with `!` before it; null if no name comes next. @throws RuleFault */
export function readMatcher(line: LineReader, known: readonly FieldName[], hasTags: boolean): Matcher | null {
  const { rest } = line;
  const isNegated = line.take('!');
  const name = line.match(NAME)?.replace(/^"|"$/g, '') ?? null;
  if (name === null) {
    if (isNegated) throw new RuleFault('`!` stands before no matcher; write `!name:pattern`.');
    return null;
  }
  if (line.matchHere(/:/y) === null)
    throw new RuleFault(`\`${firstWord(rest)}\` is no matcher; write \`name:pattern\`.`);
  const [field, { kind, read }] = findField(name, known, hasTags);
  const pattern = line.quotedHere() ?? line.matchHere(/[^\s"][^\s]*/y);
  if (pattern === null || pattern === '')
    throw new RuleFault(
      `\`${name}:\` has no pattern behind it; write \`${name}:pattern\` or \`${name}:"pattern with spaces"\`.`,
    );
  if (pattern.length > MAX_PATTERN)
    throw new RuleFault(`The pattern of \`${name}\` is longer than ${MAX_PATTERN} characters.`);
  try {
    return { kind, field, isNegated, fits: read(pattern) };
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new RuleFault(`The pattern of \`${name}\` cannot be read: ${error.message}.`);
    throw error;
  }
}

function findField(name: string, known: readonly FieldName[], hasTags: boolean): [string, Field] {
  const field = ALIASES[name] ?? name;
  if (hasTags && name.startsWith(TAGS) && name.length > TAGS.length)
    return [name, { kind: 'event', read: glob(EXACT) }];
  if (!(known as readonly string[]).includes(field)) {
    throw new RuleFault(
      `Unknown matcher \`${name}\`; there are ${[...known, ...(hasTags ? ['tags.KEY'] : [])].join(', ')}.`,
    );
  }
  return [field, FIELDS[field as FieldName]];
}

export function firstWord(text: string): string {
  return text.split(/\s/, 1)[0] ?? '';
}

const FAMILIES = ['javascript', 'native', 'other'];

function readFamilies(pattern: string): Test {
  const families = new Set(pattern.split(',').map((part) => part.trim()));
  const unknown = [...families].find((family) => family !== 'all' && !FAMILIES.includes(family));
  if (unknown !== undefined)
    throw new RuleFault(`Unknown family \`${unknown}\`; there are ${FAMILIES.join(', ')} and all.`);
  return (value) => families.has('all') || (typeof value === 'string' && families.has(value));
}

function readFlag(pattern: string): Test {
  const wanted = /^(?:yes|true|1)$/i.test(pattern) ? 'yes' : /^(?:no|false|0)$/i.test(pattern) ? 'no' : null;
  if (wanted === null) throw new RuleFault(`\`app:${pattern}\` means nothing; write \`app:yes\` or \`app:no\`.`);
  return (value) => value === wanted;
}

const JAVASCRIPT = new Set(['javascript', 'node']);
const NATIVE = new Set([
  'native',
  'c',
  'cocoa',
  'objc',
  'swift',
  'rust',
  'apple',
  'apple-ios',
  'apple-macos',
  'unreal',
  'minidump',
]);

/** The family that a platform belongs to. */
export function familyOf(platform: string): string {
  if (JAVASCRIPT.has(platform)) return 'javascript';
  return NATIVE.has(platform) ? 'native' : 'other';
}

/** Whether the matcher holds for a value that is there or missing. */
export function holds({ isNegated, fits }: Matcher, value: string | null | undefined, work: Work): boolean {
  return fits(value, work) !== isNegated;
}
