import type { Migration } from '../migrate';

/*
 * What tools tell of releases, and what events do. `dated` repeats date_released, else date_created, as in release_project;
 * commit_count and authors repeat what the commits say, so that a list of releases never reads them.
 */
const sqlite = [
  "ALTER TABLE release ADD COLUMN status TEXT NOT NULL DEFAULT 'open'",
  'ALTER TABLE release ADD COLUMN ref TEXT',
  'ALTER TABLE release ADD COLUMN url TEXT',
  'ALTER TABLE release ADD COLUMN date_started INTEGER',
  'ALTER TABLE release ADD COLUMN dated INTEGER NOT NULL DEFAULT 0',
  'ALTER TABLE release ADD COLUMN commit_count INTEGER NOT NULL DEFAULT 0',
  "ALTER TABLE release ADD COLUMN authors TEXT NOT NULL DEFAULT '[]'",
  'UPDATE release SET dated = COALESCE(date_released, date_created)',
  'CREATE INDEX release_newest ON release (organization_id, dated DESC, id DESC)',
  'CREATE INDEX release_with_commits ON release (organization_id, date_created DESC, id DESC) WHERE commit_count > 0',
  'ALTER TABLE release_project ADD COLUMN first_event INTEGER',
  'ALTER TABLE release_project ADD COLUMN last_event INTEGER',
  'ALTER TABLE release_project ADD COLUMN new_groups INTEGER NOT NULL DEFAULT 0',
  // The same bindings as release_project, found by release.
  `CREATE TABLE release_binding (
    organization_id INTEGER NOT NULL,
    release_id INTEGER NOT NULL,
    project_id INTEGER NOT NULL,
    PRIMARY KEY (organization_id, release_id, project_id)
  ) STRICT, WITHOUT ROWID`,
  `INSERT INTO release_binding (organization_id, release_id, project_id)
    SELECT r.organization_id, rp.release_id, rp.project_id FROM release_project rp JOIN release r ON r.id = rp.release_id`,
  `CREATE TABLE release_commit (
    organization_id INTEGER NOT NULL,
    release_id INTEGER NOT NULL,
    position INTEGER NOT NULL,
    commit_id TEXT NOT NULL,
    repository TEXT,
    message TEXT,
    author_name TEXT,
    author_email TEXT,
    timestamp INTEGER,
    patch_set TEXT NOT NULL,
    PRIMARY KEY (organization_id, release_id, position)
  ) STRICT`,
  "INSERT INTO sequence (name, value) VALUES ('deploy', 0)",
  // `for_all`: it names no projects and counts for all of the release, also for those bound to it later.
  `CREATE TABLE deploy (
    organization_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    release_id INTEGER NOT NULL,
    environment TEXT NOT NULL,
    name TEXT,
    url TEXT,
    date_started INTEGER,
    date_finished INTEGER NOT NULL,
    for_all INTEGER NOT NULL,
    PRIMARY KEY (organization_id, id)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX deploy_newest ON deploy (organization_id, release_id, date_finished DESC, id DESC)',
  `CREATE TABLE deploy_project (
    project_id INTEGER NOT NULL,
    deploy_id INTEGER NOT NULL,
    release_id INTEGER NOT NULL,
    environment TEXT NOT NULL,
    date_finished INTEGER NOT NULL,
    PRIMARY KEY (project_id, deploy_id)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX deploy_project_newest ON deploy_project (project_id, environment, date_finished DESC, deploy_id DESC)',
];

const postgres = [
  `ALTER TABLE release ADD COLUMN status TEXT COLLATE "C" NOT NULL DEFAULT 'open'`,
  'ALTER TABLE release ADD COLUMN ref TEXT COLLATE "C"',
  'ALTER TABLE release ADD COLUMN url TEXT COLLATE "C"',
  'ALTER TABLE release ADD COLUMN date_started BIGINT',
  'ALTER TABLE release ADD COLUMN dated BIGINT NOT NULL DEFAULT 0',
  'ALTER TABLE release ADD COLUMN commit_count BIGINT NOT NULL DEFAULT 0',
  `ALTER TABLE release ADD COLUMN authors TEXT COLLATE "C" NOT NULL DEFAULT '[]'`,
  'UPDATE release SET dated = COALESCE(date_released, date_created)',
  'CREATE INDEX release_newest ON release (organization_id, dated DESC, id DESC)',
  'CREATE INDEX release_with_commits ON release (organization_id, date_created DESC, id DESC) WHERE commit_count > 0',
  'ALTER TABLE release_project ADD COLUMN first_event BIGINT',
  'ALTER TABLE release_project ADD COLUMN last_event BIGINT',
  'ALTER TABLE release_project ADD COLUMN new_groups BIGINT NOT NULL DEFAULT 0',
  `CREATE TABLE release_binding (
    organization_id BIGINT NOT NULL,
    release_id BIGINT NOT NULL,
    project_id BIGINT NOT NULL,
    PRIMARY KEY (organization_id, release_id, project_id)
  )`,
  `INSERT INTO release_binding (organization_id, release_id, project_id)
    SELECT r.organization_id, rp.release_id, rp.project_id FROM release_project rp JOIN release r ON r.id = rp.release_id`,
  `CREATE TABLE release_commit (
    organization_id BIGINT NOT NULL,
    release_id BIGINT NOT NULL,
    position BIGINT NOT NULL,
    commit_id TEXT COLLATE "C" NOT NULL,
    repository TEXT COLLATE "C",
    message TEXT COLLATE "C",
    author_name TEXT COLLATE "C",
    author_email TEXT COLLATE "C",
    timestamp BIGINT,
    patch_set TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (organization_id, release_id, position)
  )`,
  'CREATE SEQUENCE deploy_number',
  `CREATE TABLE deploy (
    organization_id BIGINT NOT NULL,
    id BIGINT NOT NULL,
    release_id BIGINT NOT NULL,
    environment TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C",
    url TEXT COLLATE "C",
    date_started BIGINT,
    date_finished BIGINT NOT NULL,
    for_all BIGINT NOT NULL,
    PRIMARY KEY (organization_id, id)
  )`,
  'CREATE INDEX deploy_newest ON deploy (organization_id, release_id, date_finished DESC, id DESC)',
  `CREATE TABLE deploy_project (
    project_id BIGINT NOT NULL,
    deploy_id BIGINT NOT NULL,
    release_id BIGINT NOT NULL,
    environment TEXT COLLATE "C" NOT NULL,
    date_finished BIGINT NOT NULL,
    PRIMARY KEY (project_id, deploy_id)
  )`,
  'CREATE INDEX deploy_project_newest ON deploy_project (project_id, environment, date_finished DESC, deploy_id DESC)',
];

export const releases: Migration = { number: 3, name: 'releases', statements: { sqlite, postgres } };
