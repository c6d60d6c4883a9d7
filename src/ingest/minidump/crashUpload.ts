import { Decoder } from '@msgpack/msgpack';
import { InflatedTooLargeError, inflateStream, InvalidCompressionError } from '../../compression/inflate';
import { type FileBytes, fileOfBytes, type Spool } from '../../compression/spool';
import { EVENT_PART_TYPES, MAX_ATTACHMENTS } from '../../domain/attachment';
import { BadRequest, TooLarge, Unavailable } from '../../domain/errors';
import { isObject, type JsonObject } from '../../domain/event';
import { type FormPart, parseMultipartForm } from '../../sourcemaps/upload/multipart';
import { parseJsonObject } from '../payload';
import type { SentFile } from '../storeAttachments';
import { isMinidump } from './minidump';

/** A dump as a program uploads it. */
export interface CrashUpload {
  readonly dump: FileBytes;
  /** The name of the dump's file. */
  readonly name: string;
  readonly fields: readonly (readonly [name: string, text: string])[];
  readonly files: readonly SentFile[];
}

const DUMP_PART = 'upload_file_minidump';
/** Fields of a form; Electron sends some dozens. */
const MAX_FIELDS = 1000;
const MAX_DUMP_BYTES = 100 * 1024 * 1024;

/** Types of files, by the name of their field. */
const FILE_TYPES: ReadonlyMap<string, string> = new Map([
  ['__sentry-event', EVENT_PART_TYPES.event],
  ['__sentry-breadcrumb1', EVENT_PART_TYPES.breadcrumbs],
  ['__sentry-breadcrumb2', EVENT_PART_TYPES.breadcrumbs],
  ['view-hierarchy.json', 'event.view_hierarchy'],
]);

/**
 * Reads a body: a form with a dump, or a dump alone. A dump that is compressed is inflated into the spool.
 * @throws BadRequest, TooLarge, or Unavailable if the disk has no space for the dump
 */
export async function readUpload(
  body: Uint8Array,
  contentType: string,
  spool: Spool,
  hasSpace: () => boolean,
): Promise<CrashUpload> {
  const isForm = /^multipart\/form-data\s*(?:;|$)/i.test(contentType.trim());
  if (!isForm) {
    const dump = await unpackDump(body, spool, hasSpace);
    return { dump, name: 'minidump.dmp', fields: [], files: [] };
  }
  const parts = parseMultipartForm(body, contentType, MAX_ATTACHMENTS + MAX_FIELDS);
  const part = parts.find(({ name }) => name === DUMP_PART);
  if (part === undefined)
    throw new BadRequest('The form has no minidump.', [`it has no part with the name ${DUMP_PART}`]);
  const others = parts.filter(({ name }) => name !== DUMP_PART);
  const texts = others.filter(({ filename }) => filename === null);
  return {
    dump: await unpackDump(dumpWithin(part.bytes), spool, hasSpace),
    name: (part.filename ?? '').replace(/\.gz$/i, '') || 'minidump.dmp',
    fields: texts.map(({ name, bytes }) => [name, Buffer.from(bytes).toString('utf8')] as const),
    files: others.filter(({ filename }) => filename !== null).map(fileOfPart),
  };
}

function fileOfPart({ name, filename, contentType, bytes }: FormPart): SentFile {
  return { name: filename, type: FILE_TYPES.get(name) ?? null, contentType, bytes: fileOfBytes(bytes) };
}

/** Returns the dump within a form that old versions of Electron send in place of it. */
function dumpWithin(bytes: Uint8Array): Uint8Array {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(80, bytes.byteLength)).toString('latin1');
  const [, boundary] = /^--([\w'()+,./:=?-]{1,70})\r\n/.exec(head) ?? [];
  if (boundary === undefined) return bytes;
  const parts = parseMultipartForm(bytes, `multipart/form-data; boundary="${boundary}"`, MAX_ATTACHMENTS + MAX_FIELDS);
  return parts.find(({ name }) => name === DUMP_PART)?.bytes ?? bytes;
}

/** The first bytes of compressed files, in hexadecimal digits. */
const COMPRESSIONS = [
  ['1f8b', 'gzip'],
  ['fd377a585a00', 'xz'],
  ['425a68', 'bzip2'],
  ['28b52ffd', 'zstd'],
] as const;

const ACCEPTED = 'accepted are a dump, as it is or compressed with gzip, and a form with it.';

async function unpackDump(bytes: Uint8Array, spool: Spool, hasSpace: () => boolean): Promise<FileBytes> {
  const head = Buffer.from(bytes.subarray(0, 8)).toString('hex');
  const format = COMPRESSIONS.find(([magic]) => head.startsWith(magic))?.[1];
  if (format !== undefined && format !== 'gzip')
    throw new BadRequest(`The dump is compressed with ${format}: ${ACCEPTED}`, [
      `its first bytes are those of ${format}`,
    ]);
  const dump = format === 'gzip' ? await inflateDump(bytes, spool, hasSpace) : fileOfBytes(bytes);
  if (isMinidump(await dump.read(0, 4))) return dump;
  throw new BadRequest(`The body is no minidump: ${ACCEPTED}`, ['it does not begin with MDMP']);
}

async function inflateDump(bytes: Uint8Array, spool: Spool, hasSpace: () => boolean): Promise<FileBytes> {
  if (!hasSpace()) throw new Unavailable('The disk has too little space for the dump.');
  const dump = spool.begin();
  const sent = (async function* () {
    yield await Promise.resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  })();
  try {
    for await (const piece of inflateStream(sent, { format: 'gzip', limit: MAX_DUMP_BYTES })) await dump.append(piece);
  } catch (error) {
    if (error instanceof InflatedTooLargeError)
      throw new TooLarge(
        `The dump has more than ${MAX_DUMP_BYTES} bytes once inflated, or very many times its length.`,
      );
    if (!(error instanceof InvalidCompressionError)) throw error;
    throw new BadRequest('The dump could not be read; it is damaged gzip.', [error.message]);
  }
  return dump;
}

/*
 * The facts about a crash that programs send beside the dump: fields of a form, and files of msgpack that SDKs write
 * before they crash. The first of several values of a member wins.
 */

/** Depth of an event, and of the brackets in the name of a field. Deeper values are left out. */
const MAX_DEPTH = 15;
/** Entries of a list or an object of msgpack: its length is sent before them, and may be any number. */
const MAX_ENTRIES = 10_000;
/** Values one after the other in a file of breadcrumbs. */
const MAX_VALUES = 2000;
const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** Returns the event that the fields of a form describe. Those that cannot be read are listed in its `errors`. */
export function payloadOfFields(fields: readonly (readonly [name: string, text: string])[]): JsonObject {
  const payload: JsonObject = {};
  const chunks: [number: number, text: string][] = [];
  const errors: JsonObject[] = [];
  const addJson = (name: string, text: string) => {
    try {
      mergeMissing(payload, parseJsonObject(text));
    } catch {
      errors.push({ type: 'invalid_data', name });
    }
  };
  for (const [name, text] of fields) {
    const [, number] = /^sentry__([0-9]{1,6})$/.exec(name) ?? [];
    const path = pathOf(name);
    if (name === 'sentry') addJson(name, text);
    else if (number !== undefined) chunks.push([Number(number), text]);
    else mergeMissing(payload, nested(path ?? ['extra', name], text));
  }
  // Electron cuts one JSON into the longest texts that Crashpad accepts.
  if (chunks.length > 0)
    addJson(
      'sentry__',
      chunks
        .toSorted(([a], [b]) => a - b)
        .map(([, text]) => text)
        .join(''),
    );
  if (errors.length > 0) mergeMissing(payload, { errors });
  return payload;
}

/** Returns the members of `sentry[tags][release]`; null for another name. */
function pathOf(name: string): string[] | null {
  if (!/^sentry(?:\[[^[\]]{1,200}\]){1,15}$/.test(name)) return null;
  return name.slice('sentry['.length, -1).split('][');
}

function nested(path: readonly string[], value: string): JsonObject {
  return path.reduceRight<unknown>((inner, name) => Object.fromEntries([[name, inner]]), value) as JsonObject;
}

/** Adds the members that the target does not have, also within objects that both have. */
export function mergeMissing(target: JsonObject, added: JsonObject, depth = 1): void {
  for (const [name, value] of Object.entries(added)) {
    if (name === '__proto__') continue;
    const present = target[name];
    if (present === undefined || present === null) target[name] = value;
    else if (isObject(present) && isObject(value) && depth < MAX_DEPTH) mergeMissing(present, value, depth + 1);
  }
}

/** Returns the event of a file of msgpack; null if it cannot be read. */
export function readEventFile(bytes: Uint8Array): JsonObject | null {
  const [event] = decodeAll(bytes);
  return isObject(event) ? event : null;
}

/**
 * Returns the breadcrumbs of two files, oldest first. SDKs write to one file until it is full and then to the other, so
 * that both together have up to twice as many as the SDK keeps; the newest are returned.
 */
export function readBreadcrumbFiles(files: readonly Uint8Array[]): JsonObject[] {
  const lists = files.map((bytes) => decodeAll(bytes).filter(isObject));
  const ordered = lists.toSorted((a, b) => endOf(a).localeCompare(endOf(b)));
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return longest === 0 ? [] : ordered.flat().slice(-longest);
}

function endOf(breadcrumbs: readonly JsonObject[]): string {
  const timestamp = breadcrumbs.at(-1)?.['timestamp'];
  return typeof timestamp === 'string' || typeof timestamp === 'number' ? String(timestamp) : '';
}

/** Returns the values of msgpack, up to the first that cannot be read. */
function decodeAll(bytes: Uint8Array): unknown[] {
  const values: unknown[] = [];
  if (bytes.length > MAX_FILE_BYTES) return values;
  const limits = { maxArrayLength: MAX_ENTRIES, maxMapLength: MAX_ENTRIES, maxStrLength: MAX_FILE_BYTES };
  try {
    for (const value of new Decoder(limits).decodeMulti(bytes)) {
      values.push(asJson(value, 1));
      if (values.length === MAX_VALUES) break;
    }
  } catch {
    // The last value is incomplete if the program crashed while it was written.
  }
  return values;
}

/** Returns a decoded value in the form of JSON; null for bytes, and for values below the maximum depth. */
function asJson(value: unknown, depth: number): unknown {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (typeof value !== 'object' || value === null) return value;
  if (depth === MAX_DEPTH || ArrayBuffer.isView(value)) return null;
  if (Array.isArray(value)) return value.map((one) => asJson(one, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, asJson(one, depth + 1)]));
}
