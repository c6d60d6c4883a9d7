import { NotFound } from '../domain/errors';
import {
  DEFAULT_ORGANIZATION_SETTINGS,
  type Member,
  type Organization,
  type OrganizationSettings,
  type Team,
} from '../domain/organization';
import { sparseSettingChanges } from '../domain/project';
import { type Dialect, mergedSettings } from './dialect';
import { idValue, insertReturning, type Session } from './sql';

const ORGANIZATION_COLUMNS = `CAST(id AS TEXT) AS "id", slug AS "slug", name AS "name", date_created AS "dateCreated",
  settings AS "settings"`;
const FIND_ORGANIZATION = `SELECT ${ORGANIZATION_COLUMNS} FROM organization WHERE id = ?`;
const FIND_ORGANIZATION_BY_SLUG = `SELECT ${ORGANIZATION_COLUMNS} FROM organization WHERE slug = ?`;
const ANY_ORGANIZATION = 'SELECT 1 AS found FROM organization LIMIT 1';
const INSERT_ORGANIZATION = `INSERT INTO organization (slug, name, date_created) VALUES (?, ?, ?) RETURNING ${ORGANIZATION_COLUMNS}`;
const UPDATE_ORGANIZATION = (dialect: Dialect) =>
  `UPDATE organization SET settings = ${mergedSettings(dialect)} WHERE id = ? RETURNING ${ORGANIZATION_COLUMNS}`;

/** A row of `ORGANIZATION_COLUMNS`; the settings are JSON. */
type OrganizationRow = Omit<Organization, 'settings'> & { settings: string };

function readOrganization(row: OrganizationRow): Organization {
  return { ...row, settings: readOrganizationSettings(row.settings) };
}

/** Adds the default values to stored settings. */
export function readOrganizationSettings(stored: string): OrganizationSettings {
  if (stored === '{}') return DEFAULT_ORGANIZATION_SETTINGS;
  return { ...DEFAULT_ORGANIZATION_SETTINGS, ...(JSON.parse(stored) as Partial<OrganizationSettings>) };
}

const MEMBER_COLUMNS = 'CAST(id AS TEXT) AS "id", CAST(organization_id AS TEXT) AS "organizationId", email AS "email"';
const FIND_MEMBER = `SELECT ${MEMBER_COLUMNS} FROM member WHERE organization_id = ? AND id = ?`;
const FIND_MEMBER_BY_EMAIL = `SELECT ${MEMBER_COLUMNS} FROM member WHERE organization_id = ? AND email = ?`;
const INSERT_MEMBER = `INSERT INTO member (organization_id, email, date_created) VALUES (?, ?, ?) RETURNING ${MEMBER_COLUMNS}`;
const INSERT_TEAM_MEMBER = `INSERT INTO team_member (organization_id, team_id, member_id) VALUES (?, ?, ?)
  ON CONFLICT (organization_id, team_id, member_id) DO NOTHING`;

const TEAM_COLUMNS =
  'CAST(id AS TEXT) AS "id", CAST(organization_id AS TEXT) AS "organizationId", slug AS "slug", name AS "name"';
const FIND_TEAM = `SELECT ${TEAM_COLUMNS} FROM team WHERE organization_id = ? AND id = ?`;
const FIND_TEAM_BY_SLUG = `SELECT ${TEAM_COLUMNS} FROM team WHERE organization_id = ? AND slug = ?`;
const INSERT_TEAM = `INSERT INTO team (organization_id, slug, name, date_created) VALUES (?, ?, ?, ?) RETURNING ${TEAM_COLUMNS}`;

export interface OrganizationReader {
  find(id: string): Promise<Organization | undefined>;
  findBySlug(slug: string): Promise<Organization | undefined>;
  /** Whether there is no organization: the database is new. */
  isEmpty(): Promise<boolean>;
}

export interface OrganizationWriter extends OrganizationReader {
  /** @throws Conflict if the slug is taken */
  insert(organization: { slug: string; name: string; dateCreated: number }): Promise<Organization>;
  /** Changes the given settings only. */
  updateSettings(id: string, changes: Partial<OrganizationSettings>): Promise<Organization>;
}

export interface MemberReader {
  find(organizationId: string, id: string): Promise<Member | undefined>;
  findByEmail(organizationId: string, email: string): Promise<Member | undefined>;
}

export interface MemberWriter extends MemberReader {
  /** @throws Conflict if the organization has a member of that e-mail address */
  insert(member: { organizationId: string; email: string; dateCreated: number }): Promise<Member>;
  /** Adds a member to a team, if the member is not in it yet. */
  addToTeam(membership: { organizationId: string; teamId: string; memberId: string }): Promise<void>;
}

export interface TeamReader {
  findById(organizationId: string, id: string): Promise<Team | undefined>;
  findBySlug(organizationId: string, slug: string): Promise<Team | undefined>;
}

export interface TeamWriter extends TeamReader {
  /** @throws Conflict if the slug is taken in the organization */
  insert(team: { organizationId: string; slug: string; name: string; dateCreated: number }): Promise<Team>;
}

/** The rows of `organization`. */
export class Organizations implements OrganizationWriter {
  constructor(private readonly session: Session) {}

  async find(id: string): Promise<Organization | undefined> {
    const row = await this.session.one<OrganizationRow>(FIND_ORGANIZATION, [idValue(id)]);
    return row && readOrganization(row);
  }

  async findBySlug(slug: string): Promise<Organization | undefined> {
    const row = await this.session.one<OrganizationRow>(FIND_ORGANIZATION_BY_SLUG, [slug]);
    return row && readOrganization(row);
  }

  async isEmpty(): Promise<boolean> {
    return (await this.session.one(ANY_ORGANIZATION, [])) === undefined;
  }

  async insert(organization: { slug: string; name: string; dateCreated: number }): Promise<Organization> {
    const { slug, name, dateCreated } = organization;
    return readOrganization(await insertReturning(this.session, INSERT_ORGANIZATION, [slug, name, dateCreated]));
  }

  async updateSettings(id: string, changes: Partial<OrganizationSettings>): Promise<Organization> {
    const stored = JSON.stringify(sparseSettingChanges(changes, DEFAULT_ORGANIZATION_SETTINGS));
    const row = await this.session.one<OrganizationRow>(UPDATE_ORGANIZATION, [stored, idValue(id)]);
    if (row === undefined) throw new NotFound();
    return readOrganization(row);
  }
}

/** The rows of `member` and `team_member`. */
export class Members implements MemberWriter {
  constructor(private readonly session: Session) {}

  find(organizationId: string, id: string): Promise<Member | undefined> {
    return this.session.one(FIND_MEMBER, [idValue(organizationId), idValue(id)]);
  }

  findByEmail(organizationId: string, email: string): Promise<Member | undefined> {
    return this.session.one(FIND_MEMBER_BY_EMAIL, [idValue(organizationId), email]);
  }

  insert(member: { organizationId: string; email: string; dateCreated: number }): Promise<Member> {
    const values = [idValue(member.organizationId), member.email, member.dateCreated];
    return insertReturning(this.session, INSERT_MEMBER, values);
  }

  async addToTeam(membership: { organizationId: string; teamId: string; memberId: string }): Promise<void> {
    const { organizationId, teamId, memberId } = membership;
    await this.session.run(INSERT_TEAM_MEMBER, [idValue(organizationId), idValue(teamId), idValue(memberId)]);
  }
}

/** The rows of `team`. */
export class Teams implements TeamWriter {
  constructor(private readonly session: Session) {}

  findById(organizationId: string, id: string): Promise<Team | undefined> {
    return this.session.one(FIND_TEAM, [idValue(organizationId), idValue(id)]);
  }

  findBySlug(organizationId: string, slug: string): Promise<Team | undefined> {
    return this.session.one(FIND_TEAM_BY_SLUG, [idValue(organizationId), slug]);
  }

  insert(team: { organizationId: string; slug: string; name: string; dateCreated: number }): Promise<Team> {
    const values = [idValue(team.organizationId), team.slug, team.name, team.dateCreated];
    return insertReturning(this.session, INSERT_TEAM, values);
  }
}
