import { InflatedTooLargeError, inflateStream, InvalidCompressionError } from '../../compression/inflate';
import { type FileBytes, fileOfBytes, type Spool } from '../../compression/spool';
import { EVENT_PART_TYPES, MAX_ATTACHMENTS } from '../../domain/attachment';
import { BadRequest, TooLarge, Unavailable } from '../../domain/errors';
import { type FormPart, parseMultipartForm } from '../../sourcemaps/upload/multipart';
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

/** What a file is, by the name of its field. */
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
