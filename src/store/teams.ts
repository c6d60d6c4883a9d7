import type { Team } from '../domain/team';
import { type Session, idValue, inserted } from './sql';
import type { TeamWriter } from './tenancyStores';

const COLUMNS =
  'CAST(id AS TEXT) AS "id", CAST(organization_id AS TEXT) AS "organizationId", slug AS "slug", name AS "name"';
const FIND_BY_ID = `SELECT ${COLUMNS} FROM team WHERE organization_id = ? AND id = ?`;
const FIND_BY_SLUG = `SELECT ${COLUMNS} FROM team WHERE organization_id = ? AND slug = ?`;
const INSERT = `INSERT INTO team (organization_id, slug, name, date_created) VALUES (?, ?, ?, ?) RETURNING ${COLUMNS}`;

/** The rows of `team`. */
export class Teams implements TeamWriter {
  constructor(private readonly session: Session) {}

  findById(organizationId: string, id: string): Promise<Team | undefined> {
    return this.session.one(FIND_BY_ID, [idValue(organizationId), idValue(id)]);
  }

  findBySlug(organizationId: string, slug: string): Promise<Team | undefined> {
    return this.session.one(FIND_BY_SLUG, [idValue(organizationId), slug]);
  }

  insert(team: { organizationId: string; slug: string; name: string; dateCreated: number }): Promise<Team> {
    return inserted(this.session, INSERT, [idValue(team.organizationId), team.slug, team.name, team.dateCreated]);
  }
}
