import type { ArtifactKind } from '../domain/artifact';
import { readDebugId } from '../domain/debugId';

const UUID_LENGTH = 36;
/** Room for white space between a key, its colon and its value. */
const MEMBER_LENGTH = 32 + UUID_LENGTH;
const COMMENT = '//# debugId=';

/**
 * The debug id that a file itself carries (reference/ingest.md §3.5), for uploads that do not name it. Maps are searched and not
 * parsed: they are large, and within a JSON string the key could not stand between bare quotes.
 */
export function readEmbeddedDebugId(kind: ArtifactKind, bytes: Uint8Array): string | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (kind === 'source_map') return readMember(buffer, '"debug_id"') ?? readMember(buffer, '"debugId"');
  return kind === 'minified_source' ? readComment(buffer) : null;
}

function readMember(map: Buffer, key: string): string | null {
  const at = map.indexOf(key);
  if (at === -1) return null;
  const after = map.toString('latin1', at + key.length, at + key.length + MEMBER_LENGTH);
  return readDebugId(/^\s*:\s*"([^"]*)"/.exec(after)?.[1] ?? '');
}

function readComment(script: Buffer): string | null {
  const at = script.lastIndexOf(COMMENT);
  return at === -1
    ? null
    : readDebugId(script.toString('latin1', at + COMMENT.length, at + COMMENT.length + UUID_LENGTH));
}
