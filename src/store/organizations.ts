import type { Role } from '../domain/access';
import { NotFound } from '../domain/errors';
import {
  DEFAULT_ORGANIZATION_SETTINGS,
  type ListedMember,
  type Member,
  type MemberChanges,
  type NameChanges,
  type Organization,
  type OrganizationSettings,
  type Team,
} from '../domain/organization';
import { type Page, type PageRequest, readPage } from '../domain/page';
import type { KnownLink } from '../domain/session';
import { sparseSettingChanges } from '../domain/project';
import { lowerAscii } from '../domain/text';
import { type Dialect, isAmong, mergedSettings } from './engine/dialect';
import { sliceStatements, type SliceStatements } from './keyset';
import { EntityStore, idValue, insertReturning, listValue, type ReadSession, type Session } from './engine/sql';

const ORGANIZATION_COLUMNS = `CAST(id AS TEXT) AS "id", slug AS "slug", name AS "name", date_created AS "dateCreated",
  settings AS "settings"`;
/**
 * Condition: the organization is not removed. The row of a removed organization stays for a while, under a slug that
 * nobody can choose.
 */
const NOT_REMOVED = "slug <> '~' || CAST(id AS TEXT)";
const FIND_ORGANIZATION = `SELECT ${ORGANIZATION_COLUMNS} FROM organization WHERE id = ? AND ${NOT_REMOVED}`;
const FIND_ORGANIZATION_BY_SLUG = `SELECT ${ORGANIZATION_COLUMNS} FROM organization WHERE slug = ?`;
const LIST_ORGANIZATIONS = `SELECT ${ORGANIZATION_COLUMNS} FROM organization WHERE ${NOT_REMOVED} ORDER BY slug`;
const LIST_WITH_OPEN_ID = `SELECT ${ORGANIZATION_COLUMNS} FROM organization
  WHERE ${NOT_REMOVED} AND settings LIKE '%"openId%' ORDER BY slug`;
const ANY_ORGANIZATION = 'SELECT 1 AS found FROM organization LIMIT 1';
const INSERT_ORGANIZATION = `INSERT INTO organization (slug, name, date_created) VALUES (?, ?, ?) RETURNING ${ORGANIZATION_COLUMNS}`;
const UPDATE_SETTINGS = (dialect: Dialect) =>
  `UPDATE organization SET settings = ${mergedSettings(dialect)} WHERE id = ? RETURNING ${ORGANIZATION_COLUMNS}`;
const UPDATE_NAMES = `UPDATE organization SET name = COALESCE(?, name), slug = COALESCE(?, slug) WHERE id = ?
  RETURNING ${ORGANIZATION_COLUMNS}`;

/** A row of `ORGANIZATION_COLUMNS`; settings are JSON. */
type OrganizationRow = Omit<Organization, 'settings'> & { settings: string };

function readOrganization(row: OrganizationRow): Organization {
  return { ...row, settings: readOrganizationSettings(row.settings) };
}

/** Adds the default values to stored settings. */
export function readOrganizationSettings(stored: string): OrganizationSettings {
  if (stored === '{}') return DEFAULT_ORGANIZATION_SETTINGS;
  return { ...DEFAULT_ORGANIZATION_SETTINGS, ...(JSON.parse(stored) as Partial<OrganizationSettings>) };
}

const MEMBER_COLUMNS =
  'CAST(id AS TEXT) AS "id", CAST(organization_id AS TEXT) AS "organizationId", email AS "email", role AS "role"';
const FIND_MEMBER = `SELECT ${MEMBER_COLUMNS} FROM member WHERE organization_id = ? AND id = ?`;
const FIND_MEMBERS = (dialect: Dialect) =>
  `SELECT ${MEMBER_COLUMNS} FROM member WHERE organization_id = ? AND ${isAmong(dialect, 'id')}`;
/**
 * Databases of earlier versions may have two addresses that differ only in case: the query then always finds the same
 * one.
 */
const FIND_MEMBER_BY_EMAIL = `SELECT ${MEMBER_COLUMNS} FROM member WHERE organization_id = ? AND LOWER(email) = ?
  ORDER BY CASE WHEN email = ? THEN 0 ELSE 1 END, member.id LIMIT 1`;
const COUNT_MEMBERS = 'SELECT COUNT(*) AS "count" FROM member WHERE organization_id = ?';
const INSERT_MEMBER = `INSERT INTO member (organization_id, email, role, date_created) VALUES (?, ?, ?, ?) RETURNING ${MEMBER_COLUMNS}`;
/** The columns of lists; those of the sign-in are 1 or 0. */
const LISTED_COLUMNS = `${MEMBER_COLUMNS}, date_created AS "dateCreated",
    (SELECT COUNT(*) FROM member_password p WHERE p.organization_id = member.organization_id AND p.member_id = member.id)
      AS "hasPassword",
    (SELECT COUNT(*) FROM second_factor f WHERE f.organization_id = member.organization_id AND f.member_id = member.id
      AND f.is_confirmed = 1) AS "hasSecondFactor"`;
const MEMBERS_BY_ID = { columns: ['member.id'], descending: false };
const LIST_MEMBERS = sliceStatements(`SELECT ${LISTED_COLUMNS} FROM member WHERE organization_id = ?`, MEMBERS_BY_ID);
const LIST_PROJECT_MEMBERS = sliceStatements(
  `SELECT ${LISTED_COLUMNS} FROM member WHERE organization_id = ? AND EXISTS (SELECT 1
    FROM team_project tp JOIN team_member tm ON tm.organization_id = tp.organization_id AND tm.team_id = tp.team_id
    WHERE tp.organization_id = member.organization_id AND tp.project_id = ? AND tm.member_id = member.id)`,
  MEMBERS_BY_ID,
);
const FIND_MEMBER_TEAMS = `SELECT t.slug AS "slug" FROM team_member tm
  JOIN team t ON t.organization_id = tm.organization_id AND t.id = tm.team_id
  WHERE tm.organization_id = ? AND tm.member_id = ? ORDER BY t.slug`;
const FIND_INVITATION = `SELECT l.expires_at AS "expiresAt", l.ended AS "ended" FROM sign_in_link l
  WHERE l.organization_id = ? AND l.member_id = ? AND l.is_invitation = 1 ORDER BY l.id DESC LIMIT 1`;
const FIND_LISTED_MEMBER = `SELECT ${LISTED_COLUMNS} FROM member WHERE organization_id = ? AND id = ?`;
const OTHER_MEMBER = 'SELECT 1 AS found FROM member WHERE organization_id = ? AND id <> ? LIMIT 1';
/** Condition: a row belongs to a project of the organization. */
const IN_PROJECTS = 'project_id IN (SELECT p.id FROM project p WHERE p.organization_id = ?)';
const OTHER_OWNER = "SELECT 1 AS found FROM member WHERE organization_id = ? AND id <> ? AND role = 'owner' LIMIT 1";
const UPDATE_MEMBER = `UPDATE member SET email = COALESCE(?, email), role = COALESCE(?, role) WHERE organization_id = ? AND id = ? RETURNING ${MEMBER_COLUMNS}`;
const DELETE_OF_MEMBER = [
  'DELETE FROM token WHERE organization_id = ? AND member_id = ?',
  'DELETE FROM member_session WHERE organization_id = ? AND member_id = ?',
  'DELETE FROM sign_in_link WHERE organization_id = ? AND member_id = ?',
  // Revoke the tokens and sessions that others received by sign-in links of the member. Tokens and sessions by links of
  // the member's tokens are no longer accepted in any case.
  'DELETE FROM token WHERE organization_id = ? AND created_by = ? AND member_id IS NOT NULL',
  'DELETE FROM member_session WHERE organization_id = ? AND created_by = ?',
  'DELETE FROM sign_in_link WHERE organization_id = ? AND created_by = ?',
  'DELETE FROM second_factor WHERE organization_id = ? AND member_id = ?',
  'DELETE FROM provider_account WHERE organization_id = ? AND member_id = ?',
  'DELETE FROM member_password WHERE organization_id = ? AND member_id = ?',
  'DELETE FROM team_member WHERE organization_id = ? AND member_id = ?',
  'DELETE FROM bookmark WHERE organization_id = ? AND member_id = ?',
  'DELETE FROM saved_search WHERE organization_id = ? AND owner_id = ?',
  `DELETE FROM issue_bookmark WHERE ${IN_PROJECTS} AND member_id = ?`,
  `DELETE FROM issue_seen WHERE ${IN_PROJECTS} AND member_id = ?`,
  `UPDATE issue SET assignee_member_id = NULL WHERE ${IN_PROJECTS} AND assignee_member_id = ?`,
  'DELETE FROM alert_mute WHERE organization_id = ? AND member_id = ?',
  "DELETE FROM alert_delivery WHERE organization_id = ? AND recipient = ? AND channel = 'mail'",
];
/** Keeps tokens of the organization and searches of all members when the member who created them is removed. */
const FORGET_CREATOR = [
  'UPDATE token SET created_by = NULL WHERE organization_id = ? AND created_by = ?',
  'UPDATE saved_search SET created_by = NULL WHERE organization_id = ? AND owner_id = 0 AND created_by = ?',
];
/** Clears the parent of the organization's tokens that tokens of a member created. */
const FORGET_PARENTS = `UPDATE token SET parent_id = NULL WHERE organization_id = ? AND member_id IS NULL AND parent_id IN (
  SELECT parent.id FROM token parent WHERE parent.organization_id = ? AND parent.member_id = ?)`;
const DELETE_MEMBER = 'DELETE FROM member WHERE organization_id = ? AND id = ?';
const INSERT_TEAM_MEMBER = `INSERT INTO team_member (organization_id, team_id, member_id) VALUES (?, ?, ?)
  ON CONFLICT (organization_id, team_id, member_id) DO NOTHING`;
const DELETE_TEAM_MEMBER = 'DELETE FROM team_member WHERE organization_id = ? AND team_id = ? AND member_id = ?';

const TEAM_COLUMNS =
  'CAST(id AS TEXT) AS "id", CAST(organization_id AS TEXT) AS "organizationId", slug AS "slug", name AS "name"';
const FIND_TEAM = `SELECT ${TEAM_COLUMNS} FROM team WHERE organization_id = ? AND id = ?`;
const FIND_TEAMS = (dialect: Dialect) =>
  `SELECT ${TEAM_COLUMNS} FROM team WHERE organization_id = ? AND ${isAmong(dialect, 'id')}`;
const FIND_TEAM_BY_SLUG = `SELECT ${TEAM_COLUMNS} FROM team WHERE organization_id = ? AND slug = ?`;
const INSERT_TEAM = `INSERT INTO team (organization_id, slug, name, date_created) VALUES (?, ?, ?, ?) RETURNING ${TEAM_COLUMNS}`;
const LIST_TEAMS = sliceStatements(`SELECT ${TEAM_COLUMNS} FROM team WHERE organization_id = ?`, {
  columns: ['slug'],
  descending: false,
});
const COUNT_TEAMS = 'SELECT COUNT(*) AS "count" FROM team WHERE organization_id = ?';
const UPDATE_TEAM = `UPDATE team SET name = COALESCE(?, name), slug = COALESCE(?, slug) WHERE organization_id = ? AND id = ?
  RETURNING ${TEAM_COLUMNS}`;
/** Finds the projects that belong only to the team. */
const FIND_OWN_PROJECTS = `SELECT p.slug AS "slug" FROM team_project tp
  JOIN project p ON p.organization_id = tp.organization_id AND p.id = tp.project_id
  WHERE tp.organization_id = ? AND tp.team_id = ? AND NOT EXISTS (SELECT 1 FROM team_project o
    WHERE o.organization_id = tp.organization_id AND o.project_id = tp.project_id AND o.team_id <> tp.team_id)
  ORDER BY p.slug`;
const DELETE_TEAM_PROJECTS = 'DELETE FROM team_project WHERE organization_id = ? AND team_id = ?';
const DELETE_TEAM_MEMBERS = 'DELETE FROM team_member WHERE organization_id = ? AND team_id = ?';
const UNASSIGN_TEAM = `UPDATE issue SET assignee_team_id = NULL WHERE ${IN_PROJECTS} AND assignee_team_id = ?`;
const DELETE_TEAM = 'DELETE FROM team WHERE organization_id = ? AND id = ?';

/** The rows of `organization`. */
export class OrganizationReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  async find(id: string): Promise<Organization | undefined> {
    const row = await this.session.one<OrganizationRow>(FIND_ORGANIZATION, [idValue(id)]);
    return row && readOrganization(row);
  }

  async findBySlug(slug: string): Promise<Organization | undefined> {
    const row = await this.session.one<OrganizationRow>(FIND_ORGANIZATION_BY_SLUG, [slug]);
    return row && readOrganization(row);
  }

  /** Returns all organizations by slug, for commands. */
  async list(): Promise<Organization[]> {
    const rows = await this.session.all<OrganizationRow>(LIST_ORGANIZATIONS, []);
    return rows.map(readOrganization);
  }

  /** Returns the organizations that have settings about accounts of the OpenID provider. */
  async listWithOpenId(): Promise<Organization[]> {
    return (await this.session.all<OrganizationRow>(LIST_WITH_OPEN_ID, [])).map(readOrganization);
  }

  /** Returns true if there is no organization: the database is new. */
  async isEmpty(): Promise<boolean> {
    return (await this.session.one(ANY_ORGANIZATION, [])) === undefined;
  }
}

export class OrganizationWriter extends OrganizationReader<Session> {
  /** Inserts an organization. @throws Conflict if the slug is taken */
  async insert(organization: { slug: string; name: string; dateCreated: number }): Promise<Organization> {
    const { slug, name, dateCreated } = organization;
    return readOrganization(await insertReturning(this.session, INSERT_ORGANIZATION, [slug, name, dateCreated]));
  }

  /** Changes the given settings only. */
  async updateSettings(id: string, changes: Partial<OrganizationSettings>): Promise<Organization> {
    const stored = JSON.stringify(sparseSettingChanges(changes, DEFAULT_ORGANIZATION_SETTINGS));
    return readOrganization(required(await this.session.one<OrganizationRow>(UPDATE_SETTINGS, [stored, idValue(id)])));
  }

  /** Changes name and slug. @throws Conflict if the slug is taken, NotFound if the organization was removed */
  async update({ id }: Organization, { name, slug }: NameChanges): Promise<Organization> {
    const values = [name ?? null, slug ?? null, idValue(id)];
    return readOrganization(required(await this.session.one<OrganizationRow>(UPDATE_NAMES, values)));
  }
}

type MemberRow = Omit<ListedMember, 'teams' | 'invitation' | 'hasPassword' | 'hasSecondFactor'> & {
  hasPassword: number;
  hasSecondFactor: number;
};

/** The rows of `member` and `team_member`. */
export class MemberReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  find(organizationId: string, id: string): Promise<Member | undefined> {
    return this.session.one(FIND_MEMBER, [idValue(organizationId), idValue(id)]);
  }

  /** Returns the member with this e-mail address, compared case-insensitively. */
  findByEmail(organizationId: string, email: string): Promise<Member | undefined> {
    return this.session.one(FIND_MEMBER_BY_EMAIL, [idValue(organizationId), lowerAscii(email), email]);
  }

  /** Returns a member with their teams. */
  async findListed(organizationId: string, id: string): Promise<ListedMember | undefined> {
    const key = [idValue(organizationId), idValue(id)];
    const member = await this.session.one<MemberRow>(FIND_LISTED_MEMBER, key);
    return member && this.withRelations(member);
  }

  /** Returns the members of an organization by id, with their teams. */
  list(organizationId: string, page: PageRequest): Promise<Page<ListedMember>> {
    return this.readList(LIST_MEMBERS, [idValue(organizationId)], page);
  }

  /** Returns the members of a project's teams by id, with all their teams. */
  listByProject(
    { organizationId, id }: { readonly organizationId: string; readonly id: string },
    page: PageRequest,
  ): Promise<Page<ListedMember>> {
    return this.readList(LIST_PROJECT_MEMBERS, [idValue(organizationId), idValue(id)], page);
  }

  private readList(
    statementOf: SliceStatements,
    owner: readonly number[],
    page: PageRequest,
  ): Promise<Page<ListedMember>> {
    return readPage(
      page,
      async (cursor, limit) => {
        const key = cursor?.key.slice(1).map(Number) ?? [];
        const members = await this.session.all<MemberRow>(statementOf(cursor), [...owner, ...key, limit]);
        return Promise.all(members.map((member) => this.withRelations(member)));
      },
      ({ id }) => ['m', id],
    );
  }

  /** Returns the given members that exist, in any order. */
  async findByIds(organizationId: string, ids: readonly string[]): Promise<Member[]> {
    return ids.length === 0
      ? []
      : this.session.all(FIND_MEMBERS, [idValue(organizationId), listValue(ids.map(idValue))]);
  }

  /** Returns true if the organization has another member. */
  async hasOther({ organizationId, id }: Pick<Member, 'id' | 'organizationId'>): Promise<boolean> {
    return (await this.session.one(OTHER_MEMBER, [idValue(organizationId), idValue(id)])) !== undefined;
  }

  /** Returns true if another member of the organization is an owner. */
  async hasOtherOwner({ organizationId, id }: Pick<Member, 'id' | 'organizationId'>): Promise<boolean> {
    return (await this.session.one(OTHER_OWNER, [idValue(organizationId), idValue(id)])) !== undefined;
  }

  async count(organizationId: string): Promise<number> {
    const row = await this.session.one<{ count: number }>(COUNT_MEMBERS, [idValue(organizationId)]);
    return row?.count ?? 0;
  }

  /** Adds the teams and the invitation of a member. */
  private async withRelations(member: MemberRow): Promise<ListedMember> {
    const key = [idValue(member.organizationId), idValue(member.id)];
    const teams = await this.session.all<{ slug: string }>(FIND_MEMBER_TEAMS, key);
    const link = await this.session.one<Pick<KnownLink, 'expiresAt' | 'ended'>>(FIND_INVITATION, key);
    const isOpen = link !== undefined && link.ended !== 'used';
    const invitation = isOpen ? { expiresAt: link.expiresAt, isRevoked: link.ended === 'revoked' } : null;
    const has = { hasPassword: member.hasPassword > 0, hasSecondFactor: member.hasSecondFactor > 0 };
    return { ...member, ...has, teams: teams.map(({ slug }) => slug), invitation };
  }
}

export class MemberWriter extends MemberReader<Session> {
  /** Changes a member. @throws Conflict if another member has the address, NotFound if the member was removed */
  async update(
    { organizationId, id }: Pick<Member, 'id' | 'organizationId'>,
    { email, role }: MemberChanges,
  ): Promise<Member> {
    const values = [email ?? null, role ?? null, idValue(organizationId), idValue(id)];
    return required(await this.session.one<Member>(UPDATE_MEMBER, values));
  }

  /**
   * Deletes a member with their tokens, memberships, bookmarks, searches and alerts, and unassigns their issues.
   * Returns true if the member existed.
   */
  async remove({ organizationId, id }: Pick<Member, 'id' | 'organizationId'>): Promise<boolean> {
    const key = [idValue(organizationId), idValue(id)];
    await this.session.run(FORGET_PARENTS, [idValue(organizationId), ...key]);
    for (const statement of [...DELETE_OF_MEMBER, ...FORGET_CREATOR]) await this.session.run(statement, key);
    return (await this.session.run(DELETE_MEMBER, key)).changes > 0;
  }

  /** Inserts a member. @throws Conflict if the organization has a member with that e-mail address */
  insert(member: { organizationId: string; email: string; role: Role; dateCreated: number }): Promise<Member> {
    const values = [idValue(member.organizationId), member.email, member.role, member.dateCreated];
    return insertReturning(this.session, INSERT_MEMBER, values);
  }

  /** Adds a member to a team. Returns true if they were not in it. */
  async addToTeam(membership: { organizationId: string; teamId: string; memberId: string }): Promise<boolean> {
    const values = [membership.organizationId, membership.teamId, membership.memberId].map(idValue);
    return (await this.session.run(INSERT_TEAM_MEMBER, values)).changes > 0;
  }

  /** Removes a member from a team. Returns true if they were in it. */
  async removeFromTeam(membership: { organizationId: string; teamId: string; memberId: string }): Promise<boolean> {
    const values = [membership.organizationId, membership.teamId, membership.memberId].map(idValue);
    return (await this.session.run(DELETE_TEAM_MEMBER, values)).changes > 0;
  }
}

/** The rows of `team`. */
export class TeamReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  findById(organizationId: string, id: string): Promise<Team | undefined> {
    return this.session.one(FIND_TEAM, [idValue(organizationId), idValue(id)]);
  }

  findBySlug(organizationId: string, slug: string): Promise<Team | undefined> {
    return this.session.one(FIND_TEAM_BY_SLUG, [idValue(organizationId), slug]);
  }

  /** Returns the teams of an organization by slug, in byte order. */
  list(organizationId: string, page: PageRequest): Promise<Page<Team>> {
    return readPage(
      page,
      (cursor, limit) => {
        const key = cursor?.key.slice(1) ?? [];
        return this.session.all<Team>(LIST_TEAMS(cursor), [idValue(organizationId), ...key, limit]);
      },
      ({ slug }) => ['t', slug],
    );
  }

  /** Returns the given teams that exist, in any order. */
  async findByIds(organizationId: string, ids: readonly string[]): Promise<Team[]> {
    return ids.length === 0 ? [] : this.session.all(FIND_TEAMS, [idValue(organizationId), listValue(ids.map(idValue))]);
  }

  async count(organizationId: string): Promise<number> {
    const row = await this.session.one<{ count: number }>(COUNT_TEAMS, [idValue(organizationId)]);
    return row?.count ?? 0;
  }

  /** Returns the slugs of the projects that belong to no other team. */
  async findOwnProjects({ organizationId, id }: Team): Promise<string[]> {
    const key = [idValue(organizationId), idValue(id)];
    const projects = await this.session.all<{ slug: string }>(FIND_OWN_PROJECTS, key);
    return projects.map(({ slug }) => slug);
  }
}

export class TeamWriter extends TeamReader<Session> {
  /** Inserts a team. @throws Conflict if the slug is taken in the organization */
  insert(team: { organizationId: string; slug: string; name: string; dateCreated: number }): Promise<Team> {
    const values = [idValue(team.organizationId), team.slug, team.name, team.dateCreated];
    return insertReturning(this.session, INSERT_TEAM, values);
  }

  /** Changes a team. @throws Conflict if the slug is taken in the organization, NotFound if the team was removed */
  async update({ organizationId, id }: Team, { name, slug }: NameChanges): Promise<Team> {
    const values = [name ?? null, slug ?? null, idValue(organizationId), idValue(id)];
    return required(await this.session.one<Team>(UPDATE_TEAM, values));
  }

  /** Deletes a team, and unassigns its issues. Returns true if it existed. */
  async remove({ organizationId, id }: Team): Promise<boolean> {
    const key = [idValue(organizationId), idValue(id)];
    await this.session.run(DELETE_TEAM_PROJECTS, key);
    await this.session.run(DELETE_TEAM_MEMBERS, key);
    await this.session.run(UNASSIGN_TEAM, key);
    return (await this.session.run(DELETE_TEAM, key)).changes > 0;
  }
}

/** Returns the row. @throws NotFound if there is none: another transaction has deleted it */
function required<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new NotFound();
  return row;
}
