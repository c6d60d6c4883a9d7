import type { components } from '../../../generated/api';
import type { JsonObject } from '../../domain/event';
import { normalizeEvent } from '../../ingest/normalize/normalizeEvent';
import { newEventId } from '../../ingest/processEvent';
import { presentSourceMapError } from '../../presenters/eventSourceMapDebug';
import { diagnoseEvent, type FrameDiagnosis } from '../../sourcemaps/diagnose/diagnose';
import { resolveContextFor } from '../../sourcemaps/resolveContext';
import type { BodyOf } from '../contractTypes';
import { operation } from '../operation';
import { findProject } from '../subjects';

/** Memory of the diagnosis of a position. */
const POSITION_BYTES = 8 * 1024;

/** Resolves positions of a served script by the uploaded files, as the frames of an event would be resolved. */
export const previewSourceMaps = operation('previewSourceMaps', {
  subject: findProject,

  async handle({ organization, project, body, now, holdReply, ...context }) {
    holdReply(POSITION_BYTES * body.positions.length);
    const event = normalizeEvent(payloadOf(body), { eventId: newEventId(), received: now, ipAddress: null });
    const target = { organization: organization.slug, project: project.slug };
    // Only uploaded files are used: which fetched file applies depends on the time of an event.
    const uploads = resolveContextFor(project, { ...context, fetchesJavaScript: false });
    const { exceptions } = await diagnoseEvent(event, project, target, uploads);
    const frames = exceptions.flatMap((exception) => exception.frames);
    return { status: 200, body: { map: presentMap(frames[0]), positions: frames.map(presentPosition) } };
  },
});

/** Returns the payload of an event with a frame at each position. */
function payloadOf({ url, debugId, release, dist, positions }: BodyOf<'previewSourceMaps'>): JsonObject {
  const frames = positions.map(({ line, column, code }) => ({
    abs_path: url,
    filename: url,
    lineno: line,
    colno: column,
    context_line: code,
  }));
  const images = debugId === undefined ? [] : [{ type: 'sourcemap', code_file: url, debug_id: debugId }];
  return {
    platform: 'javascript',
    release,
    dist,
    exception: { values: [{ type: 'Error', value: '', stacktrace: { frames } }] },
    debug_meta: { images },
  };
}

function presentMap(diagnosis: FrameDiagnosis | undefined): components['schemas']['SourceMapPreview']['map'] {
  const { location = null, withDebugId = [] } = diagnosis?.evidence?.lookup ?? {};
  if (location === null) return null;
  return { name: location.artifact.name, foundBy: withDebugId.length > 0 ? 'debug_id' : 'release' };
}

type PreviewedPosition = components['schemas']['SourceMapPreview']['positions'][number];

function presentPosition({ state, evidence, findings }: FrameDiagnosis): PreviewedPosition {
  const resolved = evidence?.resolved ?? null;
  return {
    // The excluded states do not occur: no client has mapped these frames, and they have one script.
    state: state === 'mapped_by_client' || state === 'not_checked' ? 'not_needed' : state,
    source: resolved?.absPath ?? null,
    line: resolved?.lineno ?? null,
    column: resolved?.colno ?? null,
    function: resolved?.function ?? null,
    contextLine: resolved?.contextLine ?? null,
    findings: findings.map(presentSourceMapError),
  };
}
