import { createSequences, type Migration, type SchemaStatement } from '../engine/ddl';

/*
 * Monitors of scheduled jobs. `config` is JSON. The clock finds due environments by one index, and running check-ins by
 * another one. `reports` is JSON, and null while there is nothing to report.
 */
const statements: readonly SchemaStatement[] = [
  createSequences('monitor', 'check_in'),
  `CREATE TABLE monitor (
    project_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    organization_id INTEGER NOT NULL,
    guid TEXT NOT NULL,
    slug TEXT NOT NULL,
    name TEXT NOT NULL,
    is_active INTEGER NOT NULL,
    is_muted INTEGER NOT NULL,
    is_upserting INTEGER NOT NULL,
    config TEXT NOT NULL,
    owner_member_id INTEGER,
    owner_team_id INTEGER,
    date_created INTEGER NOT NULL,
    PRIMARY KEY (project_id, id),
    UNIQUE (project_id, slug),
    UNIQUE (guid)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE monitor_environment (
    project_id INTEGER NOT NULL,
    monitor_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    is_muted INTEGER NOT NULL DEFAULT 0,
    date_created INTEGER NOT NULL,
    last_check_in INTEGER,
    next_check_in INTEGER,
    next_check_in_latest INTEGER,
    last_ok INTEGER,
    incident_started INTEGER,
    incident_event TEXT,
    reports TEXT,
    rate_minute INTEGER NOT NULL DEFAULT 0,
    rate_count INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (project_id, monitor_id, name)
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX monitor_environment_due ON monitor_environment (project_id, next_check_in_latest)
    WHERE next_check_in_latest IS NOT NULL`,
  'CREATE INDEX monitor_environment_reports ON monitor_environment (project_id) WHERE reports IS NOT NULL',
  `CREATE TABLE check_in (
    project_id INTEGER NOT NULL,
    monitor_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    guid TEXT NOT NULL,
    environment TEXT NOT NULL,
    status TEXT NOT NULL,
    duration INTEGER,
    date_added INTEGER NOT NULL,
    date_updated INTEGER NOT NULL,
    date_in_progress INTEGER,
    expected_time INTEGER,
    timeout_at INTEGER,
    trace_id TEXT,
    config TEXT NOT NULL,
    PRIMARY KEY (project_id, monitor_id, id),
    UNIQUE (project_id, guid)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX check_in_of_environment ON check_in (project_id, monitor_id, environment, id)',
  'CREATE INDEX check_in_running ON check_in (project_id, timeout_at) WHERE timeout_at IS NOT NULL',
  'CREATE INDEX check_in_added ON check_in (date_added)',
  // The last minute that the clock has processed, and the last time in which it did not run.
  `CREATE TABLE monitor_clock (
    id INTEGER NOT NULL PRIMARY KEY,
    tick INTEGER NOT NULL,
    outage_from INTEGER NOT NULL,
    outage_to INTEGER NOT NULL
  ) STRICT`,
];

export const monitors: Migration = { number: 52, name: 'monitors', onlyAdds: true, statements };
