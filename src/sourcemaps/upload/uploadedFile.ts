import type { ArtifactFile, ArtifactKind } from '../../domain/artifact';
import { parseDebugId } from '../../domain/event';

const UUID_LENGTH = 36;
/** Characters after a JSON key that contain its value: the value, a colon and white space. */
const MEMBER_LENGTH = 32 + UUID_LENGTH;
const DEBUG_ID_COMMENT = '//# debugId=';

/**
 * Reads the debug id in the content of a file, for uploads that do not state it. Maps, which can be large, are searched
 * and not parsed: in a JSON string the quotes around the key would be escaped.
 */
export function readEmbeddedDebugId(kind: ArtifactKind, bytes: Uint8Array): string | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (kind === 'source_map') return readMember(buffer, '"debug_id"') ?? readMember(buffer, '"debugId"');
  return kind === 'minified_source' ? readComment(buffer) : null;
}

function readMember(map: Buffer, key: string): string | null {
  const index = map.indexOf(key);
  if (index === -1) return null;
  const start = index + key.length;
  const after = map.toString('latin1', start, start + MEMBER_LENGTH);
  return parseDebugId(/^\s*:\s*"([^"]*)"/.exec(after)?.[1] ?? '');
}

function readComment(script: Buffer): string | null {
  const index = script.lastIndexOf(DEBUG_ID_COMMENT);
  if (index === -1) return null;
  const start = index + DEBUG_ID_COMMENT.length;
  return parseDebugId(script.toString('latin1', start, start + UUID_LENGTH));
}

const MAP_NAME = /\.(map|json)$/i;
const SCRIPT_NAME = /\.(js|mjs|cjs|jsbundle|bundle)$/i;

/**
 * Finds the kind and the debug id of a file that is uploaded by itself, without a manifest that states them.
 * @param headers by lower-case name
 */
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
  if (MAP_NAME.test(path)) return 'source_map';
  return SCRIPT_NAME.test(path) || 'sourcemap' in headers || 'x-sourcemap' in headers ? 'minified_source' : 'other';
}
