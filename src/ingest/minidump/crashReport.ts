import type { FileBytes } from '../../compression/spool';
import { describeAttachment, EVENT_PART_TYPES, MINIDUMP_TYPE } from '../../domain/attachment';
import type { JsonObject } from '../../domain/event';
import type { IngestRequest } from '../authorizeDsn';
import type { SentFile } from '../storeAttachments';
import { payloadOfDump } from './crashEvent';
import { mergeMissing, readBreadcrumbFiles, readEventFile } from './crashForm';
import { type Minidump, MinidumpError, readMinidump } from './minidump';

/** A crash that the files of an envelope or of a form describe. */
export interface CrashReport {
  /** The id of the event if the client sends none: the same for the same dump, so that it is stored once. */
  readonly eventId: string | null;
  /** Number of files that became parts of the event, and are not stored. */
  readonly consumed: number;
  /** The files that are stored. */
  readonly files: readonly SentFile[];
  /** Returns the payload of the event: what the client sent, completed by the files. */
  complete(sent: JsonObject): JsonObject;
}

/**
 * Reads the dump among the files of an event, and the parts of the event among them. Returns null if there is neither,
 * or if minidumps are switched off.
 */
export async function readCrashReport(
  { ingest: { disabledItems } }: Pick<IngestRequest, 'ingest'>,
  files: readonly SentFile[],
): Promise<CrashReport | null> {
  if (disabledItems.has('minidumps')) return null;
  const typed = files.map((file) => ({ file, type: describeAttachment(file).type }));
  const bytesOf = (wanted: string) => typed.flatMap(({ file, type }) => (type === wanted ? (file.bytes ?? []) : []));
  const events = bytesOf(EVENT_PART_TYPES.event);
  const breadcrumbs = bytesOf(EVENT_PART_TYPES.breadcrumbs);
  const [dumpFile] = bytesOf(MINIDUMP_TYPE);
  if (dumpFile === undefined && events.length + breadcrumbs.length === 0) return null;
  const [eventPart] = events;
  const event = eventPart === undefined ? null : readEventFile(await wholeOf(eventPart));
  const crumbs = readBreadcrumbFiles(await Promise.all(breadcrumbs.slice(0, 2).map(wholeOf)));
  const dump = dumpFile === undefined ? null : await readDump(dumpFile);
  // Files that cannot be read say nothing about a crash; a dump then stays a file beside the event.
  if ((dump === null || dump === 'invalid') && event === null && crumbs.length === 0) return null;
  const parts = new Set<string>(Object.values(EVENT_PART_TYPES));
  const stored = typed.flatMap(({ file, type }) => (parts.has(type) ? [] : [file]));
  return {
    eventId: dumpFile?.sha1.slice(0, 32) ?? null,
    consumed: files.length - stored.length,
    files: stored,
    complete: (sent) => {
      const payload = { ...sent };
      if (event !== null) mergeMissing(payload, event);
      if (crumbs.length > 0) mergeMissing(payload, { breadcrumbs: crumbs });
      if (dump === null) return payload;
      if (dump !== 'invalid') return payloadOfDump(payload, dump);
      mergeMissing(payload, { errors: [{ type: 'invalid_data', name: 'minidump' }] });
      return payload;
    },
  };
}

async function readDump(file: FileBytes): Promise<Minidump | 'invalid'> {
  try {
    return await readMinidump(file);
  } catch (error) {
    if (error instanceof MinidumpError) return 'invalid';
    throw error;
  }
}

/** Larger parts of an event are not read; the event would be refused. */
const MAX_PART_BYTES = 4 * 1024 * 1024;

async function wholeOf(file: FileBytes): Promise<Uint8Array> {
  return file.size > MAX_PART_BYTES ? new Uint8Array() : file.read(0, file.size);
}
