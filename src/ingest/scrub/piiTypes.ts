import { findAddresses } from './addressForms';
import { CARD, isCardNumber, PEM_KEY } from './forms';
import { namesSecret, type KeyRule } from './keys';
import type { Effort, Range } from './pattern';

/** What a rule looks for: in texts, by the key of a value, or anywhere. */
export interface Detector {
  /** The parts of a text to redact; null if the text is to go as a whole. */
  readonly find?: (text: string, effort: Effort) => Range[] | null;
  /** Whether finding takes from the effort. */
  readonly costs?: boolean;
  /** Whether the value under this key goes, whatever it is. */
  readonly names?: KeyRule;
  /** Whether any value goes. */
  readonly isAnything?: boolean;
}

/** What stands for a type when it is replaced and no text is given. */
interface Type {
  readonly detector: Detector;
  readonly text: string;
}

/** What the pattern matches as a whole. @param hint what every text with a match has; it is looked for first, as it costs less */
function matching(hint: RegExp, pattern: RegExp, accepts: (match: string) => boolean = () => true): Detector {
  const all = (text: string) => [...text.matchAll(pattern)].filter(([match]) => accepts(match));
  return {
    find: (text) =>
      hint.test(text) ? all(text).map(({ index, 0: match }) => ({ start: index, end: index + match.length })) : [],
  };
}

/** The first group of what the pattern matches, which stands at its end or before one more character. */
function within(hint: RegExp, pattern: RegExp): Detector {
  const rangeOf = ({ index, 0: match, 1: part = '' }: RegExpExecArray): Range => {
    const start = index + match.lastIndexOf(part);
    return { start, end: start + part.length };
  };
  return { find: (text) => (hint.test(text) ? [...text.matchAll(pattern)].map(rangeOf) : []) };
}

/** Every type of the documented configuration that looks for something by its form, with its name in built-in rules. */
export const TYPES: ReadonlyMap<string, Type> = new Map<string, Type>([
  ['anything', { detector: { isAnything: true }, text: '[Filtered]' }],
  ['password', { detector: { names: namesSecret }, text: '[Filtered]' }],
  ['ip', { detector: { find: findAddresses }, text: '[ip]' }],
  ['email', { detector: matching(/@/, /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g), text: '[email]' }],
  ['creditcard', { detector: matching(/\d{4}/, CARD, isCardNumber), text: '[creditcard]' }],
  [
    'iban',
    {
      detector: matching(/[A-Z]{2}\d{2}/, /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g, passesMod97),
      text: '[iban]',
    },
  ],
  [
    'mac',
    {
      detector: matching(/[0-9a-f][:-][0-9a-f]{2}[:-]/i, /(?<![\w:-])[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}(?![\w:-])/gi),
      text: '[mac]',
    },
  ],
  [
    'uuid',
    {
      detector: matching(/[0-9a-f]{8}/i, /\b[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}\b/gi),
      text: '[uuid]',
    },
  ],
  ['imei', { detector: matching(/\d{6}/, /(?<![\w-])\d{2}-?\d{6}-?\d{6}-?\d{1,2}(?![\w-])/g), text: '[imei]' }],
  [
    'us_ssn',
    {
      detector: matching(
        /\d{3}[- ]\d{2}[- ]\d/,
        /(?<![\w-])(?!000|666|9\d\d)\d{3}[- ](?!00)\d{2}[- ](?!0000)\d{4}(?![\w-])/g,
      ),
      text: '[us-ssn]',
    },
  ],
  [
    'userpath',
    {
      detector: within(
        /users|home|documents/i,
        /(?:\b[a-z]:\\{1,2}(?:users|documents and settings)\\{1,2}|(?<![\w.])\/(?:users|home)\/)([^/\\:\s"']{1,64})/gi,
      ),
      text: '[user]',
    },
  ],
  ['pemkey', { detector: matching(/PRIVATE KEY/, PEM_KEY), text: '[pemkey]' }],
  ['url_auth', { detector: within(/@/, /[a-z][a-z0-9+.-]{0,30}:\/\/([^\s/?#@"'<>]+)@/gi), text: '[auth]' }],
  ['bearer', { detector: within(/bearer/i, /\bBearer +([\w.~+/-]{3,}=*)/gi), text: '[token]' }],
]);

/** The name of a type in built-in rules, where it is another. */
export const BUILT_IN_NAMES: ReadonlyMap<string, string> = new Map([
  ['usssn', 'us_ssn'],
  ['urlauth', 'url_auth'],
]);

/** The check of international bank account numbers. */
function passesMod97(text: string): boolean {
  const plain = text.replaceAll(' ', '');
  const digits = [...(plain.slice(4) + plain.slice(0, 4))].map((character) => String(parseInt(character, 36))).join('');
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}
