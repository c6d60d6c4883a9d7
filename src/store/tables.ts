/** Location of a table's rows in a database that is distributed over several machines. */
export type Placement =
  /** Together with the other rows of the project: tables that grow with the events. */
  | 'project'
  /** Together with the other rows of the organization: uploads that all of its projects use. */
  | 'organization'
  /**
   * A copy on each machine: organizations and their members, and the few rows that lists of many projects join. Each
   * change waits for all machines; an event of a stored issue and release therefore changes none of these tables.
   */
  | 'everywhere'
  /** On the coordinator: queues and counts that change often. No statement joins them with distributed tables. */
  | 'coordinator';

/** Time at which the rows of a removed project or organization are deleted. */
export type Removal =
  /** In the transaction that removes the project. */
  | 'withProject'
  /** In steps after the project is removed. */
  | 'afterProject'
  | 'withOrganization'
  | 'afterOrganization'
  /** By a statement in `removals.ts` or `releases.ts` for this table: its rows refer to others, or others to them. */
  | 'byItself'
  /** Never: they outlive their organization, or belong to none. */
  | 'never';

/** The properties of a table, in the list of all tables. */
type Line = readonly [
  /** Number of the migration that made the table. */
  migration: number,
  /** The columns of the primary key. The key of rows with an owner begins with the owner. */
  key: string,
  /** Null for a table that only SQLite has. */
  placement: Placement | null,
  removal: Removal,
  /** Set for a table that is not copied to another database, because each database has rows of its own in it. */
  copy?: 'notCopied',
];

/**
 * All tables. A migration that creates one adds a line; a test compares them with the schema. For each kind of removal,
 * rows are deleted in this order: foreign keys may require it.
 */
const LINES: Readonly<Record<string, Line>> = {
  organization: [1, 'id', 'everywhere', 'byItself'],
  project: [1, 'id', 'everywhere', 'byItself'],
  project_key: [1, 'project_id, public_key', 'everywhere', 'withProject'],
  project_redirect: [1, 'organization_id, slug', 'everywhere', 'withProject'],
  team_project: [1, 'organization_id, team_id, project_id', 'everywhere', 'withProject'],
  bookmark: [1, 'project_id, member_id', 'everywhere', 'withProject'],
  alert_mute: [7, 'project_id, member_id', 'everywhere', 'withProject'],
  webhook: [7, 'project_id', 'everywhere', 'withProject'],
  project_ownership: [42, 'project_id', 'everywhere', 'withProject'],
  alert_rule: [42, 'project_id, id', 'everywhere', 'withProject'],
  alert_rule_webhook: [42, 'project_id, id', 'everywhere', 'withProject'],
  monitor: [52, 'project_id, id', 'everywhere', 'withProject'],

  token: [1, 'id', 'everywhere', 'withOrganization'],
  erasure: [64, 'organization_id, id', 'coordinator', 'withOrganization'],
  erasure_key: [64, 'organization_id', 'coordinator', 'withOrganization'],
  ticket_connection: [65, 'organization_id, id', 'coordinator', 'withOrganization'],
  member_session: [42, 'organization_id, id', 'coordinator', 'withOrganization'],
  sign_in_link: [42, 'organization_id, id', 'coordinator', 'withOrganization'],
  oauth_code: [62, 'organization_id, hash', 'coordinator', 'withOrganization'],
  member_password: [42, 'organization_id, member_id', 'everywhere', 'withOrganization'],
  second_factor: [67, 'organization_id, member_id', 'everywhere', 'withOrganization'],
  provider_account: [66, 'organization_id, member_id, issuer', 'everywhere', 'withOrganization'],
  rate_limit_count: [
    42,
    'organization_id, scope, subject, window_seconds, window_start',
    'coordinator',
    'withOrganization',
  ],
  alert_address: [45, 'organization_id, address', 'everywhere', 'withOrganization'],
  saved_search: [42, 'organization_id, owner_id, id', 'everywhere', 'withOrganization'],
  team_member: [1, 'organization_id, team_id, member_id', 'everywhere', 'withOrganization'],
  member: [1, 'id', 'everywhere', 'withOrganization'],
  team: [1, 'id', 'everywhere', 'withOrganization'],

  event: [2, 'project_id, event_id', 'project', 'afterProject'],
  event_trace: [55, 'project_id, hour, trace_id, event_id', 'project', 'afterProject'],
  issue: [2, 'project_id, id', 'project', 'afterProject'],
  issue_activity: [42, 'project_id, issue_id, id', 'project', 'afterProject'],
  issue_hash: [2, 'project_id, hash', 'project', 'afterProject'],
  issue_bookmark: [42, 'project_id, member_id, issue_id', 'project', 'afterProject'],
  issue_change: [42, 'project_id, id', 'project', 'afterProject'],
  issue_seen: [42, 'project_id, member_id, issue_id', 'project', 'afterProject'],
  issue_tag: [5, 'project_id, issue_id, key, value', 'project', 'afterProject'],
  issue_tag_block: [42, 'project_id, key, value, block', 'project', 'afterProject'],
  issue_release: [42, 'project_id, release, issue_id', 'project', 'afterProject'],
  issue_day: [42, 'project_id, day, issue_id, environment', 'project', 'afterProject'],
  issue_user_day: [48, 'project_id, day, issue_id, environment, user_number', 'project', 'afterProject'],
  issue_text: [42, 'project_id, issue_id', 'project', 'afterProject'],
  feedback: [51, 'project_id, error_id, feedback_id', 'project', 'afterProject'],
  merged_issue: [42, 'project_id, issue_id', 'project', 'afterProject'],
  removed_issue: [2, 'project_id, issue_id', 'project', 'afterProject'],
  outcome: [6, 'project_id, hour, outcome, reason', 'project', 'afterProject'],
  dropped_event: [58, 'project_id, event_id', 'project', 'afterProject'],
  alert: [7, 'project_id, channel, queue_id, event_id', 'coordinator', 'afterProject'],
  alerted_event: [58, 'project_id, event_id, digest', 'coordinator', 'afterProject'],
  alert_incident: [61, 'project_id, queue_id, incident', 'coordinator', 'afterProject'],
  issue_ticket: [65, 'project_id, id', 'coordinator', 'afterProject'],
  alert_rule_count: [42, 'project_id, issue_id, rule_id, kind, key', 'project', 'afterProject'],
  alert_decision: [57, 'project_id, issue_id, slot, rule_id', 'project', 'afterProject'],
  alert_delivery: [7, 'project_id, digest, recipient', 'coordinator', 'afterProject'],
  crash_free_watch: [56, 'project_id, rule_id, type', 'coordinator', 'afterProject'],
  deploy_project: [3, 'project_id, deploy_id', 'everywhere', 'afterProject'],
  release_hour: [42, 'project_id, release_id, slot', 'project', 'afterProject'],
  session_hour: [53, 'project_id, hour, release_id, environment', 'project', 'afterProject'],
  session_user_set: [53, 'project_id, hour, release_id, environment, kind', 'project', 'afterProject'],
  session_failure: [53, 'project_id, session_id', 'project', 'afterProject'],
  release_adoption: [53, 'project_id, release_id, environment', 'project', 'afterProject'],
  environment: [2, 'project_id, name', 'project', 'afterProject'],
  project_platform: [2, 'project_id, platform', 'project', 'afterProject'],
  frame_resolution: [42, 'project_id, release', 'coordinator', 'afterProject'],
  grouping_preview: [59, 'project_id', 'coordinator', 'afterProject'],
  regrouping: [60, 'project_id', 'coordinator', 'afterProject'],
  regrouped_event: [60, 'project_id, event_id', 'project', 'afterProject'],
  issue_counter: [5, 'project_id', 'project', 'afterProject'],
  monitor_environment: [52, 'project_id, monitor_id, name', 'project', 'afterProject'],
  check_in: [52, 'project_id, monitor_id, id', 'project', 'afterProject'],
  artifact_usage: [42, 'project_id', 'everywhere', 'afterProject'],
  project_bundle: [42, 'project_id, bundle_id', 'project', 'afterProject'],
  attachment_usage: [54, 'project_id', 'coordinator', 'afterProject'],

  artifact: [4, 'project_id, id', 'project', 'byItself'],
  scraped_file: [8, 'project_id, url, slot', 'project', 'byItself'],
  event_attachment: [54, 'project_id, event_id, name, type, sha1', 'project', 'byItself'],
  release_project: [2, 'project_id, release_id', 'project', 'byItself'],
  release_binding: [3, 'organization_id, release_id, project_id', 'everywhere', 'byItself'],
  release: [1, 'id', 'everywhere', 'byItself'],
  release_commit: [3, 'organization_id, release_id, position', 'organization', 'byItself'],
  deploy: [3, 'organization_id, id', 'everywhere', 'byItself'],

  content_slice: [4, 'organization_id, sha1, number', 'organization', 'afterOrganization'],
  content: [4, 'organization_id, sha1', 'organization', 'afterOrganization'],
  artifact_bundle: [4, 'organization_id, id', 'organization', 'afterOrganization'],

  audit_log: [42, 'organization_id, id', 'coordinator', 'never'],
  open_id_request: [42, 'hash', 'coordinator', 'never'],
  oauth_client: [62, 'id', 'coordinator', 'never'],
  removed_project: [42, 'project_id', 'coordinator', 'byItself'],
  removed_organization: [42, 'organization_id', 'coordinator', 'byItself'],
  migration: [1, 'number', 'coordinator', 'never', 'notCopied'],
  job_lease: [47, 'job', 'coordinator', 'never', 'notCopied'],
  monitor_clock: [52, 'id', 'coordinator', 'never', 'notCopied'],
  sequence: [2, 'name', null, 'never', 'notCopied'],
};

export interface TableEntry {
  readonly name: string;
  readonly migration: number;
  readonly key: readonly string[];
  readonly placement: Placement | null;
  readonly removal: Removal;
  readonly isCopied: boolean;
}

export const TABLES: readonly TableEntry[] = Object.entries(LINES).map(([name, line]) => {
  const [migration, key, placement, removal, copy] = line;
  return { name, migration, key: key.split(', '), placement, removal, isCopied: copy === undefined };
});

/** The placement of each table that both databases have. */
export const PLACEMENTS: ReadonlyMap<string, Placement> = new Map(
  TABLES.flatMap(({ name, placement }) => (placement === null ? [] : [[name, placement] as const])),
);

/** Returns the tables whose rows are deleted in the same way, in order. */
export function tablesRemoved(removal: Removal): TableEntry[] {
  return TABLES.filter((table) => table.removal === removal);
}
