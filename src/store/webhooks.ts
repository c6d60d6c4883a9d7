import type { Project } from '../domain/project';
import type { Webhook } from '../domain/webhook';
import type { WebhookWriter } from './alertStores';
import { type Session, idValue, inserted } from './sql';

type Row = Omit<Webhook, 'isEnabled'> & { isEnabled: number };

const COLUMNS = `url AS "url", secret AS "secret", is_enabled AS "isEnabled", last_sent AS "lastSent",
  failing_since AS "failingSince", error AS "error"`;
const FIND = `SELECT ${COLUMNS} FROM webhook WHERE project_id = ?`;
const PUT = `INSERT INTO webhook (project_id, organization_id, url, secret, is_enabled) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (project_id) DO UPDATE SET url = excluded.url, secret = excluded.secret, is_enabled = excluded.is_enabled,
    last_sent = CASE WHEN webhook.url = excluded.url THEN webhook.last_sent END,
    failing_since = CASE WHEN webhook.url = excluded.url THEN webhook.failing_since END,
    error = CASE WHEN webhook.url = excluded.url THEN webhook.error END
  RETURNING ${COLUMNS}`;
/** Carried by the project, so that events need not look. */
const MARK = 'UPDATE project SET has_webhook = ? WHERE organization_id = ? AND id = ?';
const NOTE_SUCCESS = 'UPDATE webhook SET last_sent = ?, failing_since = NULL, error = NULL WHERE project_id = ?';
const NOTE_FAILURE = 'UPDATE webhook SET failing_since = COALESCE(failing_since, ?), error = ? WHERE project_id = ?';

/** The rows of `webhook`. */
export class Webhooks implements WebhookWriter {
  constructor(private readonly session: Session) {}

  async find(projectId: string): Promise<Webhook | undefined> {
    const row = await this.session.one<Row>(FIND, [idValue(projectId)]);
    return row && readWebhook(row);
  }

  async put(
    project: Pick<Project, 'id' | 'organizationId'>,
    webhook: Pick<Webhook, 'url' | 'secret' | 'isEnabled'>,
  ): Promise<Webhook> {
    const [id, organization, isEnabled] = [
      idValue(project.id),
      idValue(project.organizationId),
      webhook.isEnabled ? 1 : 0,
    ];
    const row = await inserted<Row>(this.session, PUT, [id, organization, webhook.url, webhook.secret, isEnabled]);
    await this.session.run(MARK, [isEnabled, organization, id]);
    return readWebhook(row);
  }

  async note(projectId: string, at: number, error: string | null): Promise<void> {
    const project = idValue(projectId);
    await (error === null
      ? this.session.run(NOTE_SUCCESS, [at, project])
      : this.session.run(NOTE_FAILURE, [at, error, project]));
  }
}

function readWebhook(row: Row): Webhook {
  return { ...row, isEnabled: row.isEnabled === 1 };
}
