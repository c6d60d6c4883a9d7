import type { Artifact, SourceMapProblem } from '../../domain/artifact';
import type { Event, Frame } from '../../domain/event';
import { compareBytes } from '../../domain/text';
import { canSendDebugIds } from '../resolve/mapLookup';
import { isMapped } from '../resolve/rewriteFrames';
import { InvalidSourceMap } from '../resolve/sourceMap';
import { candidateNames, isAbsoluteUrl, unifiedPath } from '../resolve/urls';
import type { Evidence } from './evidence';

/** Artifact names that a problem lists. A release can have many thousands. */
const MAX_LISTED_NAMES = 1000;

/** Returns a problem that it finds in the evidence, or null. */
type DiagnosisCheck = (evidence: Evidence) => SourceMapProblem | null;

/** Whether a frame was mapped by the client, or is a Node.js frame with a source line or outside of the application. */
export function needsNoMap(frame: Frame, event: Pick<Event, 'platform'>): boolean {
  if (isMapped(frame)) return true;
  if (event.platform !== 'node') return false;
  return frame.contextLine !== null || !/^(\/|app:|webpack:)/.test(frame.absPath ?? '');
}

/**
 * Finds out why a frame is not mapped. Returns no problems if it can be mapped now. The order of the checks is that of
 * openapi/DECISIONS.md, "Diagnosis"; only the first problem is returned.
 */
export function diagnose(evidence: Evidence): SourceMapProblem[] {
  if (evidence.original !== null) return [];
  if (evidence.isFetched) return firstProblem(MAP_CHECKS, evidence);
  return withFetchFailure(diagnoseUploads(evidence), evidence);
}

/** Adds to the first problem why the file could not be fetched, if that was tried. */
function withFetchFailure(problems: SourceMapProblem[], { fetchFailure }: Evidence): SourceMapProblem[] {
  const [first, ...others] = problems;
  if (first === undefined || fetchFailure === null) return problems;
  const { url, reason, details } = fetchFailure;
  return [{ ...first, data: { ...first.data, scraping: { url, status: 'failure', reason, details } } }, ...others];
}

function diagnoseUploads(evidence: Evidence): SourceMapProblem[] {
  const { event, lookup } = evidence;
  if (lookup.withDebugId.length > 0) return firstProblem(MAP_CHECKS, evidence);
  if (lookup.file.debugId !== null) return [sourceNotFound(evidence), ...firstProblem(RELEASE_CHECKS, evidence)];
  const hasReleaseChecks = event.release !== null || !canSendDebugIds(event.sdk);
  return firstProblem(hasReleaseChecks ? RELEASE_CHECKS : [urlNotValid, noSourcemaps], evidence);
}

function firstProblem(checks: readonly DiagnosisCheck[], evidence: Evidence): SourceMapProblem[] {
  for (const check of checks) {
    const problem = check(evidence);
    if (problem !== null) return [problem];
  }
  return [];
}

function sourceNotFound({ frame, lookup: { file } }: Evidence): SourceMapProblem {
  return {
    type: 'debug_id_source_not_found',
    data: { debugId: file.debugId, filename: frame.filename, names: candidateNames(file.path ?? '') },
  };
}

const noSourcemaps: DiagnosisCheck = () => ({ type: 'debug_id_no_sourcemaps', data: null });

const mapNotFound: DiagnosisCheck = ({ frame, lookup }) => {
  if (lookup.location !== null) return null;
  const names = lookup.mapUrl === null ? [] : candidateNames(lookup.mapUrl);
  return { type: 'debug_id_map_not_found', data: { debugId: lookup.file.debugId, filename: frame.filename, names } };
};

const mapNotParsable: DiagnosisCheck = ({ frame, map, lookup }) => {
  if (!(map instanceof InvalidSourceMap)) return null;
  return { type: 'map_not_parsable', data: { ...describeMap(frame, lookup), reason: map.reason } };
};

const noMapping: DiagnosisCheck = ({ frame, original, lookup }) => {
  if (original !== null || lookup.location === null) return null;
  const position = { line: frame.lineno, column: frame.colno };
  return { type: 'no_mapping_at_position', data: { ...describeMap(frame, lookup), ...position } };
};

function describeMap(frame: Frame, { file, location }: Evidence['lookup']) {
  const names = location === null ? [] : [location.artifact.name];
  return { debugId: file.debugId, filename: frame.filename, names };
}

const noRelease: DiagnosisCheck = ({ event, isReleaseKnown }) =>
  event.release === null || !isReleaseKnown ? { type: 'no_release_on_event', data: null } : null;

const noArtifacts: DiagnosisCheck = ({ names, lookup }) =>
  names.length === 0 && lookup.location === null ? { type: 'no_sourcemaps_on_release', data: null } : null;

const urlNotValid: DiagnosisCheck = ({ event, frame }) =>
  event.platform === 'node' || isAbsoluteUrl(frame.absPath ?? '')
    ? null
    : { type: 'url_not_valid', data: { absPath: frame.absPath } };

/** If a map was found, names and dists are right, whatever other artifacts have the same name. */
const fileNotMatched: DiagnosisCheck = ({ event, frame, names, lookup }) => {
  if (lookup.location !== null) return null;
  const query = { absPath: lookup.file.path ?? '', filename: frame.filename, dist: event.dist };
  return lookup.fileCandidates.length > 0
    ? findDistMismatch(lookup.fileCandidates, query)
    : describeNameMismatch(query, names);
};

/** No minified file here means that the one with the right name and dist has another debug id, which is reported already. */
const referenceNotFound: DiagnosisCheck = ({ frame, lookup }) => {
  if (lookup.minified === null || lookup.reference !== null || lookup.location !== null) return null;
  return { type: 'sourcemap_not_found', data: { filename: frame.filename } };
};

const mapNotMatched: DiagnosisCheck = ({ event, frame, names, lookup }) => {
  if (lookup.location !== null || lookup.mapUrl === null) return null;
  const query = { absPath: lookup.mapUrl, filename: frame.filename, dist: event.dist };
  return lookup.mapCandidates.length > 0
    ? findDistMismatch(lookup.mapCandidates, query)
    : describeNameMismatch(query, names);
};

/** An empty file counts as a missing map, not as an unreadable one. */
const mapEmpty: DiagnosisCheck = ({ frame, lookup }) =>
  lookup.location?.artifact.size === 0 ? { type: 'sourcemap_not_found', data: { filename: frame.filename } } : null;

/** Checks of a map that was found by debug id or fetched. */
const MAP_CHECKS: readonly DiagnosisCheck[] = [mapNotFound, mapNotParsable, noMapping];

/** An unusable map that was found by name is reported like one that was found by debug id: its reference is not missing. */
const RELEASE_CHECKS: readonly DiagnosisCheck[] = [
  noRelease,
  noArtifacts,
  urlNotValid,
  fileNotMatched,
  referenceNotFound,
  mapNotMatched,
  mapEmpty,
  mapNotParsable,
  noMapping,
];

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

/** Describes that no artifact has the right name, and which name is the most similar one. */
export function describeNameMismatch({ absPath, filename }: NameQuery, names: readonly string[]): SourceMapProblem {
  const unified = unifiedPath(absPath);
  const listed = { absPath, filename, unifiedPath: unified, artifactNames: names.slice(0, MAX_LISTED_NAMES) };
  const data = names.length > MAX_LISTED_NAMES ? { ...listed, artifactCount: names.length } : listed;
  const partial = findPartialMatch(unified, names);
  if (partial === null) return { type: 'no_url_match', data };
  return {
    type: 'partial_match',
    data: { ...data, partialMatchPath: partial, urlPrefix: urlPrefix(filename, partial) },
  };
}

/** By name, then by dist, none first: the order in which a release lists its artifacts. */
function compareByNameAndDist(one: Artifact, other: Artifact): number {
  return compareBytes(one.name, other.name) || compareBytes(one.dist ?? '', other.dist ?? '');
}

/**
 * Of the names with the last segment of a path, returns the one that the path ends in after the fewest leading segments of the
 * name are dropped; the first of several. Null if no name has the last segment.
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

/** How many leading segments of a name are dropped so that the path ends in the rest. Both have the same last segment. */
function countDroppedSegments(name: string, path: string): number {
  let start = name.length;
  for (let end = path.length; start > 0 && end > 0 && name[start - 1] === path[end - 1]; end -= 1) start -= 1;
  if (start === 0) return 0;
  return name.slice(0, name.indexOf('/', start - 1) + 1).split('/').length - 1;
}

/** The prefix in which the path of a frame and the name of an artifact differ. Null if they differ otherwise. */
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

function lastSegment(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
