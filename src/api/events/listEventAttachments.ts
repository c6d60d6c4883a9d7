import { type Attachment, matchesAttachmentQuery } from '../../domain/attachment';
import { type Cursor, readPage } from '../../domain/page';
import { compareBytes } from '../../domain/text';
import { presentAttachment } from '../../presenters/event';
import { operation } from '../operation';
import { findProject } from '../subjects';
import { requireEvent } from './eventDetail';

/** Lists the attachments of an event by name. They are few: pages are cut from all of them. */
export const listEventAttachments = operation('listEventAttachments', {
  subject: findProject,

  async handle({ project, params, query, page, read }) {
    const { eventId } = await requireEvent(read, project, params.event_id);
    const all = await read(({ attachments }) => attachments.listByEvent(project.id, eventId));
    const found = all.filter((attachment) => matchesAttachmentQuery(attachment, query.query ?? ''));
    const attachments = await readPage(
      page,
      (cursor, limit) => Promise.resolve(sliceFrom(found, cursor, limit)),
      ({ name, id }) => [`.${Buffer.from(name).toString('base64url')}`, id],
    );
    return { status: 200, body: attachments.rows.map(presentAttachment), links: attachments };
  },
});

/** Returns at most `limit` rows from the cursor on, nearest first. */
function sliceFrom(rows: readonly Attachment[], cursor: Cursor | null, limit: number): Attachment[] {
  if (cursor === null) return rows.slice(0, limit);
  const [mark = '', last = ''] = cursor.key;
  const name = Buffer.from(mark.slice(1), 'base64url').toString();
  const sign = cursor.backwards ? -1 : 1;
  const ordered = cursor.backwards ? [...rows].reverse() : rows;
  const after = ordered.filter((row) => {
    const order = sign * (compareBytes(row.name, name) || Number(row.id) - Number(last));
    return order > 0 || (cursor.inclusive && order === 0);
  });
  return after.slice(0, limit);
}
