import { FILTERED, type TextRange } from './secretFormats';
import { type KeyPredicate, isPlaceholder, isSecretAt, isSecretQuotation, quotedRange, trimmedLength } from './secrets';

/** An option of a command and the separator before its value. In a list of arguments, both are in quotes. */
const OPTION = /(?<![\w-])--?([A-Za-z][\w.-]{1,60})(?: {1,4}|(["']),\s{0,3}(?=\2))/g;
const OPTION_VALUE = /[^\s"';|&-][^\s"';|&]*/y;

/**
 * Redacts options of commands, as in `--password x`, and the short options of common commands, as in `sshpass -p x`.
 */
export function redactCommands(text: string, isSecret: KeyPredicate): string {
  const out = redactOptions(text, isSecret);
  return mayContainTool(out) && isSecret('password') ? redactTools(out) : out;
}

function redactOptions(text: string, isSecret: KeyPredicate): string {
  let out = '';
  let done = 0;
  for (const match of text.matchAll(OPTION)) {
    const key = match[1] ?? '';
    if (match.index < done || !isSecret(key)) continue;
    const range = optionValue(text, match.index + match[0].length, key);
    if (range === null) continue;
    out += text.slice(done, range.start) + FILTERED;
    done = range.end;
  }
  return out + text.slice(done);
}

function optionValue(text: string, from: number, key: string): TextRange | null {
  const quoted = quotedRange(text, from);
  if (quoted !== null) {
    const value = text.slice(quoted.start, quoted.end);
    return value.startsWith('-') || !isSecretQuotation(value) ? null : quoted;
  }
  OPTION_VALUE.lastIndex = from;
  const word = OPTION_VALUE.exec(text)?.[0] ?? '';
  const end = from + trimmedLength(word);
  return isSecretAt(key, text, from, end) ? { start: from, end } : null;
}

/** A command with a short option whose value is a secret. */
interface Tool {
  readonly name: RegExp;
  readonly options: readonly string[];
  /** Position of the value: in the same argument as the option, in the next argument, or in either. */
  readonly value: 'joined' | 'next' | 'either';
  /** Separator before the secret within the value; absent if the whole value is secret. */
  readonly after?: string;
  /** The command has the option only if this argument precedes it. */
  readonly subcommand?: string;
}

const TOOLS: readonly Tool[] = [
  { name: /^(?:mysql|mariadb)/, options: ['-p'], value: 'joined' },
  { name: /^sshpass$/, options: ['-p'], value: 'either' },
  { name: /^redis-cli$/, options: ['-a'], value: 'next' },
  { name: /^ldap/, options: ['-w'], value: 'next' },
  { name: /^curl$/, options: ['-u', '--user', '-U', '--proxy-user'], value: 'next', after: ':' },
  { name: /^smbclient$/, options: ['-U', '--user'], value: 'next', after: '%' },
  { name: /^(?:docker|podman|nerdctl|az|oc|cf)$/, options: ['-p'], value: 'next', subcommand: 'login' },
];

const TOOL =
  /(?<![\w.-])(?:mysql[a-z]{0,10}|mariadb[a-z-]{0,10}|sshpass|redis-cli|ldap[a-z]{3,9}|curl|smbclient|docker|podman|nerdctl|az|oc|cf)(?=[ \t])/g;
const SHORT_OPTION = / -(?:[paUuw]|-user|-proxy-user)/;

/** Returns true if a text may contain a command with a secret in a short option; most texts do not. */
export function mayContainTool(text: string): boolean {
  return text.includes('-') && SHORT_OPTION.test(text) && text.search(TOOL) !== -1;
}

const ARGUMENT = /[ \t]+("[^"\n]*"|'[^'\n]*'|[^\s"'|;&][^\s|;&]*)/y;
const MAX_ARGUMENTS = 50;

function redactTools(text: string): string {
  let out = '';
  let done = 0;
  for (const match of text.matchAll(TOOL)) {
    if (match.index < done) continue;
    const [values, places] = argumentsFrom(text, match.index + match[0].length);
    for (const { index, start } of secretArguments([match[0], ...values])) {
      const place = places[index - 1];
      if (place === undefined || place.start + start < done) continue;
      const end = place.start + start + trimmedLength(text.slice(place.start + start, place.end));
      if (isPlaceholder(text.slice(place.start + start, end))) continue;
      out += text.slice(done, place.start + start) + FILTERED;
      done = end;
    }
  }
  return out + text.slice(done);
}

function argumentsFrom(text: string, from: number): [string[], TextRange[]] {
  const values: string[] = [];
  const places: TextRange[] = [];
  ARGUMENT.lastIndex = from;
  for (let match = ARGUMENT.exec(text); match !== null && values.length < MAX_ARGUMENTS; match = ARGUMENT.exec(text)) {
    const word = match[1] ?? '';
    const quotes = /^["']/.test(word) ? 1 : 0;
    const start = match.index + match[0].length - word.length + quotes;
    const end = match.index + match[0].length - quotes;
    values.push(text.slice(start, end));
    places.push({ start, end });
  }
  return [values, places];
}

/**
 * Returns the indexes of the arguments of a command that contain a secret, and the offsets at which it begins. The
 * first value is the name of the command.
 */
export function secretArguments(values: readonly string[]): { index: number; start: number }[] {
  const name = /(?<![^/\\])[^/\\]*$/.exec(values[0] ?? '')?.[0] ?? '';
  const tool = TOOLS.find((candidate) => candidate.name.test(name));
  if (tool === undefined) return [];
  const first = tool.subcommand === undefined ? 1 : values.indexOf(tool.subcommand);
  if (first === -1) return [];
  return values.flatMap((value, index) => {
    if (index < first || value === '') return [];
    const start = secretStart(tool, value, values[index - 1] ?? '');
    return start === -1 || start >= value.length ? [] : [{ index, start }];
  });
}

/** Returns the offset at which the secret of an argument begins; -1 if there is none. */
function secretStart(tool: Tool, value: string, before: string): number {
  if (tool.value !== 'joined' && tool.options.includes(before) && !value.startsWith('-')) {
    return tool.after === undefined ? 0 : value.indexOf(tool.after) + 1 || -1;
  }
  const option = tool.value === 'next' ? undefined : tool.options.find((candidate) => value.startsWith(candidate));
  return option === undefined || value.length === option.length ? -1 : option.length;
}
