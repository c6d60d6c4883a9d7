import type { Artifact } from '../domain/artifact';
import type { Finding } from '../domain/finding';
import { compareBytes } from '../domain/text';
import { findPartialMatch, urlPrefix } from './partial';
import { unifiedPath } from './url';

/** Names that a finding lists; a release may have many thousands. */
const MAX_NAMES = 1000;

/** What an artifact is looked for by. */
export interface Wanted {
  readonly absPath: string;
  /** Of the frame, also where its map is looked for. */
  readonly filename: string | null;
  readonly dist: string | null;
}

/** What keeps all of these artifacts, which have the right name, from serving; null if nothing does (reference/endpoints.md §6.4). */
export function checkDists(named: readonly Artifact[], { dist, filename }: Wanted): Finding | null {
  const [first] = named.toSorted(inListOrder);
  if (first === undefined || first.dist === dist) return null;
  const data = dist === null ? { eventDist: null, filename } : { eventDist: dist, artifactDist: first.dist, filename };
  return { type: 'dist_mismatch', data };
}

/** Tells that no artifact has the right name, and which one is nearest (reference/endpoints.md §6.4). */
export function describeMismatch({ absPath, filename }: Wanted, names: readonly string[]): Finding {
  const unified = unifiedPath(absPath);
  const looked = { absPath, filename, unifiedPath: unified, artifactNames: names.slice(0, MAX_NAMES) };
  const data = names.length > MAX_NAMES ? { ...looked, artifactCount: names.length } : looked;
  const partial = findPartialMatch(unified, names);
  if (partial === null) return { type: 'no_url_match', data };
  return {
    type: 'partial_match',
    data: { ...data, partialMatchPath: partial, urlPrefix: urlPrefix(filename, partial) },
  };
}

/** By name, then dist, none first: the order in which a release lists its artifacts. */
function inListOrder(one: Artifact, other: Artifact): number {
  return compareBytes(one.name, other.name) || compareBytes(one.dist ?? '', other.dist ?? '');
}
