import { NotFound } from '../../domain/errors';
import { compareGroupings } from '../../ingest/grouping/explainGrouping';
import { requireEvent } from '../events/eventDetail';
import { explainStored } from '../events/getEventGroupingInfo';
import { operation } from '../operation';
import { findIssue } from '../subjects';
import { findEvent } from './getIssueEvent';

/** Says by which values an event of an issue and another event of the project agree or differ. */
export const getIssueGroupingDifference = operation('getIssueGroupingDifference', {
  subject: findIssue,

  async handle({ issue, project, query, read, holdReply }) {
    const { event: position = 'latest', other: otherPosition = 'oldest' } = query;
    const isOfIssue = otherPosition === 'latest' || otherPosition === 'oldest';
    const row = await read((stores) => findEvent(stores, issue, position));
    const otherRow = isOfIssue
      ? await read((stores) => findEvent(stores, issue, otherPosition))
      : await requireEvent(read, project, otherPosition);
    if (row === undefined || otherRow === undefined) throw new NotFound('Event not found');
    const event = explainStored(row, project, holdReply);
    const other = explainStored(otherRow, project, holdReply);
    const present = ({ hash, currentHash, issueId }: typeof event, eventID: string) => ({
      ...{ eventID, groupID: issueId, hash, currentHash },
    });
    return {
      status: 200,
      body: {
        event: present(event, row.eventId),
        other: present(other, otherRow.eventId),
        ...compareGroupings(event, other),
      },
    };
  },
});
