import { type CompressedContent, compressContent, isSha1, sha1Of } from '../../compression/eventBody';
import {
  inflate,
  InflatedTooLargeError,
  InflationRatioError,
  InvalidCompressionError,
  MAX_INFLATION_RATIO,
} from '../../compression/inflate';
import { BadRequest, TooLarge } from '../../domain/errors';
import {
  describeChunkExcess,
  MAX_CHUNK_BYTES,
  MAX_CHUNKS_PER_REQUEST,
  type UploadQuota,
} from '../../sourcemaps/upload/limits';
import { type FormPart, parseMultipartForm, rejectUnknownParts } from '../../sourcemaps/upload/multipart';
import { chunkBytesOf, storeContents } from '../../sourcemaps/upload/assembleBundle';
import type { Read, Writers } from '../../store/stores';
import { operation } from '../operation';
import { findOrganization } from '../subjects';

/** Names of the parts of the form: for chunks as they are, and for chunks compressed with gzip. */
const PLAIN = 'file';
const COMPRESSED = 'file_gzip';

/** Stores chunks until they are assembled: all chunks of the request, or none. */
export const uploadChunks = operation('uploadChunks', {
  takesLong: true,
  subject: findOrganization,

  async handle({ organization, body, contentType, read, write, audit, now, uploadQuota }) {
    const parts = parseMultipartForm(body, contentType, MAX_CHUNKS_PER_REQUEST);
    if (parts.length === 0) throw new BadRequest(`The form has no chunks; send them as "${PLAIN}" or "${COMPRESSED}".`);
    rejectUnknownParts(parts, [PLAIN, COMPRESSED]);
    // Checked first with one byte, so that a full quota is refused before chunks are inflated and compressed.
    await requireWithinQuota(read, organization.id, 1, uploadQuota);
    const chunks = new Map<string, CompressedContent>();
    for (const part of parts) {
      const chunk = await readChunk(part);
      chunks.set(chunk.sha1, chunk);
    }
    const contents = [...chunks.values()];
    await requireWithinQuota(read, organization.id, chunkBytesOf(contents), uploadQuota);
    const target = { id: organization.id, name: organization.slug };
    const entry = audit({ event: 'chunk.upload', target, details: { count: chunks.size } });
    const owner = { organizationId: organization.id, at: now };
    const record = (stores: Writers) => stores.auditLog.insert(entry);
    await storeContents(write, owner, contents, { areChunks: true, record });
    return { status: 200 };
  },
});

/** Checks the quota of the organization. @throws TooLarge if chunks of this size do not fit into it */
async function requireWithinQuota(
  read: Read,
  organizationId: string,
  added: number,
  quota: UploadQuota,
): Promise<void> {
  const { bytes } = await read(({ contents }) => contents.sumChunks(organizationId));
  const excess = describeChunkExcess(bytes, added, quota);
  if (excess !== null) throw new TooLarge(excess);
}

/**
 * Reads a chunk, checks its SHA-1 and compresses it: the inflated chunks of a request would not fit into memory
 * together.
 */
async function readChunk(part: FormPart): Promise<CompressedContent> {
  const sha1 = part.filename?.toLowerCase() ?? '';
  if (!isSha1(sha1))
    throw new BadRequest(
      `A part has the file name "${part.filename ?? ''}", which is not a SHA-1 in hexadecimal digits.`,
    );
  const bytes = await inflatePart(part, sha1);
  if (sha1Of(bytes) !== sha1) throw new BadRequest(`Chunk ${sha1} has a different SHA-1.`);
  return { sha1, slices: await compressContent(bytes) };
}

async function inflatePart({ name, bytes }: FormPart, sha1: string): Promise<Uint8Array> {
  if (name === PLAIN && bytes.length > MAX_CHUNK_BYTES) throw tooLarge(sha1);
  if (name === PLAIN) return bytes;
  try {
    return await inflate(bytes, { format: 'gzip', limit: MAX_CHUNK_BYTES });
  } catch (error) {
    if (error instanceof InflationRatioError) {
      throw new TooLarge(`Chunk ${sha1} inflates to more than ${MAX_INFLATION_RATIO} times its length.`);
    }
    if (error instanceof InflatedTooLargeError) throw tooLarge(sha1);
    if (!(error instanceof InvalidCompressionError)) throw error;
    throw new BadRequest(`Chunk ${sha1} is not compressed with gzip.`);
  }
}

function tooLarge(sha1: string): BadRequest {
  return new BadRequest(`Chunk ${sha1} has more than ${MAX_CHUNK_BYTES} bytes.`);
}
