import type { ArtifactFile, ArtifactKind } from '../domain/artifact';
import { readDebugId } from '../domain/debugId';
import { readEmbeddedDebugId } from './embeddedDebugId';

const MAP = /\.(map|json)$/i;
const SCRIPT = /\.(js|mjs|cjs|jsbundle|bundle)$/i;

/** What a file is that comes by itself: no manifest says it, so its name and its headers (in lower case) must. */
export function describeFile(
  name: string,
  headers: Readonly<Record<string, string>>,
  bytes: Uint8Array,
): Pick<ArtifactFile, 'kind' | 'debugId'> {
  const kind = kindOf(name, headers);
  return { kind, debugId: readDebugId(headers['debug-id'] ?? '') ?? readEmbeddedDebugId(kind, bytes) };
}

function kindOf(name: string, headers: Readonly<Record<string, string>>): ArtifactKind {
  const path = name.replace(/[?#].*$/s, '');
  if (MAP.test(path)) return 'source_map';
  return SCRIPT.test(path) || 'sourcemap' in headers || 'x-sourcemap' in headers ? 'minified_source' : 'other';
}
