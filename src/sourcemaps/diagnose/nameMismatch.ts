import type { Artifact, SourceMapProblem } from '../../domain/artifact';
import { compareBytes } from '../../domain/text';
import { unifiedPath } from '../resolve/urls';

/** Artifact names that a problem lists. A release can have many thousands. */
const MAX_LISTED_NAMES = 1000;

/** The part of an artifact of the release that explains a name which does not match. */
export type ListedArtifact = Pick<Artifact, 'name' | 'bundleId'>;

/** The file that an artifact was looked up for. */
export interface NameQuery {
  readonly absPath: string;
  /** The path of the frame, also if the artifact is the map of its file. */
  readonly filename: string | null;
  readonly dist: string | null;
}

/** Describes that no artifact with the right name has the right dist. Null if the first one, in list order, has it. */
export function findDistMismatch(named: readonly Artifact[], { dist, filename }: NameQuery): SourceMapProblem | null {
  const [first] = named.toSorted(compareByNameAndDist);
  if (first === undefined || first.dist === dist) return null;
  const data = dist === null ? { eventDist: null, filename } : { eventDist: dist, artifactDist: first.dist, filename };
  return { type: 'dist_mismatch', data };
}

/** Compares by name, then by dist, none first: the order in which a release lists its artifacts. */
function compareByNameAndDist(one: Artifact, other: Artifact): number {
  return compareBytes(one.name, other.name) || compareBytes(one.dist ?? '', other.dist ?? '');
}

/**
 * Describes that no artifact has the right name, and which name is the most similar one; in a second problem, with
 * which prefix that artifact would have the right name.
 */
export function describeNameMismatch(
  { absPath, filename }: NameQuery,
  listed: readonly ListedArtifact[],
): SourceMapProblem[] {
  const names = [...new Set(listed.map(({ name }) => name))];
  const unified = unifiedPath(absPath);
  const common = { absPath, filename, unifiedPath: unified, artifactNames: names.slice(0, MAX_LISTED_NAMES) };
  const data = names.length > MAX_LISTED_NAMES ? { ...common, artifactCount: names.length } : common;
  const partial = findPartialMatch(unified, names);
  if (partial === null) return [{ type: 'no_url_match', data }];
  const prefix = fittingPrefix(unified, partial, uploadFolder(partial, listed));
  const mismatch: SourceMapProblem = {
    type: 'partial_match',
    data: { ...data, partialMatchPath: partial, urlPrefix: urlPrefix(filename, partial) },
  };
  if (prefix === null) return [mismatch];
  return [mismatch, { type: 'wrong_url_prefix', data: { absPath, filename, artifactName: partial, ...prefix } }];
}

/**
 * Returns the name that has the last segment of the path, and whose end the path ends in after the smallest number of
 * leading segments is dropped; the first of several. Null if no name has the last segment.
 */
export function findPartialMatch(path: string, names: readonly string[]): string | null {
  const base = lastSegment(path);
  let best: { readonly name: string; readonly dropped: number } | null = null;
  for (const name of names) {
    if (lastSegment(name) !== base) continue;
    const dropped = countDroppedSegments(name, path);
    if (best === null || dropped < best.dropped) best = { name, dropped };
  }
  return best === null ? null : best.name;
}

/**
 * Counts the leading segments of a name that are dropped so that the path ends in the rest. Both have the same last
 * segment.
 */
function countDroppedSegments(name: string, path: string): number {
  const start = startOfCommonTail(name, path);
  return start === 0 ? 0 : name.slice(0, start).split('/').length - 1;
}

/** Returns the position in a name at which its longest tail of whole segments begins that the path also ends in. */
function startOfCommonTail(name: string, path: string): number {
  let start = name.length;
  for (let end = path.length; start > 0 && end > 0 && name[start - 1] === path[end - 1]; end -= 1) start -= 1;
  return start === 0 ? 0 : name.indexOf('/', start - 1) + 1;
}

/**
 * Returns the prefix in which the path of a frame and the name of an artifact differ. Null if they differ otherwise.
 */
export function urlPrefix(filename: string | null, name: string): string | null {
  if (filename === null || filename === '') return null;
  const index = name.indexOf(filename);
  if (index !== -1) return name.slice(0, index);
  const [expected, actual] = [filename.split('/'), name.split('/')];
  const segment =
    actual.length === expected.length ? replacedSegment(expected, actual) : addedSegment(expected, actual);
  return segment === null ? null : `${segment}/`;
}

function replacedSegment(expected: readonly string[], actual: readonly string[]): string | null {
  const differing = actual.filter((segment, index) => segment !== expected[index]);
  return differing.length === 1 ? (differing[0] ?? null) : null;
}

function addedSegment(expected: readonly string[], actual: readonly string[]): string | null {
  if (actual.length !== expected.length + 1) return null;
  const [left, right] = [new Set(expected), new Set(actual)];
  const differing = [...new Set([...left, ...right])].filter((segment) => left.has(segment) !== right.has(segment));
  return differing.length === 1 ? (differing[0] ?? null) : null;
}

/**
 * Returns the folder that all artifacts of the same bundle are in. A file that was uploaded alone is in its own folder.
 */
export function uploadFolder(name: string, listed: readonly ListedArtifact[]): string {
  const bundles = new Set(listed.filter((one) => one.name === name).map(({ bundleId }) => bundleId));
  let folder = folderOf(name);
  for (const other of listed) {
    if (other.bundleId === null || !bundles.has(other.bundleId)) continue;
    while (folder !== '' && !other.name.startsWith(folder)) folder = folderOf(folder.slice(0, -1));
  }
  return folder;
}

/** Returns the folder of a path, with the slash at its end. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/**
 * Returns the prefix that an artifact was uploaded with, and the prefix with which its name is the path. The files of
 * an upload are in one folder, so the rest of the name remains; if the path does not end in the rest, only the common
 * end of both does.
 */
export function fittingPrefix(
  path: string,
  name: string,
  folder: string,
): { readonly uploadedPrefix: string; readonly urlPrefix: string } | null {
  const isBelow = folder !== '' && path.endsWith(`/${name.slice(folder.length)}`);
  const start = isBelow ? folder.length : startOfCommonTail(name, path);
  const tail = name.slice(start);
  const prefix = path.slice(0, path.length - tail.length);
  if (!/^~\/|^[a-z][a-z0-9+.-]*:\/\//i.test(prefix) || tail === '') return null;
  return { uploadedPrefix: withoutSlash(name.slice(0, start)), urlPrefix: withoutSlash(prefix) };
}

/** Returns a folder without the slash at its end, unless it is a root. */
function withoutSlash(folder: string): string {
  return folder === '~/' ? folder : folder.replace(/\/$/, '');
}

function lastSegment(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
