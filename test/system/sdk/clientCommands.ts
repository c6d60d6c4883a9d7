/**
 * The command lines of other clients, and the effect of each of their subcommands on this service. The guide
 * "Command-line tools" shows them.
 */

export interface ClientCommand {
  /** The subcommand, as the guide names it. */
  readonly subcommand: string;
  /**
   * Its arguments. `ISSUE` and `OTHER` are short ids of issues, `EVENT` is the id of an event, `TOKEN` an organization
   * token, `DSN` a DSN, `FILES` a directory with a script, its source map, an envelope and a ProGuard mapping, and
   * `COMMIT` the commit of that directory.
   */
  readonly args: readonly string[];
  /** A text of its output. */
  readonly prints: string;
  /** The feature that the service does not have; undefined if the subcommand works. */
  readonly missing?: string;
}

const works = (subcommand: string, args: string, prints: string): ClientCommand => ({
  subcommand,
  args: args.split(' '),
  prints,
});
const fails = (subcommand: string, args: string, prints: string, missing: string): ClientCommand => ({
  ...works(subcommand, args, prints),
  missing,
});

/** `sentry` of npm, in the order in which the test runs them. */
export const SENTRY_COMMANDS: readonly ClientCommand[] = [
  works('info', 'info', 'Verified: yes'),
  works('auth status', 'auth status', 'acme'),
  works('auth whoami', 'auth whoami', 'ann@acme.test'),
  works('org list', 'org list', 'acme'),
  works('org view', 'org view acme', 'acme'),
  works('team list', 'team list acme/', 'backend'),
  works('project list', 'project list acme/', 'shop'),
  works('project view', 'project view acme/shop', 'shop'),
  works('project create', 'project create acme/pay:node --team backend', 'pay'),
  works('project delete', 'project delete acme/pay --yes', 'pay'),
  works('dsn list', 'dsn list acme/shop', 'http://'),
  works('event send', 'event send DSN --message sent-by-hand', 'Event dispatched'),
  works('event view', 'event view acme/shop/EVENT', 'TypeError'),
  works('event list', 'event list ISSUE', 'TypeError'),
  works('event list --query', 'event list ISSUE --query release:shop@1.0.0 --period 1h', 'TypeError'),
  works('event list --query (nothing found)', 'event list ISSUE --query release:shop@9.9.9', 'No events'),
  works('issue list', 'issue list acme/shop', 'ISSUE'),
  works('issue list --query --sort', 'issue list acme/shop --query TypeError --sort freq --period 14d', 'ISSUE'),
  works('issue list (all projects)', 'issue list acme/', 'ISSUE'),
  works('issue view', 'issue view ISSUE', '│ Release    │ 1.0.0'),
  works('issue view (latest)', 'issue view @latest', 'sent-by-hand'),
  works('issue events', 'issue events ISSUE', 'TypeError'),
  works('issue tags', 'issue tags ISSUE release', 'shop@1.0.0'),
  works('issue resolve', 'issue resolve ISSUE', 'esolved'),
  works('issue unresolve', 'issue unresolve ISSUE', 'ISSUE'),
  works('issue resolve --in', 'issue resolve ISSUE --in shop@1.0.0', 'shop@1.0.0'),
  works('issue resolve --in @next', 'issue resolve ISSUE --in @next', 'next release'),
  works('issue archive', 'issue archive ISSUE', 'ISSUE'),
  works('issue archive --until (time)', 'issue archive ISSUE --until 1h', 'ISSUE'),
  works('issue archive --until (events)', 'issue archive ISSUE --until 100x/1h', 'ISSUE'),
  works('issue archive --until (users)', 'issue archive ISSUE --until 10u', 'ISSUE'),
  works('issue archive --until auto', 'issue archive ISSUE --until auto', 'ISSUE'),
  works('issue merge', 'issue merge ISSUE OTHER', 'ISSUE'),
  works('token create', 'token create acme/ci', 'culprit_'),
  works('token list', 'token list acme', 'never'),
  works('token delete', 'token delete acme/ci --yes', 'Revoked'),
  works('release create', 'release create shop@2.0.0', 'shop@2.0.0'),
  works('release list', 'release list acme/shop', '1.0.0'),
  works('release view', 'release view shop@2.0.0', 'shop@2.0.0'),
  works('release finalize', 'release finalize shop@2.0.0', 'shop@2.0.0'),
  works('release deploy', 'release deploy shop@2.0.0 production', 'production'),
  works('release deploys', 'release deploys shop@2.0.0', 'production'),
  works('release archive', 'release archive shop@2.0.0', 'shop@2.0.0'),
  works('release restore', 'release restore shop@2.0.0', 'shop@2.0.0'),
  works('release delete', 'release delete shop@2.0.0 --yes', 'shop@2.0.0'),
  works('repo list', 'repo list acme/', 'No repositories'),
  fails(
    'alert issues list',
    'alert issues list acme/shop',
    'alert rules belong to projects',
    'alert workflows; see listAlertRules',
  ),
  fails('alert metrics list', 'alert metrics list acme/shop', 'no metric alerts', 'metric alerts'),
  works('explore', 'explore acme/', 'COUNT()'),
  fails('log list', 'log list acme/shop', 'this service has no spans, logs', 'logs'),
  fails('span list', 'span list acme/shop', 'this service has no spans, logs', 'spans'),
  fails('trace list', 'trace list acme/shop', 'this service has no spans, logs', 'traces'),
  fails('replay list', 'replay list acme/', 'no session replays', 'session replays'),
  works('feedback list', 'feedback list acme/', 'feedback'),
];

/** `@sentry/cli` of npm, versions 3 and 2, in the order in which the test runs them. */
export const SENTRY_CLI_COMMANDS: readonly ClientCommand[] = [
  works('info', 'info', 'ann@acme.test'),
  works('organizations list', 'organizations list', 'acme'),
  works('projects list', 'projects list', 'shop'),
  works('send-event', 'send-event -m sent-by-hand -r shop@1.0.0 -E production --tag region:eu', 'Event dispatched'),
  works('send-envelope', 'send-envelope FILES/event.envelope', 'dispatched'),
  works('events list', 'events list', 'sent-by-hand'),
  works('issues list', 'issues list', 'ISSUE'),
  works('issues list --query', 'issues list --query TypeError', 'ISSUE'),
  works('issues mute', 'issues mute --all', 'new status: muted'),
  works('issues resolve', 'issues resolve --all', 'new status: resolved'),
  works('issues unresolve', 'issues unresolve --all', 'new status: unresolved'),
  works('releases propose-version', 'releases propose-version', 'COMMIT'),
  works('releases new', 'releases new shop@3.0.0', 'Created release'),
  works('releases list', 'releases list', 'shop@3.0.0'),
  works('releases info', 'releases info shop@3.0.0', 'shop@3.0.0'),
  works('releases set-commits', 'releases set-commits shop@3.0.0 --auto', 'Success'),
  works('releases finalize', 'releases finalize shop@3.0.0', 'Finalized'),
  works('releases archive', 'releases archive shop@3.0.0', 'Archived'),
  works('releases restore', 'releases restore shop@3.0.0', 'Restored'),
  works('deploys new', 'deploys new -r shop@3.0.0 -e production', 'production'),
  works('deploys list', 'deploys list -r shop@3.0.0', 'production'),
  works('releases delete', 'releases delete shop@3.0.0', 'Deleted'),

  works('repos list', 'repos list', 'No repos found'),
  works('sourcemaps inject', 'sourcemaps inject FILES', 'debug id'),
  works('sourcemaps upload', 'sourcemaps upload FILES -r shop@1.0.0', 'Source Maps'),
  works('sourcemaps resolve', 'sourcemaps resolve FILES/app.js.map -l 1 -c 0', 'app.js.map'),
  {
    ...works('monitors run', 'monitors run', ''),
    args: ['monitors', 'run', 'nightly', '--schedule', '0 4 * * *', '--', 'true'],
  },
  works('monitors list', 'monitors list', 'nightly'),
  fails('logs list', 'logs list', 'this service has no spans, logs', 'logs'),
  fails('upload-proguard', 'upload-proguard FILES/mapping.txt', 'error: ', 'ProGuard mappings'),
];
