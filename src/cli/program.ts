import { Command } from 'commander';
import { readVersion } from '../version';
import {
  createKey,
  createProject,
  formatOwnership,
  listAlerts,
  listKeys,
  listProjects,
  projectOwnership,
  removeKey,
  removeProject,
  renameProject,
  rotateKey,
  testWebhook,
  transferProject,
  updateKey,
  updateProject,
} from './project';
import {
  addTeamMember,
  createOrganization,
  createTeam,
  listAudit,
  listOrganizations,
  listTeams,
  removeOrganization,
  removeTeam,
  removeTeamMember,
  renameOrganization,
  renameTeam,
  updateOrganization,
} from './organization';
import {
  type CommandContext,
  addCommand,
  collectValue,
  type CommandResult,
  databaseCommand,
  namesOf,
  rejectOptionAsValue,
  withMembershipOptions,
  withNameOptions,
  withOrganizationOption,
  withRateLimitOption,
  withRemovalOptions,
  withRetentionOptions,
} from './command';
import {
  backUpDatabase,
  copyDatabase,
  distributeDatabase,
  formatCopiedTables,
  formatScript,
  migrateDatabase,
  restoreDatabase,
} from './database';
import type { importFrom } from './importFrom';
import { assignIssues, ignoreIssues, listIssues, reopenIssues, resolveIssues, showIssue, showJourney } from './issue';
import {
  addMember,
  createToken,
  inviteMember,
  listMembers,
  listTokens,
  removeMember,
  removeSecondFactor,
  resetPassword,
  revokeToken,
  setMemberRole,
  unlinkMember,
  updateMember,
} from './member';
import { showVerdict } from './release';
import { serveTools } from './service';
import { printableLines } from './terminal';
import { proveSourceMaps, purgeUploads, showUploads } from './sourcemaps';

/** Name, description and work of a subcommand of `key`. */
type KeyCommand = [
  name: string,
  description: string,
  work: (context: CommandContext, options: never) => Promise<CommandResult>,
];

const SERVICE_HELP = `
CULPRIT_URL is the address of the service (default: http://127.0.0.1:4000); CULPRIT_TOKEN is a token for it.`;

const VERDICT_HELP = `
Exits with 0 if the release is good, with 1 if it is bad, and with 2 if that is unknown, also because of an error.`;

const CHECK_HELP = `
Needs no server and no database. Skips directories whose name is node_modules or begins with a period.
Exits with 1 if there are errors, and otherwise with 0, even if there are warnings.`;

const PROVE_HELP = `
The token needs project:releases or project:read. Exits with 1 if the frames of a script would not be resolved.`;

/**
 * Runs the command line of `culprit`.
 * @throws Error whose message a terminal can show safely, even if it quotes names that callers of the API chose
 */
export async function runProgram(args?: readonly string[]): Promise<void> {
  try {
    await createProgram().parseAsync(args);
  } catch (error) {
    throw new Error(printableLines(error instanceof Error ? error.message : String(error)), { cause: error });
  }
}

/** Defines the command line of `culprit`. */
export function createProgram(): Command {
  const program = new Command('culprit').description(
    'Error tracking: receives errors from SDKs and serves them through a typed HTTP API.',
  );
  program.version(readVersion());
  program
    .command('serve')
    .description('run the service')
    .action(async () => {
      const { serve } = await import('./serve.js');
      await serve();
    });

  program
    .command('mcp')
    .description('tools for agents, on standard input and output (Model Context Protocol)')
    .option('--organization <slug>', 'slug of the organization (default: the one of the token)')
    .option('--write', 'offer tools that change something, if the token permits it')
    .addHelpText('after', SERVICE_HELP)
    .action(serveTools);

  serviceSubcommand(program, 'import', 'import the projects of another tracker, and print a receipt')
    .option('--from <url>', 'address of a server with the web API of Sentry, such as Culprit or GlitchTip')
    .option('--from-bugsink <file>', 'SQLite database of a Bugsink server, or a copy of it')
    .option('--token <token>', 'token of that server (default: CULPRIT_SOURCE_TOKEN)')
    .option('--org <slug>', 'organization of that server (default: the only one)')
    .option('--project <slug>', 'import only this project (repeatable)', collectValue, [])
    .option('--dry-run', 'only print what there is on both sides, and which issues would split or join')
    .action(async (options: Parameters<typeof importFrom>[0]) => {
      // Loaded here: other commands start without it.
      const { importFrom: run } = await import('./importFrom.js');
      await run(options);
    });

  addOrganizationCommands(
    program.command('organization').description('a tenant: owns teams, members, projects and tokens'),
  );
  addTeamCommands(program.command('team').description('a group of members; projects belong to teams'));
  addProjectCommands(program.command('project').description('an application that sends events'));
  addMemberCommands(program.command('member').description('a person in an organization'));
  addIssueCommands(program.command('issue').description('issues, read and changed through the API of a service'));
  addEventCommands(program.command('event').description('events, read through the API of a service'));
  addReleaseCommands(program.command('release').description('releases, read through the API of a service'));
  addTokenCommands(program.command('token').description('a credential for the API, used by scripts'));
  addKeyCommands(program.command('key').description('a credential for sending events, used by SDKs'));
  addDatabaseCommands(program.command('database').description('the database of the service'));
  addAuditCommands(program.command('audit').description('who changed what, when and from where'));
  addAlertCommands(program.command('alert').description('mails and webhook requests about issues'));
  addUploadCommands(program.command('upload').description('uploaded files, such as source maps'));
  addSourceMapCommands(program.command('sourcemaps').description('source maps of a build'));
  addWebhookCommands(program.command('webhook').description('the address to which alerts of a project are posted'));
  return program;
}

function addOrganizationCommands(organization: Command): void {
  databaseCommand(
    organization,
    'create',
    'create an organization',
    (context, options: { slug: string; name?: string }) => createOrganization(context, options).then(namesOf),
  )
    .requiredOption('--slug <slug>', 'slug, the name in URLs', rejectOptionAsValue)
    .option('--name <name>', 'display name (default: the slug)');
  withRetentionOptions(
    withRateLimitOption(
      withOrganizationOption(
        databaseCommand(organization, 'update', 'change the settings of an organization', updateOrganization),
      ),
      'all projects of the organization together',
    ),
    '',
  )
    .option(
      '--openid-domain <domain>',
      'a domain whose addresses join at the OpenID provider, in place of the present ones (repeatable); none for none',
      collectValue,
    )
    .option('--require-second-factor <on|off>', 'whether members with a password need a second factor');

  withNameOptions(
    databaseCommand(
      organization,
      'rename',
      'rename an organization',
      (context, options: Parameters<typeof renameOrganization>[1]) =>
        renameOrganization(context, options).then(namesOf),
    ),
  );
  withRemovalOptions(
    databaseCommand(organization, 'remove', 'remove an organization with all its data', removeOrganization),
  );

  databaseCommand(organization, 'list', 'list all organizations', listOrganizations);
}

function addTeamCommands(team: Command): void {
  withOrganizationOption(
    databaseCommand(team, 'create', 'create a team', (context, options: Parameters<typeof createTeam>[1]) =>
      createTeam(context, options).then(namesOf),
    ),
  )
    .requiredOption('--slug <slug>', 'slug, the name in URLs', rejectOptionAsValue)
    .option('--name <name>', 'display name (default: the slug)');

  withNameOptions(
    withOrganizationOption(
      databaseCommand(team, 'rename', 'rename a team', (context, options: Parameters<typeof renameTeam>[1]) =>
        renameTeam(context, options).then(namesOf),
      ),
    ),
  );
  withRemovalOptions(withOrganizationOption(databaseCommand(team, 'remove', 'remove a team', removeTeam)));
  withOrganizationOption(databaseCommand(team, 'list', 'list the teams of an organization', listTeams));
  withMembershipOptions(databaseCommand(team, 'add-member', 'add a member to a team', addTeamMember));
  withMembershipOptions(databaseCommand(team, 'remove-member', 'remove a member from a team', removeTeamMember));
}

function addProjectCommands(project: Command): void {
  withOrganizationOption(
    databaseCommand(
      project,
      'create',
      'create a project and its first key',
      (context, options: Parameters<typeof createProject>[1]) =>
        createProject(context, options).then(({ project: { id, slug, name, platform }, dsn }) => ({
          id,
          slug,
          name,
          platform,
          dsn,
        })),
    ),
  )
    .requiredOption('--team <slug>', 'the team that the project belongs to')
    .requiredOption('--slug <slug>', 'slug, the name in URLs', rejectOptionAsValue)
    .option('--name <name>', 'display name (default: the slug)')
    .option('--platform <platform>', 'platform, such as node or python-django');
  withRetentionOptions(
    withRateLimitOption(
      withOrganizationOption(
        databaseCommand(project, 'update', 'change the settings of a project', updateProject),
      ).requiredOption('--project <slug>', 'the project'),
      'the project',
    ),
    ', or inherit to use the setting of the organization',
  );

  withNameOptions(
    withOrganizationOption(
      databaseCommand(project, 'rename', 'rename a project', (context, options: Parameters<typeof renameProject>[1]) =>
        renameProject(context, options).then(namesOf),
      ),
    ),
  );
  withOrganizationOption(
    databaseCommand(project, 'transfer', 'move a project from its teams to another team', transferProject),
  )
    .requiredOption('--slug <slug>', 'the project')
    .requiredOption('--team <slug>', 'the new team');
  withRemovalOptions(
    withOrganizationOption(databaseCommand(project, 'remove', 'remove a project with all its data', removeProject)),
  );

  withOrganizationOption(databaseCommand(project, 'list', 'list the projects of an organization', listProjects));
  withOrganizationOption(
    addCommand(
      project,
      'ownership',
      'show or replace the ownership rules of a project',
      projectOwnership,
      formatOwnership,
    ),
  )
    .requiredOption('--project <slug>', 'the project')
    .option('--file <file>', 'a file with the new rules, one per line')
    .option('--codeowners <file>', 'a CODEOWNERS file, whose rules become the new rules');
}

function addMemberCommands(member: Command): void {
  withOrganizationOption(
    databaseCommand(
      member,
      'add',
      'add a member, or add an existing member to more teams',
      (context, options: Parameters<typeof addMember>[1]) =>
        addMember(context, options).then(({ id, email }) => ({ id, email })),
    ),
  )
    .requiredOption('--email <address>', 'e-mail address of the member')
    .option('--team <slug>', 'a team to join (repeatable)', collectValue, [])
    .option('--role <role>', 'role of a new member: owner, manager, admin or member (default: owner)');

  withOrganizationOption(
    databaseCommand(
      member,
      'invite',
      'print a link with which a member can sign in once; a new member is added',
      inviteMember,
    ),
  )
    .requiredOption('--email <address>', 'e-mail address of the member')
    .option('--team <slug>', 'a team to join (repeatable)', collectValue, [])
    .option('--role <role>', 'role of a new member: owner, manager, admin or member (default: member)');
  withOrganizationOption(
    databaseCommand(
      member,
      'password',
      'print a link with which a member can sign in once and set a new password',
      resetPassword,
    ),
  ).requiredOption('--email <address>', 'e-mail address of the member');

  withOrganizationOption(databaseCommand(member, 'list', 'list the members with their roles and teams', listMembers));
  withOrganizationOption(
    databaseCommand(
      member,
      'set-role',
      'change the role of a member, and with it what their tokens may do',
      setMemberRole,
    ),
  )
    .requiredOption('--email <address>', 'e-mail address of the member')
    .requiredOption('--role <role>', 'the new role: owner, manager, admin or member');

  withOrganizationOption(
    databaseCommand(
      member,
      'unlink',
      'forget the account of the OpenID provider: the next one with the address signs in as the member',
      unlinkMember,
    ),
  ).requiredOption('--email <address>', 'e-mail address of the member');

  withOrganizationOption(
    databaseCommand(
      member,
      'reset-second-factor',
      'remove the second factor of a member: the password suffices again',
      removeSecondFactor,
    ),
  ).requiredOption('--email <address>', 'e-mail address of the member');

  withOrganizationOption(
    databaseCommand(member, 'update', 'turn the mails that a member gets about issues on or off', updateMember),
  )
    .requiredOption('--email <address>', 'e-mail address of the member')
    .requiredOption('--alerts <on|off>', 'on to send mails, off to send none')
    .option('--project <slug>', 'only mails about this project (default: all projects that exist now)');

  withOrganizationOption(
    databaseCommand(member, 'remove', 'remove a member with their tokens and sessions', removeMember),
  )
    .requiredOption('--email <address>', 'e-mail address of the member')
    .option('--yes', 'confirm the removal');
}

function addTokenCommands(token: Command): void {
  withOrganizationOption(
    databaseCommand(token, 'create', 'create a token and print it; it cannot be printed again', createToken),
  )
    .option('--email <address>', 'the member that the token belongs to')
    .option('--for-organization', 'create a token of the organization, which belongs to no member')
    .option('--scope <scope>', 'a scope of the token (repeatable)', collectValue, [])
    .option('--expires <time>', 'expiry, such as 2027-01-01T00:00:00Z (default: never)')
    .option('--name <name>', 'what the token is for');
  databaseCommand(token, 'list', 'list all tokens, without the secret texts', listTokens);
  databaseCommand(token, 'revoke', 'revoke a token', revokeToken).requiredOption('--id <id>', 'id of the token');
}

/** Adds a command that talks to a service. */
function serviceSubcommand(parent: Command, name: string, description: string): Command {
  return parent
    .command(name)
    .description(description)
    .option(
      '--organization <slug>',
      'the organization (default: CULPRIT_ORGANIZATION, or else the organization of the token)',
    )
    .option('--json', 'print one JSON value and nothing else')
    .addHelpText('after', SERVICE_HELP);
}

function addEventCommands(event: Command): void {
  serviceSubcommand(event, 'journey', 'say what happened to an event, also to one that is not stored')
    .argument('<event>', 'the id of the event')
    .option('--project <slug>', 'the project to which it was sent (default: the one that knows it)')
    .action(showJourney);
}

function addReleaseCommands(release: Command): void {
  serviceSubcommand(release, 'verdict', 'say whether a release is good, with the reasons')
    .argument('<version>', 'the version of the release')
    .option('--baseline <version>', 'the release to compare with, or auto for the one before', 'auto')
    .option('--environment <name>', 'judge what happened in this environment (repeatable)', collectValue, [])
    .option('--project <slug>', 'judge the release only in this project (repeatable)', collectValue, [])
    .option('--wait <time>', 'ask again while the verdict is unknown, for this time, such as 30m or 2h')
    .addHelpText('after', VERDICT_HELP)
    .action(showVerdict);
}

function addIssueCommands(issue: Command): void {
  const serviceCommand = (name: string, description: string): Command => serviceSubcommand(issue, name, description);
  const changeCommand = (name: string, description: string): Command =>
    serviceCommand(name, description).argument('<issue...>', 'short ids such as SHOP-1A, or numbers');

  serviceCommand('list', 'list issues, as a table that fits the window')
    .option('--project <slug>', 'only issues of this project (default: all projects)')
    .option('--query <search>', 'a search such as "is:unresolved level:error" (default: is:unresolved)')
    .option('--sort <order>', 'date, new, freq or user (default: date)')
    .option('--limit <number>', 'maximum number of issues', '25')
    .action(listIssues);
  serviceCommand('show', 'show an issue and its newest event, with source lines')
    .argument('<issue>', 'a short id such as SHOP-1A, or a number')
    .action(showIssue);
  changeCommand('resolve', 'resolve issues')
    .option('--in-release <version>', 'this release has the fix; its events and later ones reopen the issues')
    .option('--in-next-release', 'the next release has the fix; events of present releases do not reopen them')
    .action(resolveIssues);
  changeCommand('unresolve', 'reopen issues').action(reopenIssues);
  changeCommand('ignore', 'ignore issues, for good unless an option says otherwise')
    .option('--for <time>', 'ignore for this time, such as 30m, 2h, 7d or 1w')
    .option('--events <number>', 'ignore until this number of further events has arrived')
    .option('--users <number>', 'ignore until this number of further users is affected')
    .option('--until-escalating', 'ignore until events arrive far more often than before')
    .action(ignoreIssues);
  changeCommand('assign', 'assign issues')
    .requiredOption('--to <assignee>', 'the e-mail address of a member, a team such as #backend, or nobody')
    .action(assignIssues);
}

function addKeyCommands(key: Command): void {
  const keyCommand = (...[name, description, work]: KeyCommand): Command =>
    withOrganizationOption(databaseCommand(key, name, description, work)).requiredOption(
      '--project <slug>',
      'the project',
    );
  const existingKeyCommand = (...command: KeyCommand): Command =>
    keyCommand(...command).requiredOption('--key <key>', 'the public key, as `key list` prints it');
  const switchKey = (isActive: boolean) => (context: CommandContext, options: Parameters<typeof updateKey>[1]) =>
    updateKey(context, { ...options, isActive });

  keyCommand('list', 'list the keys and DSNs of a project', listKeys);
  keyCommand('create', 'create a key of a project', createKey).option(
    '--name <name>',
    'display name (default: Default)',
  );
  withRateLimitOption(
    existingKeyCommand('update', 'change the name or the rate limit of a key', updateKey),
    'the key',
  ).option('--name <name>', 'new display name');
  existingKeyCommand('disable', 'refuse events that use a key, until it is enabled again', switchKey(false));
  existingKeyCommand('enable', 'accept events that use a key again', switchKey(true));
  existingKeyCommand(
    'rotate',
    'give a key a new public key; events that use the old one are refused at once',
    rotateKey,
  );
  existingKeyCommand('remove', 'remove a key for good', removeKey);
}

function addDatabaseCommands(database: Command): void {
  addCommand(
    database,
    'backup',
    'copy the SQLite database into a new file, also while the service runs, and verify it',
    backUpDatabase,
  ).requiredOption('--to <file>', 'the new file');
  addCommand(
    database,
    'restore',
    'replace the SQLite database by a verified backup; the replaced file is kept under another name',
    restoreDatabase,
  ).requiredOption('--from <file>', 'a file that `database backup` wrote');
  addCommand(
    database,
    'copy',
    'copy an SQLite or PostgreSQL database into an empty one of either kind',
    copyDatabase,
    formatCopiedTables,
  )
    .requiredOption('--from <url>', 'source: sqlite:PATH or postgres://…')
    .requiredOption('--to <url>', 'target: an empty database');
  addCommand(database, 'migrate', 'migrate the database, as the service does when it starts', migrateDatabase).option(
    '--dry-run',
    'only list the migrations that are still to run',
  );
  addCommand(
    database,
    'distribute',
    'distribute the tables over the nodes of a Citus cluster',
    distributeDatabase,
    formatScript,
  ).option('--dry-run', 'only print the SQL statements');
}

function addAuditCommands(audit: Command): void {
  withOrganizationOption(databaseCommand(audit, 'list', 'list the newest 1000 entries of the audit log', listAudit))
    .option('--event <event>', 'only entries of this kind, such as project.update')
    .option('--actor <address>', 'only changes by the member with this e-mail address')
    .option('--project <slug>', 'only changes of this project');
}

function addAlertCommands(alert: Command): void {
  withOrganizationOption(databaseCommand(alert, 'list', 'list pending alerts and deliveries', listAlerts)).option(
    '--project <slug>',
    'only alerts of this project (default: all projects)',
  );
}

function addUploadCommands(upload: Command): void {
  withOrganizationOption(
    databaseCommand(upload, 'show', 'show the bytes that count against the quotas of an organization', showUploads),
  );
  withOrganizationOption(
    addCommand(upload, 'purge', 'delete uploaded chunks that were not assembled into a file', purgeUploads),
  ).option('--older-than <hours>', 'only chunks that were not used for this number of hours', '1');
}

function addSourceMapCommands(sourceMaps: Command): void {
  sourceMaps
    .command('check')
    .description('check the scripts and source maps of a build, before or after they are put into a bundle')
    .argument('<path>', 'a directory, or an artifact bundle')
    .option('--json', 'print one JSON value and nothing else')
    .addHelpText('after', CHECK_HELP)
    .action(async (path: string, options: { json?: boolean }) => {
      const { checkSourceMaps } = await import('./sourcemaps.js');
      await checkSourceMaps(path, options);
    });
  serviceSubcommand(sourceMaps, 'prove', 'prove that the scripts of a live page are resolved by the uploaded maps')
    .argument('<url>', 'the address of a page, or of a script')
    .requiredOption('--project <slug>', 'the project that receives the events of the page')
    .option('--release <version>', 'the release that the SDK of the page names')
    .option('--dist <name>', 'the distribution that the SDK of the page names')
    .option('--origin <url>', 'another origin that serves scripts of the application (repeatable)', collectValue, [])
    .addHelpText('after', PROVE_HELP)
    .action(proveSourceMaps);
}

function addWebhookCommands(webhook: Command): void {
  withOrganizationOption(
    addCommand(webhook, 'test', 'post a test alert and wait for the reply', testWebhook),
  ).requiredOption('--project <slug>', 'the project');
}
