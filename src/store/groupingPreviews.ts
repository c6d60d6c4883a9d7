import type { EventKey } from '../domain/event';
import type { DraftGroup, GroupingPreview, GroupingRules } from '../domain/groupingPreview';
import { type Dialect, hexText, isOneOf, jsonTexts } from './engine/dialect';
import { EntityStore, eventIdValue, idValue, listValue, type ReadSession, type Session } from './engine/sql';

interface PreviewRow extends Pick<GroupingPreview, 'id' | 'projectId' | 'organizationId' | 'requestedAt' | 'lookedAt'> {
  readonly settings: string;
  readonly timestamp: number | null;
  readonly eventId: string | null;
  readonly found: string;
  readonly dueAt: number | null;
}

/** Maximum delay of a step. A step that seems to be due later was planned before the clock was set back, and is due. */
const MAX_DUE_DELAY_MS = 10 * 60 * 1000;

const COLUMNS = (dialect: Dialect) => `preview_id AS "id", CAST(project_id AS TEXT) AS "projectId",
  CAST(organization_id AS TEXT) AS "organizationId", requested_at AS "requestedAt", settings AS "settings",
  timestamp AS "timestamp", ${hexText(dialect, 'event_id')} AS "eventId", looked_at AS "lookedAt", found AS "found",
  due_at AS "dueAt"`;
const FIND = (dialect: Dialect) => `SELECT ${COLUMNS(dialect)} FROM grouping_preview WHERE project_id = ?`;
const FIND_DUE = (dialect: Dialect) => `SELECT ${COLUMNS(dialect)} FROM grouping_preview
  WHERE due_at <= ? OR due_at > ? ORDER BY due_at LIMIT 1`;
const REPLACE = `INSERT INTO grouping_preview
    (project_id, organization_id, preview_id, requested_at, settings, looked_at, found, due_at) VALUES (?, ?, ?, ?, ?, 0, '[]', ?)
  ON CONFLICT (project_id) DO UPDATE SET preview_id = excluded.preview_id, requested_at = excluded.requested_at,
    settings = excluded.settings, timestamp = NULL, event_id = NULL, looked_at = 0, found = '[]', due_at = excluded.due_at`;
/** Does nothing if another preview has begun, or another process did the step. */
const ADVANCE = `UPDATE grouping_preview SET timestamp = ?, event_id = ?, looked_at = ?, found = ?, due_at = ?
  WHERE project_id = ? AND preview_id = ? AND looked_at = ?`;
const END = `UPDATE grouping_preview SET looked_at = ?, found = ?, due_at = NULL
  WHERE project_id = ? AND preview_id = ? AND looked_at = ?`;
const FIND_ISSUES = (
  dialect: Dialect,
) => `SELECT h.hash AS "hash", CAST(h.issue_id AS TEXT) AS "issueId" FROM issue_hash h
  WHERE h.project_id = ? AND ${isOneOf(dialect, 'h.hash', jsonTexts(dialect))}`;

/** Number of hashes that one statement looks up. */
const HASHES_AT_ONCE = 500;

/** The rows of `grouping_preview`: the last preview of each project. */
export class GroupingPreviewReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  async find(projectId: string): Promise<GroupingPreview | undefined> {
    const row = await this.session.one<PreviewRow>(FIND, [idValue(projectId)]);
    return row && readPreview(row);
  }

  /** Returns the preview whose turn it is; undefined if none is running. */
  async findDue(now: number): Promise<GroupingPreview | undefined> {
    const row = await this.session.one<PreviewRow>(FIND_DUE, [now, now + MAX_DUE_DELAY_MS]);
    return row && readPreview(row);
  }

  /** Returns the issues that own hashes. */
  async findIssues(projectId: string, hashes: readonly string[]): Promise<Map<string, string>> {
    const issues = new Map<string, string>();
    for (let start = 0; start < hashes.length; start += HASHES_AT_ONCE) {
      const some = hashes.slice(start, start + HASHES_AT_ONCE);
      const values = [idValue(projectId), listValue(some)];
      for (const { hash, issueId } of await this.session.all<{ hash: string; issueId: string }>(FIND_ISSUES, values))
        issues.set(hash, issueId);
    }
    return issues;
  }
}

export class GroupingPreviewWriter extends GroupingPreviewReader<Session> {
  /** Begins a preview, in place of the former one of the project. */
  async replace(preview: GroupingPreview): Promise<void> {
    const { projectId, organizationId, id, requestedAt, present, draft } = preview;
    const settings = JSON.stringify({ present, draft });
    await this.session.run(REPLACE, [
      ...[idValue(projectId), idValue(organizationId), id, requestedAt, settings, requestedAt],
    ]);
  }

  /** Records a step. @param position the last event of the step; null if there are no further ones */
  async advance(
    { projectId, id, lookedAt }: GroupingPreview,
    position: EventKey | null,
    total: number,
    groups: readonly DraftGroup[],
    now: number,
  ): Promise<void> {
    const key = [idValue(projectId), id, lookedAt];
    const found = [total, JSON.stringify(groups)];
    if (position === null) await this.session.run(END, [...found, ...key]);
    else {
      const place = [position.timestamp, eventIdValue(position.eventId)];
      await this.session.run(ADVANCE, [...place, ...found, now, ...key]);
    }
  }
}

function readPreview({ settings, timestamp, eventId, found, dueAt, ...row }: PreviewRow): GroupingPreview {
  return {
    ...row,
    ...(JSON.parse(settings) as { present: GroupingRules; draft: GroupingRules }),
    position: timestamp === null ? null : { timestamp, eventId: eventId ?? '' },
    isDone: dueAt === null,
    groups: JSON.parse(found) as DraftGroup[],
  };
}
