import { FILTERED } from './forms';
import type { KeyRule } from './keys';

const FORM_PART = /form-data;[^\r\n]{0,200}?\bname="([^"\r\n]{1,100})"[^\r\n]*/g;

/** The fields of a form that is sent as multipart text. */
export function scrubFormParts(text: string, isSecret: KeyRule): string {
  let out = '';
  let done = 0;
  for (const match of text.matchAll(FORM_PART)) {
    if (match.index < done || !isSecret(match[1] ?? '')) continue;
    const head = /\r?\n\r?\n/g;
    head.lastIndex = match.index + match[0].length;
    if (head.exec(text) === null) break;
    const end = /\r?\n--/g;
    end.lastIndex = head.lastIndex;
    const stop = end.exec(text)?.index ?? text.length;
    if (stop === head.lastIndex) continue;
    out += text.slice(done, head.lastIndex) + FILTERED;
    done = stop;
  }
  return out + text.slice(done);
}

const HEADER_LINE =
  /(?<![\w-])((?:x|set|proxy)-[a-z-]{1,60}|authorization|cookie|(?:[a-z]{1,30}-){0,3}(?:api-key|auth-token|access-token|csrf-token)):([ \t]{0,5})([^\r\n"']+)/gi;

/** Headers of HTTP as they stand in dumps and commands: the value goes to the end of the line or of the quotes. */
export function scrubHeaderLines(text: string, isSecret: KeyRule): string {
  return text.replace(HEADER_LINE, (whole: string, key: string, space: string, value: string) => {
    // What was left of the value says which scheme it had.
    const isDone = value.trim() === '' || /^\w+ {1,4}\[Filtered\]$/.test(value);
    return isDone || !isSecret(key) ? whole : `${key}:${space}${FILTERED}`;
  });
}

const SPOKEN =
  /(?<![\w.%[\]-])((?:([A-Za-z]{1,30}) )?([A-Za-z_][\w.-]{0,99})(?:[ \t]{0,3}(?::=|=>)[ \t]{0,3}|[ \t]{1,3}=[ \t]{0,3}|=[ \t]{1,3}|:[ \t]{0,3}))("[^"\r\n]{3,}"|'[^'\r\n]{3,}'|[^\s,;:="'&<>(){}[\]\\][^\s,;"'&<>(){}[\]\\]*)(?=( [a-z])?)/g;

/** `password: x`, `password = x` and `API key: x`, where what follows does not read like the rest of a sentence. */
export function scrubSpoken(text: string, isSecret: KeyRule): string {
  return text.replace(
    SPOKEN,
    (whole: string, head: string, before: string | undefined, key: string, value: string, next?: string) => {
      const name = isSecret(key)
        ? key
        : before !== undefined && /^(?:keys?|number|code)$/i.test(key)
          ? `${before} ${key}`
          : '';
      return name !== '' && isSecret(name) && looksSecret(name, value, next !== undefined) ? head + FILTERED : whole;
    },
  );
}

const FLAG = /(?<![\w-])(--?([A-Za-z][\w-]{1,60}) {1,4})("[^"]*"|'[^']*'|[^\s"';|&-][^\s"';|&]*)(?=( [a-z])?)/g;

/** Options of commands, as in `--password x`. */
export function scrubFlags(text: string, isSecret: KeyRule): string {
  return text.replace(FLAG, (whole: string, head: string, key: string, value: string, next?: string) => {
    return isSecret(key) && looksSecret(key, value, next !== undefined) ? head + FILTERED : whole;
  });
}

/** Names whose value is a secret whatever it looks like; `token` and `session` stand in many a sentence. */
const STRONG =
  /(?:pass|password|passwd|passphrase|passcode|pwd|secret|api[ _-]?key|access[ _-]?key|private[ _-]?key|credentials?)$/i;
const PROSE =
  /^(?:required|missing|invalid|incorrect|wrong|empty|null|undefined|none|nil|true|false|expired|mismatch|match|matches|changed|reset|too|must|is|cannot|should|hidden|string|failed|ok|yes|no|not|the|a|an|for|of|field|\[?filtered\]?)[.!?]?$/i;

function looksSecret(key: string, value: string, hasNextWord: boolean): boolean {
  if (value === FILTERED || value.length < 3) return false;
  if (/^["']/.test(value)) return value.slice(1, -1) !== FILTERED;
  if (/\d/.test(value) && value.length >= 6) return true;
  if (STRONG.test(key)) return !PROSE.test(value) && !(hasNextWord && /^[a-z]+$/i.test(value));
  return value.length >= 20 && /[A-Z]/.test(value) && /[a-z]/.test(value);
}
