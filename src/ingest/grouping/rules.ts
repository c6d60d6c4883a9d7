import { compileOnce } from '../compiled';
import { type FieldName, firstWord, type Matcher, readMatcher } from './matchers';
import { type LineReader, readRules, RuleFault, type RuleText } from './ruleText';
import { MAX_PART, unknownVariable } from './variables';

/** A rule of the setting `fingerprintingRules`: where all matchers hold, the parts are the fingerprint. */
export interface FingerprintRule {
  readonly matchers: readonly Matcher[];
  /** Texts that may contain variables. */
  readonly parts: readonly string[];
  /** What the event is called instead; may contain variables. */
  readonly title: string | null;
}

const FIELDS: readonly FieldName[] = [
  ...(['error.type', 'error.value', 'message', 'logger', 'level', 'release', 'sdk', 'family'] as const),
  ...(['stack.abs_path', 'stack.module', 'stack.function', 'stack.package', 'app'] as const),
];

const MAX_PARTS = 50;

/** The rules of a text, compiled once. */
export const readFingerprintingRules: (text: string) => RuleText<FingerprintRule> = compileOnce((text) =>
  readRules(text, readRule),
);

/**
 * What is wrong with a text of fingerprinting rules: sentences that begin with the line, as in `line 3: …`; none if all is well.
 * A rule reads `matcher:pattern … -> part, {{ variable }} title="…"`.
 */
export function checkFingerprintingRules(text: string): string[] {
  return [...readFingerprintingRules(text).faults];
}

function readRule(line: LineReader): FingerprintRule {
  const matchers: Matcher[] = [];
  while (!line.take('->')) {
    if (line.isAtEnd) throw new RuleFault('The rule has no fingerprint; write `matcher:pattern -> fingerprint`.');
    const matcher = readMatcher(line, FIELDS, true);
    if (matcher === null) throw new RuleFault(`\`${firstWord(line.rest)}\` is no matcher; write \`name:pattern\`.`);
    matchers.push(matcher);
  }
  if (matchers.length === 0) throw new RuleFault('The rule has no matcher; write `matcher:pattern -> fingerprint`.');
  return { matchers, ...readFingerprint(line) };
}

/** `word="` sets an attribute; anything else is a part. */
const ATTRIBUTE = /[A-Za-z_]+=(?=")/y;
const PART = /(?:\{\{[^{}]*\}\}|(?!\{\{)[^\s,"])(?:\{\{[^{}]*\}\}|(?!\{\{)[^\s,])*/y;

function readFingerprint(line: LineReader): Pick<FingerprintRule, 'parts' | 'title'> {
  const parts: string[] = [];
  let title: string | null = null;
  while (!line.isAtEnd) {
    if (line.take(',')) continue;
    const attribute = line.match(ATTRIBUTE);
    if (attribute === null) {
      parts.push(readPart(line));
    } else {
      if (attribute !== 'title=')
        throw new RuleFault(`Unknown attribute \`${attribute.slice(0, -1)}\`; there is \`title="…"\`.`);
      title = checkVariables(line.quotedHere() ?? '');
    }
  }
  if (parts.length === 0)
    throw new RuleFault('The rule has no fingerprint; write at least one text or variable behind `->`.');
  if (parts.length > MAX_PARTS) throw new RuleFault(`The fingerprint has more than ${MAX_PARTS} parts.`);
  return { parts, title };
}

function readPart(line: LineReader): string {
  const part = line.quotedHere() ?? line.match(PART);
  if (part === null) throw new RuleFault(`\`${line.rest}\` cannot be read; a variable reads \`{{ name }}\`.`);
  if (/^title=/.test(part)) throw new RuleFault('A title stands in double quotes: `title="…"`.');
  if (part.length > MAX_PART) throw new RuleFault(`A part of the fingerprint is longer than ${MAX_PART} characters.`);
  return checkVariables(part);
}

function checkVariables(text: string): string {
  const unknown = unknownVariable(text);
  if (unknown !== null) throw new RuleFault(unknown);
  return text;
}
