const HEADERS = ['sourcemap', 'x-sourcemap'];
const LONG = 10;
const LINES_EACH = 5;
const TAIL_BYTES = 300;
/** Characters of an address; longer ones name nothing that a server would take. */
const MAX_ADDRESS = 2048;

/** The reference to a source map among the headers a file was uploaded with (reference/endpoints.md §6.5 rule 1). */
export function referenceInHeaders(headers: Readonly<Record<string, string>>): string | null {
  return HEADERS.map((name) => headers[name]?.trim() ?? '').find((value) => value !== '' && !isTooLong(value)) ?? null;
}

/** The reference to a source map in the text of a minified file (reference/endpoints.md §6.5 rules 2–4). */
export function referenceInText(text: string): string | null {
  const found = referenceLine(text) ?? referenceAtEnd(text);
  return found === null ? null : withoutComment(found);
}

/** The last line at either end of the file that is such a comment. */
function referenceLine(text: string): string | null {
  const line = linesAtEnds(text).findLast((one) => /^\/\/[#@] sourceMappingURL=/.test(one));
  return line === undefined ? null : line.slice(line.indexOf('=') + 1).trimEnd();
}

/** All lines of a short text, and the first and the last of a long one, which may have millions. */
function linesAtEnds(text: string): string[] {
  const lines = text.split('\n', LONG + 1);
  if (lines.length <= LONG) return lines;
  let start = text.length;
  for (let count = 0; count < LINES_EACH; count += 1) start = text.lastIndexOf('\n', start - 1);
  return [...lines.slice(0, LINES_EACH), ...text.slice(start + 1).split('\n')];
}

/** Bundles may end in a comment on the line of the code. */
function referenceAtEnd(text: string): string | null {
  const last = text.slice(text.trimEnd().lastIndexOf('\n') + 1).trimEnd();
  return /\/\/# sourceMappingURL=(.*)$/.exec(last.slice(-TAIL_BYTES))?.[1] ?? null;
}

/** Tools of React Native put a comment behind the reference. */
function withoutComment(reference: string): string | null {
  const comment = reference.endsWith('*/') ? reference.indexOf('/*') : -1;
  const bare = (comment === -1 ? reference : reference.slice(0, comment)).trim();
  return bare === '' || bare.startsWith('/*') || isTooLong(bare) ? null : bare;
}

function isTooLong(reference: string): boolean {
  return reference.length > MAX_ADDRESS && !isInline(reference);
}

/** Whether a reference is the source map itself. */
export function isInline(reference: string): boolean {
  return /^data:/i.test(reference);
}

/** What a `data:` URL holds; null if it cannot be decoded. */
export function decodeInline(url: string): Uint8Array | null {
  const comma = url.indexOf(',');
  const content = url.slice(comma + 1);
  if (/;base64$/i.test(url.slice(0, comma))) return Buffer.from(content, 'base64');
  try {
    return Buffer.from(decodeURIComponent(content), 'utf8');
  } catch {
    return null;
  }
}
