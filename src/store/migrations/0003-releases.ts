import { createSequences, type Migration, type SchemaStatement } from '../engine/ddl';

/*
 * Releases, commits and deploys as clients report them, and additions by events. `dated` is date_released, or
 * date_created if that is null, as in release_project. `commit_count` and `authors` are derived from the commits, so
 * that a list of releases does not read them.
 */
const statements: readonly SchemaStatement[] = [
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
  // The rows of release_project, by release.
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
  createSequences('deploy'),
  // `for_all`: the deploy names no projects. It applies to all projects of the release, also to those added later.
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

export const releases: Migration = { number: 3, name: 'releases', statements };
