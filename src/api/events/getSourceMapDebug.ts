import { decompressEventBody } from '../../compression/eventBody';
import { NotFound } from '../../domain/errors';
import { type Event, parseEventId } from '../../domain/event';
import type { Project } from '../../domain/project';
import { presentFinding } from '../../presenters/sourceMapError';
import { diagnose, needsNoMap } from '../../sourcemaps/diagnose/diagnose';
import { collectEvidence, selectFrame } from '../../sourcemaps/diagnose/evidence';
import { diagnosisSourcesOf } from '../../sourcemaps/mapSources';
import type { Read } from '../../store/stores';
import type { Query } from '../operation';
import { findProject } from '../subjects';

async function findEvent(read: Read, project: Project, text: string): Promise<Event> {
  const eventId = parseEventId(text);
  const row = eventId === null ? undefined : await read(({ events }) => events.find(project.id, eventId));
  if (row === undefined) throw new NotFound('Event not found');
  return decompressEventBody(row.body).body.event;
}

/** Tells why a frame is not mapped to its original source, from the artifacts, and from what was fetched, as they are now. */
export const getSourceMapDebug: Query<'getSourceMapDebug'> = async (ask) => {
  const { read, params } = ask;
  const { project } = await findProject(ask);
  return {
    async handle({ query }) {
      const event = await findEvent(read, project, params.event_id);
      const frame = selectFrame(event, query.exception_idx, query.frame_idx);
      const findings = needsNoMap(frame, event)
        ? []
        : diagnose(await collectEvidence(event, frame, project, diagnosisSourcesOf(project, ask)));
      return { status: 200, body: findings.map(presentFinding) };
    },
  };
};
