/** Stands for what was taken out. */
export const FILTERED = '[Filtered]';

/** Secrets that are told by their own form (reference/ingest.md §2.3). A key may be cut at its end. */
export const PEM_KEY =
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g;
const PEM_END = /-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
export const CARD =
  /(?<![0-9A-Za-z])(?:(?:4\d{3}|5[1-5]\d\d|2[2-7]\d\d|35\d\d|6\d{3})([ -]?)\d{4}\1\d{4}\1\d{4}(?:\1\d{1,3})?|3[47]\d\d([ -]?)\d{6}\2\d{5}|3[0689]\d\d([ -]?)\d{6}\3\d{4}|4\d{12})(?![0-9A-Za-z])/g;
const USER_INFO = /([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/?#@:"'<>]*:[^\s/?#"'<>]*@/gi;
const CREDENTIALS = /\b(Bearer|Basic)( {1,4})(?!(?:Bearer|Basic)\b)([A-Za-z0-9._~+/-]{3,}=*)/gi;
/** Tokens that say what they are: signed ones (JWT), those of upload tools, and those of this service. */
const TOKEN = /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*|\b(?:sntry[su]_|culprit_)[\w+/=-]{16,}/g;

/** Words that follow the scheme's name in prose. */
const PROSE =
  /^(?:tokens?|auth|authentication|authori[sz]ation|schemes?|credentials?|headers?|is|was|not|required|must|and|or|for|from|with|the|has|are|missing|invalid|expired|realm|instruments?)$/i;

/** A text without one of these has no secret of a telling form; most texts end here. */
const ANY =
  /[2-6]\d{3}[ -]?\d{4}|PRIVATE KEY|:\/\/[^/?#\s]*@|[bB](?:earer|EARER|asic|ASIC) |\beyJ|\b(?:sntry[su]|culprit)_/;

/** Whether a text may have a secret of a telling form. */
export function mayHaveForms(text: string): boolean {
  return text.length > 7 && ANY.test(text);
}

/** Takes out secrets that are told by their form. @param mask what becomes of a private key, which has several lines */
export function scrubForms(text: string, mask: (key: string) => string = () => FILTERED): string {
  if (!mayHaveForms(text)) return text;
  let out = text;
  if (out.includes('PRIVATE KEY')) out = maskKeyRest(out.replace(PEM_KEY, mask), mask);
  if (/[2-6]\d{3}[ -]?\d{4}/.test(out)) out = out.replace(CARD, maskCard);
  if (out.includes('@') && out.includes('://')) out = out.replace(USER_INFO, `$1${FILTERED}@`);
  if (/b(?:earer|asic) /i.test(out)) out = out.replace(CREDENTIALS, maskCredentials);
  return out.replace(TOKEN, FILTERED);
}

/** The end of a key whose beginning was cut off. */
function maskKeyRest(text: string, mask: (key: string) => string): string {
  const end = PEM_END.exec(text);
  if (end === null) return text;
  let start = end.index;
  while (start > 0 && /[A-Za-z0-9+/=\s\\]/.test(text[start - 1] ?? '')) start--;
  const after = end.index + end[0].length;
  return text.slice(0, start) + mask(text.slice(start, after)) + text.slice(after);
}

function maskCard(match: string): string {
  return isCardNumber(match) ? FILTERED : match;
}

/** Whether digits that have the form of a card number have its check digit too; a code may stand behind them. */
export function isCardNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  return passesLuhn(digits) || (digits.length > 16 && passesLuhn(digits.slice(0, 16)));
}

/** The check digit of payment cards. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = digits.length - 1, double = false; at >= 0; at--, double = !double) {
    const digit = digits.charCodeAt(at) - 48;
    sum += double ? (digit > 4 ? 2 * digit - 9 : 2 * digit) : digit;
  }
  return sum % 10 === 0;
}

/** `Basic` is an English word: what follows must look encoded. */
function maskCredentials(match: string, scheme: string, space: string, secret: string): string {
  const isProse =
    PROSE.test(secret.replace(/=+$/, '')) || (scheme.toLowerCase() === 'basic' && /^[A-Za-z]?[a-z/.-]*$/.test(secret));
  return isProse ? match : scheme + space + FILTERED;
}
