import { decompressEventBody } from '../../compression/eventBody';
import { NotFound } from '../../domain/errors';
import { parseEventId } from '../../domain/event';
import type { Project } from '../../domain/project';
import { presentSourceMapError } from '../../presenters/eventSourceMapDebug';
import { diagnose, hasNothingToUpload, withoutMap } from '../../sourcemaps/diagnose/diagnose';
import { collectEvidence, debugIdOf, selectFrame } from '../../sourcemaps/diagnose/evidence';
import { addFixes } from '../../sourcemaps/diagnose/fix';
import { diagnosisContextFor } from '../../sourcemaps/resolveContext';
import type { Read } from '../../store/stores';
import { operation } from '../operation';
import { findProject } from '../subjects';

/**
 * Returns the reason why a frame is not mapped to its original source, judged by the present artifacts and fetched
 * files.
 */
export const getSourceMapDebug = operation('getSourceMapDebug', {
  subject: findProject,

  async handle({ organization, project, params, query, ...context }) {
    const { event } = await readEventBody(context.read, project, params.event_id);
    const frame = selectFrame(event, query.exception_idx, query.frame_idx);
    if (withoutMap(frame, event, debugIdOf(event, frame)) !== null) return { status: 200, body: [] };
    const [evidence] = await collectEvidence(event, [frame], project, diagnosisContextFor(project, context));
    if (evidence === undefined) throw new Error('collectEvidence returns the evidence of each frame.');
    if (hasNothingToUpload(evidence, event)) return { status: 200, body: [] };
    const target = { organization: organization.slug, project: project.slug };
    return { status: 200, body: addFixes(diagnose(evidence), evidence, target).map(presentSourceMapError) };
  },
});

/** Reads the body of the event of a path. @throws NotFound */
export async function readEventBody(read: Read, project: Project, text: string) {
  const eventId = parseEventId(text);
  const row = eventId === null ? undefined : await read(({ events }) => events.find(project.id, eventId));
  if (row === undefined) throw new NotFound('Event not found');
  const { body, size } = decompressEventBody(row.body);
  return { event: body.event, size };
}
