import type { Project, ProjectFlag, ProjectFlags } from '../domain/project';
import { type ProjectSettings, completeSettings } from '../domain/settings';

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
export const COLUMNS = `CAST(id AS TEXT) AS "id", CAST(organization_id AS TEXT) AS "organizationId", slug AS "slug",
  name AS "name", platform AS "platform", date_created AS "dateCreated", first_event AS "firstEvent",
  subject_prefix AS "subjectPrefix", subject_template AS "subjectTemplate", resolve_age AS "resolveAge",
  security_token AS "securityToken", has_webhook AS "hasWebhook", settings AS "settings", ${FLAGS}`;

/** A row of those columns: settings as JSON, flags and `hasWebhook` as 0 or 1. */
export type ProjectRow = Omit<Project, 'flags' | 'hasWebhook' | 'settings'> & {
  hasWebhook: number;
  settings: string;
} & Record<ProjectFlag, number>;

const NO_SETTINGS = '{}';
const DEFAULT_SETTINGS = Object.freeze(completeSettings({}));

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
  const settings = Object.freeze(completeSettings(JSON.parse(stored) as Partial<ProjectSettings>));
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(stored, settings);
  return settings;
}
