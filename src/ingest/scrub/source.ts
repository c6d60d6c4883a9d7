import { FILTERED, mayHaveForms, scrubForms } from './forms';
import type { KeyRule } from './keys';

/** Between a name and a text in quotes that is given to it or compared with it, as in `password = 'x'` and `{"apiKey": "x"}`. */
const GIVEN = /["']?\]?\s{0,10}(?:={1,3}|!==?|:=|=>|:)\s{0,10}(["'`])/g;

/** A parameter of an address, where the program does not fill its value in. */
const PARAMETER = /([?&]([\w.%[\]-]{1,100})=)[^\s&"'`#$({%<][^\s&"'`#]*/g;

/** What every line with one of these has; most lines end here. */
const ANY = /[=:>]\s{0,10}["'`]|[?&][\w.%[\]-]{1,100}=/;
const MAX_NAME = 100;

/**
 * Takes secrets out of lines of source, where `token=` alone is mostly code: those of a telling form, texts in quotes under
 * a secret's name, and such parameters of addresses. The lines are those of one frame: a private key goes over several.
 */
export function scrubSource(lines: readonly string[], isSecret: KeyRule): readonly string[] {
  const plain = lines.some(mayHaveForms) ? scrubTogether(lines) : lines;
  return plain.some((line) => ANY.test(line)) ? scrubLiterals(plain, isSecret) : plain;
}

function scrubTogether(lines: readonly string[]): readonly string[] {
  const whole = lines.map((line) => line.replace(/\n/g, ' ')).join('\n');
  return scrubForms(whole, maskLines).split('\n');
}

/** As many lines as before, so that source still stands on its lines. */
function maskLines(key: string): string {
  return key
    .split('\n')
    .map((line) => (line.trim() === '' ? line : FILTERED))
    .join('\n');
}

function scrubLiterals(lines: readonly string[], isSecret: KeyRule): readonly string[] {
  const scrubbed = lines.map((line) =>
    ANY.test(line) ? scrubParameters(scrubLiteralsOf(line, isSecret), isSecret) : line,
  );
  return scrubbed.some((line, index) => line !== lines[index]) ? scrubbed : lines;
}

function scrubLiteralsOf(line: string, isSecret: KeyRule): string {
  let out = '';
  let done = 0;
  for (const match of line.matchAll(GIVEN)) {
    if (match.index < done) continue;
    const name = nameBefore(line, match.index);
    if (name === '' || !isSecret(name)) continue;
    const start = match.index + match[0].length;
    const end = literalEnd(line, start, match[1] ?? '"');
    if (end === start) continue;
    out += line.slice(done, start) + FILTERED;
    done = end;
  }
  return done === 0 ? line : out + line.slice(done);
}

function scrubParameters(line: string, isSecret: KeyRule): string {
  return line.replace(PARAMETER, (whole: string, head: string, key: string) =>
    isSecret(key) ? head + FILTERED : whole,
  );
}

function nameBefore(line: string, end: number): string {
  let start = end;
  while (start > 0 && end - start < MAX_NAME && /[\w$.-]/.test(line[start - 1] ?? '')) start--;
  return line.slice(start, end);
}

/** Where the quote closes, or the line ends: a cut line still shows what it shows. */
function literalEnd(line: string, start: number, quote: string): number {
  for (let at = start; at < line.length; at++) {
    if (line[at] === '\\') at++;
    else if (line[at] === quote) return at;
  }
  return line.length;
}
