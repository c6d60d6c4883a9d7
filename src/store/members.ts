import type { Member } from '../domain/organization';
import { type Session, idValue, inserted } from './sql';
import type { MemberWriter } from './tenancyStores';

const COLUMNS = 'CAST(id AS TEXT) AS "id", CAST(organization_id AS TEXT) AS "organizationId", email AS "email"';
const FIND = `SELECT ${COLUMNS} FROM member WHERE organization_id = ? AND id = ?`;
const FIND_BY_EMAIL = `SELECT ${COLUMNS} FROM member WHERE organization_id = ? AND email = ?`;
const INSERT = `INSERT INTO member (organization_id, email, date_created) VALUES (?, ?, ?) RETURNING ${COLUMNS}`;
const JOIN_TEAM = `INSERT INTO team_member (organization_id, team_id, member_id) VALUES (?, ?, ?)
  ON CONFLICT (organization_id, team_id, member_id) DO NOTHING`;

/** The rows of `member` and `team_member`. */
export class Members implements MemberWriter {
  constructor(private readonly session: Session) {}

  find(organizationId: string, id: string): Promise<Member | undefined> {
    return this.session.one(FIND, [idValue(organizationId), idValue(id)]);
  }

  findByEmail(organizationId: string, email: string): Promise<Member | undefined> {
    return this.session.one(FIND_BY_EMAIL, [idValue(organizationId), email]);
  }

  insert(member: { organizationId: string; email: string; dateCreated: number }): Promise<Member> {
    return inserted(this.session, INSERT, [idValue(member.organizationId), member.email, member.dateCreated]);
  }

  async joinTeam(membership: { organizationId: string; teamId: string; memberId: string }): Promise<void> {
    const { organizationId, teamId, memberId } = membership;
    await this.session.run(JOIN_TEAM, [idValue(organizationId), idValue(teamId), idValue(memberId)]);
  }
}
