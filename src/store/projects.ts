import type { IngestRule } from '../domain/alertCondition';
import { startOfKey } from '../domain/outcome';
import { NotFound } from '../domain/errors';
import type { Event, EventLabels } from '../domain/event';
import type { Team } from '../domain/organization';
import { type Page, type PageRequest, readPage } from '../domain/page';
import {
  DEFAULT_SETTINGS,
  type DsnProject,
  type Project,
  type ProjectChanges,
  type ProjectFlag,
  type ProjectFlags,
  type ProjectRelations,
  type ProjectSettings,
  NEW_PROJECT_SETTINGS,
  sparseSettingChanges,
  withDefaultSettings,
} from '../domain/project';
import { type AppliedRateLimit, RATE_LIMIT_SCOPES, type RateLimit, type RateLimitScope } from '../domain/rateLimit';
import { type Dialect, isAmong, isAmongTexts, mergedSettings } from './engine/dialect';
import { sliceStatements, type SliceStatements } from './keyset';
import { readOrganizationSettings } from './organizations';
import { readRateLimit } from './projectKeys';
import { findProjectRelations } from './projectSettings';
import {
  EntityStore,
  idValue,
  insertReturning,
  insertRows,
  listValue,
  type ReadSession,
  type Session,
  type Statement,
} from './engine/sql';

/** Flag → its column. */
const FLAG_COLUMNS: Record<ProjectFlag, string> = {
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

/** The columns that a statement on `project` selects or returns for a `ProjectRow`. */
export const PROJECT_COLUMNS = `CAST(id AS TEXT) AS "id", CAST(organization_id AS TEXT) AS "organizationId", slug AS "slug",
  name AS "name", platform AS "platform", date_created AS "dateCreated", first_event AS "firstEvent",
  subject_prefix AS "subjectPrefix", subject_template AS "subjectTemplate", resolve_age AS "resolveAge",
  security_token AS "securityToken", has_webhook AS "hasWebhook", settings AS "settings", ${FLAGS}`;

/** A row of `PROJECT_COLUMNS`: settings as JSON, flags and `hasWebhook` as 0 or 1. */
export type ProjectRow = Omit<Project, 'flags' | 'hasWebhook' | 'settings'> & {
  hasWebhook: number;
  settings: string;
} & Record<ProjectFlag, number>;

/** Converts a row into a project. Settings are stored sparsely; their defaults are added only here. */
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

function readFlags(row: Record<ProjectFlag, number>): ProjectFlags {
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

const NEW_PROJECT_SETTINGS_JSON = JSON.stringify(sparseSettingChanges(NEW_PROJECT_SETTINGS));

/** Settings of projects that have not changed any. Most projects share them. */
const UNCHANGED_SETTINGS: ReadonlyMap<string, ProjectSettings> = new Map([
  ['{}', DEFAULT_SETTINGS],
  [NEW_PROJECT_SETTINGS_JSON, withDefaultSettings(NEW_PROJECT_SETTINGS)],
]);

/** Adds the default values to stored settings. */
export function readSettings(stored: string): ProjectSettings {
  return UNCHANGED_SETTINGS.get(stored) ?? withDefaultSettings(JSON.parse(stored) as Partial<ProjectSettings>);
}

/** A row of `FIND_BY_KEY`. */
type DsnProjectRow = Pick<
  ProjectRow,
  'id' | 'organizationId' | 'firstEvent' | 'hasWebhook' | 'settings' | ProjectFlag
> & {
  hasArtifacts: number;
  assignsIssues: number;
  /** The alert rules, as JSON. */
  alertRules: string;
  keyWindow: number | null;
  keyCount: number | null;
  organizationSettings: string;
};

/** The project of a key, with the row from which it was read. */
export interface ProjectOfKey {
  readonly project: DsnProject;
  readonly row: DsnProjectRow;
}

/** Returns the limits of events that are sent with a key. */
function readRateLimits(row: DsnProjectRow, publicKey: string): AppliedRateLimit[] {
  const { id, organizationId, keyWindow: window, keyCount: count } = row;
  const limits: Record<RateLimitScope, { subject: string; limit: RateLimit | null }> = {
    key: { subject: `${id} ${publicKey}`, limit: readRateLimit(window, count) },
    project: { subject: id, limit: readSettings(row.settings).rateLimit },
    organization: { subject: organizationId, limit: readOrganizationSettings(row.organizationSettings).rateLimit },
  };
  return RATE_LIMIT_SCOPES.flatMap((scope) => {
    const { subject, limit } = limits[scope];
    return limit === null ? [] : [{ organizationId, scope, subject, window: limit.window, count: limit.count }];
  });
}

function isSameRow(row: DsnProjectRow, other: DsnProjectRow): boolean {
  for (const column in row) {
    if (row[column as keyof DsnProjectRow] !== other[column as keyof DsnProjectRow]) return false;
  }
  return true;
}

/** The bytes of artifacts stand for the artifacts: every machine of a cluster has them, which spares asking one. */
const FIND_BY_KEY = `SELECT CAST(p.id AS TEXT) AS "id", CAST(p.organization_id AS TEXT) AS "organizationId", first_event AS "firstEvent",
    has_webhook AS "hasWebhook", alert_rules AS "alertRules", assigns_issues AS "assignsIssues", p.settings AS "settings", ${FLAGS},
    CASE WHEN EXISTS (SELECT 1 FROM artifact_usage u WHERE u.project_id = ? AND u.bytes > 0) THEN 1 ELSE 0 END AS "hasArtifacts",
    k.rate_limit_window AS "keyWindow", k.rate_limit_count AS "keyCount", o.settings AS "organizationSettings"
  FROM project_key k CROSS JOIN project p CROSS JOIN organization o
  WHERE k.project_id = ? AND k.public_key = ? AND k.is_active = 1 AND p.id = k.project_id AND o.id = p.organization_id`;
const FIND_BY_ID = `SELECT ${PROJECT_COLUMNS} FROM project WHERE organization_id = ? AND id = ?`;
const FIND_BY_SLUG = `SELECT ${PROJECT_COLUMNS} FROM project WHERE organization_id = ? AND slug = ?`;
const FIND_BY_OLD_SLUG = `SELECT ${PROJECT_COLUMNS} FROM project
  WHERE id = (SELECT r.project_id FROM project_redirect r WHERE r.organization_id = ? AND r.slug = ?)
    AND NOT EXISTS (SELECT 1 FROM project live WHERE live.organization_id = ? AND live.slug = ?)`;
const BY_SLUG = { columns: ['slug'], descending: false };
const COUNT_BY_ORGANIZATION = 'SELECT COUNT(*) AS "count" FROM project WHERE organization_id = ?';
const LIST_BY_ORGANIZATION = sliceStatements(
  `SELECT ${PROJECT_COLUMNS} FROM project WHERE organization_id = ?`,
  BY_SLUG,
);
/** Uses `EXISTS` instead of a join: the slugs of the organization are read in order, until the page is full. */
const LIST_BY_TEAM = sliceStatements(
  `SELECT ${PROJECT_COLUMNS} FROM project WHERE organization_id = ? AND EXISTS (SELECT 1 FROM team_project tp
    WHERE tp.organization_id = project.organization_id AND tp.team_id = ? AND tp.project_id = project.id)`,
  BY_SLUG,
);

const LIST_ENVIRONMENTS = 'SELECT name AS "name" FROM environment WHERE project_id = ? ORDER BY name';
const LIST_ENVIRONMENTS_OF_ORGANIZATION = `SELECT DISTINCT e.name AS "name" FROM project p CROSS JOIN environment e
  WHERE p.organization_id = ? AND e.project_id = p.id ORDER BY e.name`;
/** Reads no more rows of an index than the limit for each project. A project without a counter has had no issue. */
const COUNT_UNRESOLVED = (dialect: Dialect) => `SELECT CAST(c.project_id AS TEXT) AS "projectId", (SELECT COUNT(*) FROM
    (SELECT 1 FROM issue i WHERE i.project_id = c.project_id AND i.status = 'unresolved' LIMIT ?) counted) AS "count"
  FROM issue_counter c WHERE ${isAmong(dialect, 'c.project_id')}`;

const INSERT = `INSERT INTO project (organization_id, slug, name, platform, date_created, subject_prefix,
    subject_template, resolve_age, security_token, settings)
  VALUES (?, ?, ?, ?, ?, '', '$shortID - $title', 0, ?, ?) RETURNING ${PROJECT_COLUMNS}`;
const INSERT_TEAM = `INSERT INTO team_project (organization_id, team_id, project_id) VALUES (?, ?, ?)
  ON CONFLICT (organization_id, team_id, project_id) DO NOTHING`;
const DELETE_TEAM = 'DELETE FROM team_project WHERE organization_id = ? AND team_id = ? AND project_id = ?';
const UPDATE = (dialect: Dialect) =>
  `UPDATE project SET name = COALESCE(?, name), slug = COALESCE(?, slug), platform = COALESCE(?, platform),
    subject_prefix = COALESCE(?, subject_prefix), subject_template = COALESCE(?, subject_template),
    resolve_age = COALESCE(?, resolve_age), security_token = COALESCE(?, security_token), settings = ${mergedSettings(dialect)}
  WHERE organization_id = ? AND id = ? RETURNING ${PROJECT_COLUMNS}`;
const INSERT_REDIRECT = `INSERT INTO project_redirect (organization_id, slug, project_id)
  SELECT organization_id, slug, id FROM project WHERE organization_id = ? AND id = ? AND slug <> ?
  ON CONFLICT (organization_id, slug) DO UPDATE SET project_id = excluded.project_id`;
const INSERT_BOOKMARK = `INSERT INTO bookmark (project_id, member_id, organization_id) VALUES (?, ?, ?)
  ON CONFLICT (project_id, member_id) DO NOTHING`;
const DELETE_BOOKMARK = 'DELETE FROM bookmark WHERE project_id = ? AND member_id = ?';
const SET_FLAG = Object.fromEntries(
  Object.entries(FLAG_COLUMNS).map(([flag, column]) => [
    flag,
    `UPDATE project SET ${column} = 1 WHERE id = ? AND ${column} = 0`,
  ]),
) as Record<ProjectFlag, string>;

const SET_FIRST_EVENT =
  'UPDATE project SET first_event = ? WHERE organization_id = ? AND id = ? AND first_event IS NULL';
const INSERT_PLATFORM = insertRows(
  'project_platform',
  { project_id: 'SAME', platform: 'TEXT' },
  'ON CONFLICT (project_id, platform) DO NOTHING',
);
const FIND_PLATFORMS = (dialect: Dialect) => `SELECT platform AS "name" FROM project_platform
  WHERE project_id = ? AND ${isAmongTexts(dialect, 'platform')}`;
const LIST_WITH_SESSIONS = 'SELECT CAST(id AS TEXT) AS "id" FROM project WHERE has_sessions = 1 ORDER BY project.id';
const FIND_ENVIRONMENTS = (dialect: Dialect) => `SELECT name AS "name" FROM environment
  WHERE project_id = ? AND ${isAmongTexts(dialect, 'name')}`;
/**
 * Parameters: the project and the name, both again, the project, and the maximum number of environments of the project.
 */
const INSERT_ENVIRONMENT = `INSERT INTO environment (project_id, name)
  SELECT CAST(? AS BIGINT), CAST(? AS TEXT)
  WHERE NOT EXISTS (SELECT 1 FROM environment same WHERE same.project_id = ? AND same.name = ?)
    AND (SELECT COUNT(*) FROM environment e WHERE e.project_id = ?) < ?
  ON CONFLICT (project_id, name) DO NOTHING`;

/**
 * Platforms and environments that a project does not have yet. Both are sorted: transactions at the same time insert
 * them in the same order.
 */
export interface NewLabels {
  readonly platforms: readonly string[];
  readonly environments: readonly string[];
}

export interface NewProject {
  readonly organizationId: string;
  readonly slug: string;
  readonly name: string;
  readonly platform: string | null;
  readonly dateCreated: number;
  readonly securityToken: string;
}

/**
 * The rows of `project` and `project_redirect`, and the rows that relate a project to teams, bookmarks, platforms and
 * environments.
 */
export class ProjectReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /**
   * Returns the project of an active DSN key; undefined if the key does not belong to the project.
   * @param last the last result for the key; returned again if the row has not changed since
   */
  async findByKey(id: string, publicKey: string, last?: ProjectOfKey): Promise<ProjectOfKey | undefined> {
    const project = idValue(id);
    const row = await this.session.one<DsnProjectRow>(FIND_BY_KEY, [project, project, publicKey]);
    if (row === undefined) return undefined;
    if (last !== undefined && isSameRow(row, last.row)) return last;
    return {
      row,
      project: {
        id: row.id,
        organizationId: row.organizationId,
        firstEvent: row.firstEvent,
        flags: readFlags(row),
        hasWebhook: row.hasWebhook === 1,
        settings: readSettings(row.settings),
        hasArtifacts: row.hasArtifacts === 1,
        assignsIssues: row.assignsIssues === 1,
        alertRules: JSON.parse(row.alertRules) as IngestRule[],
        rateLimits: readRateLimits(row, publicKey),
        keyStart: startOfKey(publicKey),
      },
    };
  }

  async findById(organizationId: string, id: string): Promise<Project | undefined> {
    const row = await this.session.one<ProjectRow>(FIND_BY_ID, [idValue(organizationId), idValue(id)]);
    return row && readProject(row);
  }

  async findBySlug(organizationId: string, slug: string): Promise<Project | undefined> {
    const row = await this.session.one<ProjectRow>(FIND_BY_SLUG, [idValue(organizationId), slug]);
    return row && readProject(row);
  }

  /** Returns the project that had this slug before, unless another project has it now. */
  async findByOldSlug(organizationId: string, oldSlug: string): Promise<Project | undefined> {
    const organization = idValue(organizationId);
    const row = await this.session.one<ProjectRow>(FIND_BY_OLD_SLUG, [organization, oldSlug, organization, oldSlug]);
    return row && readProject(row);
  }

  /** Returns the names of a project's environments, in byte order. */
  async listEnvironments(projectId: string): Promise<string[]> {
    const rows = await this.session.all<{ name: string }>(LIST_ENVIRONMENTS, [idValue(projectId)]);
    return rows.map(({ name }) => name);
  }

  /** Returns the names of the environments of all projects of an organization, each once, in byte order. */
  async listEnvironmentsOfOrganization(organizationId: string): Promise<string[]> {
    const values = [idValue(organizationId)];
    const rows = await this.session.all<{ name: string }>(LIST_ENVIRONMENTS_OF_ORGANIZATION, values);
    return rows.map(({ name }) => name);
  }

  /** Returns the ids of the projects that have received sessions. */
  async listWithSessions(): Promise<string[]> {
    return (await this.session.all<{ id: string }>(LIST_WITH_SESSIONS, [])).map(({ id }) => id);
  }

  /** Returns the platforms and environments of events that the project does not have yet. */
  async findNewLabels(projectId: string, events: readonly EventLabels[]): Promise<NewLabels> {
    const project = idValue(projectId);
    const missing = async (statement: Statement, label: 'platform' | 'environment') => {
      const names = [...new Set(events.flatMap((event) => event[label] || []))].sort();
      if (names.length === 0) return [];
      const rows = await this.session.all<{ name: string }>(statement, [project, listValue(names)]);
      return names.filter((name) => !rows.some((row) => row.name === name));
    };
    const [platforms, environments] = await Promise.all([
      missing(FIND_PLATFORMS, 'platform'),
      missing(FIND_ENVIRONMENTS, 'environment'),
    ]);
    return { platforms, environments };
  }

  /** Returns the teams, platforms, environments, newest releases, deploys and bookmarks of projects, by project id. */
  findRelations(
    projects: readonly Project[],
    viewer: { organizationId: string; memberId: string | null },
  ): Promise<Map<string, ProjectRelations>> {
    return findProjectRelations(this.session, projects, viewer);
  }

  /** Returns the numbers of unresolved issues of these projects by project id, each counted up to the limit. */
  async countUnresolvedIssues(projects: readonly Project[], limit: number): Promise<ReadonlyMap<string, number>> {
    const ids = listValue(projects.map(({ id }) => idValue(id)));
    const rows = await this.session.all<{ projectId: string; count: number }>(COUNT_UNRESOLVED, [limit, ids]);
    return new Map(rows.map(({ projectId, count }) => [projectId, count]));
  }

  async count(organizationId: string): Promise<number> {
    const row = await this.session.one<{ count: number }>(COUNT_BY_ORGANIZATION, [idValue(organizationId)]);
    return row?.count ?? 0;
  }

  /** Returns the projects of an organization by slug, in byte order. */
  listByOrganization(organizationId: string, page: PageRequest): Promise<Page<Project>> {
    return this.readList(LIST_BY_ORGANIZATION, [idValue(organizationId)], page);
  }

  /** Returns the projects of a team by slug, in byte order. */
  listByTeam({ organizationId, id }: Team, page: PageRequest): Promise<Page<Project>> {
    return this.readList(LIST_BY_TEAM, [idValue(organizationId), idValue(id)], page);
  }

  private readList(statementOf: SliceStatements, owner: readonly number[], page: PageRequest): Promise<Page<Project>> {
    return readPage(
      page,
      async (cursor, limit) => {
        const values = [...owner, ...(cursor?.key ?? []), limit];
        const rows = await this.session.all<ProjectRow>(statementOf(cursor), values);
        return rows.map(readProject);
      },
      (project) => [project.slug],
    );
  }
}

export class ProjectWriter extends ProjectReader<Session> {
  /** Inserts a project. @throws Conflict if the slug is taken in the organization */
  async insert(project: NewProject): Promise<Project> {
    const { organizationId, slug, name, platform, dateCreated, securityToken } = project;
    const values = [
      idValue(organizationId),
      slug,
      name,
      platform,
      dateCreated,
      securityToken,
      NEW_PROJECT_SETTINGS_JSON,
    ];
    return readProject(await insertReturning<ProjectRow>(this.session, INSERT, values));
  }

  /** Adds a project to a team. Returns true if it was not in the team. */
  async addTeam(membership: { organizationId: string; projectId: string; teamId: string }): Promise<boolean> {
    const { organizationId, projectId, teamId } = membership;
    const values = [idValue(organizationId), idValue(teamId), idValue(projectId)];
    return (await this.session.run(INSERT_TEAM, values)).changes > 0;
  }

  /** Removes a project from a team. Returns true if it was in the team. */
  async removeTeam(membership: { organizationId: string; projectId: string; teamId: string }): Promise<boolean> {
    const { organizationId, projectId, teamId } = membership;
    const values = [idValue(organizationId), idValue(teamId), idValue(projectId)];
    return (await this.session.run(DELETE_TEAM, values)).changes > 0;
  }

  /**
   * Changes only the given members. After a change of the slug, `findByOldSlug` finds the project by the old one.
   * @throws Conflict if the slug is taken in the organization
   */
  async update(project: Project, changes: ProjectChanges): Promise<Project> {
    const key = [idValue(project.organizationId), idValue(project.id)];
    const { name, slug, platform, subjectPrefix, subjectTemplate, resolveAge, securityToken, settings = {} } = changes;
    if (slug !== undefined) await this.session.run(INSERT_REDIRECT, [...key, slug]);
    const columns = [name, slug, platform, subjectPrefix, subjectTemplate, resolveAge, securityToken];
    const stored = JSON.stringify(sparseSettingChanges(settings));
    const values = [...columns.map((value) => value ?? null), stored, ...key];
    const row = await this.session.one<ProjectRow>(UPDATE, values);
    if (row === undefined) throw new NotFound();
    return readProject(row);
  }

  /** Sets a bookmark. Returns true if it was changed. */
  async setBookmark(bookmark: {
    organizationId: string;
    projectId: string;
    memberId: string;
    isBookmarked: boolean;
  }): Promise<boolean> {
    const key = [idValue(bookmark.projectId), idValue(bookmark.memberId)];
    const { changes } = bookmark.isBookmarked
      ? await this.session.run(INSERT_BOOKMARK, [...key, idValue(bookmark.organizationId)])
      : await this.session.run(DELETE_BOOKMARK, key);
    return changes > 0;
  }

  /** Sets flags; a flag that is set stays set. */
  async setFlags(projectId: string, flags: readonly ProjectFlag[]): Promise<void> {
    for (const flag of flags) this.session.post(SET_FLAG[flag], [[idValue(projectId)]]);
  }

  /**
   * Stores the time of the first event that arrived, and the platforms and environments of events. Writes nothing that
   * is stored already.
   * @param labels the result of `findNewLabels` for the events
   * @param maxEnvironments maximum number of environments of the project: events add no more
   */
  async recordEvents(
    project: Pick<Project, 'id' | 'organizationId' | 'firstEvent'>,
    events: readonly (EventLabels & Pick<Event, 'timestamp'>)[],
    labels?: NewLabels,
    maxEnvironments = Number.MAX_SAFE_INTEGER,
  ): Promise<void> {
    const id = idValue(project.id);
    const [first] = events;
    if (first !== undefined && project.firstEvent === null)
      this.session.post(SET_FIRST_EVENT, [[first.timestamp, idValue(project.organizationId), id]]);
    const { platforms, environments } = labels ?? (await this.findNewLabels(project.id, events));
    this.session.post(
      INSERT_PLATFORM,
      platforms.filter((name) => events.some(({ platform }) => platform === name)).map((name) => [id, name]),
    );
    this.session.post(
      INSERT_ENVIRONMENT,
      environments
        .filter((name) => events.some(({ environment }) => environment === name))
        .map((environment) => [id, environment, id, environment, id, maxEnvironments]),
    );
  }

  /** Adds environments to a project that has fewer than the maximum number. @param names sorted */
  async addEnvironments(projectId: string, names: readonly string[], maxEnvironments: number): Promise<void> {
    if (names.length === 0) return;
    const id = idValue(projectId);
    const rows = await this.session.all<{ name: string }>(FIND_ENVIRONMENTS, [id, listValue(names)]);
    this.session.post(
      INSERT_ENVIRONMENT,
      names
        .filter((name) => !rows.some((row) => row.name === name))
        .map((name) => [id, name, id, name, id, maxEnvironments]),
    );
  }
}
