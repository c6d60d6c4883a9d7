import { type Session, idValue } from './sql';
import type { ReleaseReader } from './stores';

const FIND_BY_VERSION = 'SELECT CAST(id AS TEXT) AS "id" FROM release WHERE organization_id = ? AND version = ?';

/** The rows of `release`. */
export class Releases implements ReleaseReader {
  constructor(private readonly session: Session) {}

  findByVersion(organizationId: string, version: string): Promise<{ id: string } | undefined> {
    return this.session.one(FIND_BY_VERSION, [idValue(organizationId), version]);
  }
}
