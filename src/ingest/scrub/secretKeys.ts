import { HINTS, hintsOf } from './textHints';

/** Returns true if the values under a key are secret. */
export type KeyPredicate = (key: string) => boolean;

/** Words that make a key secret at any position, unless the key only describes the secret. */
const SECRET_WORDS = new Set(
  `password passwords passwd pwd passphrase passcode secret secrets credential credentials auth oauth authorization authentication
  bearer jwt token session sessionid sessid sid cookie cookies csrf xsrf apikey privatekey card cvv cvc ssn otp`.split(
    /\s+/,
  ),
);

/** The same words at the end of a longer word, as in `PGPASSWORD` or `accesstoken`. */
const SECRET_ENDINGS =
  /(?:password|passwd|passphrase|(?:store|key|db|user|root|admin|ftp|smtp|mail|svn)pass|secret|token|cookie|sessionid|sessid|(?:api|private|secret|access)key|creditcard|cardnumber)$/;

/** Words that make a following `key` secret. */
const SECRET_KEY_QUALIFIERS = new Set(
  'api private secret access signing encryption ssh master auth account'.split(' '),
);

/** Last words of keys that describe a secret without containing it: `token_count`, `auth_method`, `password_file`. */
const SECRET_PROPERTIES = new Set(
  `count counts type types method methods mechanism mode provider strategy kind status enabled disabled required valid expired
  length len size limit limits max min budget bucket usage used rate ttl lifetime timeout expiry expires expiration age duration latency
  delay interval ms seconds minutes attempts retries failures strength policy version algorithm alg format encoding file filename path
  dir folder url uri endpoint host hostname port server service name names prefix suffix label at on date time`.split(
    /\s+/,
  ),
);
/** Words of payment cards. Every member of a card is secret: `card_expiry`, `cardHolderName`. */
const CARD_WORDS = new Set('card cards creditcard cvv cvc ssn'.split(' '));
/** First words of keys that ask whether there is a secret. */
const SECRET_QUESTION = new Set(
  'has is no not needs need requires require use uses using with without allow skip show'.split(' '),
);

const MAX_KEY_LENGTH = 200;

/**
 * Returns true if a key names a secret. Words are separated by case, digits and punctuation, so that `apiKey`,
 * `x-api-key` and `SENTRY_AUTH_TOKEN` are secret while `author` and `tokenizer` are not.
 */
export function isSecretKey(key: string): boolean {
  const plain = decodeKey(key.slice(0, MAX_KEY_LENGTH));
  return (hintsOf(plain) & HINTS.secretKey) !== 0 && hasSecretWord(splitWords(plain));
}

const CODE = /%([0-7][\da-f])|\\{1,8}(?:u00|x)([0-7][\da-f])/gi;

/** Replaces percent codes and escapes of JavaScript by the ASCII characters that they encode. */
export function decodeKey(text: string): string {
  if (!text.includes('%') && !text.includes('\\')) return text;
  return text.replace(CODE, (_, percent?: string, escaped?: string) =>
    String.fromCharCode(parseInt(percent ?? escaped ?? '20', 16)),
  );
}

function splitWords(key: string): string[] {
  const spaced = key.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2');
  return spaced
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}

function hasSecretWord(words: readonly string[]): boolean {
  if (words.length > 1 && !words.some((word) => CARD_WORDS.has(word)) && isAboutSecret(words)) return false;
  // As the last word, it abbreviates `password`; elsewhere it is a verb or a count.
  if (words.at(-1) === 'pass') return true;
  return words.some((word, index) => {
    if (SECRET_WORDS.has(word) || SECRET_ENDINGS.test(word)) return true;
    if (word === 'signature' && /^(?:amz|goog)$/.test(words[index - 1] ?? '')) return true;
    return (word === 'key' || word === 'keys') && SECRET_KEY_QUALIFIERS.has(words[index - 1] ?? '');
  });
}

function isAboutSecret(words: readonly string[]): boolean {
  return SECRET_PROPERTIES.has(words.at(-1) ?? '') || SECRET_QUESTION.has(words[0] ?? '');
}
