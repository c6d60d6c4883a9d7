import type { Migration } from '../migrate';

/*
 * Attempts to fetch minified files of pages, and what came of them. Without date_settled an attempt waits, and nobody takes it up
 * before due_at; sha1 is that of the source map, whose bytes are among `content`.
 */
const sqlite = [
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

const postgres = [
  `CREATE TABLE scraped_file (
    project_id BIGINT NOT NULL,
    url TEXT COLLATE "C" NOT NULL,
    slot BIGINT NOT NULL,
    organization_id BIGINT NOT NULL,
    due_at BIGINT NOT NULL,
    date_created BIGINT NOT NULL,
    date_settled BIGINT,
    failed_url TEXT COLLATE "C",
    reason TEXT COLLATE "C",
    details TEXT COLLATE "C",
    map_url TEXT COLLATE "C",
    sha1 TEXT COLLATE "C",
    size BIGINT,
    debug_id TEXT COLLATE "C",
    PRIMARY KEY (project_id, url, slot)
  )`,
  'CREATE INDEX scraped_file_waiting ON scraped_file (due_at) WHERE date_settled IS NULL',
  'CREATE INDEX scraped_file_newest ON scraped_file (project_id, date_created DESC)',
  'CREATE INDEX scraped_file_oldest ON scraped_file (date_created)',
  'CREATE INDEX scraped_file_by_content ON scraped_file (organization_id, sha1) WHERE sha1 IS NOT NULL',
];

export const scraping: Migration = { number: 8, name: 'scraping', statements: { sqlite, postgres } };
