import { NotFound } from '../domain/errors';
import { AUTO_ASSIGNMENTS, type Ownership, assignsIssues } from '../domain/ownership';
import type { Project, ProjectRelations } from '../domain/project';
import { EntityStore, type ReadSession, type Session, idValue, insertReturning, listValue } from './engine/sql';
import type { Webhook, WebhookHealth } from '../domain/alert';
import { groupBy } from '../domain/groups';
import { type Dialect, isAmong, jsonIntegers, jsonTags } from './engine/dialect';
import { findNewestReleases } from './releaseEvents';

type OwnershipRow = Omit<Ownership, 'fallthrough' | 'autoAssignment'> & { fallthrough: number; autoAssignment: number };

const [ASSIGNS, ASSIGNS_NOT] = AUTO_ASSIGNMENTS;

const FIND_OWNERSHIP = `SELECT raw AS "raw", fallthrough AS "fallthrough", auto_assignment AS "autoAssignment",
    date_created AS "dateCreated", last_updated AS "lastUpdated"
  FROM project_ownership WHERE project_id = ?`;
const SAVE_OWNERSHIP = `INSERT INTO project_ownership (project_id, organization_id, raw, fallthrough, auto_assignment, date_created, last_updated)
  VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (project_id) DO UPDATE SET raw = excluded.raw, fallthrough = excluded.fallthrough,
    auto_assignment = excluded.auto_assignment, last_updated = excluded.last_updated`;
/** Stores a copy in the row of the project, so that events of projects without rules read nothing. */
const SET_ASSIGNS = 'UPDATE project SET assigns_issues = ? WHERE organization_id = ? AND id = ?';

/** The rows of `project_ownership`. */
export class OwnershipReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /** Returns the ownership settings of a project; undefined if none were saved. */
  async find(projectId: string): Promise<Ownership | undefined> {
    const row = await this.session.one<OwnershipRow>(FIND_OWNERSHIP, [idValue(projectId)]);
    if (row === undefined) return undefined;
    const autoAssignment = row.autoAssignment === 1 ? ASSIGNS : ASSIGNS_NOT;
    return { ...row, fallthrough: row.fallthrough === 1, autoAssignment };
  }
}

export class OwnershipWriter extends OwnershipReader<Session> {
  /**
   * Stores the settings of a project. Keeps the time at which they were first created.
   * @throws NotFound if the project was removed
   */
  async save(project: Pick<Project, 'id' | 'organizationId'>, ownership: Ownership): Promise<void> {
    const [id, organization] = [idValue(project.id), idValue(project.organizationId)];
    const { raw, fallthrough, autoAssignment, dateCreated, lastUpdated } = ownership;
    const { changes } = await this.session.run(SET_ASSIGNS, [assignsIssues(ownership) ? 1 : 0, organization, id]);
    if (changes === 0) throw new NotFound();
    const flags = [fallthrough ? 1 : 0, autoAssignment === ASSIGNS ? 1 : 0];
    await this.session.run(SAVE_OWNERSHIP, [id, organization, raw, ...flags, dateCreated, lastUpdated]);
  }
}

type WebhookRow = Omit<Webhook, 'isEnabled'> & { isEnabled: number };

/** The columns of a `WebhookHealth`. Webhooks of alert rules have the same columns. */
export const WEBHOOK_HEALTH_COLUMNS = `last_sent AS "lastSent", failing_since AS "failingSince", error AS "error",
  failures AS "failures", resume_at AS "resumeAt", notified_at AS "notifiedAt"`;
const WEBHOOK_COLUMNS = `url AS "url", secret AS "secret", is_enabled AS "isEnabled", ${WEBHOOK_HEALTH_COLUMNS}`;
const FIND_WEBHOOK = `SELECT ${WEBHOOK_COLUMNS} FROM webhook WHERE project_id = ?`;
const SAVE_WEBHOOK = `INSERT INTO webhook (project_id, organization_id, url, secret, is_enabled) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (project_id) DO UPDATE SET url = excluded.url, secret = excluded.secret, is_enabled = excluded.is_enabled,
    last_sent = CASE WHEN webhook.url = excluded.url THEN webhook.last_sent END,
    failing_since = CASE WHEN webhook.url = excluded.url THEN webhook.failing_since END,
    error = CASE WHEN webhook.url = excluded.url THEN webhook.error END,
    failures = CASE WHEN webhook.url = excluded.url THEN webhook.failures ELSE 0 END,
    resume_at = CASE WHEN webhook.url = excluded.url THEN webhook.resume_at END,
    notified_at = CASE WHEN webhook.url = excluded.url THEN webhook.notified_at END
  RETURNING ${WEBHOOK_COLUMNS}`;
/** Stores a copy in the row of the project, so that events need not read the webhook. */
const SET_HAS_WEBHOOK = 'UPDATE project SET has_webhook = ? WHERE organization_id = ? AND id = ?';
const SAVE_HEALTH = `UPDATE webhook SET last_sent = ?, failing_since = ?, error = ?, failures = ?, resume_at = ?, notified_at = ?
  WHERE project_id = ?`;

/** The rows of `webhook`. */
export class WebhookReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  async find(projectId: string): Promise<Webhook | undefined> {
    const row = await this.session.one<WebhookRow>(FIND_WEBHOOK, [idValue(projectId)]);
    return row && readWebhook(row);
  }
}

export class WebhookWriter extends WebhookReader<Session> {
  /** Inserts or changes the project's webhook. A new URL clears the results of earlier deliveries. */
  async save(
    project: Pick<Project, 'id' | 'organizationId'>,
    { url, secret, isEnabled }: Pick<Webhook, 'url' | 'secret' | 'isEnabled'>,
  ): Promise<Webhook> {
    const [id, organization, enabled] = [idValue(project.id), idValue(project.organizationId), isEnabled ? 1 : 0];
    const values = [id, organization, url, secret, enabled];
    const row = await insertReturning<WebhookRow>(this.session, SAVE_WEBHOOK, values);
    await this.session.run(SET_HAS_WEBHOOK, [enabled, organization, id]);
    return readWebhook(row);
  }

  /** Stores the results of deliveries. */
  async saveHealth(projectId: string, health: WebhookHealth): Promise<void> {
    await this.session.run(SAVE_HEALTH, [...webhookHealthValues(health), idValue(projectId)]);
  }
}

/** Returns the values of a `WebhookHealth` in the order of `SAVE_HEALTH`. */
export function webhookHealthValues(health: WebhookHealth): (string | number | null)[] {
  const { lastSent, failingSince, error, failures, resumeAt, notifiedAt } = health;
  return [lastSent, failingSince, error, failures, resumeAt, notifiedAt];
}

function readWebhook(row: WebhookRow): Webhook {
  return { ...row, isEnabled: row.isEnabled === 1 };
}

/* Rows of other tables that relate to projects. */
type ProjectTeamRow = { projectId: string; id: string; slug: string; name: string };
type ProjectNameRow = { projectId: string; name: string };
type ProjectDeployRow = { projectId: string; environment: string; version: string; dateFinished: number };
type ProjectViewerRow = { projectId: string; isBookmarked: number; isMember: number };

const RELATED_TEAMS = (dialect: Dialect) =>
  `SELECT CAST(tp.project_id AS TEXT) AS "projectId", CAST(t.id AS TEXT) AS "id",
    t.slug AS "slug", t.name AS "name"
  FROM team_project tp JOIN team t ON t.organization_id = tp.organization_id AND t.id = tp.team_id
  WHERE tp.organization_id = ? AND ${isAmong(dialect, 'tp.project_id')} ORDER BY t.slug`;
const RELATED_PLATFORMS = (dialect: Dialect) => `SELECT CAST(project_id AS TEXT) AS "projectId", platform AS "name"
  FROM project_platform WHERE ${isAmong(dialect, 'project_id')} ORDER BY platform`;
const RELATED_ENVIRONMENTS = (dialect: Dialect) => `SELECT CAST(project_id AS TEXT) AS "projectId", name AS "name"
  FROM environment WHERE ${isAmong(dialect, 'project_id')} ORDER BY name`;
/**
 * Looks up each environment: a project has few, however often they were deployed. The first parameter is a list of
 * environments in the form of tags, with the project in place of the issue.
 */
const LATEST_DEPLOYS = (dialect: Dialect) => `SELECT CAST(e.issue AS TEXT) AS "projectId",
    dp.environment AS "environment", r.version AS "version", dp.date_finished AS "dateFinished"
  FROM (${jsonTags(dialect)}) e CROSS JOIN deploy_project dp CROSS JOIN release r
  WHERE dp.project_id = e.issue
    AND dp.deploy_id = (SELECT l.deploy_id FROM deploy_project l WHERE l.project_id = e.issue AND l.environment = e.key
      ORDER BY l.date_finished DESC, l.deploy_id DESC LIMIT 1)
    AND r.organization_id = ? AND r.id = dp.release_id ORDER BY dp.environment`;
/** Begins the join with the given ids instead of all projects of the organization. */
const VIEWER_RELATIONS = (dialect: Dialect) => `SELECT CAST(p.id AS TEXT) AS "projectId",
    CASE WHEN EXISTS (SELECT 1 FROM bookmark b WHERE b.project_id = p.id AND b.member_id = ?)
      THEN 1 ELSE 0 END AS "isBookmarked",
    CASE WHEN EXISTS (SELECT 1 FROM team_project tp
        JOIN team_member tm ON tm.organization_id = tp.organization_id AND tm.team_id = tp.team_id
        WHERE tp.organization_id = p.organization_id AND tp.project_id = p.id AND tm.member_id = ?)
      THEN 1 ELSE 0 END AS "isMember"
  FROM (${jsonIntegers(dialect)}) wanted CROSS JOIN project p WHERE p.id = wanted.value AND p.organization_id = ?`;

/** Returns the teams, platforms, environments, newest releases, deploys and bookmarks of projects, by project id. */
export async function findProjectRelations(
  session: ReadSession,
  projects: readonly Project[],
  viewer: { organizationId: string; memberId: string | null },
): Promise<Map<string, ProjectRelations>> {
  const organization = idValue(viewer.organizationId);
  const member = idValue(viewer.memberId ?? '');
  const projectIds = projects.map((project) => idValue(project.id));
  const ids = listValue(projectIds);
  const newest = await findNewestReleases(session, projectIds);
  const teams = groupByProject(await session.all<ProjectTeamRow>(RELATED_TEAMS, [organization, ids]));
  const platforms = groupByProject(await session.all<ProjectNameRow>(RELATED_PLATFORMS, [ids]));
  const environmentRows = await session.all<ProjectNameRow>(RELATED_ENVIRONMENTS, [ids]);
  const environments = groupByProject(environmentRows);
  const environmentList = JSON.stringify(environmentRows.map(({ projectId, name }) => [idValue(projectId), name, '']));
  const deploys = groupByProject(await session.all<ProjectDeployRow>(LATEST_DEPLOYS, [environmentList, organization]));
  const viewerRows = await session.all<ProjectViewerRow>(VIEWER_RELATIONS, [member, member, ids, organization]);
  return new Map(
    viewerRows.map(({ projectId, isBookmarked, isMember }) => [
      projectId,
      {
        teams: (teams.get(projectId) ?? []).map(({ id, slug, name }) => ({ id, slug, name })),
        platforms: (platforms.get(projectId) ?? []).map(({ name }) => name),
        environments: (environments.get(projectId) ?? []).map(({ name }) => name),
        latestRelease: newest.get(idValue(projectId))?.version ?? null,
        latestDeploys: Object.fromEntries(
          (deploys.get(projectId) ?? []).map(({ environment, version, dateFinished }) => [
            environment,
            { version, dateFinished },
          ]),
        ),
        isBookmarked: isBookmarked === 1,
        isMember: isMember === 1,
      },
    ]),
  );
}

/** Returns the rows of each project. */
export function groupByProject<Row extends { projectId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  return groupBy(rows, ({ projectId }) => projectId);
}
