import { BadRequest } from '../../domain/errors';
import type { FormPart } from './multipart';

/** What upload tools are told and held to. A bundle's own limits are with its reader. */
export const MAX_CHUNK_BYTES = 8 * 1024 * 1024;
export const MAX_CHUNKS_PER_REQUEST = 64;
export const MAX_REQUEST_BYTES = 32 * 1024 * 1024;
export const MAX_BUNDLE_BYTES = 256 * 1024 * 1024;

/** @throws BadRequest if a part is none of those the operation knows */
export function rejectUnknownParts(parts: readonly FormPart[], known: readonly string[]): void {
  const other = parts.find(({ name }) => !known.includes(name));
  if (other !== undefined)
    throw new BadRequest(`The form has an unknown part "${other.name}"; accepted are ${known.join(', ')}.`);
}
