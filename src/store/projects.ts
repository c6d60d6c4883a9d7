import { NotFound } from '../domain/errors';
import type { Page, PageRequest } from '../domain/page';
import type { KeyedProject, Project, ProjectChanges, ProjectFlag, ProjectSurroundings } from '../domain/project';
import { storedChanges } from '../domain/settings';
import type { Team } from '../domain/team';
import { mergedSettings } from './dialect';
import { COLUMNS, FLAG_COLUMNS, type ProjectRow, readProject } from './projectRow';
import { type Session, type Statement, idValue, inserted } from './sql';
import type { ProjectWriter } from './tenancyStores';
import { readSurroundings } from './surroundings';
import { readOrganizationProjects, readTeamProjects } from './projectLists';

const FIND_BY_KEY = `SELECT ${COLUMNS}, CASE WHEN EXISTS (SELECT 1 FROM artifact a WHERE a.project_id = ?) THEN 1 ELSE 0 END AS "hasArtifacts"
  FROM project WHERE id = (SELECT k.project_id FROM project_key k WHERE k.project_id = ? AND k.public_key = ? AND k.is_active = 1)`;
const FIND_BY_ID = `SELECT ${COLUMNS} FROM project WHERE organization_id = ? AND id = ?`;
const FIND_BY_SLUG = `SELECT ${COLUMNS} FROM project WHERE organization_id = ? AND slug = ?`;
const FIND_RENAMED = `SELECT ${COLUMNS} FROM project
  WHERE id = (SELECT r.project_id FROM project_redirect r WHERE r.organization_id = ? AND r.slug = ?)
    AND NOT EXISTS (SELECT 1 FROM project live WHERE live.organization_id = ? AND live.slug = ?)`;
const INSERT = `INSERT INTO project (organization_id, slug, name, platform, date_created, subject_prefix,
    subject_template, resolve_age, security_token)
  VALUES (?, ?, ?, ?, ?, '', '$shortID - $title', 0, ?) RETURNING ${COLUMNS}`;
const ADD_TEAM = `INSERT INTO team_project (organization_id, team_id, project_id) VALUES (?, ?, ?)
  ON CONFLICT (organization_id, team_id, project_id) DO NOTHING`;
const UPDATE: Statement = (
  dialect,
) => `UPDATE project SET name = COALESCE(?, name), slug = COALESCE(?, slug), platform = COALESCE(?, platform),
    subject_prefix = COALESCE(?, subject_prefix), subject_template = COALESCE(?, subject_template),
    resolve_age = COALESCE(?, resolve_age), security_token = COALESCE(?, security_token), settings = ${mergedSettings(dialect)}
  WHERE organization_id = ? AND id = ? RETURNING ${COLUMNS}`;
const REDIRECT = `INSERT INTO project_redirect (organization_id, slug, project_id)
  SELECT organization_id, slug, id FROM project WHERE organization_id = ? AND id = ? AND slug <> ?
  ON CONFLICT (organization_id, slug) DO UPDATE SET project_id = excluded.project_id`;
const BOOKMARK = `INSERT INTO bookmark (project_id, member_id, organization_id) VALUES (?, ?, ?)
  ON CONFLICT (project_id, member_id) DO NOTHING`;
const UNBOOKMARK = 'DELETE FROM bookmark WHERE project_id = ? AND member_id = ?';
const RAISE = Object.fromEntries(
  Object.entries(FLAG_COLUMNS).map(([flag, column]) => [
    flag,
    `UPDATE project SET ${column} = 1 WHERE id = ? AND ${column} = 0`,
  ]),
) as Record<ProjectFlag, string>;

/** The rows of `project`, and what binds them to teams, stars and former slugs. */
export class Projects implements ProjectWriter {
  constructor(private readonly session: Session) {}

  async findByKey(id: string, publicKey: string): Promise<KeyedProject | undefined> {
    const project = idValue(id);
    const row = await this.session.one<ProjectRow & { hasArtifacts: number }>(FIND_BY_KEY, [
      project,
      project,
      publicKey,
    ]);
    return row && { ...readProject(row), hasArtifacts: row.hasArtifacts === 1 };
  }

  async findById(organizationId: string, id: string): Promise<Project | undefined> {
    const row = await this.session.one<ProjectRow>(FIND_BY_ID, [idValue(organizationId), idValue(id)]);
    return row && readProject(row);
  }

  async findBySlug(organizationId: string, slug: string): Promise<Project | undefined> {
    const row = await this.session.one<ProjectRow>(FIND_BY_SLUG, [idValue(organizationId), slug]);
    return row && readProject(row);
  }

  async findRenamed(organizationId: string, oldSlug: string): Promise<Project | undefined> {
    const organization = idValue(organizationId);
    const row = await this.session.one<ProjectRow>(FIND_RENAMED, [organization, oldSlug, organization, oldSlug]);
    return row && readProject(row);
  }

  surroundings(
    projects: readonly Project[],
    viewer: { organizationId: string; memberId: string },
  ): Promise<Map<string, ProjectSurroundings>> {
    return readSurroundings(this.session, projects, viewer);
  }

  listOfOrganization(organizationId: string, page: PageRequest): Promise<Page<Project>> {
    return readOrganizationProjects(this.session, organizationId, page);
  }

  listOfTeam(team: Team, page: PageRequest): Promise<Page<Project>> {
    return readTeamProjects(this.session, team, page);
  }

  async insert(project: {
    organizationId: string;
    slug: string;
    name: string;
    platform: string | null;
    dateCreated: number;
    securityToken: string;
  }): Promise<Project> {
    const { organizationId, slug, name, platform, dateCreated, securityToken } = project;
    const values = [idValue(organizationId), slug, name, platform, dateCreated, securityToken];
    return readProject(await inserted<ProjectRow>(this.session, INSERT, values));
  }

  async addTeam(binding: { organizationId: string; projectId: string; teamId: string }): Promise<void> {
    const { organizationId, projectId, teamId } = binding;
    await this.session.run(ADD_TEAM, [idValue(organizationId), idValue(teamId), idValue(projectId)]);
  }

  async update(project: Project, changes: ProjectChanges): Promise<Project> {
    const place = [idValue(project.organizationId), idValue(project.id)];
    const { name, slug, platform, subjectPrefix, subjectTemplate, resolveAge, securityToken, settings = {} } = changes;
    if (slug !== undefined) await this.session.run(REDIRECT, [...place, slug]);
    const values = [name, slug, platform, subjectPrefix, subjectTemplate, resolveAge, securityToken].map(
      (value) => value ?? null,
    );
    const row = await this.session.one<ProjectRow>(UPDATE, [
      ...values,
      JSON.stringify(storedChanges(settings)),
      ...place,
    ]);
    if (row === undefined) throw new NotFound();
    return readProject(row);
  }

  async bookmark(star: {
    organizationId: string;
    projectId: string;
    memberId: string;
    isBookmarked: boolean;
  }): Promise<void> {
    const key = [idValue(star.projectId), idValue(star.memberId)];
    if (star.isBookmarked) await this.session.run(BOOKMARK, [...key, idValue(star.organizationId)]);
    else await this.session.run(UNBOOKMARK, key);
  }

  async raiseFlags(projectId: string, flags: readonly ProjectFlag[]): Promise<void> {
    for (const flag of flags) await this.session.run(RAISE[flag], [idValue(projectId)]);
  }
}
