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
      // An invalid id matches no event.
      eventIds: eventIds?.map((id) => parseEventId(id) ?? ''),
      isScreenshot: screenshot !== undefined,
      matches: isSearch
        ? (attachment: Attachment, record: string) =>
            matchesAttachmentQuery(attachment, text) && hasEnvironment(record, environment)
        : undefined,
    };
    const attachments = await read((stores) => stores.attachments.listByIssue(issue, filter, page));
    return { status: 200, body: attachments.rows.map(presentAttachment), links: attachments };
  },
});

/** Returns true if an event has one of the environments. @param environments undefined for all */
function hasEnvironment(record: string, environments: readonly string[] | undefined): boolean {
  if (environments === undefined) return true;
  return new RecordReader(record).tagValues('environment').some((name) => environments.includes(name));
}
