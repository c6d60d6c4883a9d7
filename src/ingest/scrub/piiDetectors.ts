import { createHmac } from 'node:crypto';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import type * as Re2 from 're2js';
import type { Event } from '../../domain/event';
import { type FieldAction, type FieldPolicy, JsonScrubber, type ScrubRules } from './scrubRules';
import { isSecretKey } from './secrets';
import { CARD_NUMBER, FILTERED, isCardNumber, PEM_KEY, type TextRange } from './secretFormats';

/** Loads RE2 only for the first pattern: few projects have one, and it takes a megabyte of each thread. */
const requireHere = createRequire(__filename);

/** Keys under which proxies and servers pass on the address of their client. */
const ADDRESS_KEYS = new Set(
  `forwarded x-forwarded-for x-original-forwarded-for x-real-ip x-client-ip x-cluster-client-ip client-ip cf-connecting-ip
  cf-connecting-ipv6 true-client-ip fastly-client-ip fly-client-ip x-appengine-user-ip x-envoy-external-address remote-addr remote-host
  client-addr remote-ip`.split(/\s+/),
);

/** Keys under which four numbers are a version. */
const VERSION_KEY = /version|build|user-?agent|sec-ch-ua|^(?:browser|os|runtime|release|dist|raw_description)(?:\.|$)/i;

/** Placeholder for an address in a text. */
export const ADDRESS_PLACEHOLDER = '[ip]';

/** Returns the user without IP address; null if nothing else is known about the user. */
export function removeIpAddress(user: Event['user']): Event['user'] {
  if (user === null) return null;
  const id = user.id !== null && isIP(user.id) !== 0 ? null : user.id;
  const rest = { ...user, id, ipAddress: null };
  return Object.values(rest).every((part) => part === null) ? null : rest;
}

/**
 * Redacts IP addresses everywhere except in files of the application and in versions. Addresses in URLs of files belong
 * to servers.
 */
class IpAddressRules implements ScrubRules, FieldPolicy {
  readonly #json = new JsonScrubber(this);

  text(text: string): string {
    let out = '';
    let done = 0;
    for (const { start, end } of findIpAddresses(text)) {
      out += text.slice(done, start) + ADDRESS_PLACEHOLDER;
      done = end;
    }
    return done === 0 ? text : out + text.slice(done);
  }

  readonly userId = (text: string): string => this.text(text);
  readonly identifier = (text: string): string => this.text(text);
  readonly source = (lines: readonly string[]): readonly string[] => lines.map((line) => this.text(line));
  readonly path = (path: string): string => path;
  readonly version = (text: string): string => text;
  readonly cookie = (_: string, value: string): string => this.text(value);
  readonly number = (value: number): unknown => value;

  entry(key: string, value: unknown): unknown {
    return this.#json.entry(key, value);
  }

  value(value: unknown): unknown {
    return this.#json.value(value);
  }

  actionFor(key: string): FieldAction {
    if (isAddressKey(key)) return 'redact';
    return VERSION_KEY.test(key) ? 'keep' : 'descend';
  }
}

/**
 * Returns true if a key is in `ADDRESS_KEYS`, even if it is written as an environment variable, like
 * `HTTP_X_FORWARDED_FOR`.
 */
function isAddressKey(key: string): boolean {
  return ADDRESS_KEYS.has(
    key
      .toLowerCase()
      .replaceAll('_', '-')
      .replace(/^http-/, ''),
  );
}

export function createIpAddressRules(): ScrubRules {
  return new IpAddressRules();
}

const OCTET = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';
/** An IPv4 address. `Chrome/124.0.0.0` is a version. */
const IPV4 = `(?<![\\w.])(?<!(?<![\\w/.-])[A-Z]\\w{1,30}/)(?:${OCTET}\\.){3}${OCTET}(?![\\w]|\\.\\d)`;
const IPV6 = '(?<![\\w:.])(?=[\\da-fA-F]*:[\\da-fA-F]*:)[\\da-fA-F:]{1,44}[\\da-fA-F](?!\\w)';
const ADDRESS_CANDIDATE = new RegExp(`${IPV4}|${IPV6}`, 'g');

/** Matches every text with an address; most texts do not match. */
const ADDRESS_HINT = /\d\.\d{1,3}\.\d|:[\da-f]*:/i;

/** Finds IP addresses in a text. `a::b` is a name in a program, not an address: it has no digit. */
function findIpAddresses(text: string): TextRange[] {
  if (!ADDRESS_HINT.test(text)) return [];
  return [...text.matchAll(ADDRESS_CANDIDATE)]
    .filter(([match]) => match.includes('.') || (/\d/.test(match) && isIP(match) === 6))
    .map(({ index, 0: match }) => ({ start: index, end: index + match.length }));
}

/**
 * Number of steps that detectors may still take on one event. A step takes 10 to 20 ns. If no steps are left, whole
 * texts are redacted.
 */
export interface PiiBudget {
  remaining: number;
}

export const newPiiBudget = (): PiiBudget => ({ remaining: 5_000_000 });

/** Detects the values that a rule redacts: parts of texts, values of some keys, or all values. */
export interface Detector {
  /**
   * Finds the parts of a text to redact; returns null if the whole text must be redacted, because no steps are left.
   */
  readonly find?: (text: string, budget: PiiBudget) => TextRange[] | null;
  /** Returns true if values of this key, in lower or mixed case, are redacted. */
  readonly matchesKey?: (key: string, budget: PiiBudget) => boolean;
  /** True if all values are redacted. */
  readonly matchesAnything?: boolean;
}

/** A type of PII rules. */
interface PiiType {
  readonly detector: Detector;
  /** Replacement of a redacted text, unless the rule has its own. */
  readonly placeholder: string;
}

/** Number of steps for a match, which is an object. */
const MATCH_STEPS = 10;
/** Number of steps for one instruction of a project's expression and one character. */
const INSTRUCTION_STEPS = 2;
/** Number of steps for comparing a key with the names of secrets. */
const KEY_STEPS = 20;

/**
 * Returns a detector of the ranges that a function finds. Charges a step for each 16 characters that are searched for
 * the hint, a step for each two characters of a text that has it, and some steps for each match.
 * @param hint a cheaper pattern that every text with a match contains; it is tried first
 */
function detectWith(hint: RegExp, find: (text: string) => TextRange[]): Detector {
  return {
    find(text, budget) {
      budget.remaining -= 1 + (text.length >> 4);
      if (budget.remaining < 0) return null;
      if (!hint.test(text)) return [];
      budget.remaining -= text.length >> 1;
      if (budget.remaining < 0) return null;
      const ranges = find(text);
      budget.remaining -= MATCH_STEPS * ranges.length;
      return ranges;
    },
  };
}

/**
 * Returns a detector of all matches of a pattern. The pattern must begin where no other match of it can, or at a
 * character that ends the possible beginnings, so that each character is read a fixed number of times.
 */
function detectPattern(hint: RegExp, pattern: RegExp, accepts: (match: string) => boolean = () => true): Detector {
  return detectWith(hint, (text) =>
    [...text.matchAll(pattern)]
      .filter(([match]) => accepts(match))
      .map(({ index, 0: match }) => ({ start: index, end: index + match.length })),
  );
}

/** Returns a detector of the first group of a pattern; the group is at the end of the match. */
function detectGroup(hint: RegExp, pattern: RegExp): Detector {
  return detectWith(hint, (text) =>
    Array.from(text.matchAll(pattern), ({ index, 0: match, 1: part = '' }) => {
      const end = index + match.length;
      return { start: end - part.length, end };
    }),
  );
}

/** The part of an email address from its `@` on. */
const EMAIL_DOMAIN = /@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;
const EMAIL_NAME_CHARACTER = /[\w.+-]/;
const MAX_EMAIL_NAME = 64;

/**
 * Finds email addresses by their `@`, and reads their names backwards: most words, however long, are not the name of an
 * address.
 */
function findEmails(text: string): TextRange[] {
  const ranges: TextRange[] = [];
  let done = 0;
  for (const { index, 0: domain } of text.matchAll(EMAIL_DOMAIN)) {
    const first = Math.max(done, index - MAX_EMAIL_NAME);
    let start = index;
    while (start > first && EMAIL_NAME_CHARACTER.test(text.charAt(start - 1))) start -= 1;
    if (start === index) continue;
    done = index + domain.length;
    ranges.push({ start, end: done });
  }
  return ranges;
}

/** The types of the documented configuration that detect values of a known format. */
export const PII_TYPES: ReadonlyMap<string, PiiType> = new Map<string, PiiType>([
  ['anything', { detector: { matchesAnything: true }, placeholder: '[Filtered]' }],
  ['password', { detector: { matchesKey: matchesSecretKey }, placeholder: '[Filtered]' }],
  ['ip', { detector: detectWith(ADDRESS_HINT, findIpAddresses), placeholder: '[ip]' }],
  ['email', { detector: detectWith(/@/, findEmails), placeholder: '[email]' }],
  ['creditcard', { detector: detectPattern(/\d{4}/, CARD_NUMBER, isCardNumber), placeholder: '[creditcard]' }],
  [
    'iban',
    {
      detector: detectPattern(
        /[A-Z]{2}\d{2}/,
        /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g,
        passesMod97,
      ),
      placeholder: '[iban]',
    },
  ],
  [
    'mac',
    {
      detector: detectPattern(
        /[0-9a-f][:-][0-9a-f]{2}[:-]/i,
        /(?<![\w:-])[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}(?![\w:-])/gi,
      ),
      placeholder: '[mac]',
    },
  ],
  [
    'uuid',
    {
      detector: detectPattern(/[0-9a-f]{8}/i, /\b[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}\b/gi),
      placeholder: '[uuid]',
    },
  ],
  [
    'imei',
    { detector: detectPattern(/\d{6}/, /(?<![\w-])\d{2}-?\d{6}-?\d{6}-?\d{1,2}(?![\w-])/g), placeholder: '[imei]' },
  ],
  [
    'us_ssn',
    {
      detector: detectPattern(
        /\d{3}[- ]\d{2}[- ]\d/,
        /(?<![\w-])(?!000|666|9\d\d)\d{3}[- ](?!00)\d{2}[- ](?!0000)\d{4}(?![\w-])/g,
      ),
      placeholder: '[us-ssn]',
    },
  ],
  [
    'userpath',
    {
      detector: detectGroup(
        /users|home|documents/i,
        /(?:\b[a-z]:\\{1,2}(?:users|documents and settings)\\{1,2}|(?<![\w.])\/(?:users|home)\/)([^/\\:\s"']{1,64})/gi,
      ),
      placeholder: '[user]',
    },
  ],
  ['pemkey', { detector: detectPattern(/PRIVATE KEY/, PEM_KEY), placeholder: '[pemkey]' }],
  [
    'url_auth',
    {
      detector: detectPattern(/@/, /(?<=[a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/?#@"'<>]+(?=@)/gi),
      placeholder: '[auth]',
    },
  ],
  ['bearer', { detector: detectGroup(/bearer/i, /\bBearer +([\w.~+/-]{3,}=*)/gi), placeholder: '[token]' }],
]);

/** Name in built-in rules → name of the type, where they differ. */
export const BUILT_IN_TYPE_NAMES: ReadonlyMap<string, string> = new Map([
  ['usssn', 'us_ssn'],
  ['urlauth', 'url_auth'],
]);

/** Returns true if the check digits of an international bank account number are correct (ISO 13616). */
function passesMod97(text: string): boolean {
  const plain = text.replaceAll(' ', '');
  let rest = 0;
  for (let index = 0; index < plain.length; index++) {
    // The first four characters are moved to the end. Letters stand for two digits.
    const value = parseInt(plain.charAt((index + 4) % plain.length), 36);
    rest = (rest * (value < 10 ? 10 : 100) + value) % 97;
  }
  return rest === 1;
}

function matchesSecretKey(key: string, budget: PiiBudget): boolean {
  budget.remaining -= KEY_STEPS;
  return isSecretKey(key);
}

/** A regular expression of a project. */
export interface CustomPattern {
  /** Finds the ranges that match, in order; returns null if no steps are left. */
  find(text: string, budget: PiiBudget): TextRange[] | null;
}

/** Number of instructions that the compiled patterns of one configuration may still have together. */
export interface ProgramSizeBudget {
  remaining: number;
}

export const newProgramSizeBudget = (): ProgramSizeBudget => ({ remaining: 20_000 });

const MAX_PATTERN_LENGTH = 1000;
const MAX_PROGRAM_SIZE = 5000;

/**
 * Compiles a regular expression in the syntax of RE2, which has neither look-around nor back-references and matches in
 * linear time (https://github.com/google/re2/wiki/Syntax).
 * @param groups numbers of the groups to redact; the whole match if empty
 * @throws SyntaxError with a description of the mistake
 */
export function compilePattern(
  source: string,
  programSize: ProgramSizeBudget,
  groups: readonly number[] = [],
): CustomPattern {
  const compiled = compileRe2(source, programSize);
  const tooHigh = groups.find((group) => group > compiled.groupCount());
  if (tooHigh !== undefined) throw new SyntaxError(`there is no group ${tooHigh}`);
  const size = compiled.programSize();
  return {
    find(text, budget) {
      const ranges: TextRange[] = [];
      const matcher = compiled.matcher(text);
      let from = 0;
      do {
        budget.remaining -= INSTRUCTION_STEPS * (text.length - from + 16) * size;
        if (budget.remaining < 0) return null;
        if (!matcher.find()) break;
        ranges.push(...rangesOf(matcher, groups));
        budget.remaining -= MATCH_STEPS;
        from = Math.max(from, matcher.end());
      } while (from < text.length);
      return ranges;
    },
  };
}

function compileRe2(source: string, programSize: ProgramSizeBudget): Re2.RE2JS {
  const { RE2JS } = requireHere('re2js') as typeof Re2;
  if (source.length > MAX_PATTERN_LENGTH) throw new SyntaxError(`it is longer than ${MAX_PATTERN_LENGTH} characters`);
  if (programSize.remaining < 0) throw new SyntaxError('it and those before it repeat too much together');
  try {
    const compiled = RE2JS.compile(source);
    programSize.remaining -= compiled.programSize();
    if (compiled.programSize() <= MAX_PROGRAM_SIZE) return compiled;
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : String(error);
    throw new SyntaxError(`${reason} (the syntax is that of RE2)`);
  }
  throw new SyntaxError('it repeats too much');
}

function rangesOf(matcher: ReturnType<Re2.RE2JS['matcher']>, groups: readonly number[]): TextRange[] {
  const chosen = groups.length === 0 ? [0] : groups;
  return chosen
    .map((group) => ({ start: matcher.start(group), end: matcher.end(group) }))
    .filter(({ start, end }) => start >= 0 && end > start)
    .sort((a, b) => a.start - b.start);
}

/** Number of steps for computing a hash. */
const HASH_STEPS = 300;

/** The way in which values are redacted. */
export interface Redaction {
  readonly method: 'remove' | 'replace' | 'mask' | 'hash';
  /** Number of steps for each part of a text. */
  readonly cost: number;
  /** Returns the replacement of a part of a text. */
  apply(secret: string): string;
}

export const REMOVE: Redaction = { method: 'remove', cost: 1, apply: () => '' };
export const MASK: Redaction = { method: 'mask', cost: 1, apply: (secret) => '*'.repeat(secret.length) };

export function replaceWith(text: string = FILTERED): Redaction {
  return { method: 'replace', cost: 1, apply: () => text };
}

/**
 * Returns a redaction that replaces equal texts by equal hashes, so that values can still be compared. Without a key,
 * short secrets can be guessed from their hashes.
 */
export function hashWith(key: string): Redaction {
  return {
    method: 'hash',
    cost: HASH_STEPS,
    apply: (secret) => createHmac('sha256', key).update(secret).digest('hex').slice(0, 40).toUpperCase(),
  };
}
