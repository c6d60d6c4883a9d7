import type { AccessToken, Scope } from '../domain/access';
import { idValue, insertReturning, type Session } from './sql';

/** A row of `COLUMNS`; the scopes are JSON. */
type StoredToken<T extends AccessToken> = Omit<T, 'scopes'> & { scopes: string };

/** A token with its organization's slug and its member's e-mail address. */
export type ListedToken = AccessToken & { organization: string; email: string };

export interface NewToken {
  readonly organizationId: string;
  readonly memberId: string;
  /** SHA-256 of the token, lower-case hexadecimal. */
  readonly hash: string;
  readonly scopes: readonly Scope[];
  readonly dateCreated: number;
  readonly expiresAt: number | null;
}

const COLUMNS = `CAST(token.id AS TEXT) AS "id", CAST(token.organization_id AS TEXT) AS "organizationId",
  CAST(token.member_id AS TEXT) AS "memberId", token.scopes AS "scopes", token.date_created AS "dateCreated",
  token.expires_at AS "expiresAt", token.revoked_at AS "revokedAt", token.last_used_at AS "lastUsedAt"`;
const FIND_BY_HASH = `SELECT ${COLUMNS} FROM token WHERE hash = ?`;
const LIST = `SELECT ${COLUMNS}, o.slug AS "organization", m.email AS "email" FROM token
  JOIN organization o ON o.id = token.organization_id
  JOIN member m ON m.id = token.member_id
  ORDER BY token.id`;
const INSERT = `INSERT INTO token (organization_id, member_id, hash, scopes, date_created, expires_at)
  VALUES (?, ?, ?, ?, ?, ?) RETURNING ${COLUMNS}`;
const REVOKE = `UPDATE token SET revoked_at = COALESCE(revoked_at, ?) WHERE id = ? RETURNING ${COLUMNS}`;

const RECORD_USE = 'UPDATE token SET last_used_at = ? WHERE id = ? AND (last_used_at IS NULL OR last_used_at < ?)';

export interface TokenReader {
  /** @param hash SHA-256 of the token, lower-case hexadecimal */
  findByHash(hash: string): Promise<AccessToken | undefined>;
  list(): Promise<ListedToken[]>;
}

export interface TokenWriter extends TokenReader {
  insert(token: NewToken): Promise<AccessToken>;
  /** Revokes a token; the time of the first revocation stays. Returns undefined if there is no token of that id. */
  revoke(id: string, at: number): Promise<AccessToken | undefined>;
  /** Stores when a token was used, unless a later use is stored. */
  recordUse(id: string, at: number): Promise<void>;
}

/** The rows of `token`. */
export class Tokens implements TokenWriter {
  constructor(private readonly session: Session) {}

  async findByHash(hash: string): Promise<AccessToken | undefined> {
    const row = await this.session.one<StoredToken<AccessToken>>(FIND_BY_HASH, [hash]);
    return row && readToken(row);
  }

  async list(): Promise<ListedToken[]> {
    const rows = await this.session.all<StoredToken<ListedToken>>(LIST, []);
    return rows.map(readToken);
  }

  async insert({ organizationId, memberId, hash, scopes, dateCreated, expiresAt }: NewToken): Promise<AccessToken> {
    const values = [idValue(organizationId), idValue(memberId), hash, JSON.stringify(scopes), dateCreated, expiresAt];
    return readToken(await insertReturning<StoredToken<AccessToken>>(this.session, INSERT, values));
  }

  async revoke(id: string, at: number): Promise<AccessToken | undefined> {
    const row = await this.session.one<StoredToken<AccessToken>>(REVOKE, [at, idValue(id)]);
    return row && readToken(row);
  }

  async recordUse(id: string, at: number): Promise<void> {
    await this.session.run(RECORD_USE, [at, idValue(id), at]);
  }
}

function readToken<Row extends { scopes: string }>(row: Row): Omit<Row, 'scopes'> & { scopes: Scope[] } {
  return { ...row, scopes: JSON.parse(row.scopes) as Scope[] };
}
