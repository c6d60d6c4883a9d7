import type { ArtifactFile, ArtifactKind } from '../../domain/artifact';
import { parseDebugId } from '../../domain/event';

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
  return parseDebugId(/^\s*:\s*"([^"]*)"/.exec(after)?.[1] ?? '');
}

function readComment(script: Buffer): string | null {
  const at = script.lastIndexOf(COMMENT);
  return at === -1
    ? null
    : parseDebugId(script.toString('latin1', at + COMMENT.length, at + COMMENT.length + UUID_LENGTH));
}

const MAP = /\.(map|json)$/i;
const SCRIPT = /\.(js|mjs|cjs|jsbundle|bundle)$/i;

/** What a file is that comes by itself: no manifest says it, so its name and its headers (in lower case) must. */
export function describeUploadedFile(
  name: string,
  headers: Readonly<Record<string, string>>,
  bytes: Uint8Array,
): Pick<ArtifactFile, 'kind' | 'debugId'> {
  const kind = artifactKindOf(name, headers);
  return { kind, debugId: parseDebugId(headers['debug-id'] ?? '') ?? readEmbeddedDebugId(kind, bytes) };
}

function artifactKindOf(name: string, headers: Readonly<Record<string, string>>): ArtifactKind {
  const path = name.replace(/[?#].*$/s, '');
  if (MAP.test(path)) return 'source_map';
  return SCRIPT.test(path) || 'sourcemap' in headers || 'x-sourcemap' in headers ? 'minified_source' : 'other';
}
