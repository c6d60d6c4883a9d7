import type { Migration, SchemaStatement } from '../ddl';

/*
 * The words of issues (src/DECISIONS.md, "Text of issues"), and an index of them. On SQLite, triggers keep an FTS5 table without content: the words are
 * in `issue_text`. Its rows are numbered by project and issue, so that the issues of a project are a range. On PostgreSQL, the index is on an
 * expression whose first word is the project. `text_stale` is 1 while the words are not those of the newest event: a job writes them.
 */
const statements: readonly SchemaStatement[] = [
  `CREATE TABLE issue_text (
    project_id INTEGER NOT NULL,
    issue_id INTEGER NOT NULL,
    words TEXT NOT NULL,
    PRIMARY KEY (project_id, issue_id)
  ) STRICT`,
  {
    sqlite: [
      `CREATE VIRTUAL TABLE issue_text_index USING fts5(words, content='', columnsize=0, detail=none, tokenize='ascii')`,
      `CREATE TRIGGER issue_text_inserted AFTER INSERT ON issue_text BEGIN
        INSERT INTO issue_text_index (rowid, words) VALUES ((new.project_id << 39) | new.issue_id, new.words);
      END`,
      `CREATE TRIGGER issue_text_updated AFTER UPDATE OF words ON issue_text WHEN old.words <> new.words BEGIN
        INSERT INTO issue_text_index (issue_text_index, rowid, words)
          VALUES ('delete', (old.project_id << 39) | old.issue_id, old.words);
        INSERT INTO issue_text_index (rowid, words) VALUES ((new.project_id << 39) | new.issue_id, new.words);
      END`,
      `CREATE TRIGGER issue_text_deleted AFTER DELETE ON issue_text BEGIN
        INSERT INTO issue_text_index (issue_text_index, rowid, words)
          VALUES ('delete', (old.project_id << 39) | old.issue_id, old.words);
      END`,
    ],
    postgres: [
      `CREATE INDEX issue_text_index ON issue_text
        USING gin (CAST('§' || CAST(project_id AS TEXT) || words AS TSVECTOR)) WITH (gin_pending_list_limit = 512)`,
    ],
  },
  'ALTER TABLE issue ADD COLUMN text_stale INTEGER NOT NULL DEFAULT 1',
  'CREATE INDEX issue_text_stale ON issue (project_id, id) WHERE text_stale = 1',
];

export const issueText: Migration = { number: 28, name: 'issue-text', statements };
