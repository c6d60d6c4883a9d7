import type { Migration, SchemaStatement } from '../engine/ddl';

/*
 * Sessions of releases. `hour` is the number of the hour since 1970 in which sessions began. The hours of an old day
 * are added up in its first hour. `release_id` is 0 for releases beyond the maximum number of rows of an hour.
 */
const statements: readonly SchemaStatement[] = [
  `CREATE TABLE session_hour (
    project_id INTEGER NOT NULL,
    hour INTEGER NOT NULL,
    release_id INTEGER NOT NULL,
    environment TEXT NOT NULL,
    sessions INTEGER NOT NULL,
    errored INTEGER NOT NULL,
    unhandled INTEGER NOT NULL,
    abnormal INTEGER NOT NULL,
    crashed INTEGER NOT NULL,
    PRIMARY KEY (project_id, hour, release_id, environment)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX session_hour_by_release ON session_hour (project_id, release_id, hour)',
  // The users of sessions, as a set of `domain/session.ts`. `kind` is a position in `USER_KINDS`.
  `CREATE TABLE session_user_set (
    project_id INTEGER NOT NULL,
    hour INTEGER NOT NULL,
    release_id INTEGER NOT NULL,
    environment TEXT NOT NULL,
    kind INTEGER NOT NULL,
    users BLOB NOT NULL,
    PRIMARY KEY (project_id, hour, release_id, environment, kind)
  ) STRICT`,
  'CREATE INDEX session_user_set_by_release ON session_user_set (project_id, release_id, hour)',
  // Sessions whose status is not healthy, so that a repeated update does not count again. `level` is a position in
  // `SESSION_LEVELS`; `is_counted` is 1 if the beginning of the session is counted.
  `CREATE TABLE session_failure (
    project_id INTEGER NOT NULL,
    session_id BLOB NOT NULL,
    level INTEGER NOT NULL,
    is_counted INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (project_id, session_id)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX session_failure_by_expiry ON session_failure (expires_at)',
  // The time at which a release was first adopted in an environment, and the time from which it no longer was.
  `CREATE TABLE release_adoption (
    project_id INTEGER NOT NULL,
    release_id INTEGER NOT NULL,
    environment TEXT NOT NULL,
    adopted_at INTEGER NOT NULL,
    unadopted_at INTEGER,
    PRIMARY KEY (project_id, release_id, environment)
  ) STRICT, WITHOUT ROWID`,
];

export const releaseHealth: Migration = { number: 53, name: 'release-health', onlyAdds: true, statements };
