import type { Migration, RowMove, SchemaStatement } from '../ddl';

/*
 * Tags are stored once, by issue. Search begins at `issue_tag_block`: a row says that at least one of 16 issues with consecutive ids has
 * the tag. Most tags of a new issue are in its block already, so that few rows are inserted at random places.
 */
const statements: readonly SchemaStatement[] = [
  {
    sqlite: [
      'ALTER TABLE issue_tag RENAME TO former_issue_tag',
      `CREATE TABLE issue_tag (
        project_id INTEGER NOT NULL,
        issue_id INTEGER NOT NULL,
        key TEXT NOT NULL,
        value TEXT NOT NULL,
        PRIMARY KEY (project_id, issue_id, key, value)
      ) STRICT, WITHOUT ROWID`,
    ],
    postgres: [
      'DROP INDEX issue_tag_by_issue',
      'ALTER TABLE issue_tag DROP CONSTRAINT issue_tag_pkey',
      'ALTER TABLE issue_tag ADD PRIMARY KEY (project_id, issue_id, key, value)',
    ],
  },
  `CREATE TABLE issue_tag_block (
    project_id INTEGER NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    block INTEGER NOT NULL,
    PRIMARY KEY (project_id, key, value, block)
  ) STRICT, WITHOUT ROWID`,
  {
    sqlite: [],
    postgres: [
      `INSERT INTO issue_tag_block (project_id, key, value, block)
        SELECT DISTINCT project_id, key, value, issue_id / 16 FROM issue_tag`,
    ],
  },
];

const FIRST_TAGS = `SELECT f.project_id, f.issue_id, f.key, f.value FROM former_issue_tag f
  ORDER BY f.project_id, f.issue_id, f.key, f.value LIMIT ?`;
const moveTags: RowMove = {
  from: 'former_issue_tag',
  rowsPerStep: 5_000,
  countRows: 'SELECT COUNT(*) AS "count" FROM former_issue_tag',
  step: [
    `INSERT INTO issue_tag (project_id, issue_id, key, value) ${FIRST_TAGS}`,
    `INSERT OR IGNORE INTO issue_tag_block (project_id, key, value, block)
      SELECT t.project_id, t.key, t.value, t.issue_id / 16 FROM (${FIRST_TAGS}) t ORDER BY 1, 2, 3, 4`,
    `DELETE FROM former_issue_tag WHERE (project_id, key, value, issue_id) IN (
      SELECT t.project_id, t.key, t.value, t.issue_id FROM (${FIRST_TAGS}) t)`,
  ],
  end: ['DROP TABLE former_issue_tag'],
};

export const tagBlocks: Migration = { number: 11, name: 'tag-blocks', statements, moves: [moveTags] };
