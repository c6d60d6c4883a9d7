/** Steps that matching may still take, shared by all patterns that look at one event; without any left, nothing matches. */
export interface GlobBudget {
  remaining: number;
}

/** How a pattern reads: `*` of a path ends at a slash, `**` does not. */
export interface GlobOptions {
  readonly isPath: boolean;
  readonly ignoresCase: boolean;
}

/** A text pattern with `*`, `?`, `[ab]` and `{one,other}`; a backslash takes their meaning away. */
export interface Glob {
  matches(text: string, work: GlobBudget): boolean;
}

/** What stands at one place of a pattern: a test of one character, which a star repeats. */
interface GlobToken {
  readonly accepts: (character: string) => boolean;
  readonly repeats: boolean;
}

const MAX_ALTERNATIVES = 32;

/** Of a text, more than this tells no events apart. */
const MAX_MATCHED_TEXT = 2048;

/** @throws SyntaxError saying what is wrong with the pattern */
export function compileGlob(pattern: string, { isPath, ignoresCase }: GlobOptions): Glob {
  const alternatives = expandBraces(ignoresCase ? pattern.toLowerCase() : pattern).map((part) =>
    compileOne(part, isPath),
  );
  return {
    matches(text, work) {
      work.remaining -= 1;
      if (work.remaining < 0) return false;
      const cut = text.slice(0, MAX_MATCHED_TEXT);
      const folded = ignoresCase ? cut.toLowerCase() : cut;
      if (!isPath) return alternatives.some((matches) => matches(folded, work));
      const path = folded.replaceAll('\\', '/');
      // A relative path lies below any folder.
      return alternatives.some(
        (matches) => matches(path, work) || (!path.startsWith('/') && matches('/' + path, work)),
      );
    },
  };
}

/** `a{b,c}d` → `abd`, `acd`. */
function expandBraces(pattern: string): string[] {
  const open = indexOfPlain(pattern, '{', 0);
  if (open === -1) return [pattern];
  const close = indexOfPlain(pattern, '}', open);
  const inner = pattern.slice(open + 1, close);
  if (close === -1) throw new SyntaxError('`{` has no `}`; write `\\{` for the character itself');
  if (indexOfPlain(inner, '{', 0) !== -1) throw new SyntaxError('braces cannot stand inside braces');
  const rest = expandBraces(pattern.slice(close + 1));
  const all = splitPlain(inner, ',').flatMap((part) => rest.map((end) => pattern.slice(0, open) + part + end));
  if (all.length > MAX_ALTERNATIVES) throw new SyntaxError(`braces give more than ${MAX_ALTERNATIVES} alternatives`);
  return all;
}

/** Where the character stands with no backslash before it; -1 if nowhere. */
function indexOfPlain(text: string, character: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === character) return at;
  }
  return -1;
}

function splitPlain(text: string, separator: string): string[] {
  const at = indexOfPlain(text, separator, 0);
  return at === -1 ? [text] : [text.slice(0, at), ...splitPlain(text.slice(at + 1), separator)];
}

function compileOne(pattern: string, isPath: boolean): (text: string, work: GlobBudget) => boolean {
  if (!/[*?[\]\\]/.test(pattern)) return (text) => text === pattern;
  const tokens = parseTokens(pattern, isPath);
  return (text, work) => matchTokens(tokens, text, work);
}

const ANY: GlobToken['accepts'] = () => true;
const IN_SEGMENT: GlobToken['accepts'] = (character) => character !== '/';

function parseTokens(pattern: string, isPath: boolean): GlobToken[] {
  const tokens: GlobToken[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at] ?? '';
    if (character === '*') {
      const isDouble = pattern[at + 1] === '*';
      while (pattern[at + 1] === '*') at++;
      tokens.push({ accepts: isPath && !isDouble ? IN_SEGMENT : ANY, repeats: true });
    } else if (character === '?') {
      tokens.push({ accepts: isPath ? IN_SEGMENT : ANY, repeats: false });
    } else if (character === '[') {
      const end = indexOfPlain(pattern, ']', at + 2);
      if (end === -1) throw new SyntaxError('`[` has no `]`; write `\\[` for the character itself');
      tokens.push({ accepts: parseClass(pattern.slice(at + 1, end)), repeats: false });
      at = end;
    } else {
      const literal = character === '\\' ? (pattern[(at += 1)] ?? '\\') : character;
      tokens.push({ accepts: (given) => given === literal, repeats: false });
    }
  }
  return tokens;
}

/** `a-z_` or, with `!` or `^` before it, every other character. */
function parseClass(text: string): GlobToken['accepts'] {
  const isNegated = /^[!^]/.test(text);
  const members = [...(isNegated ? text.slice(1) : text).matchAll(/(\\?.)-(\\?.)|\\?./gsu)].map(([whole, from, to]) => {
    return [unescape(from ?? whole), unescape(to ?? whole)] as const;
  });
  return (character) => members.some(([from, to]) => from <= character && character <= to) !== isNegated;
}

function unescape(text: string): string {
  return text.length > 1 ? text.slice(1) : text;
}

/** Follows all ways to match at the same time, so that the steps are at most the product of both lengths. */
function matchTokens(tokens: readonly GlobToken[], text: string, work: GlobBudget): boolean {
  const seen = new Int32Array(tokens.length + 1).fill(-1);
  let states: number[] = [];
  const add = (into: number[], state: number, at: number) => {
    for (let next = state; seen[next] !== at; next++) {
      seen[next] = at;
      into.push(next);
      if (tokens[next]?.repeats !== true) return;
    }
  };
  add(states, 0, 0);
  for (let at = 0; at < text.length; at++) {
    work.remaining -= states.length;
    if (states.length === 0 || work.remaining < 0) return false;
    const character = text[at] ?? '';
    const next: number[] = [];
    for (const state of states) {
      const token = tokens[state];
      if (token?.accepts(character) === true) add(next, token.repeats ? state : state + 1, at + 1);
    }
    states = next;
  }
  return states.includes(tokens.length);
}
