import { decompressEventBody } from '../../compression/eventBody';
import { NotFound } from '../../domain/errors';
import { type Event, parseEventId } from '../../domain/event';
import type { Project } from '../../domain/project';
import { presentSourceMapError } from '../../presenters/sourceMapError';
import { diagnose, needsNoMap } from '../../sourcemaps/diagnose/diagnose';
import { collectEvidence, selectFrame } from '../../sourcemaps/diagnose/evidence';
import { diagnosisContextFor } from '../../sourcemaps/resolveContext';
import type { Read } from '../../store/stores';
import { operation } from '../operation';
import { findProject } from '../subjects';

/** Returns why a frame is not mapped to its original source, judged by the artifacts and fetched files as they are now. */
export const getSourceMapDebug = operation('getSourceMapDebug', {
  subject: findProject,

  async handle({ project, params, query, ...context }) {
    const event = await findEvent(context.read, project, params.event_id);
    const frame = selectFrame(event, query.exception_idx, query.frame_idx);
    if (needsNoMap(frame, event)) return { status: 200, body: [] };
    const evidence = await collectEvidence(event, frame, project, diagnosisContextFor(project, context));
    return { status: 200, body: diagnose(evidence).map(presentSourceMapError) };
  },
});

async function findEvent(read: Read, project: Project, text: string): Promise<Event> {
  const eventId = parseEventId(text);
  const row = eventId === null ? undefined : await read(({ events }) => events.find(project.id, eventId));
  if (row === undefined) throw new NotFound('Event not found');
  return decompressEventBody(row.body).body.event;
}
