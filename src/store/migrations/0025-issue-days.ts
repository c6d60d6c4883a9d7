import type { Migration, RowMove, SchemaStatement } from '../ddl';

/*
 * Counts of the events of each issue, by day and hour of UTC: `day` counts from 1970, `h0` to `h23` are null for hours without events.
 * The day comes before the issue in the key: the rows of one day, which all events write to, are neighbours. Stored events of the last 90
 * days are counted here once.
 */
const HOURS = Array.from({ length: 24 }, (_, hour) => `h${hour}`);
const CREATE = `CREATE TABLE issue_day (
    project_id INTEGER NOT NULL,
    day INTEGER NOT NULL,
    issue_id INTEGER NOT NULL,
    events INTEGER NOT NULL,
${HOURS.map((column) => `    ${column} INTEGER,`).join('\n')}
    PRIMARY KEY (project_id, day, issue_id)
  ) STRICT, WITHOUT ROWID`;

const DAY = 'e.timestamp / 86400000';
const HOUR_COUNTS = HOURS.map(
  (_, hour) => `NULLIF(SUM(CASE WHEN e.timestamp / 3600000 % 24 = ${hour} THEN 1 ELSE 0 END), 0)`,
);
/** @param events what follows FROM, with a condition; the table of events is `e` */
const count = (events: string) => `INSERT INTO issue_day (project_id, day, issue_id, events, ${HOURS.join(', ')})
  SELECT e.project_id, ${DAY}, e.issue_id, COUNT(*), ${HOUR_COUNTS.join(', ')}
  FROM ${events} GROUP BY e.project_id, ${DAY}, e.issue_id`;

const statements: readonly SchemaStatement[] = [
  CREATE,
  {
    sqlite: ['CREATE TABLE former_uncounted_issue AS SELECT project_id, id FROM issue'],
    postgres: [
      count(`event e JOIN issue i ON i.project_id = e.project_id AND i.id = e.issue_id
        WHERE e.timestamp >= (EXTRACT(EPOCH FROM now())::BIGINT / 86400 - 90) * 86400000`),
    ],
  },
];

const FIRST_ISSUES = 'SELECT rowid FROM former_uncounted_issue ORDER BY rowid LIMIT ?';
const countIssues: RowMove = {
  from: 'former_uncounted_issue',
  rowsPerStep: 50,
  countRows: 'SELECT COUNT(*) AS "count" FROM former_uncounted_issue',
  step: [
    count(`former_uncounted_issue f CROSS JOIN event e
      WHERE f.rowid IN (${FIRST_ISSUES}) AND e.project_id = f.project_id AND e.issue_id = f.id
        AND e.timestamp >= (CAST(strftime('%s', 'now') AS INTEGER) / 86400 - 90) * 86400000`),
    `DELETE FROM former_uncounted_issue WHERE rowid IN (${FIRST_ISSUES})`,
  ],
  end: ['DROP TABLE former_uncounted_issue'],
};

export const issueDays: Migration = { number: 25, name: 'issue-days', statements, moves: [countIssues] };
