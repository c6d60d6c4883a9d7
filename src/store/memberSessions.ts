import type { ActiveSession, LinkMaker, MemberSession } from '../domain/access';
import { sessionExpiry, SESSIONS_PER_MEMBER } from '../domain/session';
import { nextId } from './engine/dialect';
import { idValue, insertReturning, nullableId, type ReadSession, type Session } from './engine/sql';
import type { MemberKey } from './signIns';

/** A session before it has an id. */
export type NewMemberSession = Pick<MemberSession, 'organizationId' | 'memberId' | 'userAgent' | 'passwordUntil'> &
  Partial<LinkMaker> & {
    /** SHA-256 of its secret, lower-case hexadecimal. */
    readonly hash: string;
    /** Time at which the token that made its link expires; null if it does not expire. */
    readonly latestExpiry?: number | null;
    readonly now: number;
  };

/** The key of a session's row. */
type SessionKey = Pick<MemberSession, 'organizationId' | 'id'>;

const COLUMNS = `CAST(s.id AS TEXT) AS "id", CAST(s.organization_id AS TEXT) AS "organizationId",
  CAST(s.member_id AS TEXT) AS "memberId", s.user_agent AS "userAgent", s.date_created AS "dateCreated",
  s.last_used_at AS "lastUsedAt", s.expires_at AS "expiresAt", s.password_until AS "passwordUntil",
  CAST(s.token_id AS TEXT) AS "tokenId", CAST(s.created_by AS TEXT) AS "createdBy"`;
const FIND_BY_HASH = `SELECT ${COLUMNS}, m.role AS "role" FROM member_session s
  JOIN member m ON m.organization_id = s.organization_id AND m.id = s.member_id WHERE s.hash = ? AND s.expires_at > ?`;
const LIST = `SELECT ${COLUMNS} FROM member_session s WHERE s.organization_id = ? AND s.member_id = ? AND s.expires_at > ?
  ORDER BY s.last_used_at DESC, s.id DESC LIMIT ${SESSIONS_PER_MEMBER}`;
const FIND = `SELECT ${COLUMNS} FROM member_session s WHERE s.organization_id = ? AND s.id = ? AND s.expires_at > ?`;
const INSERT = `INSERT INTO member_session (organization_id, id, member_id, hash, user_agent, date_created, last_used_at, expires_at,
    password_until, token_id, created_by)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const DELETE_SURPLUS = `DELETE FROM member_session WHERE organization_id = ? AND id IN (
  SELECT s.id FROM member_session s WHERE s.organization_id = ? AND s.member_id = ?
  ORDER BY s.last_used_at DESC, s.id DESC LIMIT 1000 OFFSET ${SESSIONS_PER_MEMBER})`;
/** The session of a token's link does not last longer when it is used. */
const RECORD_USE = `UPDATE member_session SET last_used_at = ?, expires_at = CASE WHEN token_id IS NULL THEN ? ELSE expires_at END
  WHERE organization_id = ? AND id = ? AND last_used_at < ?`;
const REQUIRE_PASSWORD = 'UPDATE member_session SET password_until = NULL WHERE organization_id = ? AND id = ?';
const DELETE = 'DELETE FROM member_session WHERE organization_id = ? AND id = ?';
const DELETE_OTHERS = 'DELETE FROM member_session WHERE organization_id = ? AND member_id = ? AND id <> ?';
const LIST_EXPIRED = `SELECT CAST(s.organization_id AS TEXT) AS "organizationId", CAST(s.id AS TEXT) AS "id"
  FROM member_session s WHERE s.expires_at <= ? ORDER BY s.expires_at LIMIT ?`;

/** The rows of `member_session`. */
export class MemberSessionReader<S extends ReadSession = ReadSession> {
  constructor(protected readonly session: S) {}

  /**
   * Finds a session that may be used now, with the role of its member.
   * @param hash SHA-256 of its secret, lower-case hexadecimal
   */
  findByHash(hash: string, now: number): Promise<ActiveSession | undefined> {
    return this.session.one(FIND_BY_HASH, [hash, now]);
  }

  /** Finds a session that has not ended. */
  find(key: SessionKey, now: number): Promise<MemberSession | undefined> {
    return this.session.one(FIND, [...sessionValues(key), now]);
  }

  /** Returns the sessions of a member that have not ended, the last used first. */
  list({ organizationId, memberId }: MemberKey, now: number): Promise<MemberSession[]> {
    return this.session.all(LIST, [idValue(organizationId), idValue(memberId), now]);
  }
}

export class MemberSessionWriter extends MemberSessionReader<Session> {
  /** Begins a session; ends the member's sessions that exceed the limit. */
  async insert({ hash, now, latestExpiry = null, ...given }: NewMemberSession): Promise<MemberSession> {
    const { value: id } = await insertReturning<{ value: number }>(this.session, nextId, ['member_session']);
    const session = { tokenId: null, createdBy: null, ...given };
    const [organization, member] = [idValue(session.organizationId), idValue(session.memberId)];
    const expiresAt = Math.min(sessionExpiry(now, now), latestExpiry ?? Infinity);
    const times = [now, now, expiresAt, session.passwordUntil];
    const makers = [session.tokenId, session.createdBy].map(nullableId);
    await this.session.run(INSERT, [organization, id, member, hash, session.userAgent, ...times, ...makers]);
    await this.session.run(DELETE_SURPLUS, [organization, organization, member]);
    return { ...session, id: String(id), dateCreated: now, lastUsedAt: now, expiresAt };
  }

  /** Stores the time at which a session was used, unless a later use is stored, and thereby extends the session. */
  async recordUse(session: MemberSession, at: number): Promise<void> {
    const expiresAt = sessionExpiry(session.dateCreated, at);
    await this.session.run(RECORD_USE, [at, expiresAt, ...sessionValues(session), at]);
  }

  /** Ends the right of a session to set the password without the present one. */
  async requirePassword(key: SessionKey): Promise<void> {
    await this.session.run(REQUIRE_PASSWORD, sessionValues(key));
  }

  /** Ends a session. Returns true if it existed. */
  async remove(key: SessionKey): Promise<boolean> {
    return (await this.session.run(DELETE, sessionValues(key))).changes > 0;
  }

  /** Ends the other sessions of the member. Returns their number. */
  async removeOthers({ organizationId, memberId, id }: MemberSession): Promise<number> {
    const values = [organizationId, memberId, id].map(idValue);
    return (await this.session.run(DELETE_OTHERS, values)).changes;
  }

  /** Deletes at most `limit` ended sessions. Returns the number of deleted sessions. */
  async prune(now: number, limit: number): Promise<number> {
    const expired = await this.session.all<SessionKey>(LIST_EXPIRED, [now, limit]);
    for (const key of expired) await this.remove(key);
    return expired.length;
  }
}

function sessionValues({ organizationId, id }: SessionKey): number[] {
  return [idValue(organizationId), idValue(id)];
}
