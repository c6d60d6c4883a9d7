import { parseEventId } from '../../domain/event';
import { presentAttachment } from '../../presenters/attachment';
import { operation } from '../operation';
import { readRange } from '../periods';
import { findIssue } from '../subjects';

/** Lists the attachments of an issue's events, the last to arrive first. */
export const listIssueAttachments = operation('listIssueAttachments', {
  subject: findIssue,

  async handle({ issue, query, page, read, now }) {
    const { types, event_id: eventIds, screenshot } = query;
    const filter = {
      ...readRange(query, now),
      types,
      // No event has an id that is none.
      eventIds: eventIds?.map((id) => parseEventId(id) ?? ''),
      isScreenshot: screenshot !== undefined,
    };
    const attachments = await read((stores) => stores.attachments.listByIssue(issue, filter, page));
    return { status: 200, body: attachments.rows.map(presentAttachment), links: attachments };
  },
});
