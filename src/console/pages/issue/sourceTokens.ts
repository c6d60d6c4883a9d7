/** A piece of a line of source, for its colour. */
export interface SourceToken {
  readonly kind: 'plain' | 'comment' | 'string' | 'number' | 'keyword';
  readonly text: string;
}

/** Words that most languages reserve. */
const KEYWORDS = new Set(
  (
    'abstract and as async await bool boolean break case catch class const continue def default defer del delete do elif else end ' +
    'enum except export extends false False final finally fn for foreach from func function go if impl implements import in instanceof ' +
    'int interface is lambda let match mod module mut namespace new nil None not null of or package pass private protected pub public ' +
    'raise require rescue return self static struct super switch this throw throws trait true True try type typeof undefined unless ' +
    'use using var void when where while with yield'
  ).split(' '),
);

/**
 * One alternative per kind. Each ends within the line, and none can match the same text in two ways: the time is
 * linear.
 */
const TOKENS =
  /(?<comment>\/\/.*|(?<!\S)#\s.*|\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/)?)|(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)|(?<number>\b\d[\w.]*)|(?<word>[A-Za-z_$][\w$]*)/g;

/** Longer lines are of minifiers; nobody reads them by their colours. */
const MAX_LINE = 300;

/** Divides a line of source of any language. It knows nothing of comments and strings of several lines. */
export function sourceTokens(line: string): SourceToken[] {
  if (line.length > MAX_LINE) return [{ kind: 'plain', text: line }];
  const tokens: SourceToken[] = [];
  const add = (kind: SourceToken['kind'], text: string): void => {
    const last = tokens.at(-1);
    if (text === '') return;
    if (last?.kind === kind) tokens[tokens.length - 1] = { kind, text: last.text + text };
    else tokens.push({ kind, text });
  };
  let end = 0;
  for (const { 0: text, index, groups = {} } of line.matchAll(TOKENS)) {
    add('plain', line.slice(end, index));
    end = index + text.length;
    if (groups['comment'] !== undefined) add('comment', text);
    else if (groups['string'] !== undefined) add('string', text);
    else if (groups['number'] !== undefined) add('number', text);
    else add(KEYWORDS.has(text) ? 'keyword' : 'plain', text);
  }
  add('plain', line.slice(end));
  return tokens;
}
