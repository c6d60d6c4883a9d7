import type { Artifact, SourceMapProblem } from '../../domain/artifact';
import type { Event, Frame } from '../../domain/event';
import { compareBytes } from '../../domain/text';
import { canSendDebugIds } from '../resolve/mapLookup';
import { isMapped } from '../resolve/rewriteFrames';
import { InvalidSourceMap } from '../resolve/sourceMap';
import { candidateNames, isAbsoluteUrl, unifiedPath } from '../resolve/urls';
import type { Evidence } from './evidence';

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

/** Names that a finding lists; a release may have many thousands. */
const MAX_NAMES = 1000;

/** What an artifact is looked for by. */
export interface NameQuery {
  readonly absPath: string;
  /** Of the frame, also where its map is looked for. */
  readonly filename: string | null;
  readonly dist: string | null;
}

/** What keeps all of these artifacts, which have the right name, from serving; null if nothing does (reference/endpoints.md §6.4). */
export function findDistMismatch(named: readonly Artifact[], { dist, filename }: NameQuery): SourceMapProblem | null {
  const [first] = named.toSorted(inListOrder);
  if (first === undefined || first.dist === dist) return null;
  const data = dist === null ? { eventDist: null, filename } : { eventDist: dist, artifactDist: first.dist, filename };
  return { type: 'dist_mismatch', data };
}

/** Tells that no artifact has the right name, and which one is nearest (reference/endpoints.md §6.4). */
export function describeNameMismatch({ absPath, filename }: NameQuery, names: readonly string[]): SourceMapProblem {
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

type DiagnosisCheck = (evidence: Evidence) => SourceMapProblem | null;

/** Mapped by the client, or a Node.js frame that shows its source or is no file of the application (reference/endpoints.md §6.1 steps 9–11). */
export function needsNoMap(frame: Frame, event: Pick<Event, 'platform'>): boolean {
  if (isMapped(frame)) return true;
  if (event.platform !== 'node') return false;
  return frame.contextLine !== null || !/^(\/|app:|webpack:)/.test(frame.absPath ?? '');
}

/**
 * Why the frame is not mapped; empty when it can be by what is uploaded now. Order of checks: decisions.md §5 over
 * reference/endpoints.md §6.1, of which the first that fails is told.
 */
export function diagnose(evidence: Evidence): SourceMapProblem[] {
  if (evidence.original !== null) return [];
  if (evidence.isFetched) return firstFinding(BY_DEBUG_ID, evidence);
  return withFetchFailure(diagnoseUploads(evidence), evidence);
}

/** The first finding tells, too, why the file could not be fetched, where that was tried (reference/endpoints.md §6.8). */
function withFetchFailure(findings: SourceMapProblem[], { fetchFailure: scraping }: Evidence): SourceMapProblem[] {
  const [first, ...others] = findings;
  if (first === undefined || scraping === null) return findings;
  const { url, reason, details } = scraping;
  return [{ ...first, data: { ...first.data, scraping: { url, status: 'failure', reason, details } } }, ...others];
}

function diagnoseUploads(evidence: Evidence): SourceMapProblem[] {
  const { event, lookup: trail } = evidence;
  if (trail.withDebugId.length > 0) return firstFinding(BY_DEBUG_ID, evidence);
  if (trail.file.debugId !== null) return [sourceNotFound(evidence), ...firstFinding(BY_RELEASE, evidence)];
  const isOlder = event.release !== null || !canSendDebugIds(event.sdk);
  return firstFinding(isOlder ? BY_RELEASE : [urlNotValid, noSourcemaps], evidence);
}

function firstFinding(checks: readonly DiagnosisCheck[], evidence: Evidence): SourceMapProblem[] {
  for (const check of checks) {
    const finding = check(evidence);
    if (finding !== null) return [finding];
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

const mapNotFound: DiagnosisCheck = ({ frame, lookup: trail }) => {
  if (trail.location !== null) return null;
  const names = trail.mapUrl === null ? [] : candidateNames(trail.mapUrl);
  return { type: 'debug_id_map_not_found', data: { debugId: trail.file.debugId, filename: frame.filename, names } };
};

const mapNotParsable: DiagnosisCheck = ({ frame, map, lookup: trail }) => {
  if (!(map instanceof InvalidSourceMap)) return null;
  const looked = { debugId: trail.file.debugId, filename: frame.filename, names: mapNames(trail) };
  return { type: 'map_not_parsable', data: { ...looked, reason: map.reason } };
};

const noMapping: DiagnosisCheck = ({ frame, original, lookup: trail }) => {
  if (original !== null || trail.location === null) return null;
  const looked = { debugId: trail.file.debugId, filename: frame.filename, names: mapNames(trail) };
  return { type: 'no_mapping_at_position', data: { ...looked, line: frame.lineno, column: frame.colno } };
};

function mapNames({ location: place }: Evidence['lookup']): string[] {
  return place === null ? [] : [place.artifact.name];
}

const noRelease: DiagnosisCheck = ({ event, isReleaseKnown }) =>
  event.release === null || !isReleaseKnown ? { type: 'no_release_on_event', data: null } : null;

const noArtifacts: DiagnosisCheck = ({ names, lookup: trail }) =>
  names.length === 0 && trail.location === null ? { type: 'no_sourcemaps_on_release', data: null } : null;

const urlNotValid: DiagnosisCheck = ({ event, frame }) =>
  event.platform === 'node' || isAbsoluteUrl(frame.absPath ?? '')
    ? null
    : { type: 'url_not_valid', data: { absPath: frame.absPath } };

/** Where a map was found the names and dists are right, whatever else there is under the same name. */
const fileNotMatched: DiagnosisCheck = ({ event, frame, names, lookup: trail }) => {
  if (trail.location !== null) return null;
  const wanted = { absPath: trail.file.path ?? '', filename: frame.filename, dist: event.dist };
  return trail.fileCandidates.length > 0
    ? findDistMismatch(trail.fileCandidates, wanted)
    : describeNameMismatch(wanted, names);
};

/** Without a minified file here, one of the right name and dist has another debug id: it is of another build, as was told before. */
const referenceNotFound: DiagnosisCheck = ({ frame, lookup: trail }) => {
  if (trail.minified === null || trail.reference !== null || trail.location !== null) return null;
  return { type: 'sourcemap_not_found', data: { filename: frame.filename } };
};

const mapNotMatched: DiagnosisCheck = ({ event, frame, names, lookup: trail }) => {
  if (trail.location !== null || trail.mapUrl === null) return null;
  const wanted = { absPath: trail.mapUrl, filename: frame.filename, dist: event.dist };
  return trail.mapCandidates.length > 0
    ? findDistMismatch(trail.mapCandidates, wanted)
    : describeNameMismatch(wanted, names);
};

/** What is empty is no map that could be read, but none at all (reference/endpoints.md §6.1 step 19). */
const mapEmpty: DiagnosisCheck = ({ frame, lookup: trail }) =>
  trail.location?.artifact.size === 0 ? { type: 'sourcemap_not_found', data: { filename: frame.filename } } : null;

const BY_DEBUG_ID: readonly DiagnosisCheck[] = [mapNotFound, mapNotParsable, noMapping];

/** A map that is found by name and fails is told as one that is found by debug id: that a reference is missing would be false. */
const BY_RELEASE: readonly DiagnosisCheck[] = [
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
