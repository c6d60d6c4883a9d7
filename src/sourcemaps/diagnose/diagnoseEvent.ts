import { setImmediate } from 'node:timers/promises';
import type { SourceMapFinding } from '../../domain/artifact';
import type { Event, Frame } from '../../domain/event';
import type { Readers } from '../../store/stores';
import {
  type ArtifactOwner,
  type BuildScope,
  DebugIds,
  keyOfFile,
  lookUpMaps,
  type MapLookup,
  type MinifiedFile,
} from '../resolve/mapLookup';
import type { ResolveContext } from '../resolve/resolveEvent';
import { diagnose, hasNothingToUpload, withoutMap } from './diagnose';
import { collectEvidence, type Evidence } from './evidence';
import { addFixes, type FixTarget } from './fix';

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
  /** The search by release and name, also if the map was found by debug id. Null as above. */
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
  const { byName, ...standing } = await context.read((stores) => readStanding(stores, build, evidence, context));
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
  return { event, exceptions: diagnoses, ...standing };
}

/**
 * Diagnoses frames. Frames of a file without a map have the same findings: a similar name is searched once for all of
 * them.
 */
class FrameDiagnoser {
  private readonly ofFiles = new Map<string, readonly SourceMapFinding[]>();
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
    const findings = this.ofFiles.get(key) ?? find();
    this.ofFiles.set(key, findings);
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
    const state = withoutMap(frame, this.event, this.debugIds.of(frame));
    if (state !== null) return state;
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
async function readStanding(
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
