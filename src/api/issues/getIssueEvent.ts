import { NotFound } from '../../domain/errors';
import { parseEventId } from '../../domain/event';
import type { Issue } from '../../domain/issue';
import type { FullEventRow } from '../../store/events';
import type { Readers } from '../../store/stores';
import { findRecommended, readNavigated } from '../events/eventDetail';
import { operation } from '../operation';
import { findIssue } from '../subjects';

/** Returns an event of an issue with its whole body: the newest, the oldest, the recommended one, or one by its id. */
export const getIssueEvent = operation('getIssueEvent', {
  subject: findIssue,

  async handle({ issue, project, params, query, ...context }) {
    const wanted = params.event_id;
    const row =
      wanted === 'recommended'
        ? await findRecommended(issue, context)
        : await context.read((stores) => findEvent(stores, issue, wanted));
    if (row === undefined) throw new NotFound('Event not found');
    return { status: 200, body: await readNavigated(row, project, context, query.collapse) };
  },
});

async function findEvent({ events }: Readers, issue: Issue, wanted: string): Promise<FullEventRow | undefined> {
  const id = await findId({ events }, issue, wanted);
  const row = id && (await events.find(issue.projectId, id));
  return row && row.issueId === issue.id ? row : undefined;
}

async function findId({ events }: Pick<Readers, 'events'>, issue: Issue, wanted: string): Promise<string | undefined> {
  if (wanted === 'oldest') return (await events.findOldest(issue))?.eventId;
  if (wanted !== 'latest') return parseEventId(wanted) ?? undefined;
  return (await events.listByIssue(issue, { cursor: null, size: 1 })).rows[0]?.eventId;
}
