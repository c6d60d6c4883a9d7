import { type FileBytes, fileOfBytes } from '../compression/spool';
import { countedBytes, describeAttachment, EVENT_PART_TYPES, MINIDUMP_TYPE } from '../domain/attachment';
import { RateLimited, ServiceError, Unavailable } from '../domain/errors';
import type { DropReason } from '../domain/outcome';
import type { DsnProject } from '../domain/project';
import { storeFile } from '../sourcemaps/upload/assembleBundle';
import type { AttachmentOwner, NewAttachment } from '../store/attachments';
import type { AuthorizedClient, IngestRequest } from './authorizeDsn';
import { redactFile } from './scrub/applyPii';

/** A file as a client sent it, with its description, which is not validated. */
export interface SentFile {
  readonly name: unknown;
  readonly type: unknown;
  readonly contentType: unknown;
  /** Null if it could not be read completely. */
  readonly bytes: FileBytes | null;
}

/** The files of an envelope, and the outcome of its event. */
interface SentFiles {
  /** Null if neither the envelope nor an event in it has an id. */
  readonly eventId: string | null;
  /** Reason why the event was dropped; null if it was not. */
  readonly dropped: DropReason | null;
  readonly files: readonly SentFile[];
}

/** A file that is ready to be stored. */
type PreparedFile = NewAttachment & { readonly bytes: FileBytes };

/** Time for which clients are asked to send no attachments if the quota is spent. */
const QUOTA_WAIT_SECONDS = 60;
/** The header `X-Sentry-Rate-Limits` that asks them to. */
export const QUOTA_LIMIT = `${QUOTA_WAIT_SECONDS}:attachment:organization:org_quota`;
/** Maximum number of attempts to store files: garbage collection may delete their bytes in the meantime. */
const MAX_ATTEMPTS = 3;

/**
 * Stores the files of an event, unless it was dropped, and counts the outcome of each. The event may arrive later. A
 * file that is stored already is neither stored nor counted again. Resolves once the files are durable, with true if
 * the quota of the organization refused some.
 * @throws Unavailable
 */
export async function ingestAttachments(
  request: IngestRequest,
  { project, isFiltered }: AuthorizedClient,
  { eventId, dropped, files }: SentFiles,
): Promise<boolean> {
  const { ingest, now } = request;
  const count = (reason: DropReason | null, quantity = 1): void => {
    if (quantity > 0) ingest.quota.count(project.id, reason, now, 'attachment', quantity);
  };
  const isOff = ingest.disabledItems.has('attachments');
  const eventReason = eventId === null ? 'invalid_envelope' : dropped;
  const reason = isFiltered ? 'ip-address' : isOff ? 'feature_disabled' : eventReason;
  if (eventId === null || reason !== null) {
    count(reason, files.length);
    return false;
  }
  const prepared: PreparedFile[] = [];
  for (const file of files) {
    const result = await prepare(file, project, request);
    if (typeof result === 'string') count(result);
    else prepared.push(result);
  }
  const { admitted, refused } = await withinQuota(request, project, prepared);
  count('org_quota', refused);
  if (admitted.length > 0 && !hasDiskSpace(request)) count('internal', admitted.length);
  else if (admitted.length > 0) {
    const { added, surplus } = await storeFiles(request, project, eventId, admitted);
    count(null, added);
    count('too_large', surplus);
  }
  return refused > 0;
}

/** Returns false if the disk has too little space for attachments. The event is stored without them. */
export function hasDiskSpace({ ingest }: Pick<IngestRequest, 'ingest'>): boolean {
  try {
    ingest.attachments.requireDiskSpace();
    return true;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

/** Returns the error of a request that has only attachments, which exceed the quota. */
export function quotaError(): RateLimited {
  return new RateLimited(
    'The organization has no space left for attachments: remove some, or let them expire.',
    QUOTA_WAIT_SECONDS,
    QUOTA_LIMIT,
  );
}

const EVENT_PARTS: ReadonlySet<string> = new Set(Object.values(EVENT_PART_TYPES));
/** Media types of items that stand for a file elsewhere, or belong to a trace. Their payload is not the file. */
const REFERENCES = /^application\/vnd\.sentry\.(?:attachment-ref|trace-attachment)\b/i;
/** Maximum size of a text file that rules of the project redact; larger ones are dropped. */
const MAX_REDACTED_BYTES = 1024 * 1024;

/** Describes and redacts a file. Returns the reason if it is dropped. */
async function prepare(
  { bytes: sent, ...described }: SentFile,
  { settings }: Pick<DsnProject, 'settings'>,
  { ingest: { compileSetting, disabledItems }, now }: IngestRequest,
): Promise<PreparedFile | DropReason> {
  const description = describeAttachment(described);
  const isReference = typeof described.contentType === 'string' && REFERENCES.test(described.contentType.trim());
  const isOff = description.type === MINIDUMP_TYPE && disabledItems.has('minidumps');
  if (isReference || isOff || EVENT_PARTS.has(description.type)) return 'feature_disabled';
  if (sent === null) return 'internal';
  const redaction = redactFile(description.name, settings.relayPiiConfig ?? '', compileSetting);
  const text = redaction === null ? null : await readText(sent);
  if (text === 'too_large') return text;
  const redacted = text === null ? undefined : redaction?.(text.text);
  const bytes = redacted === undefined || redacted === text?.text ? sent : fileOfBytes(Buffer.from(redacted));
  const { size, sha1 } = bytes;
  return { ...description, bytes, size, sha1, isScrubbed: redacted !== undefined, dateCreated: now };
}

/** Reads a text file; null for another file. The first bytes decide whether a long file is a text. */
async function readText(file: FileBytes): Promise<{ readonly text: string } | 'too_large' | null> {
  const parts: Uint8Array[] = [];
  for await (const piece of file.pieces()) {
    parts.push(piece);
    if (piece.includes(0)) return null;
    if (file.size > MAX_REDACTED_BYTES) return 'too_large';
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(parts)) };
  } catch {
    return null;
  }
}

/** Selects the files that fit into the quota of the organization. */
async function withinQuota(
  { ingest: { attachments } }: IngestRequest,
  { organizationId }: Pick<DsnProject, 'organizationId'>,
  files: readonly PreparedFile[],
): Promise<{ admitted: PreparedFile[]; refused: number }> {
  if (files.length === 0) return { admitted: [], refused: 0 };
  let bytes = await attachments.read((stores) => stores.attachments.sumBytes(organizationId));
  const admitted = files.filter((file) => {
    const after = bytes + countedBytes(file);
    if (after > attachments.quotaBytes) return false;
    bytes = after;
    return true;
  });
  return { admitted, refused: files.length - admitted.length };
}

/** Stores the bytes of files in transactions of their own, then the files in one. Bytes stored before are kept. */
async function storeFiles(
  { ingest: { write, attachments }, now }: IngestRequest,
  project: Pick<DsnProject, 'id' | 'organizationId'>,
  eventId: string,
  files: readonly PreparedFile[],
): Promise<{ readonly added: number; readonly surplus: number }> {
  const { id: projectId, organizationId } = project;
  const owner: AttachmentOwner = { projectId, organizationId };
  const stored = { read: attachments.read, write, beforeEach: attachments.requireDiskSpace };
  const sha1s = [...new Set(files.filter(({ size }) => size > 0).map(({ sha1 }) => sha1))];
  for (let attempt = 1; ; attempt += 1) {
    for (const { bytes, size } of files) if (size > 0) await storeFile(stored, { organizationId, at: now }, bytes);
    const result = await write(async (stores) => {
      await stores.contents.touch(organizationId, sha1s, now);
      if ((await stores.contents.findMissing(organizationId, sha1s)).length > 0) return null;
      return stores.attachments.insert(owner, eventId, files);
    });
    if (result !== null) return { added: result.added.length, surplus: result.surplus };
    if (attempt === MAX_ATTEMPTS) throw new Unavailable('A file was deleted in the meantime; send it again.');
  }
}
