import { compressContent, type CompressedContent, isSha1, sha1Of } from '../../compression/content';
import {
  inflate,
  InflatedTooLargeError,
  InflationRatioError,
  InvalidCompressionError,
  MAX_INFLATION_RATIO,
} from '../../compression/inflate';
import { BadRequest, TooLarge } from '../../domain/errors';
import { MAX_CHUNK_BYTES, MAX_CHUNKS_PER_REQUEST } from '../../sourcemaps/upload/limits';
import { type FormPart, parseMultipartForm, rejectUnknownParts } from '../../sourcemaps/upload/multipart';
import { storeContents } from '../../sourcemaps/upload/storeContents';
import { operation } from '../operation';
import { findOrganization } from '../subjects';

const PLAIN = 'file';
const COMPRESSED = 'file_gzip';

/** Stores chunks until they are assembled: all those of the request, or none. */
export const uploadChunks = operation('uploadChunks', {
  takesLong: true,
  subject: findOrganization,

  async handle({ organization, body, contentType, write, audit, now }) {
    const parts = parseMultipartForm(body, contentType, MAX_CHUNKS_PER_REQUEST);
    if (parts.length === 0) throw new BadRequest(`The form has no chunks; send them as "${PLAIN}" or "${COMPRESSED}".`);
    rejectUnknownParts(parts, [PLAIN, COMPRESSED]);
    const chunks = new Map<string, CompressedContent>();
    for (const part of parts) {
      const chunk = await readChunk(part);
      chunks.set(chunk.sha1, chunk);
    }
    const target = { id: organization.id, name: organization.slug };
    const entry = audit({ event: 'chunk.upload', target, details: { count: chunks.size } });
    const owner = { organizationId: organization.id, at: now };
    await storeContents(write, owner, [...chunks.values()], ({ auditLog }) => auditLog.insert(entry));
    return { status: 200 };
  },
});

/** Compresses each chunk as soon as it is read: the inflated chunks of a request would not fit into memory together. */
async function readChunk(part: FormPart): Promise<CompressedContent> {
  const sha1 = part.filename?.toLowerCase() ?? '';
  if (!isSha1(sha1))
    throw new BadRequest(`A part has the file name "${part.filename ?? ''}", which is no SHA-1 in hexadecimal digits.`);
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
