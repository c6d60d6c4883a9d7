import type { AuditDetails, AuditEntry, AuditFilter, NewAuditEntry } from '../domain/audit';
import { type Page, type PageRequest, readPage, withoutMark } from '../domain/page';
import { nextId } from './engine/dialect';
import { sliceStatements } from './keyset';
import { EntityStore, idValue, insertReturning, nullableId, type ReadSession, type Session } from './engine/sql';

type AuditRow = Omit<AuditEntry, 'details'> & { details: string };

const COLUMNS = `CAST(id AS TEXT) AS "id", CAST(organization_id AS TEXT) AS "organizationId", date_created AS "dateCreated",
  event AS "event", CAST(member_id AS TEXT) AS "memberId", CAST(token_id AS TEXT) AS "tokenId", email AS "email",
  system_user AS "user", ip_address AS "ipAddress", target_id AS "targetId", target_name AS "targetName",
  CAST(project_id AS TEXT) AS "projectId", project_slug AS "projectSlug", details AS "details"`;
const LIST = sliceStatements(
  `SELECT ${COLUMNS} FROM audit_log WHERE organization_id = ?
    AND (CAST(? AS TEXT) IS NULL OR event = ?) AND (CAST(? AS TEXT) IS NULL OR email = ?)
    AND (CAST(? AS TEXT) IS NULL OR project_slug = ? OR CAST(project_id AS TEXT) = ?)`,
  { columns: ['date_created', 'audit_log.id'], descending: true },
);
/** Is no subquery of `INSERT`, because PostgreSQL cannot derive the type of a member's id that may be null. */
const FIND_EMAIL = 'SELECT m.email AS "email" FROM member m WHERE m.organization_id = ? AND m.id = ?';
const INSERT = `INSERT INTO audit_log (organization_id, id, date_created, event, member_id, token_id, email,
    system_user, ip_address, target_id, target_name, project_id, project_slug, details)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const DELETE_EXPIRED = `DELETE FROM audit_log WHERE (organization_id, id) IN (
  SELECT a.organization_id, a.id FROM audit_log a WHERE a.date_created < ? ORDER BY a.date_created LIMIT ?)`;

/** The rows of `audit_log`. */
export class AuditLogReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /** Returns the entries of an organization, newest first. */
  list(
    organizationId: string,
    { event = null, actor = null, project = null }: { [Key in keyof AuditFilter]?: string | null | undefined },
    page: PageRequest,
  ): Promise<Page<AuditEntry>> {
    const filter = [idValue(organizationId), event, event, actor, actor, project, project, project];
    return readPage(
      page,
      async (cursor, limit) => {
        const key = (withoutMark(cursor)?.key ?? []).map(Number);
        const rows = await this.session.all<AuditRow>(LIST(cursor), [...filter, ...key, limit]);
        return rows.map((row) => ({ ...row, details: JSON.parse(row.details) as AuditDetails }));
      },
      ({ dateCreated, id }) => [`a${dateCreated}`, id],
    );
  }
}

/** Adds entries and deletes expired ones. Entries never change. */
export class AuditLogWriter extends AuditLogReader<Session> {
  async insert(entry: NewAuditEntry): Promise<void> {
    const organization = idValue(entry.organizationId);
    const member = nullableId(entry.memberId);
    const author =
      member === null ? undefined : await this.session.one<{ email: string }>(FIND_EMAIL, [organization, member]);
    const { value } = await insertReturning<{ value: number }>(this.session, nextId, ['audit_log']);
    await this.session.run(INSERT, [
      organization,
      value,
      entry.dateCreated,
      entry.event,
      member,
      nullableId(entry.tokenId),
      author?.email ?? null,
      entry.user,
      entry.ipAddress,
      entry.target.id,
      entry.target.name,
      entry.project === undefined ? null : idValue(entry.project.id),
      entry.project?.slug ?? null,
      JSON.stringify(entry.details ?? {}),
    ]);
  }

  /** Deletes at most `limit` entries from before a time, the oldest first. Returns the number of deleted entries. */
  async deleteExpired(before: number, limit: number): Promise<number> {
    const { changes } = await this.session.run(DELETE_EXPIRED, [before, limit]);
    return changes;
  }
}
