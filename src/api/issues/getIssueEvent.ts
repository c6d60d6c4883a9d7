import { NotFound } from '../../domain/errors';
import { parseEventId } from '../../domain/event';
import type { Issue } from '../../domain/issue';
import type { FullEventRow } from '../../store/events';
import type { Readers } from '../../store/stores';
import type { QueryOf } from '../contractTypes';
import { type DetailServices, findRecommended, readNavigated } from '../events/eventDetail';
import { operation } from '../operation';
import { findIssue } from '../subjects';
import type { IssueSubject } from './getIssue';

/** Returns an event of an issue with its whole body: the newest, the oldest, the recommended one, or one by its id. */
export const getIssueEvent = operation('getIssueEvent', { subject: findIssue, handle: readIssueEvent });

/** Replies with an event of an issue. */
export async function readIssueEvent({
  issue,
  project,
  params,
  query,
  ...context
}: DetailServices &
  Omit<IssueSubject, 'organization'> & {
    readonly params: { readonly event_id: string };
    readonly query: QueryOf<'getIssueEvent'>;
  }) {
  const position = params.event_id;
  const row =
    position === 'recommended'
      ? await findRecommended(issue, context)
      : await context.read((stores) => findEvent(stores, issue, position));
  if (row === undefined) throw new NotFound('Event not found');
  return { status: 200 as const, body: await readNavigated(row, project, context, query.collapse) };
}

/** Finds an event of an issue: the newest, the oldest, or the one of an id. */
export async function findEvent(
  { events }: Readers,
  issue: Issue,
  position: string,
): Promise<FullEventRow | undefined> {
  const id = await findId({ events }, issue, position);
  const row = id && (await events.find(issue.projectId, id));
  return row && row.issueId === issue.id ? row : undefined;
}

async function findId(
  { events }: Pick<Readers, 'events'>,
  issue: Issue,
  position: string,
): Promise<string | undefined> {
  if (position === 'oldest') return (await events.findOldest(issue))?.eventId;
  if (position !== 'latest') return parseEventId(position) ?? undefined;
  return (await events.listByIssue(issue, { cursor: null, size: 1 })).rows[0]?.eventId;
}
