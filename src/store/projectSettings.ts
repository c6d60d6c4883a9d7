import { NotFound } from '../domain/errors';
import { assignsIssues, AUTO_ASSIGNMENTS, type Ownership } from '../domain/ownership';
import type { Project } from '../domain/project';
import { EntityStore, idValue, insertReturning, type ReadSession, type Session } from './engine/sql';
import type { Webhook, WebhookHealth } from '../domain/alert';

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
