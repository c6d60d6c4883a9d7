import type { components } from '../../../generated/api';
import { decompressEventBody } from '../../compression/eventBody';
import type { Evidence } from '../../sourcemaps/diagnose/evidence';
import { type FrameRecord, presentSdkSupport, presentSourceMapFrame } from '../../presenters/eventSourceMapDebug';
import { diagnoseEvent, type FrameDiagnosis } from '../../sourcemaps/diagnose/diagnose';
import type { MapLookup } from '../../sourcemaps/resolve/mapLookup';
import { candidateNames } from '../../sourcemaps/resolve/urls';
import { diagnosisContextFor } from '../../sourcemaps/resolveContext';
import { operation } from '../operation';
import { findProject } from '../subjects';
import { requireEvent } from './eventDetail';

/**
 * Memory of the diagnosis of an event, in multiples of the length of its body, in addition to the memory of each frame.
 */
const BODY_FACTOR = 6;
const FRAME_BYTES = 8 * 1024;

/** Returns all frames of an event, whether each is mapped at present, and what each lacks. */
export const getEventSourceMapDebug = operation('getEventSourceMapDebug', {
  subject: findProject,

  async handle({ organization, project, params, holdReply, ...context }) {
    const row = await requireEvent(context.read, project, params.event_id);
    const { body: stored, size } = decompressEventBody(row.body);
    const { event } = stored;
    const frameCount = event.exceptions.reduce((sum, { stacktrace }) => sum + (stacktrace?.frames.length ?? 0), 0);
    holdReply(BODY_FACTOR * size + FRAME_BYTES * frameCount);
    const target = { organization: organization.slug, project: project.slug };
    const diagnosis = await diagnoseEvent(event, project, target, diagnosisContextFor(project, context));
    const { isReleaseKnown } = diagnosis;
    const frames = diagnosis.exceptions.flatMap((exception) => exception.frames);
    const body = {
      dist: event.dist,
      release: event.release,
      exceptions: diagnosis.exceptions.map((exception) => ({
        type: exception.type,
        frames: exception.frames.map((frame) => presentFrame(frame, isReleaseKnown)),
      })),
      has_debug_ids: event.debugImages.some(({ type }) => type === 'sourcemap'),
      ...presentSdkSupport(event.sdk),
      project_has_some_artifact_bundle: diagnosis.hasBundle,
      release_has_some_artifact: diagnosis.hasReleaseArtifact,
      has_uploaded_some_artifact_with_a_debug_id: diagnosis.hasDebugId,
      has_scraping_data: frames.some(({ evidence }) => evidence !== null && evidence.attempts.length > 0),
    };
    return { status: 200, body };
  },
});

function presentFrame(
  { frame, state, findings, evidence, byName }: FrameDiagnosis,
  isReleaseKnown: boolean,
): FrameRecord {
  return presentSourceMapFrame({
    frame,
    state,
    findings,
    map: evidence && presentMap(evidence),
    debug_id_process: {
      debug_id: evidence?.lookup.file.debugId ?? null,
      uploaded_source_file_with_correct_debug_id: hasKind(evidence, (kind) => kind !== 'source_map'),
      uploaded_source_map_with_correct_debug_id: hasKind(evidence, (kind) => kind === 'source_map'),
    },
    release_process: byName === null || !isReleaseKnown ? null : presentRelease(byName),
    url: evidence?.lookup.file.path ?? null,
    attempts: evidence?.attempts ?? [],
  });
}

function hasKind(evidence: Evidence | null, matches: (kind: string) => boolean): boolean {
  return evidence?.lookup.withDebugId.some(({ kind }) => matches(kind)) ?? false;
}

function presentMap({ lookup, isFetched }: Evidence): FrameRecord['map'] {
  const { location, withDebugId } = lookup;
  if (location === null) return null;
  const found_by = isFetched ? 'fetched' : withDebugId.length > 0 ? 'debug_id' : 'release';
  return { name: location.artifact.name, found_by, is_inline: location.isInline };
}

function presentRelease({ file, minified, fileCandidates, reference, mapUrl, mapCandidates, location }: MapLookup) {
  if (file.path === null) return null;
  const isInline = location?.isInline === true;
  const hasMap = location !== null;
  return {
    abs_path: file.path,
    matching_source_file_names: candidateNames(file.path),
    matching_source_map_name: isInline || mapUrl === null ? null : (candidateNames(mapUrl).at(-1) ?? null),
    source_map_reference: isInline ? 'Inline Sourcemap' : reference,
    source_file_lookup_result: lookupResult(minified !== null, fileCandidates.length > 0),
    source_map_lookup_result: lookupResult(hasMap, mapCandidates.length > 0),
  };
}

function lookupResult(isFound: boolean, hasOtherDist: boolean): components['schemas']['ArtifactLookupResult'] {
  return isFound ? 'found' : hasOtherDist ? 'wrong-dist' : 'unsuccessful';
}
