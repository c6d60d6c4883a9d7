import type { LinkMaker, MemberSession, ActiveSession } from '../domain/access';
import type { Member } from '../domain/organization';
import type { ProviderAccount } from '../domain/openId';
import { lacksRequiredFactor, type SecondFactor } from '../domain/secondFactor';
import { lowerAscii } from '../domain/text';
import { nextId } from './engine/dialect';
import { readOrganizationSettings } from './organizations';
import { EntityStore, idValue, insertReturning, nullableId, type ReadSession, type Session } from './engine/sql';
import { ENDED_LINK_MS, type KnownLink, type LinkEnd, sessionExpiry, SESSIONS_PER_MEMBER } from '../domain/session';

/** The key of a member's row. */
export type MemberKey = Pick<MemberSession, 'organizationId' | 'memberId'>;

/** A member who may sign in, with their organization's slug and the hash of their password. */
export interface SignInMember extends Member {
  readonly organization: string;
  /** Null if they have no password. */
  readonly passwordHash: string | null;
}

export interface NewSignInLink extends Partial<LinkMaker> {
  readonly organizationId: string;
  readonly memberId: string;
  /** SHA-256 of its secret, lower-case hexadecimal. */
  readonly hash: string;
  /** True if its session may set the password without the present one. */
  readonly setsPassword: boolean;
  /** True if the member chooses the first password with it. */
  readonly isInvitation?: boolean;
  readonly expiresAt: number;
}

/** The stored properties of a used link that are still needed. */
export type UsedSignInLink = Omit<Required<NewSignInLink>, 'hash' | 'expiresAt' | keyof LinkMaker> & LinkMaker;

type LinkRow = Omit<KnownLink, 'isInvitation'> & LinkMaker & { id: number; setsPassword: number; isInvitation: number };

type FactorRow = { secret: string; isConfirmed: number; lastStep: number; recoveryHashes: string };

/** Maximum number of organizations of an address; with more, signing in requires the slug of one. */
const MAX_MEMBERS = 20;

const FIND_MEMBERS = `SELECT CAST(m.id AS TEXT) AS "id", CAST(m.organization_id AS TEXT) AS "organizationId", m.email AS "email",
    m.role AS "role", o.slug AS "organization", p.hash AS "passwordHash"
  FROM member m JOIN organization o ON o.id = m.organization_id
  LEFT JOIN member_password p ON p.organization_id = m.organization_id AND p.member_id = m.id
  WHERE LOWER(m.email) = ? AND (CAST(? AS TEXT) IS NULL OR o.slug = ?)
  ORDER BY o.slug, m.id LIMIT ${MAX_MEMBERS}`;
const FIND_PASSWORD = 'SELECT hash AS "hash" FROM member_password WHERE organization_id = ? AND member_id = ?';
const FIND_ACCOUNT_MEMBERS = `SELECT CAST(m.id AS TEXT) AS "id", CAST(m.organization_id AS TEXT) AS "organizationId",
    m.email AS "email", m.role AS "role", o.slug AS "organization", NULL AS "passwordHash"
  FROM provider_account a JOIN member m ON m.organization_id = a.organization_id AND m.id = a.member_id
  JOIN organization o ON o.id = a.organization_id
  WHERE a.issuer = ? AND a.subject = ? AND (CAST(? AS TEXT) IS NULL OR o.slug = ?) ORDER BY o.slug LIMIT ${MAX_MEMBERS}`;
const FIND_ACCOUNT = `SELECT subject AS "subject" FROM provider_account
  WHERE organization_id = ? AND member_id = ? AND issuer = ?`;
const INSERT_ACCOUNT = `INSERT INTO provider_account (organization_id, member_id, issuer, subject, date_created)
  VALUES (?, ?, ?, ?, ?)`;
const DELETE_ACCOUNTS = 'DELETE FROM provider_account WHERE organization_id = ? AND member_id = ?';
const FIND_FACTOR = `SELECT secret AS "secret", is_confirmed AS "isConfirmed", last_step AS "lastStep", recovery_hashes AS "recoveryHashes"
  FROM second_factor WHERE organization_id = ? AND member_id = ?`;
/** Leaves a confirmed one alone. */
const INSERT_FACTOR = `INSERT INTO second_factor (organization_id, member_id, secret, is_confirmed, last_step, recovery_hashes)
  VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (organization_id, member_id) DO UPDATE SET secret = EXCLUDED.secret
  WHERE second_factor.is_confirmed = 0`;
const REPLACE_FACTOR = `UPDATE second_factor SET secret = ?, is_confirmed = ?, last_step = ?, recovery_hashes = ?
  WHERE organization_id = ? AND member_id = ? AND secret = ? AND last_step = ? AND recovery_hashes = ?`;
const FIND_SECRET = `SELECT CAST(organization_id AS TEXT) AS "organizationId", CAST(member_id AS TEXT) AS "memberId", secret AS "secret"
  FROM second_factor WHERE CASE WHEN secret LIKE '1.%' THEN 1 ELSE 0 END = ? ORDER BY organization_id, member_id LIMIT 1`;
const DELETE_FACTOR = 'DELETE FROM second_factor WHERE organization_id = ? AND member_id = ?';
const SET_PASSWORD = `INSERT INTO member_password (organization_id, member_id, hash, date_changed) VALUES (?, ?, ?, ?)
  ON CONFLICT (organization_id, member_id) DO UPDATE SET hash = EXCLUDED.hash, date_changed = EXCLUDED.date_changed`;
const INSERT_LINK = `INSERT INTO sign_in_link (organization_id, id, member_id, hash, sets_password, is_invitation, expires_at, token_id, created_by)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const FIND_LINK = `SELECT CAST(l.organization_id AS TEXT) AS "organizationId", l.id AS "id",
    CAST(l.member_id AS TEXT) AS "memberId", l.sets_password AS "setsPassword", l.is_invitation AS "isInvitation",
    CAST(l.token_id AS TEXT) AS "tokenId", CAST(l.created_by AS TEXT) AS "createdBy", l.ended AS "ended", l.expires_at AS "expiresAt"
  FROM sign_in_link l WHERE l.hash = ?`;
const USE_LINK = `UPDATE sign_in_link SET ended = 'used', expires_at = ?
  WHERE organization_id = ? AND id = ? AND ended IS NULL AND expires_at > ?`;
const END_LINKS = `UPDATE sign_in_link SET ended = ?, expires_at = ?
  WHERE organization_id = ? AND member_id = ? AND ended IS NULL AND expires_at > ?`;
const END_INVITATIONS = `${END_LINKS} AND is_invitation = 1`;
const INSERT_REQUEST = 'INSERT INTO open_id_request (hash, expires_at) VALUES (?, ?)';
const DELETE_REQUEST = 'DELETE FROM open_id_request WHERE hash = ? AND expires_at > ?';
const DELETE_EXPIRED_LINKS = `DELETE FROM sign_in_link WHERE (organization_id, id) IN (
  SELECT l.organization_id, l.id FROM sign_in_link l WHERE l.expires_at <= ? ORDER BY l.expires_at LIMIT ?)`;
const DELETE_EXPIRED_REQUESTS = `DELETE FROM open_id_request WHERE hash IN (
  SELECT r.hash FROM open_id_request r WHERE r.expires_at <= ? ORDER BY r.expires_at LIMIT ?)`;

/** The rows of `member_password`, `second_factor`, `provider_account`, `sign_in_link` and `open_id_request`. */
export class SignInReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /**
   * Returns the members with an address, sorted by the slugs of their organizations; only those in one organization if
   * its slug is given.
   */
  findMembers(email: string, organization: string | null): Promise<SignInMember[]> {
    return this.session.all(FIND_MEMBERS, [lowerAscii(email), organization, organization]);
  }

  /** Returns the hash of a member's password; undefined if they have none. */
  async findPassword(member: MemberKey): Promise<string | undefined> {
    return (await this.session.one<{ hash: string }>(FIND_PASSWORD, keyValues(member)))?.hash;
  }

  /** Returns the second factor of a member; undefined if they have none. */
  async findFactor(member: MemberKey): Promise<SecondFactor | undefined> {
    const row = await this.session.one<FactorRow>(FIND_FACTOR, keyValues(member));
    if (row === undefined) return undefined;
    const { secret, isConfirmed, lastStep, recoveryHashes } = row;
    return { secret, isConfirmed: isConfirmed === 1, lastStep, recoveryHashes: JSON.parse(recoveryHashes) as string[] };
  }

  /** Returns a stored secret of a second factor, encrypted or not; undefined if there is none. */
  findSecret(sealed: boolean): Promise<(MemberKey & Pick<SecondFactor, 'secret'>) | undefined> {
    return this.session.one(FIND_SECRET, [sealed ? 1 : 0]);
  }

  /** Returns the members that an account of the OpenID provider belongs to, as `findMembers` does. */
  findAccountMembers(
    { issuer, subject }: Pick<ProviderAccount, 'issuer' | 'subject'>,
    organization: string | null,
  ): Promise<SignInMember[]> {
    return this.session.all(FIND_ACCOUNT_MEMBERS, [issuer, subject, organization, organization]);
  }

  /** Returns true if a member has an account of the OpenID provider. */
  async hasAccount(member: MemberKey, issuer: string): Promise<boolean> {
    return (await this.session.one(FIND_ACCOUNT, [...keyValues(member), issuer])) !== undefined;
  }

  /** Finds a link, also if it has ended; undefined if it is unknown, or ended long ago. */
  async findLink(hash: string): Promise<KnownLink | undefined> {
    const row = await this.session.one<LinkRow>(FIND_LINK, [hash]);
    if (row === undefined) return undefined;
    const { organizationId, memberId, isInvitation, tokenId, ended, expiresAt } = row;
    return { organizationId, memberId, isInvitation: isInvitation === 1, tokenId, ended, expiresAt };
  }
}

export class SignInWriter extends SignInReader<Session> {
  async setPassword(member: MemberKey, hash: string, at: number): Promise<void> {
    await this.session.run(SET_PASSWORD, [...keyValues(member), hash, at]);
  }

  /** Stores the second factor of a member who has no confirmed one. */
  async insertFactor(member: MemberKey, factor: SecondFactor): Promise<void> {
    const { secret, isConfirmed, lastStep, recoveryHashes } = factor;
    const values = [secret, isConfirmed ? 1 : 0, lastStep, JSON.stringify(recoveryHashes)];
    await this.session.run(INSERT_FACTOR, [...keyValues(member), ...values]);
  }

  /** Changes a second factor. Returns false if another request has changed it since it was read. */
  async replaceFactor(member: MemberKey, from: SecondFactor, to: SecondFactor): Promise<boolean> {
    const values = [to.secret, to.isConfirmed ? 1 : 0, to.lastStep, JSON.stringify(to.recoveryHashes)];
    const present = [from.secret, from.lastStep, JSON.stringify(from.recoveryHashes)];
    return (await this.session.run(REPLACE_FACTOR, [...values, ...keyValues(member), ...present])).changes > 0;
  }

  /** Removes the second factor of a member. Returns true if they had one. */
  async removeFactor(member: MemberKey): Promise<boolean> {
    return (await this.session.run(DELETE_FACTOR, keyValues(member))).changes > 0;
  }

  /** Stores the account of a member. @throws Conflict if the member has another, or another member has this one */
  async insertAccount(
    member: MemberKey,
    { issuer, subject }: Pick<ProviderAccount, 'issuer' | 'subject'>,
    at: number,
  ): Promise<void> {
    await this.session.run(INSERT_ACCOUNT, [...keyValues(member), issuer, subject, at]);
  }

  /** Forgets the accounts of a member: the next one with the address signs in as the member. Returns their number. */
  async removeAccounts(member: MemberKey): Promise<number> {
    return (await this.session.run(DELETE_ACCOUNTS, keyValues(member))).changes;
  }

  async insertLink(link: NewSignInLink): Promise<void> {
    const { value: id } = await insertReturning<{ value: number }>(this.session, nextId, ['sign_in_link']);
    const [organization = 0, member = 0] = keyValues(link);
    const { hash, setsPassword, isInvitation = false, expiresAt, tokenId = null, createdBy = null } = link;
    const flags = [setsPassword ? 1 : 0, isInvitation ? 1 : 0];
    const makers = [tokenId, createdBy].map(nullableId);
    await this.session.run(INSERT_LINK, [organization, id, member, hash, ...flags, expiresAt, ...makers]);
  }

  /** Marks a link as used. Returns its properties; undefined if it is unknown, or cannot be used any more. */
  async useLink(hash: string, now: number): Promise<UsedSignInLink | undefined> {
    const link = await this.session.one<LinkRow>(FIND_LINK, [hash]);
    if (link === undefined) return undefined;
    const { id, organizationId, memberId, tokenId, createdBy } = link;
    // Only one of two concurrent requests changes the row.
    const { changes } = await this.session.run(USE_LINK, [now, idValue(organizationId), id, now]);
    if (changes === 0) return undefined;
    const flags = { setsPassword: link.setsPassword === 1, isInvitation: link.isInvitation === 1 };
    return { organizationId, memberId, tokenId, createdBy, ...flags };
  }

  /** Ends the links of a member that can be used. */
  async revokeLinks(member: MemberKey, now: number): Promise<void> {
    await this.session.run(END_LINKS, ['revoked', now, ...keyValues(member), now]);
  }

  /** Ends the invitation of a member. Returns true if it could be used. */
  async endInvitation(member: MemberKey, end: LinkEnd, now: number): Promise<boolean> {
    return (await this.session.run(END_INVITATIONS, [end, now, ...keyValues(member), now])).changes > 0;
  }

  /** Stores the beginning of a sign-in at the OpenID provider. */
  async insertOpenIdRequest(hash: string, expiresAt: number): Promise<void> {
    await this.session.run(INSERT_REQUEST, [hash, expiresAt]);
  }

  /** Ends a sign-in at the OpenID provider. Returns true if it had begun, was not used and has not expired. */
  async useOpenIdRequest(hash: string, now: number): Promise<boolean> {
    return (await this.session.run(DELETE_REQUEST, [hash, now])).changes > 0;
  }

  /**
   * Deletes at most `limit` links that ended long ago, and as many expired sign-ins at the OpenID provider. Returns the
   * larger number.
   */
  async prune(now: number, limit: number): Promise<number> {
    const links = await this.session.run(DELETE_EXPIRED_LINKS, [now - ENDED_LINK_MS, limit]);
    const requests = await this.session.run(DELETE_EXPIRED_REQUESTS, [now, limit]);
    return Math.max(links.changes, requests.changes);
  }
}

function keyValues({ organizationId, memberId }: MemberKey): number[] {
  return [idValue(organizationId), idValue(memberId)];
}

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
const FIND_BY_HASH = `SELECT ${COLUMNS}, m.role AS "role", o.settings AS "settings", p.member_id IS NOT NULL AS "hasPassword",
    COALESCE(f.is_confirmed, 0) AS "hasSecondFactor" FROM member_session s
  JOIN member m ON m.organization_id = s.organization_id AND m.id = s.member_id
  JOIN organization o ON o.id = s.organization_id
  LEFT JOIN member_password p ON p.organization_id = s.organization_id AND p.member_id = s.member_id
  LEFT JOIN second_factor f ON f.organization_id = s.organization_id AND f.member_id = s.member_id
  WHERE s.hash = ? AND s.expires_at > ?`;
const LIST = `SELECT ${COLUMNS} FROM member_session s WHERE s.organization_id = ? AND s.member_id = ? AND s.expires_at > ?
  ORDER BY s.last_used_at DESC, s.id DESC LIMIT ${SESSIONS_PER_MEMBER}`;
const FIND = `SELECT ${COLUMNS} FROM member_session s WHERE s.organization_id = ? AND s.id = ? AND s.expires_at > ?`;
const INSERT = `INSERT INTO member_session (organization_id, id, member_id, hash, user_agent, date_created, last_used_at, expires_at,
    password_until, token_id, created_by)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const DELETE_SURPLUS = `DELETE FROM member_session WHERE organization_id = ? AND id IN (
  SELECT s.id FROM member_session s WHERE s.organization_id = ? AND s.member_id = ?
  ORDER BY s.last_used_at DESC, s.id DESC LIMIT 1000 OFFSET ${SESSIONS_PER_MEMBER})`;
/** Records a use. It extends the session, unless a token made the link of the session. */
const RECORD_USE = `UPDATE member_session SET last_used_at = ?, expires_at = CASE WHEN token_id IS NULL THEN ? ELSE expires_at END
  WHERE organization_id = ? AND id = ? AND last_used_at < ?`;
const REQUIRE_PASSWORD = 'UPDATE member_session SET password_until = NULL WHERE organization_id = ? AND id = ?';
const DELETE = 'DELETE FROM member_session WHERE organization_id = ? AND id = ?';
const DELETE_OTHERS = 'DELETE FROM member_session WHERE organization_id = ? AND member_id = ? AND id <> ?';
const LIST_EXPIRED = `SELECT CAST(s.organization_id AS TEXT) AS "organizationId", CAST(s.id AS TEXT) AS "id"
  FROM member_session s WHERE s.expires_at <= ? ORDER BY s.expires_at LIMIT ?`;

/** A session with what decides whether its member must set a second factor up. */
type ActiveRow = Omit<ActiveSession, 'lacksSecondFactor'> & {
  settings: string;
  hasPassword: number | boolean;
  hasSecondFactor: number;
};

/** The rows of `member_session`. */
export class MemberSessionReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /**
   * Finds a session that may be used now, with the role of its member.
   * @param hash SHA-256 of its secret, lower-case hexadecimal
   */
  async findByHash(hash: string, now: number): Promise<ActiveSession | undefined> {
    const row = await this.session.one<ActiveRow>(FIND_BY_HASH, [hash, now]);
    if (row === undefined) return undefined;
    const { settings, hasPassword, hasSecondFactor, ...session } = row;
    const has = { hasPassword: Boolean(hasPassword), hasSecondFactor: hasSecondFactor === 1 };
    return { ...session, lacksSecondFactor: lacksRequiredFactor(readOrganizationSettings(settings), has) };
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
