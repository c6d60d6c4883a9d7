/**
 * Of names that end in the same segment as `unified`, the one that ends like it after the fewest of its first segments are
 * dropped; the first of several. Null if none has the last segment (reference/endpoints.md §6.4).
 */
export function findPartialMatch(unified: string, names: readonly string[]): string | null {
  const base = lastSegment(unified);
  const candidates = names
    .filter((name) => lastSegment(name) === base)
    .map((name) => ({ name, segments: name.split('/') }));
  const longest = Math.max(0, ...candidates.map(({ segments }) => segments.length));
  for (let dropped = 0; dropped < longest; dropped += 1) {
    const match = candidates.find(
      ({ segments }) => dropped < segments.length && unified.endsWith(segments.slice(dropped).join('/')),
    );
    if (match !== undefined) return match.name;
  }
  return null;
}

/**
 * The prefix by which the path of a frame and the name of an artifact differ; null if it is not one
 * (reference/endpoints.md §6.4).
 */
export function urlPrefix(filename: string | null, name: string): string | null {
  if (filename === null || filename === '') return null;
  const at = name.indexOf(filename);
  if (at !== -1) return name.slice(0, at);
  const [wanted, found] = [filename.split('/'), name.split('/')];
  const odd = found.length === wanted.length ? replacedSegment(wanted, found) : addedSegment(wanted, found);
  return odd === null ? null : `${odd}/`;
}

function replacedSegment(wanted: readonly string[], found: readonly string[]): string | null {
  const differing = found.filter((segment, index) => segment !== wanted[index]);
  return differing.length === 1 ? (differing[0] ?? null) : null;
}

function addedSegment(wanted: readonly string[], found: readonly string[]): string | null {
  if (found.length !== wanted.length + 1) return null;
  const [left, right] = [new Set(wanted), new Set(found)];
  const differing = [...new Set([...left, ...right])].filter((segment) => left.has(segment) !== right.has(segment));
  return differing.length === 1 ? (differing[0] ?? null) : null;
}

function lastSegment(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
