import { type AlertAddress, CONFIRMATION_MS } from '../domain/alertRule';
import { lowerAscii } from '../domain/text';
import { type Dialect, jsonTexts } from './engine/dialect';
import { idValue, listValue, type ReadSession, type Session } from './engine/sql';

/** An address of an organization. */
export interface AddressKey {
  readonly organizationId: string;
  readonly address: string;
}

const FIND_CONFIRMED = (dialect: Dialect) => `SELECT a.address AS "address" FROM alert_address a
  WHERE a.organization_id = ? AND a.date_confirmed IS NOT NULL AND a.address IN (${jsonTexts(dialect)})
  UNION SELECT LOWER(m.email) FROM member m WHERE m.organization_id = ? AND LOWER(m.email) IN (${jsonTexts(dialect)})`;
const FIND_ASKED = `SELECT date_created AS "dateCreated" FROM alert_address WHERE organization_id = ? AND address = ?`;
const FIND_BY_HASH = `SELECT CAST(organization_id AS TEXT) AS "organizationId", address AS "address", date_confirmed AS "dateConfirmed"
  FROM alert_address WHERE hash = ? AND (date_confirmed IS NOT NULL OR date_created > ?)`;
const ASK = `INSERT INTO alert_address (organization_id, address, hash, date_created) VALUES (?, ?, ?, ?)
  ON CONFLICT (organization_id, address) DO UPDATE SET hash = EXCLUDED.hash, date_created = EXCLUDED.date_created
  WHERE alert_address.date_confirmed IS NULL AND alert_address.date_created <= ?`;
const FORGET = 'DELETE FROM alert_address WHERE hash = ? AND date_confirmed IS NULL';
const CONFIRM = 'UPDATE alert_address SET date_confirmed = ? WHERE hash = ? AND date_confirmed IS NULL';
const PRUNE = `DELETE FROM alert_address WHERE (organization_id, address) IN (
  SELECT a.organization_id, a.address FROM alert_address a
  WHERE a.date_confirmed IS NULL AND a.date_created <= ? ORDER BY a.date_created LIMIT ?)`;

/** Reads the rows of `alert_address`. */
export class AlertAddressReader<S extends ReadSession = ReadSession> {
  constructor(protected readonly session: S) {}

  /**
   * Returns the given addresses to which alerts may be sent, in lower case: addresses of members, and addresses that
   * their owners have confirmed.
   */
  async findConfirmed(organizationId: string, addresses: readonly string[]): Promise<ReadonlySet<string>> {
    if (addresses.length === 0) return new Set();
    const parameters = [idValue(organizationId), listValue(addresses.map(lowerAscii))];
    const rows = await this.session.all<{ address: string }>(FIND_CONFIRMED, [...parameters, ...parameters]);
    return new Set(rows.map(({ address }) => address));
  }

  /**
   * Returns the time at which an address was last asked for confirmation; undefined if there is no request that can
   * still be confirmed.
   */
  async findAsked(key: AddressKey): Promise<number | undefined> {
    return (await this.session.one<{ dateCreated: number }>(FIND_ASKED, keyValues(key)))?.dateCreated;
  }

  /** Returns the address of a token; undefined if the token is unknown, was replaced or has expired. */
  async findByHash(hash: string, now: number): Promise<AlertAddress | undefined> {
    type Row = Omit<AlertAddress, 'isConfirmed'> & { dateConfirmed: number | null };
    const row = await this.session.one<Row>(FIND_BY_HASH, [hash, now - CONFIRMATION_MS]);
    if (row === undefined) return undefined;
    const { dateConfirmed, ...key } = row;
    return { ...key, isConfirmed: dateConfirmed !== null };
  }
}

/** Writes the rows of `alert_address`. */
export class AlertAddressWriter extends AlertAddressReader<Session> {
  /**
   * Stores the hash of the token that will be sent to an address, replacing a former one. Returns false and stores
   * nothing if the address is confirmed or was asked after `latest`.
   */
  async ask(key: AddressKey, hash: string, now: number, latest: number): Promise<boolean> {
    return (await this.session.run(ASK, [...keyValues(key), hash, now, latest])).changes > 0;
  }

  /** Deletes a token that was not sent. */
  async forget(hash: string): Promise<void> {
    await this.session.run(FORGET, [hash]);
  }

  /** Confirms the address of a token. Returns true if it was not confirmed before. */
  async confirm(hash: string, now: number): Promise<boolean> {
    return (await this.session.run(CONFIRM, [now, hash])).changes > 0;
  }

  /** Deletes at most `limit` addresses that were not confirmed in time. Returns the number of deleted addresses. */
  async prune(now: number, limit: number): Promise<number> {
    return (await this.session.run(PRUNE, [now - CONFIRMATION_MS, limit])).changes;
  }
}

function keyValues({ organizationId, address }: AddressKey): [number, string] {
  return [idValue(organizationId), lowerAscii(address)];
}
