import type { Event, Frame } from '../domain/event';
import type { Finding } from '../domain/finding';
import { canSendDebugIds } from './debugIds';
import type { Evidence } from './evidence';
import { Unreadable } from './map';
import { checkDists, describeMismatch } from './match';
import { isMapped } from './rewrite';
import { candidateNames, isAbsoluteUrl } from './url';

type Check = (evidence: Evidence) => Finding | null;

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
export function diagnose(evidence: Evidence): Finding[] {
  if (evidence.original !== null) return [];
  if (evidence.isScraped) return firstFinding(BY_DEBUG_ID, evidence);
  return withScraping(findByUploads(evidence), evidence);
}

/** The first finding tells, too, why the file could not be fetched, where that was tried (reference/endpoints.md §6.8). */
function withScraping(findings: Finding[], { scraping }: Evidence): Finding[] {
  const [first, ...others] = findings;
  if (first === undefined || scraping === null) return findings;
  const { url, reason, details } = scraping;
  return [{ ...first, data: { ...first.data, scraping: { url, status: 'failure', reason, details } } }, ...others];
}

function findByUploads(evidence: Evidence): Finding[] {
  const { event, trail } = evidence;
  if (trail.sameId.length > 0) return firstFinding(BY_DEBUG_ID, evidence);
  if (trail.file.debugId !== null) return [sourceNotFound(evidence), ...firstFinding(BY_RELEASE, evidence)];
  const isOlder = event.release !== null || !canSendDebugIds(event.sdk);
  return firstFinding(isOlder ? BY_RELEASE : [urlNotValid, noSourcemaps], evidence);
}

function firstFinding(checks: readonly Check[], evidence: Evidence): Finding[] {
  for (const check of checks) {
    const finding = check(evidence);
    if (finding !== null) return [finding];
  }
  return [];
}

function sourceNotFound({ frame, trail: { file } }: Evidence): Finding {
  return {
    type: 'debug_id_source_not_found',
    data: { debugId: file.debugId, filename: frame.filename, names: candidateNames(file.path ?? '') },
  };
}

const noSourcemaps: Check = () => ({ type: 'debug_id_no_sourcemaps', data: null });

const mapNotFound: Check = ({ frame, trail }) => {
  if (trail.place !== null) return null;
  const names = trail.mapUrl === null ? [] : candidateNames(trail.mapUrl);
  return { type: 'debug_id_map_not_found', data: { debugId: trail.file.debugId, filename: frame.filename, names } };
};

const mapNotParsable: Check = ({ frame, map, trail }) => {
  if (!(map instanceof Unreadable)) return null;
  const looked = { debugId: trail.file.debugId, filename: frame.filename, names: mapNames(trail) };
  return { type: 'map_not_parsable', data: { ...looked, reason: map.reason } };
};

const noMapping: Check = ({ frame, original, trail }) => {
  if (original !== null || trail.place === null) return null;
  const looked = { debugId: trail.file.debugId, filename: frame.filename, names: mapNames(trail) };
  return { type: 'no_mapping_at_position', data: { ...looked, line: frame.lineno, column: frame.colno } };
};

function mapNames({ place }: Evidence['trail']): string[] {
  return place === null ? [] : [place.artifact.name];
}

const noRelease: Check = ({ event, isReleaseKnown }) =>
  event.release === null || !isReleaseKnown ? { type: 'no_release_on_event', data: null } : null;

const noArtifacts: Check = ({ names, trail }) =>
  names.length === 0 && trail.place === null ? { type: 'no_sourcemaps_on_release', data: null } : null;

const urlNotValid: Check = ({ event, frame }) =>
  event.platform === 'node' || isAbsoluteUrl(frame.absPath ?? '')
    ? null
    : { type: 'url_not_valid', data: { absPath: frame.absPath } };

/** Where a map was found the names and dists are right, whatever else there is under the same name. */
const fileNotMatched: Check = ({ event, frame, names, trail }) => {
  if (trail.place !== null) return null;
  const wanted = { absPath: trail.file.path ?? '', filename: frame.filename, dist: event.dist };
  return trail.named.length > 0 ? checkDists(trail.named, wanted) : describeMismatch(wanted, names);
};

/** Without a minified file here, one of the right name and dist has another debug id: it is of another build, as was told before. */
const referenceNotFound: Check = ({ frame, trail }) => {
  if (trail.minified === null || trail.reference !== null || trail.place !== null) return null;
  return { type: 'sourcemap_not_found', data: { filename: frame.filename } };
};

const mapNotMatched: Check = ({ event, frame, names, trail }) => {
  if (trail.place !== null || trail.mapUrl === null) return null;
  const wanted = { absPath: trail.mapUrl, filename: frame.filename, dist: event.dist };
  return trail.mapsNamed.length > 0 ? checkDists(trail.mapsNamed, wanted) : describeMismatch(wanted, names);
};

/** What is empty is no map that could be read, but none at all (reference/endpoints.md §6.1 step 19). */
const mapEmpty: Check = ({ frame, trail }) =>
  trail.place?.artifact.size === 0 ? { type: 'sourcemap_not_found', data: { filename: frame.filename } } : null;

const BY_DEBUG_ID: readonly Check[] = [mapNotFound, mapNotParsable, noMapping];

/** A map that is found by name and fails is told as one that is found by debug id: that a reference is missing would be false. */
const BY_RELEASE: readonly Check[] = [
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
