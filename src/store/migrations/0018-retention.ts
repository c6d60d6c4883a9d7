import type { Migration, SchemaStatement } from '../ddl';

/*
 * Retention. Organizations that exist already keep everything until somebody sets a number of days: nobody was told that data would
 * be deleted. `last_used` is when an artifact resolved a frame, to the day; of present artifacts, that is unknown, so they count as used
 * now.
 */
const statements: readonly SchemaStatement[] = [
  {
    sqlite: [`UPDATE organization SET settings = json_patch(settings, '{"retentionDays":0}')`],
    postgres: [
      `UPDATE organization SET settings = CAST(CAST(settings AS JSONB) || CAST('{"retentionDays":0}' AS JSONB) AS TEXT)`,
    ],
  },
  'ALTER TABLE artifact ADD COLUMN last_used INTEGER NOT NULL DEFAULT 0',
  {
    sqlite: [`UPDATE artifact SET last_used = CAST(strftime('%s', 'now') AS INTEGER) * 1000`],
    postgres: ['UPDATE artifact SET last_used = CAST(EXTRACT(EPOCH FROM now()) * 1000 AS BIGINT)'],
  },
  'CREATE INDEX artifact_by_use ON artifact (project_id, last_used, id)',
];

export const retention: Migration = { number: 18, name: 'retention', statements };
