import { MAX_UNUSED_CLIENTS, type OAuthClient, type OAuthCode, USED_CODE_MS } from '../domain/oauth';
import type { Scope } from '../domain/access';
import { EntityStore, idValue, nullableId, type ReadSession, type Session } from './engine/sql';

/** A code as it is stored. */
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
const RECORD_USE = 'UPDATE oauth_client SET last_used_at = ?, expires_at = ? WHERE id = ?';
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
  /** Stores a program, and forgets the oldest of those that no member has allowed anything, if there are too many. */
  async insertClient({ id, name, redirectUris, dateCreated }: OAuthClient, expiresAt: number): Promise<void> {
    await this.session.run(INSERT_CLIENT, [id, name, JSON.stringify(redirectUris), dateCreated, expiresAt]);
    await this.session.run(DELETE_SURPLUS, []);
  }

  /** Stores that a member has allowed a program something, or that it has used that. */
  async recordUse(clientId: string, now: number, expiresAt: number): Promise<void> {
    await this.session.run(RECORD_USE, [now, expiresAt, clientId]);
  }

  async insertCode(code: OAuthCode): Promise<void> {
    const { organizationId, memberId, hash, clientId, redirectUri, challenge, scopes, expiresAt } = code;
    const owner = [idValue(organizationId), hash, idValue(memberId)];
    const makers = [code.createdBy, code.tokenId].map(nullableId);
    const values = [clientId, redirectUri, challenge, JSON.stringify(scopes), ...makers, expiresAt];
    await this.session.run(INSERT_CODE, [...owner, ...values]);
  }

  /** Uses a code up. Returns false if another request has used it. */
  async useCode({ organizationId, hash }: OAuthCode, now: number): Promise<boolean> {
    return (await this.session.run(USE_CODE, [now, idValue(organizationId), hash])).changes > 0;
  }

  /** Stores which token was issued for a code. */
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
