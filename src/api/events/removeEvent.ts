import { aboutProject } from '../../domain/audit';
import { NotFound } from '../../domain/errors';
import type { Issue } from '../../domain/issue';
import type { Read, Writers } from '../../store/stores';
import { removeFromIssue } from '../issues/mergeIssues';
import { HashedEvents } from '../issues/storedEvents';
import { operation } from '../operation';
import { findProject } from '../subjects';
import { requireEvent } from './eventDetail';

/** Deletes an event with its attachments. Its issue is removed if it has no other stored event. */
export const removeEvent = operation('removeEvent', {
  subject: findProject,

  async handle({ organization, project, params, read, write, audit, now }) {
    const { eventId, issueId } = await requireEvent(read, project, params.event_id);
    const issue = { id: issueId, projectId: project.id };
    const remove = await prepareEventRemoval(read, issue, [eventId]);
    await write(async (stores) => {
      const removed = await remove(stores, organization.id, now);
      if (removed.events === 0) throw new NotFound('Event not found');
      const details = { issue: issueId, attachments: removed.attachments };
      const target = { id: eventId, name: eventId };
      await stores.auditLog.insert(audit({ event: 'event.remove', ...aboutProject(project), target, details }));
    });
    return { status: 204 };
  },
});

/** Numbers of removed objects. */
interface RemovedEvents {
  readonly events: number;
  readonly attachments: number;
  /** 1 if the issue was removed, because it had no other stored event. */
  readonly issues: number;
}

/**
 * Prepares the removal of events from an issue: reads all its events, because the tags and the description of the issue
 * are computed again from the remaining ones.
 * @param eventIds ids of stored events of the issue, newest first
 * @returns a function that deletes the events that are still stored, and their attachments, in a transaction without a
 * scope
 */
export async function prepareEventRemoval(
  read: Read,
  { id, projectId }: Pick<Issue, 'id' | 'projectId'>,
  eventIds: readonly string[],
): Promise<(stores: Writers, organizationId: string, now: number) => Promise<RemovedEvents>> {
  const events = new HashedEvents({ id, projectId });
  await events.read(read, eventIds);
  const removedIds = new Set(eventIds);
  return async (stores, organizationId, now) => {
    const [issue] = await stores.issueStates.lock(projectId, [Number(id)]);
    const stored = issue === undefined ? [] : await events.read((work) => work(stores), eventIds);
    const removed = stored.filter(({ eventId }) => removedIds.has(eventId));
    if (issue === undefined || removed.length === 0) return { events: 0, attachments: 0, issues: 0 };
    const attachments = await stores.attachments.deleteOfEvents({ projectId, organizationId }, [...removedIds], now);
    const kept = stored.filter(({ eventId }) => !removedIds.has(eventId));
    if (kept.length === 0) await stores.issues.remove(projectId, [Number(id)], now);
    else {
      const isFirst = removed.some(({ timestamp }) => timestamp <= issue.firstSeen);
      await removeFromIssue(stores, issue, removed, kept, isFirst ? Infinity : issue.firstSeen);
    }
    return { events: removed.length, attachments, issues: kept.length === 0 ? 1 : 0 };
  };
}
