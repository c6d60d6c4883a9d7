import {
  type AccessToken,
  ORGANIZATION_TOKEN_ROLE,
  type Scope,
  type TokenGrant,
  type TokenProgram,
  effectiveScopes,
} from '../domain/access';
import { type Page, type PageRequest, readPage } from '../domain/page';
import { sliceStatements } from './keyset';
import { EntityStore, type ReadSession, type Session, idValue, insertReturning, nullableId } from './engine/sql';
import { MAX_UNUSED_CLIENTS, type OAuthClient, type OAuthCode, USED_CODE_MS } from '../domain/oauth';

/** A row of `COLUMNS`; scopes are JSON, and the columns of a program are null in other tokens. */
type StoredToken<T extends AccessToken> = Omit<T, 'scopes' | 'program'> & {
  scopes: string;
} & (TokenProgram | { [Column in keyof TokenProgram]: null });

/** A token with its organization's slug and its member's e-mail address; a token of the organization has no address. */
export type ListedToken = AccessToken & { organization: string; email: string | null };

export interface NewToken {
  readonly organizationId: string;
  /** Null for a token of the organization. */
  readonly memberId: string | null;
  readonly name: string;
  /** SHA-256 of the token, lower-case hexadecimal. */
  readonly hash: string;
  /** See `AccessToken`. */
  readonly lastCharacters: string;
  readonly scopes: readonly Scope[];
  readonly dateCreated: number;
  readonly expiresAt: number | null;
  /** See `AccessToken`. */
  readonly createdBy: string | null;
  /** See `AccessToken`. */
  readonly parentId: string | null;
  /** See `AccessToken`; null if it is omitted. */
  readonly program?: TokenProgram;
}

/** The values that are replaced when a program uses its refresh token. */
export interface RenewedToken
  extends Pick<NewToken, 'hash' | 'lastCharacters'>, Pick<TokenProgram, 'refreshHash' | 'refreshExpiresAt'> {
  readonly expiresAt: number;
}

/** The owner of listed tokens: a member, or the organization itself. */
export interface TokenOwner {
  readonly organizationId: string;
  readonly memberId: string | null;
}

const COLUMNS = `CAST(token.id AS TEXT) AS "id", CAST(token.organization_id AS TEXT) AS "organizationId",
  CAST(token.member_id AS TEXT) AS "memberId", token.name AS "name", token.scopes AS "scopes",
  COALESCE(m.role, '${ORGANIZATION_TOKEN_ROLE}') AS "role", CAST(token.created_by AS TEXT) AS "createdBy",
  token.date_created AS "dateCreated", token.expires_at AS "expiresAt", token.revoked_at AS "revokedAt",
  token.last_used_at AS "lastUsedAt", token.last_characters AS "lastCharacters",
  CAST(token.parent_id AS TEXT) AS "parentId", token.client_id AS "clientId", token.client_host AS "clientHost",
  token.refresh_family AS "refreshFamily", token.refresh_hash AS "refreshHash",
  token.refresh_expires_at AS "refreshExpiresAt"`;
const FROM = 'FROM token LEFT JOIN member m ON m.organization_id = token.organization_id AND m.id = token.member_id';
const FIND_BY_HASH = `SELECT ${COLUMNS} ${FROM} WHERE token.hash = ?`;
const FIND_BY_FAMILY = `SELECT ${COLUMNS} ${FROM} WHERE token.refresh_family = ?`;
const FIND = `SELECT ${COLUMNS} ${FROM} WHERE token.id = ?`;
const LIST = `SELECT ${COLUMNS}, o.slug AS "organization", m.email AS "email" ${FROM}
  JOIN organization o ON o.id = token.organization_id
  ORDER BY token.id`;
/** Condition: tokens that can be used, or renewed by their program: neither revoked nor expired. */
const OF_MEMBER = `token.organization_id = ? AND token.member_id = ? AND token.revoked_at IS NULL
  AND (token.expires_at IS NULL OR COALESCE(token.refresh_expires_at, token.expires_at) > ?)`;
const OF_ORGANIZATION = OF_MEMBER.replace('token.member_id = ?', 'token.member_id IS NULL');
const KEY = { columns: ['token.id'], descending: false };
const LIST_OF_MEMBER = sliceStatements(`SELECT ${COLUMNS} ${FROM} WHERE ${OF_MEMBER}`, KEY);
const LIST_OF_ORGANIZATION = sliceStatements(`SELECT ${COLUMNS} ${FROM} WHERE ${OF_ORGANIZATION}`, KEY);
const COUNT_OF_MEMBER = `SELECT COUNT(*) AS "count" FROM token WHERE ${OF_MEMBER}`;
const COUNT_OF_ORGANIZATION = `SELECT COUNT(*) AS "count" FROM token WHERE ${OF_ORGANIZATION}`;
const INSERT = `INSERT INTO token (organization_id, member_id, name, hash, last_characters, scopes, date_created, expires_at,
    created_by, parent_id, client_id, client_host, refresh_family, refresh_hash, refresh_expires_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING CAST(id AS TEXT) AS "id"`;
const RENAME = 'UPDATE token SET name = ? WHERE id = ?';
const RENEW = `UPDATE token SET hash = ?, last_characters = ?, refresh_hash = ?, expires_at = ?, refresh_expires_at = ?
  WHERE id = ? AND refresh_hash = ? AND revoked_at IS NULL`;
const REVOKE = 'UPDATE token SET revoked_at = COALESCE(revoked_at, ?) WHERE id = ?';
const FIND_CHILDREN =
  'SELECT CAST(id AS TEXT) AS "id" FROM token WHERE organization_id = ? AND parent_id = ? AND revoked_at IS NULL';
/** Statements that end the sessions and tokens that result from sign-in links of a token. */
const END_SIGN_INS = [
  'DELETE FROM member_session WHERE organization_id = ? AND token_id = ?',
  'DELETE FROM sign_in_link WHERE organization_id = ? AND token_id = ?',
];
const RECORD_USE = 'UPDATE token SET last_used_at = ? WHERE id = ? AND (last_used_at IS NULL OR last_used_at < ?)';

/** The rows of `token`. */
export class TokenReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  async find(id: string): Promise<AccessToken | undefined> {
    const row = await this.session.one<StoredToken<AccessToken>>(FIND, [idValue(id)]);
    return row && readToken<AccessToken>(row);
  }

  /** Returns a token by its hash. @param hash SHA-256 of the token, lower-case hexadecimal */
  async findByHash(hash: string): Promise<AccessToken | undefined> {
    const row = await this.session.one<StoredToken<AccessToken>>(FIND_BY_HASH, [hash]);
    return row && readToken<AccessToken>(row);
  }

  /** Returns the token of a program. @param family SHA-256 of the part that all its refresh tokens share */
  async findByRefreshFamily(family: string): Promise<AccessToken | undefined> {
    const row = await this.session.one<StoredToken<AccessToken>>(FIND_BY_FAMILY, [family]);
    return row && readToken<AccessToken>(row);
  }

  /** Returns the present rights of a token; undefined if it, or a token with which it was made, has ended. */
  async findGrant(id: string, now: number): Promise<TokenGrant | undefined> {
    const token = await this.find(id);
    if (token === undefined || token.revokedAt !== null) return undefined;
    if (token.expiresAt !== null && token.expiresAt <= now) return undefined;
    const scopes = effectiveScopes(token);
    if (token.parentId === null) return { scopes, expiresAt: token.expiresAt };
    const parent = await this.findGrant(token.parentId, now);
    if (parent === undefined) return undefined;
    const times = [token.expiresAt, parent.expiresAt].filter((time) => time !== null);
    return {
      // The rights of an organization's token do not depend on the role of the member who created it.
      scopes: token.memberId === null ? scopes : scopes.filter((scope) => parent.scopes.includes(scope)),
      expiresAt: times.length === 0 ? null : Math.min(...times),
    };
  }

  /** Returns the tokens of all organizations. */
  async list(): Promise<ListedToken[]> {
    const rows = await this.session.all<StoredToken<ListedToken>>(LIST, []);
    return rows.map((row) => readToken<ListedToken>(row));
  }

  /** Returns the tokens of an owner that can be used, by id. */
  listOf(owner: TokenOwner, now: number, page: PageRequest): Promise<Page<AccessToken>> {
    const statements = owner.memberId === null ? LIST_OF_ORGANIZATION : LIST_OF_MEMBER;
    return readPage(
      page,
      async (cursor, limit) => {
        const key = cursor?.key.slice(1).map(Number) ?? [];
        const values = [...ownerValues(owner), now, ...key, limit];
        const rows = await this.session.all<StoredToken<AccessToken>>(statements(cursor), values);
        return rows.map((row) => readToken<AccessToken>(row));
      },
      ({ id }) => ['tk', id],
    );
  }

  /** Returns the number of tokens of an owner that can be used. */
  async countOf(owner: TokenOwner, now: number): Promise<number> {
    const statement = owner.memberId === null ? COUNT_OF_ORGANIZATION : COUNT_OF_MEMBER;
    const row = await this.session.one<{ count: number }>(statement, [...ownerValues(owner), now]);
    return row?.count ?? 0;
  }
}

export class TokenWriter extends TokenReader<Session> {
  async insert(token: NewToken): Promise<AccessToken> {
    const {
      organizationId,
      memberId,
      name,
      hash,
      lastCharacters,
      scopes,
      dateCreated,
      expiresAt,
      createdBy,
      parentId,
      program,
    } = token;
    const { id } = await insertReturning<{ id: string }>(this.session, INSERT, [
      idValue(organizationId),
      nullableId(memberId),
      name,
      hash,
      lastCharacters,
      JSON.stringify(scopes),
      dateCreated,
      expiresAt,
      nullableId(createdBy),
      nullableId(parentId),
      program?.clientId ?? null,
      program?.clientHost ?? null,
      program?.refreshFamily ?? null,
      program?.refreshHash ?? null,
      program?.refreshExpiresAt ?? null,
    ]);
    return this.#require(id);
  }

  /** Replaces the token of a program and its refresh token. Returns false if another request has done so. */
  async renew({ id }: AccessToken, { refreshHash: former }: TokenProgram, to: RenewedToken): Promise<boolean> {
    const { hash, lastCharacters, refreshHash, expiresAt, refreshExpiresAt } = to;
    const values = [hash, lastCharacters, refreshHash, expiresAt, refreshExpiresAt];
    return (await this.session.run(RENEW, [...values, idValue(id), former])).changes > 0;
  }

  async rename({ id }: AccessToken, name: string): Promise<AccessToken> {
    await this.session.run(RENAME, [name, idValue(id)]);
    return this.#require(id);
  }

  /**
   * Revokes a token with the tokens, links and sessions that were made with it; keeps the time of the first revocation.
   * Returns undefined if there is no token with that id.
   */
  async revoke(id: string, at: number): Promise<AccessToken | undefined> {
    const { changes } = await this.session.run(REVOKE, [at, idValue(id)]);
    if (changes === 0) return undefined;
    const token = await this.#require(id);
    let parents = [id];
    while (parents.length > 0) {
      const children: string[] = [];
      for (const parent of parents) {
        const key = [idValue(token.organizationId), idValue(parent)];
        const created = await this.session.all<{ id: string }>(FIND_CHILDREN, key);
        children.push(...created.map((child) => child.id));
        for (const statement of END_SIGN_INS) await this.session.run(statement, key);
      }
      for (const child of children) await this.session.run(REVOKE, [at, idValue(child)]);
      parents = children;
    }
    return token;
  }

  /** Stores the time at which a token was used, unless a later use is stored. */
  async recordUse(id: string, at: number): Promise<void> {
    await this.session.run(RECORD_USE, [at, idValue(id), at]);
  }

  async #require(id: string): Promise<AccessToken> {
    const token = await this.find(id);
    if (token === undefined) throw new Error(`the token ${id} was not found`);
    return token;
  }
}

function ownerValues({ organizationId, memberId }: TokenOwner): number[] {
  return [organizationId, ...(memberId === null ? [] : [memberId])].map(idValue);
}

function readToken<T extends AccessToken>(row: StoredToken<T>): T {
  const { clientId, clientHost, refreshFamily, refreshHash, refreshExpiresAt, scopes, ...others } = row;
  const program = clientId === null ? null : { clientId, clientHost, refreshFamily, refreshHash, refreshExpiresAt };
  return { ...others, scopes: JSON.parse(scopes) as Scope[], program } as unknown as T;
}

/** An authorization code as it is stored. */
export interface StoredCode extends OAuthCode {
  readonly isUsed: boolean;
  /** The token that was issued for it; null if none was. */
  readonly issuedId: string | null;
}

type CodeRow = Omit<StoredCode, 'scopes' | 'isUsed'> & { scopes: string; usedAt: number | null };

const FIND_CLIENT = `SELECT c.id AS "id", c.name AS "name", c.redirect_uris AS "redirectUris", c.date_created AS "dateCreated"
  FROM oauth_client c WHERE c.id = ? AND c.expires_at > ?`;
const INSERT_CLIENT =
  'INSERT INTO oauth_client (id, name, redirect_uris, date_created, expires_at) VALUES (?, ?, ?, ?, ?)';
const DELETE_SURPLUS = `DELETE FROM oauth_client WHERE id IN (SELECT c.id FROM oauth_client c WHERE c.last_used_at IS NULL
  ORDER BY c.date_created DESC LIMIT 1000 OFFSET ${MAX_UNUSED_CLIENTS})`;
const RECORD_CLIENT_USE = 'UPDATE oauth_client SET last_used_at = ?, expires_at = ? WHERE id = ?';
const DELETE_EXPIRED_CLIENTS = `DELETE FROM oauth_client WHERE id IN (
  SELECT c.id FROM oauth_client c WHERE c.expires_at <= ? ORDER BY c.expires_at LIMIT ?)`;
const FIND_CODE = `SELECT CAST(c.organization_id AS TEXT) AS "organizationId", CAST(c.member_id AS TEXT) AS "memberId",
    c.hash AS "hash", c.client_id AS "clientId", c.redirect_uri AS "redirectUri", c.challenge AS "challenge",
    c.scopes AS "scopes", CAST(c.created_by AS TEXT) AS "createdBy", CAST(c.parent_id AS TEXT) AS "tokenId",
    c.expires_at AS "expiresAt", c.used_at AS "usedAt", CAST(c.token_id AS TEXT) AS "issuedId"
  FROM oauth_code c WHERE c.hash = ?`;
const INSERT_CODE = `INSERT INTO oauth_code (organization_id, hash, member_id, client_id, redirect_uri, challenge, scopes, created_by,
    parent_id, expires_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const USE_CODE = 'UPDATE oauth_code SET used_at = ? WHERE organization_id = ? AND hash = ? AND used_at IS NULL';
const SET_ISSUED = 'UPDATE oauth_code SET token_id = ? WHERE organization_id = ? AND hash = ?';
const DELETE_EXPIRED_CODES = `DELETE FROM oauth_code WHERE (organization_id, hash) IN (
  SELECT c.organization_id, c.hash FROM oauth_code c WHERE c.expires_at <= ? ORDER BY c.expires_at LIMIT ?)`;

/** The rows of `oauth_client` and `oauth_code`. */
export class OAuthReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  async findClient(id: string, now: number): Promise<OAuthClient | undefined> {
    const row = await this.session.one<Omit<OAuthClient, 'redirectUris'> & { redirectUris: string }>(FIND_CLIENT, [
      id,
      now,
    ]);
    return row && { ...row, redirectUris: JSON.parse(row.redirectUris) as string[] };
  }

  /** Finds a code, also one that was used or has expired. */
  async findCode(hash: string): Promise<StoredCode | undefined> {
    const row = await this.session.one<CodeRow>(FIND_CODE, [hash]);
    if (row === undefined) return undefined;
    const { usedAt, ...code } = row;
    return { ...code, scopes: JSON.parse(row.scopes) as Scope[], isUsed: usedAt !== null };
  }
}

export class OAuthWriter extends OAuthReader<Session> {
  /** Stores a program. Deletes the oldest programs that no member has authorized, if there are too many. */
  async insertClient({ id, name, redirectUris, dateCreated }: OAuthClient, expiresAt: number): Promise<void> {
    await this.session.run(INSERT_CLIENT, [id, name, JSON.stringify(redirectUris), dateCreated, expiresAt]);
    await this.session.run(DELETE_SURPLUS, []);
  }

  /** Records that a member has authorized a program, or that the program has used its authorization. */
  async recordUse(clientId: string, now: number, expiresAt: number): Promise<void> {
    await this.session.run(RECORD_CLIENT_USE, [now, expiresAt, clientId]);
  }

  async insertCode(code: OAuthCode): Promise<void> {
    const { organizationId, memberId, hash, clientId, redirectUri, challenge, scopes, expiresAt } = code;
    const owner = [idValue(organizationId), hash, idValue(memberId)];
    const makers = [code.createdBy, code.tokenId].map(nullableId);
    const values = [clientId, redirectUri, challenge, JSON.stringify(scopes), ...makers, expiresAt];
    await this.session.run(INSERT_CODE, [...owner, ...values]);
  }

  /** Marks a code as used. Returns false if another request has used it. */
  async useCode({ organizationId, hash }: OAuthCode, now: number): Promise<boolean> {
    return (await this.session.run(USE_CODE, [now, idValue(organizationId), hash])).changes > 0;
  }

  /** Stores the token that was issued for a code. */
  async setIssued({ organizationId, hash }: OAuthCode, tokenId: string): Promise<void> {
    await this.session.run(SET_ISSUED, [idValue(tokenId), idValue(organizationId), hash]);
  }

  /** Deletes at most `limit` programs that are not used any more, and as many old codes. Returns the larger number. */
  async prune(now: number, limit: number): Promise<number> {
    const clients = await this.session.run(DELETE_EXPIRED_CLIENTS, [now, limit]);
    const codes = await this.session.run(DELETE_EXPIRED_CODES, [now - USED_CODE_MS, limit]);
    return Math.max(clients.changes, codes.changes);
  }
}
