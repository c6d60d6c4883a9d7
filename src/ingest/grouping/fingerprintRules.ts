import type { Event, EventSummary, Frame } from '../../domain/event';
import { type CompileSetting, compileUncached } from '../settingsCache';
import { type GlobBudget, RuleBudgets } from '../globTexts';
import { crashFrame, FRAMES_AS_SENT, mainException, mainTrace, type ShownFrames } from '../stacktrace';
import {
  familyOf,
  firstWord,
  type LineReader,
  type Matcher,
  type MatcherFieldName,
  matcherHolds,
  type ParsedRules,
  parseMatcher,
  parseRules,
  RuleSyntaxError,
  type SubjectKind,
  type WrittenRule,
} from './ruleSyntax';

/**
 * A rule of the setting `fingerprintingRules`: its parts become the fingerprint of events for which all matchers hold.
 */
export interface FingerprintRule {
  readonly matchers: readonly Matcher[];
  /** Texts that may contain variables. */
  readonly parts: readonly string[];
  /** Replaces the event's title; may contain variables. Null keeps the title. */
  readonly title: string | null;
}

const FINGERPRINT_FIELDS: readonly MatcherFieldName[] = [
  'error.type',
  'error.value',
  'message',
  'logger',
  'level',
  'release',
  'sdk',
  'family',
  'platform',
  'stack.abs_path',
  'stack.module',
  'stack.function',
  'stack.package',
  'app',
];

const MAX_PARTS = 50;

/** Parses the text of the setting `fingerprintingRules`. */
export function parseFingerprintingRules(text: string): ParsedRules<FingerprintRule> {
  return parseRules(text, parseFingerprintRule);
}

/**
 * Returns the errors of fingerprinting rules: sentences that begin with the line, as in `line 3: …`. A rule has the
 * form `matcher:pattern … -> part, {{ variable }} title="…"`.
 */
export function checkFingerprintingRules(text: string): string[] {
  return [...parseFingerprintingRules(text).errors];
}

function parseFingerprintRule(line: LineReader): FingerprintRule {
  const matchers: Matcher[] = [];
  while (!line.skip('->')) {
    if (line.isAtEnd) throw new RuleSyntaxError('The rule has no fingerprint; write `matcher:pattern -> fingerprint`.');
    const matcher = parseMatcher(line, FINGERPRINT_FIELDS, true);
    if (matcher === null) {
      throw new RuleSyntaxError(`\`${firstWord(line.rest)}\` is not a matcher; write \`name:pattern\`.`);
    }
    matchers.push(matcher);
  }
  if (matchers.length === 0) {
    throw new RuleSyntaxError('The rule has no matcher; write `matcher:pattern -> fingerprint`.');
  }
  return { matchers, ...parseFingerprint(line) };
}

/** `word="` begins an attribute; anything else is a part. */
const RULE_ATTRIBUTE = /[A-Za-z_]+=(?=")/y;
const FINGERPRINT_PART = /(?:\{\{[^{}]*\}\}|(?!\{\{)[^\s,"])(?:\{\{[^{}]*\}\}|(?!\{\{)[^\s,])*/y;

function parseFingerprint(line: LineReader): Pick<FingerprintRule, 'parts' | 'title'> {
  const parts: string[] = [];
  let title: string | null = null;
  while (!line.isAtEnd) {
    if (line.skip(',')) continue;
    const attribute = line.match(RULE_ATTRIBUTE);
    if (attribute === null) {
      parts.push(parseFingerprintPart(line));
    } else {
      if (attribute !== 'title=') {
        throw new RuleSyntaxError(`Unknown attribute \`${attribute.slice(0, -1)}\`; there is \`title="…"\`.`);
      }
      title = checkVariables(line.quotedHere() ?? '');
    }
  }
  if (parts.length === 0) {
    throw new RuleSyntaxError('The rule has no fingerprint; write at least one text or variable after `->`.');
  }
  if (parts.length > MAX_PARTS) throw new RuleSyntaxError(`The fingerprint has more than ${MAX_PARTS} parts.`);
  return { parts, title };
}

function parseFingerprintPart(line: LineReader): string {
  const part = line.quotedHere() ?? line.match(FINGERPRINT_PART);
  if (part === null)
    throw new RuleSyntaxError(`\`${line.rest}\` cannot be parsed; a variable is written \`{{ name }}\`.`);
  if (/^title=/.test(part)) throw new RuleSyntaxError('A title is written in double quotes: `title="…"`.');
  if (part.length > MAX_FINGERPRINT_PART) {
    throw new RuleSyntaxError(`A part of the fingerprint is longer than ${MAX_FINGERPRINT_PART} characters.`);
  }
  return checkVariables(part);
}

function checkVariables(text: string): string {
  const error = variableError(text);
  if (error !== null) throw new RuleSyntaxError(error);
  return text;
}

/** The fields, tested by matchers, of one exception, message or frame, or of the event itself. */
type MatchSubject = Readonly<Record<string, string | null | undefined>>;

/** Returns the first rule that matches the event; undefined if none does. */
export function findFingerprintRule(
  event: Event,
  summary: EventSummary,
  text: string,
  compileSetting: CompileSetting = compileUncached,
  budgets = new RuleBudgets(),
): WrittenRule<FingerprintRule> | undefined {
  if (text === '') return undefined;
  const subjects = new MatchSubjects(event, summary);
  const budget = budgets.of('fingerprintingRules');
  for (const rule of compileSetting(parseFingerprintingRules, text).rules) {
    const isMatch = SUBJECT_KINDS.every((kind) => matchesSubject(kind, rule.matchers, subjects, budget));
    // Without steps left, a negated matcher seems to hold.
    if (budget.remaining < 0) return undefined;
    if (isMatch) return rule;
  }
  return undefined;
}

const SUBJECT_KINDS: readonly SubjectKind[] = ['event', 'exception', 'message', 'frame'];

/** Returns true if all matchers of a kind hold for the same subject: one exception, one message or one frame. */
function matchesSubject(
  kind: SubjectKind,
  all: readonly Matcher[],
  subjects: MatchSubjects,
  budget: GlobBudget,
): boolean {
  const matchers = all.filter((matcher) => matcher.kind === kind);
  return (
    matchers.length === 0 ||
    subjects
      .of(kind)
      .some((subject) => matchers.every((matcher) => matcherHolds(matcher, subject[matcher.field], budget)))
  );
}

/** The subjects of an event by kind, collected when first used. */
class MatchSubjects {
  readonly #collected = new Map<SubjectKind, readonly MatchSubject[]>();

  constructor(
    private readonly event: Event,
    private readonly summary: EventSummary,
  ) {}

  of(kind: SubjectKind): readonly MatchSubject[] {
    const subjects = this.#collected.get(kind) ?? this.#collect(kind);
    this.#collected.set(kind, subjects);
    return subjects;
  }

  #collect(kind: SubjectKind): readonly MatchSubject[] {
    const { event, summary } = this;
    switch (kind) {
      case 'event':
        return [eventSubject(event, summary)];
      case 'exception':
        return event.exceptions.map(({ type, value }) => ({ 'error.type': type, 'error.value': value }));
      case 'message':
        return [summary.message, event.logentry?.message, ...event.exceptions.map(({ value }) => value)]
          .filter(isNonEmptyText)
          .map((message) => ({ message }));
      case 'frame':
        return relevantFrames(event).flatMap(frameSubjects);
    }
  }
}

function isNonEmptyText(text: string | null | undefined): text is string {
  return typeof text === 'string' && text !== '';
}

function eventSubject({ logger, level, release, sdk, platform }: Event, { tags }: EventSummary): MatchSubject {
  const name = sdk?.['name'];
  const fields = {
    logger,
    level,
    release,
    sdk: typeof name === 'string' ? name : null,
    family: familyOf(platform),
    platform,
  };
  return { ...Object.fromEntries(tags.map(({ key, value }) => ['tags.' + key, value])), ...fields };
}

/** Returns the frames of all exceptions; without exceptions, the frames of the main stack trace. */
function relevantFrames(event: Event): readonly Frame[] {
  const frames = event.exceptions.flatMap(({ stacktrace }) => stacktrace?.frames ?? []);
  return frames.length > 0 ? frames : (mainTrace(event)?.frames ?? []);
}

/** Returns two subjects for a frame whose two paths differ, because a pattern may match either. */
function frameSubjects(frame: Frame): MatchSubject[] {
  const { absPath, filename, module, package: file } = frame;
  const fields = {
    'stack.module': module,
    'stack.function': frame.function,
    'stack.package': file,
    app: frame.inApp ? 'yes' : 'no',
  };
  return [...new Set([absPath, filename])].map((path) => ({ ...fields, 'stack.abs_path': path }));
}

const VARIABLE = /\{\{\s*([\w.:-]{1,200})\s*\}\}/g;

/** Maximum length of a part: variables could otherwise make it longer than the event. */
const MAX_FINGERPRINT_PART = 1024;

/** Replaces the variables of a part by their values. Unknown variables stay unchanged. */
export function fillVariables(part: string, values: ReadonlyMap<string, string>): string {
  if (!part.includes('{{')) return part.slice(0, MAX_FINGERPRINT_PART);
  let length = 0;
  const filled = part.replace(VARIABLE, (text: string, name: string) => {
    const value = length > MAX_FINGERPRINT_PART ? '' : (values.get(name) ?? text);
    length += value.length;
    return value;
  });
  return filled.slice(0, MAX_FINGERPRINT_PART);
}

/**
 * Returns the values of all variables. A variable without a value is an empty text; tags without a value are left out.
 */
export function fingerprintVariables(
  event: Event,
  summary: EventSummary,
  defaultHash: string,
  shownFrames: ShownFrames = FRAMES_AS_SENT,
): Map<string, string> {
  const exception = mainException(event);
  const frame = crashFrame(event, shownFrames);
  const label = frame === undefined ? undefined : shownFrames.labelOf(frame);
  const values = new Map<string, string>([['default', defaultHash]]);
  const fields: Record<string, string | null | undefined> = {
    transaction: event.transaction,
    'error.type': exception?.type,
    'error.value': exception?.value,
    'stack.function': label?.function,
    'stack.abs_path': frame?.absPath,
    'stack.filename': frame?.filename,
    'stack.module': label?.module,
    'stack.package': frame?.package,
    logger: event.logger,
    level: event.level,
    message: summary.message === '' ? exception?.value : summary.message,
  };
  for (const name of VARIABLE_NAMES) values.set(name, fields[VARIABLE_ALIASES[name] ?? name] ?? '');
  for (const { key, value } of summary.tags) values.set('tags.' + key, value);
  return values;
}

const VARIABLE_ALIASES: Readonly<Record<string, string>> = {
  type: 'error.type',
  value: 'error.value',
  function: 'stack.function',
  path: 'stack.abs_path',
  module: 'stack.module',
  package: 'stack.package',
};

const VARIABLE_NAMES: readonly string[] =
  `transaction error.type type error.value value stack.function function stack.abs_path path stack.filename stack.module module
  stack.package package logger level message`.split(/\s+/);

/** Returns the error of the first variable that is unknown or malformed; null if there is none. */
function variableError(text: string): string | null {
  for (const [whole, inner = ''] of text.matchAll(/\{\{([^{}]*)(?:\}\}|$)/g)) {
    const name = inner.trim();
    if (!whole.endsWith('}}')) return `\`${whole}\` has no end; a variable is written \`{{ name }}\`.`;
    if (name !== 'default' && !VARIABLE_NAMES.includes(name) && !/^tags\.[\w.:-]+$/.test(name)) {
      return `Unknown variable \`${name}\`; there are default, ${VARIABLE_NAMES.join(', ')} and tags.KEY.`;
    }
  }
  return null;
}
