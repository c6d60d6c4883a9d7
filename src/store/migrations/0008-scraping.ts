import type { Migration, SchemaStatement } from '../engine/ddl';

/*
 * Attempts to fetch minified files of web pages. An attempt without date_settled is waiting: it may be claimed from
 * due_at on. `sha1` is the SHA-1 of the fetched source map, whose bytes are in `content`.
 */
const statements: readonly SchemaStatement[] = [
  `CREATE TABLE scraped_file (
    project_id INTEGER NOT NULL,
    url TEXT NOT NULL,
    slot INTEGER NOT NULL,
    organization_id INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    date_created INTEGER NOT NULL,
    date_settled INTEGER,
    failed_url TEXT,
    reason TEXT,
    details TEXT,
    map_url TEXT,
    sha1 TEXT,
    size INTEGER,
    debug_id TEXT,
    PRIMARY KEY (project_id, url, slot)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX scraped_file_waiting ON scraped_file (due_at) WHERE date_settled IS NULL',
  'CREATE INDEX scraped_file_newest ON scraped_file (project_id, date_created DESC)',
  'CREATE INDEX scraped_file_oldest ON scraped_file (date_created)',
  'CREATE INDEX scraped_file_by_content ON scraped_file (organization_id, sha1) WHERE sha1 IS NOT NULL',
];

export const scraping: Migration = { number: 8, name: 'scraping', statements };
