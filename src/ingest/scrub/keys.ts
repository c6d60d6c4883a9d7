/** Answers whether a value may not be kept because of the name it stands under. */
export type KeyRule = (key: string) => boolean;

/** Words that name a secret wherever they stand in a key (reference/ingest.md §2.3). */
const WORDS = new Set([
  ...[
    'password',
    'passwords',
    'passwd',
    'pwd',
    'passphrase',
    'passcode',
    'secret',
    'secrets',
    'credential',
    'credentials',
  ],
  ...[
    'auth',
    'oauth',
    'authorization',
    'authentication',
    'bearer',
    'jwt',
    'token',
    'session',
    'sessionid',
    'sessid',
    'sid',
  ],
  ...['cookie', 'cookies', 'csrf', 'xsrf', 'apikey', 'privatekey', 'card', 'cvv', 'cvc', 'ssn', 'otp'],
]);

/** The same words written together with others, as in `PGPASSWORD` or `accesstoken`. */
const ENDINGS =
  /(?:password|passwd|passphrase|secret|token|cookie|sessionid|sessid|(?:api|private|secret|access)key|creditcard|cardnumber)$/;

/** What makes a key of a `key`. */
const KEY_KINDS = new Set(['api', 'private', 'secret', 'access', 'signing', 'encryption', 'ssh', 'master', 'auth']);

/** A key without one of these cannot match; most keys end here. */
const STEMS = /pass|pwd|secret|.key|auth|cred|token|sess|cookie|[cx]srf|card|jwt|bearer|ssn|cv[vc]|otp|sid/i;

/** Whether a text may hold a key that names a secret. */
export function maySpeakOfSecrets(text: string): boolean {
  return STEMS.test(text);
}

const MAX_KEY = 200;

/**
 * Whether a key names a secret. Words are told apart by case, by digits and by punctuation, so that `apiKey`, `x-api-key` and
 * `SENTRY_AUTH_TOKEN` match while `author` and `tokenizer` do not.
 */
export function namesSecret(key: string): boolean {
  return STEMS.test(key) && (key.length > MAX_KNOWN ? isSecretName(key) : known(key));
}

/** Keys that came before; clients send the same ones again and again. */
const KNOWN = new Map<string, boolean>();
const MOST_KNOWN = 2000;
const MAX_KNOWN = 40;

function known(key: string): boolean {
  const before = KNOWN.get(key);
  if (before !== undefined) return before;
  const isSecret = isSecretName(key);
  if (KNOWN.size >= MOST_KNOWN) KNOWN.clear();
  KNOWN.set(key, isSecret);
  return isSecret;
}

function isSecretName(key: string): boolean {
  return hasSecretWord(splitWords(key.slice(0, MAX_KEY)));
}

function splitWords(key: string): string[] {
  const spaced = key.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2');
  return spaced
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}

function hasSecretWord(words: readonly string[]): boolean {
  if (words.length === 1 && words[0] === 'tokens') return true;
  // Alone or last it abbreviates `password`; elsewhere it is a verb or a count.
  if (words.at(-1) === 'pass') return true;
  return words.some((word, index) => {
    if (WORDS.has(word) || ENDINGS.test(word)) return true;
    return (word === 'key' || word === 'keys') && KEY_KINDS.has(words[index - 1] ?? '');
  });
}
