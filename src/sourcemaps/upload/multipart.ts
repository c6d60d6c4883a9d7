import { BadRequest, UnsupportedMedia } from '../../domain/errors';

/*
 * Multipart forms (RFC 7578). The parser of Node.js is not used: it rejects short boundaries that are valid, copies
 * every part, takes seconds for a body of many tiny parts, and its errors do not name the problem.
 */

/** One part of a form. Its bytes are a view of the body. */
export interface FormPart {
  readonly name: string;
  readonly filename: string | null;
  readonly contentType: string | null;
  readonly bytes: Uint8Array;
}

const CRLF = Buffer.from('\r\n');
const BLANK_LINE = Buffer.from('\r\n\r\n');
const MAX_HEADER_BYTES = 16 * 1024;

/**
 * Parses a form into its parts, in their order.
 * @throws UnsupportedMedia if the content type is another one
 * @throws BadRequest if the body is malformed or has more than `maxParts` parts
 */
export function parseMultipartForm(body: Uint8Array, contentType: string, maxParts: number): FormPart[] {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const delimiter = Buffer.from(`\r\n--${readBoundary(contentType)}`, 'latin1');
  const parts: FormPart[] = [];
  let offset = findFirst(bytes, delimiter);
  for (;;) {
    offset = skipPadding(bytes, offset);
    if (bytes.toString('latin1', offset, offset + 2) === '--') return parts;
    if (parts.length === maxParts) throw new BadRequest(`The form has more than ${maxParts} parts.`);
    const { part, end } = readPart(bytes, offset, delimiter);
    parts.push(part);
    offset = end + delimiter.length;
  }
}

/** @throws BadRequest if a part has none of the known names */
export function rejectUnknownParts(parts: readonly FormPart[], expected: readonly string[]): void {
  const unknown = parts.find(({ name }) => !expected.includes(name));
  if (unknown === undefined) return;
  throw new BadRequest(`The form has an unknown part "${unknown.name}"; accepted are ${expected.join(', ')}.`);
}

function readBoundary(contentType: string): string {
  const [mediaType = ''] = contentType.split(';', 1);
  if (mediaType.trim().toLowerCase() !== 'multipart/form-data') {
    throw new UnsupportedMedia(`Unsupported media type "${mediaType.trim()}" in request; use multipart/form-data.`);
  }
  const match = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined) throw malformed('its content type names no boundary');
  return boundary;
}

/** Returns the offset behind the first delimiter, with which the body can begin. Text before it is ignored. */
function findFirst(bytes: Buffer, delimiter: Buffer): number {
  const start = delimiter.subarray(CRLF.length);
  if (bytes.subarray(0, start.length).equals(start)) return start.length;
  const index = bytes.indexOf(delimiter);
  if (index === -1) throw malformed('its boundary is not in it');
  return index + delimiter.length;
}

function skipPadding(bytes: Buffer, start: number): number {
  let end = start;
  while (bytes[end] === 0x20 || bytes[end] === 0x09) end += 1;
  return end;
}

function readPart(bytes: Buffer, start: number, delimiter: Buffer): { part: FormPart; end: number } {
  if (!bytes.subarray(start, start + CRLF.length).equals(CRLF)) {
    throw malformed('a boundary is not at the end of its line');
  }
  const blank = bytes.subarray(start, start + MAX_HEADER_BYTES).indexOf(BLANK_LINE);
  if (blank === -1) throw malformed('the headers of a part do not end');
  const from = start + blank + BLANK_LINE.length;
  // The delimiter of a part without content shares the line break of the blank line.
  const end = bytes.indexOf(delimiter, from - CRLF.length);
  if (end === -1) throw malformed('it ends before its last boundary');
  const headers = bytes.toString('utf8', start, start + blank);
  const contentType = /^content-type:(.*)$/im.exec(headers)?.[1]?.trim() ?? null;
  return { part: { ...readDisposition(headers), contentType, bytes: bytes.subarray(from, Math.max(from, end)) }, end };
}

function readDisposition(headers: string): { name: string; filename: string | null } {
  const line = /^content-disposition:[ \t]*form-data(.*)$/im.exec(headers)?.[1] ?? '';
  const name = readParameter(line, 'name');
  if (name === null) throw malformed('a part has no name');
  return { name, filename: readParameter(line, 'filename') };
}

function readParameter(line: string, name: string): string | null {
  const match = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]+))`, 'i').exec(line);
  return match === null ? null : (match[1]?.replace(/\\(["\\])/g, '$1') ?? match[2] ?? '');
}

function malformed(reason: string): BadRequest {
  return new BadRequest(`The body is not a multipart form; ${reason}.`);
}
