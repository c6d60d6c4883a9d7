import { setImmediate } from 'node:timers/promises';
import type { SourceMapFinding, SourceMapProblem } from '../../domain/artifact';
import { type Event, type Frame, isJavaScript, type JsonObject } from '../../domain/event';
import type { Readers } from '../../store/stores';
import {
  type ArtifactOwner,
  type BuildScope,
  canSendDebugIds,
  DebugIds,
  keyOfFile,
  lookUpMaps,
  type MapLookup,
  type MinifiedFile,
} from '../resolve/mapLookup';
import type { ResolveContext } from '../resolve/resolveEvent';
import { isMapped } from '../resolve/rewriteFrames';
import { InvalidSourceMap } from '../resolve/sourceMap';
import { candidateNames, isAbsoluteUrl, isHardlyUploaded, isInNoFile } from '../resolve/urls';
import { collectEvidence, type Evidence } from './evidence';
import { addFixes, type FixTarget } from './fix';
import { describeNameMismatch, findDistMismatch, findOtherBuild, hasOneOriginalLine } from './mismatch';

/**
 * Returns the problem that it finds in the evidence, with the problems that explain it further. Empty if there is none.
 */
type DiagnosisCheck = (evidence: Evidence) => readonly SourceMapProblem[];

/**
 * Returns true if a frame was mapped by the client, or is a Node.js frame with a source line or outside of the
 * application. A debug id says that the frame is in a bundle, whatever its path and its source line.
 */
export function needsNoMap(frame: Frame, event: Pick<Event, 'platform'>, debugId: string | null): boolean {
  if (isMapped(frame)) return true;
  if (event.platform !== 'node' || debugId !== null) return false;
  return frame.contextLine !== null || !/^(\/|app:|webpack:)/.test(frame.absPath ?? '');
}

/**
 * Returns the reason why a frame needs no map, whatever is uploaded: `needsNoMap` says so, or the frame is of another
 * language than JavaScript, or of the engine. Null if it may need one; an event of another platform may contain
 * JavaScript.
 */
export function reasonWithoutMap(
  frame: Frame,
  event: Pick<Event, 'platform'>,
  debugId: string | null,
): 'mapped_by_client' | 'not_needed' | null {
  if (isMapped(frame)) return 'mapped_by_client';
  if (frame.platform !== null && !isJavaScript(frame.platform)) return 'not_needed';
  const path = frame.absPath ?? frame.filename;
  if (path !== null && isInNoFile(path)) return 'not_needed';
  return needsNoMap(frame, event, debugId) ? 'not_needed' : null;
}

/**
 * Returns true if there is nothing to upload for a frame that is not mapped: its script is in the page, of an
 * extension, or made while the page runs. A debug id, or an upload of its name, says that somebody uploads.
 */
export function hasNothingToUpload(
  { frame, resolved, lookup }: Evidence,
  { request }: Pick<Event, 'request'>,
): boolean {
  if (resolved !== null || lookup.location !== null) return false;
  if (lookup.file.debugId !== null || lookup.fileCandidates.length > 0) return false;
  return isHardlyUploaded(frame.absPath ?? frame.filename, request?.url ?? null);
}

/**
 * Finds the reason why a frame is not mapped, or not completely. Returns no problems if it is mapped now.
 * openapi/DECISIONS.md, "Diagnosis", has the order of the checks; only the first problem is returned, with the problems
 * that explain it.
 */
export function diagnose(evidence: Evidence): readonly SourceMapProblem[] {
  if (evidence.resolved !== null) return firstProblem(RESOLVED_CHECKS, evidence);
  if (evidence.isFetched) return firstProblem(MAP_CHECKS, evidence);
  return withFetchFailure(diagnoseUploads(evidence), evidence);
}

/** Adds to the first problem why the file could not be fetched, if that was tried. */
function withFetchFailure(
  problems: readonly SourceMapProblem[],
  { fetchFailure }: Evidence,
): readonly SourceMapProblem[] {
  const [first, ...others] = problems;
  if (first === undefined || fetchFailure === null) return problems;
  return [{ ...first, fetchFailure }, ...others];
}

function diagnoseUploads(evidence: Evidence): readonly SourceMapProblem[] {
  const { event, lookup } = evidence;
  if (lookup.withDebugId.length > 0) return firstProblem(MAP_CHECKS, evidence);
  if (lookup.file.debugId !== null) return [...sourceNotFound(evidence), ...firstProblem(RELEASE_CHECKS, evidence)];
  const hasReleaseChecks = event.release !== null || !canSendDebugIds(event.sdk);
  return firstProblem(hasReleaseChecks ? RELEASE_CHECKS : [urlNotValid, noSourcemaps], evidence);
}

function firstProblem(checks: readonly DiagnosisCheck[], evidence: Evidence): readonly SourceMapProblem[] {
  for (const check of checks) {
    const problems = check(evidence);
    if (problems.length > 0) return problems;
  }
  return [];
}

function asList(problem: SourceMapProblem | null): readonly SourceMapProblem[] {
  return problem === null ? [] : [problem];
}

/** Says that nothing has the debug id, and where a file of another id or of another project is. */
function sourceNotFound({ event, frame, lookup, otherProject }: Evidence): SourceMapProblem[] {
  const { debugId, path } = lookup.file;
  const { filename } = frame;
  const problems: SourceMapProblem[] = [
    { type: 'debug_id_source_not_found', data: { debugId, filename, names: candidateNames(path ?? '') } },
  ];
  if (otherProject !== null)
    problems.push({ type: 'debug_id_in_other_project', data: { debugId, filename, project: otherProject } });
  const sameNames = lookup.minified === null ? lookup.fileCandidates : lookup.mapCandidates;
  const others = sameNames.filter((artifact) => artifact.dist === event.dist && artifact.debugId !== null);
  if (others.length > 0) {
    const names = [...new Set(others.map(({ name }) => name))];
    const artifactDebugIds = [...new Set(others.map((other) => other.debugId))];
    problems.push({ type: 'release_file_has_other_debug_id', data: { debugId, filename, names, artifactDebugIds } });
  }
  return problems;
}

const noSourcemaps: DiagnosisCheck = () => [{ type: 'debug_id_no_sourcemaps', data: null }];

const mapNotFound: DiagnosisCheck = ({ frame, lookup }) => {
  if (lookup.location !== null) return [];
  const names = lookup.mapUrl === null ? [] : candidateNames(lookup.mapUrl);
  return [{ type: 'debug_id_map_not_found', data: { debugId: lookup.file.debugId, filename: frame.filename, names } }];
};

/** Reasons for which bytes are no map. Other reasons are limits of the service. */
const UNREADABLE: ReadonlySet<string> = new Set(['it is not JSON', 'its data URL cannot be decoded']);
/** The reason for which there are no bytes. */
const GONE = 'its bytes are gone';

const mapNotUsable: DiagnosisCheck = ({ frame, map, lookup }) => {
  if (!(map instanceof InvalidSourceMap)) return [];
  const { reason, rule, where } = map;
  if (reason === GONE) return [{ type: 'sourcemap_not_found', data: { filename: frame.filename } }];
  const data = { ...describeMap(frame, lookup), reason };
  if (rule !== null) return [{ type: 'map_invalid', data: { ...data, rule, where } }];
  return [{ type: UNREADABLE.has(reason) ? 'map_not_parsable' : 'map_too_large', data }];
};

const wrongBuild: DiagnosisCheck = ({ frame, lookup, place, isMapOfOtherBuild }) => {
  const other: JsonObject | null =
    (place && findOtherBuild(frame, place)) ?? (isMapOfOtherBuild ? { reason: 'map_of_other_build' } : null);
  if (other === null) return [];
  const { minified, location } = lookup;
  const artifact = isMapOfOtherBuild || minified === null ? location?.artifact : minified;
  const names = artifact === undefined ? [] : [artifact.name];
  const data = { debugId: lookup.file.debugId, filename: frame.filename, names, ...positionOf(frame), ...other };
  return [{ type: 'wrong_build', data }];
};

const positionMissing: DiagnosisCheck = ({ frame }) =>
  frame.lineno === null || frame.colno === null
    ? [{ type: 'position_missing', data: { filename: frame.filename, ...positionOf(frame) } }]
    : [];

/**
 * Finds a frame without a column, which got the first original of its line: a guess if the line has the code of
 * several.
 */
const positionAmbiguous: DiagnosisCheck = (evidence) => {
  const { frame, map, place } = evidence;
  if (frame.lineno === null || frame.colno !== null || map === null || map instanceof InvalidSourceMap) return [];
  return hasOneOriginalLine(map, frame.lineno, place?.lineLength ?? null) ? [] : positionMissing(evidence);
};

const contentMissing: DiagnosisCheck = ({ frame, resolved, lookup }) => {
  if (resolved === null || resolved.contextLine !== null) return [];
  const data = { ...describeMap(frame, lookup), source: resolved.absPath, line: resolved.lineno };
  return [{ type: 'missing_source_content', data }];
};

const noMapping: DiagnosisCheck = ({ frame, lookup }) =>
  lookup.location === null
    ? []
    : [{ type: 'no_mapping_at_position', data: { ...describeMap(frame, lookup), ...positionOf(frame) } }];

function describeMap(frame: Frame, { file, location }: Evidence['lookup']) {
  const names = location === null ? [] : [location.artifact.name];
  return { debugId: file.debugId, filename: frame.filename, names };
}

function positionOf({ lineno, colno }: Frame) {
  return { line: lineno, column: colno };
}

const noRelease: DiagnosisCheck = ({ event, isReleaseKnown }) =>
  event.release === null || !isReleaseKnown ? [{ type: 'no_release_on_event', data: null }] : [];

const noArtifacts: DiagnosisCheck = ({ listed, lookup }) =>
  listed.length === 0 && lookup.location === null ? [{ type: 'no_sourcemaps_on_release', data: null }] : [];

const urlNotValid: DiagnosisCheck = ({ event, lookup: { file } }) =>
  event.platform === 'node' || isAbsoluteUrl(file.path ?? '')
    ? []
    : [{ type: 'url_not_valid', data: { absPath: file.path } }];

/**
 * Finds that the file has no upload with its name and dist. If a map was found, names and dists are right, whatever
 * other artifacts have the same name.
 */
const fileNotMatched: DiagnosisCheck = ({ event, frame, listed, lookup }) => {
  if (lookup.location !== null) return [];
  const query = { absPath: lookup.file.path ?? '', filename: frame.filename, dist: event.dist };
  if (lookup.fileCandidates.length === 0) return describeNameMismatch(query, listed);
  return asList(findDistMismatch(lookup.fileCandidates, query));
};

/**
 * Finds a minified file without a reference to a map. If no minified file was selected, the one with the right name and
 * dist has another debug id, which is reported already.
 */
const referenceNotFound: DiagnosisCheck = ({ frame, lookup }) => {
  if (lookup.minified === null || lookup.reference !== null || lookup.location !== null) return [];
  return [{ type: 'sourcemap_not_found', data: { filename: frame.filename } }];
};

const mapNotMatched: DiagnosisCheck = ({ event, frame, listed, lookup }) => {
  if (lookup.location !== null || lookup.mapUrl === null) return [];
  const query = { absPath: lookup.mapUrl, filename: frame.filename, dist: event.dist };
  if (lookup.mapCandidates.length === 0) return describeNameMismatch(query, listed);
  return asList(findDistMismatch(lookup.mapCandidates, query));
};

/** Finds an empty map. It counts as missing, not as unreadable. */
const mapEmpty: DiagnosisCheck = ({ frame, lookup }) =>
  lookup.location?.artifact.size === 0 ? [{ type: 'sourcemap_not_found', data: { filename: frame.filename } }] : [];

/** Checks of a frame that is mapped: to a place that may be wrong, or without the text of its source. */
const RESOLVED_CHECKS: readonly DiagnosisCheck[] = [wrongBuild, positionAmbiguous, contentMissing];

/**
 * Checks of a map that was found by debug id or fetched. Problems outside of the map are checked before its mappings.
 */
const MAP_CHECKS: readonly DiagnosisCheck[] = [mapNotFound, mapNotUsable, wrongBuild, positionMissing, noMapping];

/**
 * An unusable map that was found by name is reported like one that was found by debug id: its reference is not missing.
 */
const RELEASE_CHECKS: readonly DiagnosisCheck[] = [
  noRelease,
  noArtifacts,
  urlNotValid,
  fileNotMatched,
  referenceNotFound,
  mapNotMatched,
  mapEmpty,
  mapNotUsable,
  wrongBuild,
  positionMissing,
  noMapping,
];

/** Maximum number of minified files that are looked up for one event, the same as when it is resolved. */
const MAX_FILES = 200;
/** Milliseconds after which other requests are served. */
const YIELD_MS = 10;
/** Names that a finding lists: an event can have thousands of frames. */
const MAX_LISTED_NAMES = 10;

type FrameState = 'resolved' | 'incomplete' | 'unresolved' | 'mapped_by_client' | 'not_needed' | 'not_checked';

/** A frame, and the result of its diagnosis. */
export interface FrameDiagnosis {
  /** As the client sent it. */
  readonly frame: Frame;
  readonly state: FrameState;
  readonly findings: readonly SourceMapFinding[];
  /** Null if the frame was not looked up. */
  readonly evidence: Evidence | null;
  /** The search by release and name, also if the map was found by debug id. Null if the frame was not looked up. */
  readonly byName: MapLookup | null;
}

export interface EventDiagnosis {
  readonly event: Event;
  readonly exceptions: readonly { readonly type: string | null; readonly frames: readonly FrameDiagnosis[] }[];
  readonly isReleaseKnown: boolean;
  readonly hasReleaseArtifact: boolean;
  readonly hasBundle: boolean;
  readonly hasDebugId: boolean;
}

/** Diagnoses the frames of all exceptions of an event, with a number of queries that does not depend on them. */
export async function diagnoseEvent(
  event: Event,
  project: ArtifactOwner,
  target: FixTarget,
  context: ResolveContext,
): Promise<EventDiagnosis> {
  const exceptions = event.exceptions.map(({ type, stacktrace, rawStacktrace }) => {
    return { type, frames: (rawStacktrace ?? stacktrace)?.frames ?? [] };
  });
  const states = new FrameStates(event);
  // The main exception comes first, in case there are too many files.
  const checked = exceptions.toReversed().flatMap(({ frames }) => frames.filter((frame) => states.of(frame) === null));
  const evidence = await collectEvidence(event, checked, project, context);
  const build: BuildScope = { project, release: event.release, dist: event.dist, platform: event.platform };
  const byFrame = new Map(evidence.map((one) => [one.frame, one]));
  const { byName, ...artifactFlags } = await context.read((stores) =>
    readArtifactFlags(stores, build, evidence, context),
  );
  const diagnoser = new FrameDiagnoser(event, target);
  const diagnoses: { type: string | null; frames: FrameDiagnosis[] }[] = [];
  let lastYield = performance.now();
  for (const { type, frames } of exceptions) {
    const diagnosed: FrameDiagnosis[] = [];
    for (const frame of frames) {
      const diagnosis = byFrame.get(frame);
      diagnosed.push(
        diagnosis === undefined
          ? { frame, state: states.of(frame) ?? 'not_checked', findings: [], evidence: null, byName: null }
          : { ...diagnoser.diagnose(diagnosis), byName: byName.get(diagnosis.lookup.file) ?? null },
      );
      if (performance.now() - lastYield < YIELD_MS) continue;
      await setImmediate();
      lastYield = performance.now();
    }
    diagnoses.push({ type, frames: diagnosed });
  }
  return { event, exceptions: diagnoses, ...artifactFlags };
}

/**
 * Diagnoses frames. Frames of a file without a map have the same findings: a similar name is searched once for all of
 * them.
 */
class FrameDiagnoser {
  private readonly findingsByFile = new Map<string, readonly SourceMapFinding[]>();
  private readonly numbers = new Map<MinifiedFile, number>();

  constructor(
    private readonly event: Event,
    private readonly target: FixTarget,
  ) {}

  diagnose(evidence: Evidence): Omit<FrameDiagnosis, 'byName'> {
    if (hasNothingToUpload(evidence, this.event))
      return { frame: evidence.frame, state: 'not_needed', findings: [], evidence };
    const findings = this.findingsOf(evidence);
    const isIncomplete = evidence.resolved !== null && findings.length > 0;
    const state = isIncomplete ? 'incomplete' : findings.length === 0 ? 'resolved' : 'unresolved';
    return { frame: evidence.frame, state, findings, evidence };
  }

  private findingsOf(evidence: Evidence): readonly SourceMapFinding[] {
    const { file, location } = evidence.lookup;
    const find = () => addFixes(diagnose(evidence).map(shortenNames), evidence, this.target);
    if (location !== null) return find();
    const number = this.numbers.get(file) ?? this.numbers.size;
    this.numbers.set(file, number);
    const key = `${number} ${evidence.frame.filename}`;
    const findings = this.findingsByFile.get(key) ?? find();
    this.findingsByFile.set(key, findings);
    return findings;
  }
}

function shortenNames<T extends { readonly data: Record<string, unknown> | null }>(problem: T): T {
  const names = problem.data?.['artifactNames'];
  if (!Array.isArray(names) || names.length <= MAX_LISTED_NAMES) return problem;
  const data = { artifactCount: names.length, ...problem.data, artifactNames: names.slice(0, MAX_LISTED_NAMES) };
  return { ...problem, data };
}

/** The states of frames that are known without a search. */
class FrameStates {
  private readonly files = new Set<string>();
  private readonly states = new Map<Frame, FrameState | null>();

  private readonly debugIds: DebugIds;

  constructor(private readonly event: Event) {
    this.debugIds = new DebugIds(event.debugImages);
  }

  /**
   * Returns the state of a frame; null if the frame has to be looked up. Frames of further files are not checked once
   * `MAX_FILES` files are looked up.
   */
  of(frame: Frame): FrameState | null {
    const cached = this.states.get(frame);
    if (cached !== undefined) return cached;
    const state = this.find(frame);
    this.states.set(frame, state);
    return state;
  }

  private find(frame: Frame): FrameState | null {
    const state = reasonWithoutMap(frame, this.event, this.debugIds.of(frame));
    if (state !== null) return state;
    // A whole event has many frames that are not of JavaScript or have no path: no finding helps with them.
    const isInFile = (frame.absPath ?? frame.filename) !== null;
    if (!isInFile || !isJavaScript(frame.platform ?? this.event.platform)) return 'not_needed';
    const key = keyOfFile(frame);
    if (!this.files.has(key) && this.files.size === MAX_FILES) return 'not_checked';
    this.files.add(key);
    return null;
  }
}

/**
 * Searches by name for the files that were found by debug id, and reads which artifacts the project and the release
 * have.
 */
async function readArtifactFlags(
  stores: Readers,
  build: BuildScope,
  evidence: readonly Evidence[],
  { mapCache }: ResolveContext,
) {
  const { project, release } = build;
  const files = [...new Set(evidence.map(({ lookup }) => lookup.file))];
  const names = files.map((file) => ({ ...file, debugId: null }));
  const lookups = await lookUpMaps(stores.artifacts, build, names, mapCache);
  const storedRelease =
    release === null ? undefined : await stores.releases.findByVersion(project.organizationId, release);
  const isReleaseKnown = storedRelease !== undefined;
  const artifacts = release === null ? [] : await stores.artifacts.listByRelease(project.id, release, 1);
  return {
    byName: new Map(lookups.flatMap((lookup, index) => (files[index] === undefined ? [] : [[files[index], lookup]]))),
    isReleaseKnown,
    hasReleaseArtifact: isReleaseKnown && artifacts.length > 0,
    ...(await stores.artifacts.findKinds(project.id)),
  };
}
