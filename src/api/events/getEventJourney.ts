import { decompressEventBody } from '../../compression/eventBody';
import { NotFound } from '../../domain/errors';
import { parseEventId } from '../../domain/event';
import { DROPPED_EVENT_DAYS, readOrigin } from '../../domain/outcome';
import { DAY_MS } from '../../domain/time';
import { presentDroppedJourney, presentStoredJourney } from '../../presenters/eventJourney';
import type { Readers } from '../../store/stores';
import { operation } from '../operation';
import { findProject } from '../subjects';

/** Memory of an event while its journey is presented, in multiples of the length of its body. */
const BODY_FACTOR = 6;

/** Returns what happened to an event that was sent, whether it is stored or not. */
export const getEventJourney = operation('getEventJourney', {
  subject: findProject,

  async handle({ project, params, now, caller, read, holdReply }) {
    const eventId = parseEventId(params.event_id);
    if (eventId === null) throw new NotFound('Event not found');
    const { row, dropped } = await read(async ({ events, droppedEvents }) => ({
      row: await events.find(project.id, eventId),
      dropped: await droppedEvents.find(project.id, eventId, now - DROPPED_EVENT_DAYS * DAY_MS),
    }));
    if (row === undefined) {
      if (dropped === undefined) throw new NotFound('Event not found');
      const key = await read((stores) => findKey(stores, project.id, dropped.keyStart));
      return { status: 200, body: presentDroppedJourney(dropped, key) };
    }
    const { body, size } = decompressEventBody(row.body);
    holdReply(BODY_FACTOR * size);
    const facts = await read(async (stores) => {
      const { issues, mergedIssues, alerts } = stores;
      const issue = await issues.find(project.id, row.issueId);
      if (issue === undefined) throw new NotFound('Event not found');
      const { deliveries: all, pending } = await alerts.findOfEvent(project, eventId);
      // Callers without these scopes see addresses of recipients in no other operation either.
      const showsRecipients = caller.scopes.some((scope) => scope === 'alerts:read' || scope === 'alerts:write');
      const deliveries = showsRecipients ? all : all.map((delivery) => ({ ...delivery, email: null }));
      const key = await findKey(stores, project.id, readOrigin(body.via).keyStart);
      const formerIds = await mergedIssues.listFormerIds(issue);
      return { key, issue, mergedIssues: formerIds.length, deliveries, pendingAlerts: pending };
    });
    return { status: 200, body: presentStoredJourney(body, { ...facts, project, dropped }) };
  },
});

async function findKey({ projectKeys }: Pick<Readers, 'projectKeys'>, projectId: string, start: string | null) {
  return start === null ? undefined : projectKeys.findByStart(projectId, start);
}
