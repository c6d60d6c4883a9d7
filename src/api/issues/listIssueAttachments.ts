import { type Attachment, matchesAttachmentQuery } from '../../domain/attachment';
import { parseEventId } from '../../domain/event';
import { presentAttachment } from '../../presenters/event';
import { RecordReader } from '../../presenters/eventRecord';
import { operation } from '../operation';
import { readRange } from '../periods';
import { findIssue } from '../subjects';

/** Lists the attachments of an issue's events, the last to arrive first. */
export const listIssueAttachments = operation('listIssueAttachments', {
  subject: findIssue,

  async handle({ issue, query, page, read, now }) {
    const { types, event_id: eventIds, screenshot, query: text = '', environment } = query;
    const isSearch = text.trim() !== '' || environment !== undefined;
    const filter = {
      ...readRange(query, now),
      types,
      // No event has an id that is none.
      eventIds: eventIds?.map((id) => parseEventId(id) ?? ''),
      isScreenshot: screenshot !== undefined,
      matches: isSearch
        ? (attachment: Attachment, record: string) =>
            matchesAttachmentQuery(attachment, text) && isOf(record, environment)
        : undefined,
    };
    const attachments = await read((stores) => stores.attachments.listByIssue(issue, filter, page));
    return { status: 200, body: attachments.rows.map(presentAttachment), links: attachments };
  },
});

/** True if an event is of one of the environments, or all are wanted. */
function isOf(record: string, environments: readonly string[] | undefined): boolean {
  if (environments === undefined) return true;
  return new RecordReader(record).tagValues('environment').some((name) => environments.includes(name));
}
