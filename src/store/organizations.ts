import type { Organization } from '../domain/organization';
import { type Session, idValue, inserted } from './sql';
import type { OrganizationWriter } from './tenancyStores';

const COLUMNS = 'CAST(id AS TEXT) AS "id", slug AS "slug", name AS "name", date_created AS "dateCreated"';
const FIND = `SELECT ${COLUMNS} FROM organization WHERE id = ?`;
const FIND_BY_SLUG = `SELECT ${COLUMNS} FROM organization WHERE slug = ?`;
const ANY = 'SELECT 1 AS found FROM organization LIMIT 1';
const INSERT = `INSERT INTO organization (slug, name, date_created) VALUES (?, ?, ?) RETURNING ${COLUMNS}`;

/** The rows of `organization`. */
export class Organizations implements OrganizationWriter {
  constructor(private readonly session: Session) {}

  find(id: string): Promise<Organization | undefined> {
    return this.session.one(FIND, [idValue(id)]);
  }

  findBySlug(slug: string): Promise<Organization | undefined> {
    return this.session.one(FIND_BY_SLUG, [slug]);
  }

  async none(): Promise<boolean> {
    return (await this.session.one(ANY, [])) === undefined;
  }

  insert({ slug, name, dateCreated }: { slug: string; name: string; dateCreated: number }): Promise<Organization> {
    return inserted(this.session, INSERT, [slug, name, dateCreated]);
  }
}
