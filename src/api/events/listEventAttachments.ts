import { type Attachment, matchesAttachmentQuery } from '../../domain/attachment';
import { readPage, rowsFrom } from '../../domain/page';
import { compareBytes } from '../../domain/text';
import { presentAttachment } from '../../presenters/event';
import { operation } from '../operation';
import { findProject } from '../subjects';
import { requireEvent } from './eventDetail';

/** Lists the attachments of an event by name. They are few, so all are read, and the page is cut from them. */
export const listEventAttachments = operation('listEventAttachments', {
  subject: findProject,

  async handle({ project, params, query, page, read }) {
    const { eventId } = await requireEvent(read, project, params.event_id);
    const all = await read(({ attachments }) => attachments.listByEvent(project.id, eventId));
    const matching = all.filter((attachment) => matchesAttachmentQuery(attachment, query.query ?? ''));
    const attachments = await readPage(
      page,
      (cursor) => Promise.resolve(rowsFrom(matching, cursor, compareToKey)),
      ({ name, id }) => [`.${Buffer.from(name).toString('base64url')}`, id],
    );
    return { status: 200, body: attachments.rows.map(presentAttachment), links: attachments };
  },
});

/** Compares an attachment with the key of a cursor: a dot with the name in Base64URL, and the id. */
function compareToKey({ name, id }: Attachment, [markedName = '', keyId = '']: readonly string[]): number {
  return compareBytes(name, Buffer.from(markedName.slice(1), 'base64url').toString()) || Number(id) - Number(keyId);
}
