import { type Attachment, countedBytes, MAX_ATTACHMENTS } from '../domain/attachment';
import { groupBy } from '../domain/groups';
import type { Issue } from '../domain/issue';
import { type Cursor, type Page, type PageRequest, type PartialRows, readPage } from '../domain/page';
import { compareBytes } from '../domain/text';
import { markContentsIdle, readContentSlice } from './contents';
import { type Dialect, hexText, isAmongBytes, isAmongTexts } from './engine/dialect';
import {
  allocateIds,
  EntityStore,
  eventIdValue,
  idValue,
  insertReturning,
  listValue,
  type ReadSession,
  type Session,
} from './engine/sql';
import { sliceStatements } from './keyset';
import { NOT_REMOVED } from './visibleEvents';

/** The project that attachments belong to. */
export interface AttachmentOwner {
  readonly projectId: string;
  readonly organizationId: string;
}

/** An attachment before it has an id. */
export type NewAttachment = Omit<Attachment, 'id' | 'projectId' | 'eventId'>;

/** Filter of the attachments of an issue; an absent member admits all. */
export interface AttachmentFilter {
  readonly types?: readonly string[] | undefined;
  readonly eventIds?: readonly string[] | undefined;
  readonly isScreenshot?: boolean | undefined;
  /** A condition on an attachment and the stored record of its event that is not part of the statement. */
  readonly matches?: ((attachment: Attachment, record: string) => boolean) | undefined;
  /** Times at which files arrived, in milliseconds since 1970, UTC; the end is excluded. */
  readonly start: number | null;
  readonly end: number | null;
}

/** An event in the list of all attachments, in the order of their keys. */
export interface AttachmentPosition {
  readonly projectId: string;
  readonly eventId: string;
}

/** An attachment and the organization that its bytes are stored for. */
export type OwnedAttachment = Attachment & { readonly organization: number };

/** Maximum number of events of an issue whose attachments are looked up for each event. */
const MAX_LOOKED_UP = 10_000;
/** Number of attachments that are read by one statement to compare them with a condition. */
const COMPARED_AT_ONCE = 500;
/** Maximum number of attachments that one request compares with a condition. */
const MAX_COMPARED = 5_000;

/** Marks the cursors of an issue's attachments, to distinguish them from cursors of other lists. */
const CURSOR_MARK = 'at';

/** A row of `COLUMNS`. */
type AttachmentRow = Omit<Attachment, 'isScreenshot' | 'isScrubbed'> & { isScreenshot: number; isScrubbed: number };
type ListedAttachmentRow = AttachmentRow & { record: string };
type OwnedRow = AttachmentRow & { organization: number };

const COLUMNS = (dialect: Dialect) =>
  `CAST(a.id AS TEXT) AS "id", CAST(a.project_id AS TEXT) AS "projectId", ${hexText(dialect, 'a.event_id')} AS "eventId",
  a.name AS "name", a.type AS "type", a.content_type AS "contentType", a.size AS "size", a.sha1 AS "sha1",
  a.is_screenshot AS "isScreenshot", a.is_scrubbed AS "isScrubbed", a.date_created AS "dateCreated"`;
const OWNED_COLUMNS = (dialect: Dialect) => `${COLUMNS(dialect)}, a.organization_id AS "organization"`;

const LIST_BY_EVENT = (dialect: Dialect) =>
  `SELECT ${COLUMNS(dialect)} FROM event_attachment a WHERE a.project_id = ? AND a.event_id = ?`;
const LIST_BY_EVENT_IDS = (dialect: Dialect) => `SELECT ${COLUMNS(dialect)} FROM event_attachment a
  WHERE ${isAmongBytes(dialect, 'a.event_id')} AND a.project_id = ?`;
const FIND = (dialect: Dialect) =>
  `SELECT ${OWNED_COLUMNS(dialect)} FROM event_attachment a WHERE a.project_id = ? AND a.event_id = ? AND a.id = ?`;
/** The order of an issue's attachments. */
const NEWEST = { columns: ['a.date_created', 'a.id'], descending: true };
/** The parameters are the times of start and end, 1 for screenshots alone, and for the lists their length and JSON. */
const FILTERS = (dialect: Dialect) => `a.date_created >= ? AND a.date_created < ?
    AND (? = 0 OR a.is_screenshot = 1)
    AND (? = 0 OR ${isAmongTexts(dialect, 'a.type')})
    AND (? = 0 OR ${isAmongBytes(dialect, 'a.event_id')})`;
/** Looks up the event of each attachment of the project. */
const LIST_BY_ISSUE = sliceStatements(
  (dialect) => `SELECT ${COLUMNS(dialect)}, e.record AS "record" FROM event_attachment a
    JOIN event e ON e.project_id = a.project_id AND e.event_id = a.event_id
  WHERE a.project_id = ? AND e.issue_id = ? AND ${NOT_REMOVED} AND ${FILTERS(dialect)}`,
  NEWEST,
);
/**
 * Looks up the attachments of each event of the issue; neither database may join in the other direction. The first
 * parameters are the project, the issue and the project.
 */
const LIST_BY_EVENTS = sliceStatements((dialect) => {
  const ofIssue = `e.project_id = ? AND e.issue_id = ? AND ${NOT_REMOVED}`;
  const ofEvent = 'a.project_id = ? AND a.event_id = e.event_id';
  return dialect === 'sqlite'
    ? `SELECT ${COLUMNS(dialect)}, e.record AS "record" FROM event e CROSS JOIN event_attachment a
      WHERE ${ofIssue} AND ${ofEvent} AND ${FILTERS(dialect)}`
    : `SELECT ${COLUMNS(dialect)}, e.record AS "record"
      FROM (SELECT e.event_id, e.record FROM event e WHERE ${ofIssue} OFFSET 0) e
      CROSS JOIN LATERAL (SELECT a.* FROM event_attachment a WHERE ${ofEvent} OFFSET 0) a WHERE ${FILTERS(dialect)}`;
}, NEWEST);
const LIST_NEXT = (dialect: Dialect) => `SELECT ${OWNED_COLUMNS(dialect)} FROM event_attachment a
  WHERE (a.project_id, a.event_id) > (?, ?) ORDER BY a.project_id, a.event_id LIMIT ?`;
const COUNT_OF_EVENT = `SELECT CAST(COUNT(*) AS INTEGER) AS "count" FROM event_attachment
  WHERE project_id = ? AND event_id = ?`;
const INSERT = `INSERT INTO event_attachment (project_id, event_id, name, type, sha1, id, organization_id, content_type, size,
    is_screenshot, is_scrubbed, date_created)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (project_id, event_id, name, type, sha1) DO NOTHING`;
const DELETE = 'DELETE FROM event_attachment WHERE project_id = ? AND event_id = ? AND id = ?';
const ADD_USAGE = `INSERT INTO attachment_usage (project_id, organization_id, bytes) VALUES (?, ?, ?)
  ON CONFLICT (project_id) DO UPDATE SET bytes = attachment_usage.bytes + excluded.bytes`;
const SUM_USAGE =
  'SELECT CAST(COALESCE(SUM(bytes), 0) AS BIGINT) AS "bytes" FROM attachment_usage WHERE organization_id = ?';

/** The rows of `event_attachment`. Lists show only those whose event is stored; others wait for it, and expire. */
export class AttachmentReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /** Returns the bytes of all attachments of an organization in its quota; a file counts with each of its events. */
  async sumBytes(organizationId: string): Promise<number> {
    return (await this.session.one<{ bytes: number }>(SUM_USAGE, [idValue(organizationId)]))?.bytes ?? 0;
  }

  /** Returns the attachments of an event by name, then in the order of their arrival. */
  async listByEvent(projectId: string, eventId: string): Promise<Attachment[]> {
    const rows = await this.session.all<AttachmentRow>(LIST_BY_EVENT, [idValue(projectId), eventIdValue(eventId)]);
    return rows.map(readAttachment).sort((a, b) => compareBytes(a.name, b.name) || Number(a.id) - Number(b.id));
  }

  async find(projectId: string, eventId: string, id: string): Promise<OwnedAttachment | undefined> {
    const values = [idValue(projectId), eventIdValue(eventId), idValue(id)];
    const row = await this.session.one<OwnedRow>(FIND, values);
    return row && { ...readAttachment(row), organization: row.organization };
  }

  /** Returns the attachments of an issue's events, the last to arrive first. */
  listByIssue(
    { id, projectId, timesSeen }: Pick<Issue, 'id' | 'projectId' | 'timesSeen'>,
    { types = [], eventIds = [], isScreenshot = false, matches, start, end }: AttachmentFilter,
    page: PageRequest,
  ): Promise<Page<Attachment>> {
    const range = [start ?? 0, end ?? Number.MAX_SAFE_INTEGER];
    const lists = [types.length, listValue(types), eventIds.length, listValue(eventIds)];
    const filter = [...range, isScreenshot ? 1 : 0, ...lists];
    const [project, issue] = [idValue(projectId), idValue(id)];
    const [statements, owner] =
      timesSeen <= MAX_LOOKED_UP ? [LIST_BY_EVENTS, [project, issue, project]] : [LIST_BY_ISSUE, [project, issue]];
    const readSlice = (cursor: Cursor | null, limit: number): Promise<ListedAttachmentRow[]> => {
      const key = (cursor?.key ?? []).map((part) => Number(part.replace(CURSOR_MARK, '')));
      return this.session.all<ListedAttachmentRow>(statements(cursor), [...owner, ...filter, ...key, limit]);
    };
    return readPage(
      page,
      async (cursor, limit) => {
        if (matches !== undefined) return findMatching(readSlice, matches, cursor, limit);
        return (await readSlice(cursor, limit)).map(readAttachment);
      },
      issueKeyOf,
    );
  }

  /**
   * Returns about the next `limit` attachments of all projects, in the order of projects and events: all of each event.
   */
  async listNext(after: AttachmentPosition | undefined, limit: number): Promise<OwnedAttachment[]> {
    const values = [idValue(after?.projectId ?? ''), eventIdValue(after?.eventId ?? ''), limit + MAX_ATTACHMENTS];
    const rows = await this.session.all<OwnedRow>(LIST_NEXT, values);
    const last = rows.at(-1);
    // The last event may have more than were read.
    const whole =
      rows.length < limit + MAX_ATTACHMENTS || last === undefined
        ? rows
        : rows.filter(({ projectId, eventId }) => projectId !== last.projectId || eventId !== last.eventId);
    return whole.map((row) => ({ ...readAttachment(row), organization: row.organization }));
  }

  /** Returns a slice of the bytes, by its number from 0; null after the last one. */
  async readSlice({ organization, sha1, size, name }: OwnedAttachment, number: number): Promise<Uint8Array | null> {
    if (size === 0) return null;
    const slice = await readContentSlice(this.session, organization, sha1, number);
    if (slice === undefined) throw new Error(`The bytes of the attachment ${name} are not stored.`);
    return slice;
  }
}

export class AttachmentWriter extends AttachmentReader<Session> {
  /**
   * Adds files, whose bytes are already stored, to an event that is stored, or may arrive later. Returns the files that
   * the event did not have yet, and the number of files that exceed `MAX_ATTACHMENTS` and were not added.
   */
  async insert(
    { projectId, organizationId }: AttachmentOwner,
    eventId: string,
    files: readonly NewAttachment[],
  ): Promise<{ readonly added: readonly NewAttachment[]; readonly surplus: number }> {
    const key = [idValue(projectId), eventIdValue(eventId)];
    const stored = await insertReturning<{ count: number }>(this.session, COUNT_OF_EVENT, key);
    const ids = await allocateIds(this.session, 'event_attachment', files.length);
    const organization = idValue(organizationId);
    const added: NewAttachment[] = [];
    let surplus = 0;
    for (const [index, file] of files.entries()) {
      if (stored.count + added.length >= MAX_ATTACHMENTS) {
        surplus = files.length - index;
        break;
      }
      const { name, type, sha1, contentType, size, isScreenshot, isScrubbed, dateCreated } = file;
      const flags = [isScreenshot ? 1 : 0, isScrubbed ? 1 : 0];
      const values = [name, type, sha1, ids[index] ?? 0, organization, contentType, size, ...flags, dateCreated];
      const { changes } = await this.session.run(INSERT, [...key, ...values]);
      if (changes > 0) added.push(file);
    }
    await this.addUsage(idValue(projectId), organization, sumOf(added));
    return { added, surplus };
  }

  /** Deletes the attachments of events. Returns their number. */
  async deleteOfEvents(
    { projectId, organizationId }: AttachmentOwner,
    eventIds: readonly string[],
    at: number,
  ): Promise<number> {
    const values = [listValue(eventIds), idValue(projectId)];
    const rows = await this.session.all<AttachmentRow>(LIST_BY_EVENT_IDS, values);
    const organization = idValue(organizationId);
    await this.delete(
      rows.map((row) => ({ ...readAttachment(row), organization })),
      at,
    );
    return rows.length;
  }

  /** Deletes attachments. Leaves their bytes to garbage collection: others may refer to them. */
  async delete(attachments: readonly OwnedAttachment[], at: number): Promise<void> {
    for (const [projectId, own] of groupBy(attachments, (attachment) => attachment.projectId)) {
      const project = idValue(projectId);
      const { organization } = own[0];
      const deleted: OwnedAttachment[] = [];
      for (const one of own) {
        const { changes } = await this.session.run(DELETE, [project, eventIdValue(one.eventId), idValue(one.id)]);
        if (changes > 0) deleted.push(one);
      }
      await this.addUsage(project, organization, -sumOf(deleted));
      await markContentsIdle(this.session, organization, [...new Set(deleted.map(({ sha1 }) => sha1))], at);
    }
  }

  private async addUsage(project: number, organization: number, bytes: number): Promise<void> {
    if (bytes !== 0) await this.session.run(ADD_USAGE, [project, organization, bytes]);
  }
}

function sumOf(files: readonly Pick<Attachment, 'size'>[]): number {
  return files.reduce((sum, file) => sum + countedBytes(file), 0);
}

function issueKeyOf({ dateCreated, id }: Pick<Attachment, 'dateCreated' | 'id'>): string[] {
  return [`${CURSOR_MARK}${dateCreated}`, id];
}

/** Finds at most `limit` attachments that match a condition, from a cursor on. Compares at most `MAX_COMPARED`. */
async function findMatching(
  readSlice: (cursor: Cursor | null, limit: number) => Promise<ListedAttachmentRow[]>,
  matches: NonNullable<AttachmentFilter['matches']>,
  from: Cursor | null,
  limit: number,
): Promise<PartialRows<Attachment>> {
  const matching: Attachment[] = [];
  let cursor = from;
  for (let compared = 0; compared < MAX_COMPARED; compared += COMPARED_AT_ONCE) {
    const rows = await readSlice(cursor, COMPARED_AT_ONCE);
    for (const row of rows) {
      const attachment = readAttachment(row);
      if (matches(attachment, row.record)) matching.push(attachment);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < COMPARED_AT_ONCE || matching.length >= limit)
      return { rows: matching.slice(0, limit), stoppedAt: null };
    cursor = { key: issueKeyOf(last), backwards: from?.backwards ?? false, inclusive: false };
  }
  return { rows: matching, stoppedAt: cursor?.key ?? null };
}

function readAttachment({ isScreenshot, isScrubbed, ...row }: AttachmentRow): Attachment {
  return { ...row, isScreenshot: isScreenshot === 1, isScrubbed: isScrubbed === 1 };
}
