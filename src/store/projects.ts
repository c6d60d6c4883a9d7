import { NotFound } from '../domain/errors';
import type { Team } from '../domain/organization';
import { type Page, type PageRequest, readPage } from '../domain/page';
import {
  type DsnProject,
  type Project,
  type ProjectChanges,
  type ProjectFlag,
  type ProjectFlags,
  type ProjectRelations,
  type ProjectSettings,
  sparseSettingChanges,
  withDefaultSettings,
} from '../domain/project';
import { mergedSettings } from './dialect';
import { sliceStatements, type SliceStatements } from './keyset';
import type { ProjectWriter } from './organizations';
import { readProjectRelations } from './projectRelations';
import { idValue, insertReturning, type Session, type Statement } from './sql';

/** The column of each flag. */
export const FLAG_COLUMNS: Record<ProjectFlag, string> = {
  firstTransactionEvent: 'first_transaction_event',
  hasMinifiedStackTrace: 'has_minified_stack_trace',
  hasCustomMetrics: 'has_custom_metrics',
  hasMonitors: 'has_monitors',
  hasProfiles: 'has_profiles',
  hasReplays: 'has_replays',
  hasSessions: 'has_sessions',
  hasUserReports: 'has_user_reports',
};

const FLAGS = Object.entries(FLAG_COLUMNS)
  .map(([flag, column]) => `${column} AS "${flag}"`)
  .join(', ');

/** What a query of `project` selects. */
export const PROJECT_COLUMNS = `CAST(id AS TEXT) AS "id", CAST(organization_id AS TEXT) AS "organizationId", slug AS "slug",
  name AS "name", platform AS "platform", date_created AS "dateCreated", first_event AS "firstEvent",
  subject_prefix AS "subjectPrefix", subject_template AS "subjectTemplate", resolve_age AS "resolveAge",
  security_token AS "securityToken", has_webhook AS "hasWebhook", settings AS "settings", ${FLAGS}`;

/** A row of those columns: settings as JSON, flags and `hasWebhook` as 0 or 1. */
export type ProjectRow = Omit<Project, 'flags' | 'hasWebhook' | 'settings'> & {
  hasWebhook: number;
  settings: string;
} & Record<ProjectFlag, number>;

const NO_SETTINGS = '{}';
const DEFAULT_SETTINGS = Object.freeze(withDefaultSettings({}));

/** The project that a row tells. */
export function readProject(row: ProjectRow): Project {
  return {
    id: row.id,
    organizationId: row.organizationId,
    slug: row.slug,
    name: row.name,
    platform: row.platform,
    dateCreated: row.dateCreated,
    firstEvent: row.firstEvent,
    subjectPrefix: row.subjectPrefix,
    subjectTemplate: row.subjectTemplate,
    resolveAge: row.resolveAge,
    securityToken: row.securityToken,
    flags: readFlags(row),
    hasWebhook: row.hasWebhook === 1,
    settings: readSettings(row.settings),
  };
}

function readFlags(row: ProjectRow): ProjectFlags {
  return {
    firstTransactionEvent: row.firstTransactionEvent === 1,
    hasMinifiedStackTrace: row.hasMinifiedStackTrace === 1,
    hasCustomMetrics: row.hasCustomMetrics === 1,
    hasMonitors: row.hasMonitors === 1,
    hasProfiles: row.hasProfiles === 1,
    hasReplays: row.hasReplays === 1,
    hasSessions: row.hasSessions === 1,
    hasUserReports: row.hasUserReports === 1,
  };
}

/** Settings by their stored text: rows are read far more often than settings change. */
const known = new Map<string, ProjectSettings>();
const MOST_KNOWN = 1000;

/** Nearly all projects have no settings of their own and share one value. */
function readSettings(stored: string): ProjectSettings {
  if (stored === NO_SETTINGS) return DEFAULT_SETTINGS;
  const found = known.get(stored);
  if (found !== undefined) return found;
  const settings = Object.freeze(withDefaultSettings(JSON.parse(stored) as Partial<ProjectSettings>));
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(stored, settings);
  return settings;
}

const BY_SLUG = { columns: ['slug'], descending: false };
const LIST_BY_ORGANIZATION = sliceStatements(
  `SELECT ${PROJECT_COLUMNS} FROM project WHERE organization_id = ?`,
  BY_SLUG,
);
/** `EXISTS` and not a join: the slugs of the organization are read in order, and no more of them than the page needs. */
const LIST_BY_TEAM = sliceStatements(
  `SELECT ${PROJECT_COLUMNS} FROM project WHERE organization_id = ? AND EXISTS (SELECT 1 FROM team_project tp
    WHERE tp.organization_id = project.organization_id AND tp.team_id = ? AND tp.project_id = project.id)`,
  BY_SLUG,
);

/** One page of an organization's projects, by slug in byte order; the cursor's key is the slug. */
export function readOrganizationProjects(
  session: Session,
  organizationId: string,
  page: PageRequest,
): Promise<Page<Project>> {
  return readList(session, LIST_BY_ORGANIZATION, [idValue(organizationId)], page);
}

/** One page of a team's projects, in the same order. */
export function readTeamProjects(session: Session, team: Team, page: PageRequest): Promise<Page<Project>> {
  return readList(session, LIST_BY_TEAM, [idValue(team.organizationId), idValue(team.id)], page);
}

function readList(
  session: Session,
  statementOf: SliceStatements,
  place: readonly number[],
  page: PageRequest,
): Promise<Page<Project>> {
  return readPage(
    page,
    async (cursor, limit) => {
      const rows = await session.all<ProjectRow>(statementOf(cursor), [...place, ...(cursor?.key ?? []), limit]);
      return rows.map(readProject);
    },
    (project) => [project.slug],
  );
}

const FIND_BY_KEY = `SELECT ${PROJECT_COLUMNS}, CASE WHEN EXISTS (SELECT 1 FROM artifact a WHERE a.project_id = ?) THEN 1 ELSE 0 END AS "hasArtifacts"
  FROM project WHERE id = (SELECT k.project_id FROM project_key k WHERE k.project_id = ? AND k.public_key = ? AND k.is_active = 1)`;
const FIND_BY_ID = `SELECT ${PROJECT_COLUMNS} FROM project WHERE organization_id = ? AND id = ?`;
const FIND_BY_SLUG = `SELECT ${PROJECT_COLUMNS} FROM project WHERE organization_id = ? AND slug = ?`;
const FIND_BY_OLD_SLUG = `SELECT ${PROJECT_COLUMNS} FROM project
  WHERE id = (SELECT r.project_id FROM project_redirect r WHERE r.organization_id = ? AND r.slug = ?)
    AND NOT EXISTS (SELECT 1 FROM project live WHERE live.organization_id = ? AND live.slug = ?)`;
const INSERT = `INSERT INTO project (organization_id, slug, name, platform, date_created, subject_prefix,
    subject_template, resolve_age, security_token)
  VALUES (?, ?, ?, ?, ?, '', '$shortID - $title', 0, ?) RETURNING ${PROJECT_COLUMNS}`;
const ADD_TEAM = `INSERT INTO team_project (organization_id, team_id, project_id) VALUES (?, ?, ?)
  ON CONFLICT (organization_id, team_id, project_id) DO NOTHING`;
const UPDATE: Statement = (
  dialect,
) => `UPDATE project SET name = COALESCE(?, name), slug = COALESCE(?, slug), platform = COALESCE(?, platform),
    subject_prefix = COALESCE(?, subject_prefix), subject_template = COALESCE(?, subject_template),
    resolve_age = COALESCE(?, resolve_age), security_token = COALESCE(?, security_token), settings = ${mergedSettings(dialect)}
  WHERE organization_id = ? AND id = ? RETURNING ${PROJECT_COLUMNS}`;
const REDIRECT = `INSERT INTO project_redirect (organization_id, slug, project_id)
  SELECT organization_id, slug, id FROM project WHERE organization_id = ? AND id = ? AND slug <> ?
  ON CONFLICT (organization_id, slug) DO UPDATE SET project_id = excluded.project_id`;
const BOOKMARK = `INSERT INTO bookmark (project_id, member_id, organization_id) VALUES (?, ?, ?)
  ON CONFLICT (project_id, member_id) DO NOTHING`;
const UNBOOKMARK = 'DELETE FROM bookmark WHERE project_id = ? AND member_id = ?';
const SET_FLAG = Object.fromEntries(
  Object.entries(FLAG_COLUMNS).map(([flag, column]) => [
    flag,
    `UPDATE project SET ${column} = 1 WHERE id = ? AND ${column} = 0`,
  ]),
) as Record<ProjectFlag, string>;

/** The rows of `project`, and what binds them to teams, stars and former slugs. */
export class Projects implements ProjectWriter {
  constructor(private readonly session: Session) {}

  async findByKey(id: string, publicKey: string): Promise<DsnProject | undefined> {
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

  async findByOldSlug(organizationId: string, oldSlug: string): Promise<Project | undefined> {
    const organization = idValue(organizationId);
    const row = await this.session.one<ProjectRow>(FIND_BY_OLD_SLUG, [organization, oldSlug, organization, oldSlug]);
    return row && readProject(row);
  }

  findRelations(
    projects: readonly Project[],
    viewer: { organizationId: string; memberId: string },
  ): Promise<Map<string, ProjectRelations>> {
    return readProjectRelations(this.session, projects, viewer);
  }

  listByOrganization(organizationId: string, page: PageRequest): Promise<Page<Project>> {
    return readOrganizationProjects(this.session, organizationId, page);
  }

  listByTeam(team: Team, page: PageRequest): Promise<Page<Project>> {
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
    return readProject(await insertReturning<ProjectRow>(this.session, INSERT, values));
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
      JSON.stringify(sparseSettingChanges(settings)),
      ...place,
    ]);
    if (row === undefined) throw new NotFound();
    return readProject(row);
  }

  async setBookmark(star: {
    organizationId: string;
    projectId: string;
    memberId: string;
    isBookmarked: boolean;
  }): Promise<void> {
    const key = [idValue(star.projectId), idValue(star.memberId)];
    if (star.isBookmarked) await this.session.run(BOOKMARK, [...key, idValue(star.organizationId)]);
    else await this.session.run(UNBOOKMARK, key);
  }

  async setFlags(projectId: string, flags: readonly ProjectFlag[]): Promise<void> {
    for (const flag of flags) await this.session.run(SET_FLAG[flag], [idValue(projectId)]);
  }
}
