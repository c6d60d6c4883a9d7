import { Command, InvalidArgumentError } from 'commander';
import { listAlerts } from './alert';
import { type CommandContext, type FormatRows, printResult, runOnDatabase } from './command';
import { copyDatabase, distributeDatabase, formatCopiedTables, formatScript } from './database';
import { listKeys } from './key';
import { addMember, updateMember } from './member';
import { createOrganization } from './organization';
import { createProject } from './project';
import { serve } from './serve';
import { createTeam } from './team';
import { createToken, listTokens, revokeToken } from './token';

type CommandResult = Parameters<typeof printResult>[0];

/** The command line of `culprit` (decisions.md §2). */
export function createProgram(): Command {
  const program = new Command('culprit').description(
    'Takes errors in from SDKs and hands them out through a typed HTTP API.',
  );
  program.command('serve').description('run the service').action(serve);

  const organization = program.command('organization').description('the tenant that owns everything else');
  databaseCommand(organization, 'create', 'make an organization', (session, options: { slug: string; name?: string }) =>
    createOrganization(session, options).then(({ id, slug, name }) => ({ id, slug, name })),
  )
    .requiredOption('--slug <slug>', 'its name in paths', rejectOptionAsValue)
    .option('--name <name>', 'its display name (default: the slug)');

  const team = program.command('team').description('a group of members; projects belong to teams');
  withOrganizationOption(
    databaseCommand(team, 'create', 'make a team', (session, options: Parameters<typeof createTeam>[1]) =>
      createTeam(session, options).then(({ id, slug, name }) => ({ id, slug, name })),
    ),
  )
    .requiredOption('--slug <slug>', 'its name in paths', rejectOptionAsValue)
    .option('--name <name>', 'its display name (default: the slug)');

  const project = program.command('project').description('an application that sends events');
  withOrganizationOption(
    databaseCommand(
      project,
      'create',
      'make a project with a first key',
      (session, options: Parameters<typeof createProject>[1]) =>
        createProject(session, options).then(({ project: { id, slug, name, platform }, dsn }) => ({
          id,
          slug,
          name,
          platform,
          dsn,
        })),
    ),
  )
    .requiredOption('--team <slug>', 'the team it belongs to')
    .requiredOption('--slug <slug>', 'its name in paths', rejectOptionAsValue)
    .option('--name <name>', 'its display name (default: the slug)')
    .option('--platform <platform>', 'what it runs on, such as node or python-django');

  const member = program.command('member').description('a person of an organization');
  withOrganizationOption(
    databaseCommand(
      member,
      'add',
      'make a member, or put one into more teams',
      (session, options: Parameters<typeof addMember>[1]) =>
        addMember(session, options).then(({ id, email }) => ({ id, email })),
    ),
  )
    .requiredOption('--email <address>', 'who it is')
    .option('--team <slug>', 'a team to join (repeatable)', collectValue, []);

  withOrganizationOption(
    databaseCommand(member, 'update', 'choose whether a member gets mails about issues', updateMember),
  )
    .requiredOption('--email <address>', 'who it is')
    .requiredOption('--alerts <on|off>', 'whether mails are wanted')
    .option('--project <slug>', 'about which project (default: all that there are now)');

  addTokenCommands(program.command('token').description('what scripts authenticate with'));

  const key = program.command('key').description('what SDKs authenticate with');
  withOrganizationOption(databaseCommand(key, 'list', "show a project's keys and DSNs", listKeys)).requiredOption(
    '--project <slug>',
    'whose keys',
  );

  const database = program.command('database').description('where everything is kept');
  addCommand(database, 'copy', 'copy a database into another, of any kind', copyDatabase, formatCopiedTables)
    .requiredOption('--from <url>', 'what to copy: sqlite:PATH or postgres://…')
    .requiredOption('--to <url>', 'where to: an empty database');
  addCommand(
    database,
    'distribute',
    'spread it over the machines of a Citus cluster',
    distributeDatabase,
    formatScript,
  ).option('--dry-run', 'only show the statements that would do it');

  const alert = program.command('alert').description('what members and webhooks are told of issues');
  withOrganizationOption(databaseCommand(alert, 'list', 'show what waits and how deliveries went', listAlerts)).option(
    '--project <slug>',
    'of which project (default: all)',
  );
  return program;
}

function addTokenCommands(token: Command): void {
  withOrganizationOption(databaseCommand(token, 'create', 'make a token and show it this once', createToken))
    .requiredOption('--email <address>', 'the member it acts for')
    .option('--scope <scope>', 'what it may do (repeatable)', collectValue, [])
    .option('--expires <time>', 'when it ends, such as 2027-01-01T00:00:00Z (default: never)');
  databaseCommand(token, 'list', 'show every token, without its text', listTokens);
  databaseCommand(token, 'revoke', 'end a token at once', revokeToken).requiredOption('--id <id>', 'which one');
}

/** A sub-command that works on the database of the environment and prints one result. */
function databaseCommand<Options>(
  noun: Command,
  name: string,
  description: string,
  work: (session: CommandContext, options: Options) => Promise<CommandResult>,
): Command {
  return addCommand(noun, name, description, (options: Options) => runOnDatabase((session) => work(session, options)));
}

/** A sub-command that prints one result; `forPeople` says how, where a value a line is not it. */
function addCommand<Options>(
  noun: Command,
  name: string,
  description: string,
  work: (options: Options) => Promise<CommandResult>,
  forPeople?: FormatRows,
): Command {
  return noun
    .command(name)
    .description(description)
    .option('--json', 'print one JSON value and nothing else')
    .action(async (options: Options & { json?: boolean }) => printResult(await work(options), options, forPeople));
}

function withOrganizationOption(command: Command): Command {
  return command.requiredOption('--organization <slug>', 'the organization');
}

/** A slug may begin with a hyphen, but an option after `--slug` means that the slug was forgotten. */
function rejectOptionAsValue(value: string): string {
  if (value.startsWith('--')) throw new InvalidArgumentError('It is an option; the slug is missing.');
  return value;
}

function collectValue(value: string, earlier: readonly string[]): string[] {
  return [...earlier, value];
}
