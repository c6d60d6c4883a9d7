import { NotFound } from '../../domain/errors';
import { readEventId } from '../../domain/eventId';
import { unpackBody } from '../../domain/eventBody';
import type { Event } from '../../domain/event';
import type { Project } from '../../domain/project';
import { diagnose, needsNoMap } from '../../sourcemaps/diagnose';
import { collectEvidence } from '../../sourcemaps/evidence';
import { chooseFrame } from '../../sourcemaps/frame';
import type { Read } from '../../store/stores';
import { presentFinding } from '../../views/sourceMapError';
import { findProject } from '../find';
import type { Query } from '../operation';
import { diagnosedSourcesOf } from '../sources';

async function findEvent(read: Read, project: Project, text: string): Promise<Event> {
  const eventId = readEventId(text);
  const row = eventId === null ? undefined : await read(({ events }) => events.find(project.id, eventId));
  if (row === undefined) throw new NotFound('Event not found');
  return unpackBody(row.body).body.event;
}

/** Tells why a frame is not mapped to its original source, from the artifacts, and from what was fetched, as they are now. */
export const getSourceMapDebug: Query<'getSourceMapDebug'> = async (ask) => {
  const { read, params } = ask;
  const { project } = await findProject(ask);
  return {
    async handle({ query }) {
      const event = await findEvent(read, project, params.event_id);
      const frame = chooseFrame(event, query.exception_idx, query.frame_idx);
      const findings = needsNoMap(frame, event)
        ? []
        : diagnose(await collectEvidence(event, frame, project, diagnosedSourcesOf(project, ask)));
      return { status: 200, body: findings.map(presentFinding) };
    },
  };
};
