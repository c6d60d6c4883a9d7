import type { Migration, RowMove, SchemaStatement } from '../engine/ddl';

/*
 * Counts of issues by environment, and their users by day, so that a list of issues has the numbers of an environment
 * and of a period.
 */

const HOURS = Array.from({ length: 24 }, (_, hour) => `h${hour}`);

/** The environment of events whose environment is not known. No environment has a line break as its name. */
const UNKNOWN = '\n';
/**
 * The environment of events that were counted before this migration: the only one of their issue. If the issue has
 * several, it is not known.
 * @param counts the table of the counts
 */
const ENVIRONMENT_OF = (counts: string) => `COALESCE((SELECT CASE WHEN COUNT(*) = 1 THEN MIN(t.value)
      WHEN COUNT(*) > 1 THEN '${UNKNOWN}' END
    FROM issue_tag t WHERE t.project_id = ${counts}.project_id AND t.issue_id = ${counts}.issue_id
      AND t.key = 'environment'), '')`;

const statements: readonly SchemaStatement[] = [
  /*
   * `environment` is empty for events without one. Moves of migration 42, which follow, do not know it. `first_seen`
   * and `last_seen` are the times of the first and the last counted event; null if events were counted before this
   * migration.
   */
  {
    sqlite: [
      'ALTER TABLE issue_day RENAME TO former_issue_day',
      `CREATE TABLE issue_day (
        project_id INTEGER NOT NULL,
        day INTEGER NOT NULL,
        issue_id INTEGER NOT NULL,
        environment TEXT NOT NULL DEFAULT '${UNKNOWN}',
        events INTEGER NOT NULL,
${HOURS.map((column) => `        ${column} INTEGER,`).join('\n')}
        first_seen INTEGER,
        last_seen INTEGER,
        PRIMARY KEY (project_id, day, issue_id, environment)
      ) STRICT, WITHOUT ROWID`,
    ],
    postgres: [
      `ALTER TABLE issue_day ADD COLUMN environment TEXT COLLATE "C" NOT NULL DEFAULT '${UNKNOWN}', ADD COLUMN first_seen BIGINT,
        ADD COLUMN last_seen BIGINT`,
      `UPDATE issue_day SET environment = ${ENVIRONMENT_OF('issue_day')}`,
      'ALTER TABLE issue_day DROP CONSTRAINT issue_day_pkey',
      'ALTER TABLE issue_day ADD PRIMARY KEY (project_id, day, issue_id, environment)',
    ],
  },
  /*
   * The users of the events of an issue, by day and environment. `user_number` is a hash of the tag `user`. `hours` has
   * a bit for each hour of UTC in which the user had an event.
   */
  `CREATE TABLE issue_user_day (
    project_id INTEGER NOT NULL,
    day INTEGER NOT NULL,
    issue_id INTEGER NOT NULL,
    environment TEXT NOT NULL,
    user_number INTEGER NOT NULL,
    hours INTEGER NOT NULL,
    PRIMARY KEY (project_id, day, issue_id, environment, user_number)
  ) STRICT, WITHOUT ROWID`,
];

const FIRST_COUNTS = `SELECT f.project_id, f.day, f.issue_id FROM former_issue_day f
  ORDER BY f.project_id, f.day, f.issue_id LIMIT ?`;

const moveCounts: RowMove = {
  from: 'former_issue_day',
  rowsPerStep: 2_000,
  countRows: 'SELECT COUNT(*) AS "count" FROM former_issue_day',
  step: [
    `INSERT INTO issue_day (project_id, day, issue_id, environment, events, ${HOURS.join(', ')})
      SELECT f.project_id, f.day, f.issue_id, ${ENVIRONMENT_OF('f')}, f.events, ${HOURS.map((column) => `f.${column}`).join(', ')}
      FROM former_issue_day f WHERE (f.project_id, f.day, f.issue_id) IN (${FIRST_COUNTS})`,
    `DELETE FROM former_issue_day WHERE (project_id, day, issue_id) IN (${FIRST_COUNTS})`,
  ],
  end: ['DROP TABLE former_issue_day'],
};

export const issueEnvironments: Migration = {
  number: 48,
  name: 'issue-environments',
  statements,
  moves: [moveCounts],
};
