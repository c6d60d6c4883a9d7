import { Command, InvalidArgumentError } from 'commander';
import { listAlerts } from './alert';
import { copyDatabase, distributeDatabase, scriptForPeople, tablesForPeople } from './database';
import { listKeys } from './key';
import { addMember, updateMember } from './member';
import { createOrganization } from './organization';
import { type ForPeople, print } from './print';
import { createProject } from './project';
import { serve } from './serve';
import { withSession, type Session } from './session';
import { createTeam } from './team';
import { createToken, listTokens, revokeToken } from './token';

type Result = Parameters<typeof print>[0];

/** The command line of `culprit` (decisions.md §2). */
export function createProgram(): Command {
  const program = new Command('culprit').description(
    'Takes errors in from SDKs and hands them out through a typed HTTP API.',
  );
  program.command('serve').description('run the service').action(serve);

  const organization = program.command('organization').description('the tenant that owns everything else');
  verb(organization, 'create', 'make an organization', (session, options: { slug: string; name?: string }) =>
    createOrganization(session, options).then(({ id, slug, name }) => ({ id, slug, name })),
  )
    .requiredOption('--slug <slug>', 'its name in paths', notAnOption)
    .option('--name <name>', 'its display name (default: the slug)');

  const team = program.command('team').description('a group of members; projects belong to teams');
  inOrganization(
    verb(team, 'create', 'make a team', (session, options: Parameters<typeof createTeam>[1]) =>
      createTeam(session, options).then(({ id, slug, name }) => ({ id, slug, name })),
    ),
  )
    .requiredOption('--slug <slug>', 'its name in paths', notAnOption)
    .option('--name <name>', 'its display name (default: the slug)');

  const project = program.command('project').description('an application that sends events');
  inOrganization(
    verb(
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
    .requiredOption('--slug <slug>', 'its name in paths', notAnOption)
    .option('--name <name>', 'its display name (default: the slug)')
    .option('--platform <platform>', 'what it runs on, such as node or python-django');

  const member = program.command('member').description('a person of an organization');
  inOrganization(
    verb(
      member,
      'add',
      'make a member, or put one into more teams',
      (session, options: Parameters<typeof addMember>[1]) =>
        addMember(session, options).then(({ id, email }) => ({ id, email })),
    ),
  )
    .requiredOption('--email <address>', 'who it is')
    .option('--team <slug>', 'a team to join (repeatable)', collect, []);

  inOrganization(verb(member, 'update', 'choose whether a member gets mails about issues', updateMember))
    .requiredOption('--email <address>', 'who it is')
    .requiredOption('--alerts <on|off>', 'whether mails are wanted')
    .option('--project <slug>', 'about which project (default: all that there are now)');

  addTokenCommands(program.command('token').description('what scripts authenticate with'));

  const key = program.command('key').description('what SDKs authenticate with');
  inOrganization(verb(key, 'list', "show a project's keys and DSNs", listKeys)).requiredOption(
    '--project <slug>',
    'whose keys',
  );

  const database = program.command('database').description('where everything is kept');
  command(database, 'copy', 'copy a database into another, of any kind', copyDatabase, tablesForPeople)
    .requiredOption('--from <url>', 'what to copy: sqlite:PATH or postgres://…')
    .requiredOption('--to <url>', 'where to: an empty database');
  command(
    database,
    'distribute',
    'spread it over the machines of a Citus cluster',
    distributeDatabase,
    scriptForPeople,
  ).option('--dry-run', 'only show the statements that would do it');

  const alert = program.command('alert').description('what members and webhooks are told of issues');
  inOrganization(verb(alert, 'list', 'show what waits and how deliveries went', listAlerts)).option(
    '--project <slug>',
    'of which project (default: all)',
  );
  return program;
}

function addTokenCommands(token: Command): void {
  inOrganization(verb(token, 'create', 'make a token and show it this once', createToken))
    .requiredOption('--email <address>', 'the member it acts for')
    .option('--scope <scope>', 'what it may do (repeatable)', collect, [])
    .option('--expires <time>', 'when it ends, such as 2027-01-01T00:00:00Z (default: never)');
  verb(token, 'list', 'show every token, without its text', listTokens);
  verb(token, 'revoke', 'end a token at once', revokeToken).requiredOption('--id <id>', 'which one');
}

/** A sub-command that works on the database of the environment and prints one result. */
function verb<Options>(
  noun: Command,
  name: string,
  description: string,
  work: (session: Session, options: Options) => Promise<Result>,
): Command {
  return command(noun, name, description, (options: Options) => withSession((session) => work(session, options)));
}

/** A sub-command that prints one result; `forPeople` says how, where a value a line is not it. */
function command<Options>(
  noun: Command,
  name: string,
  description: string,
  work: (options: Options) => Promise<Result>,
  forPeople?: ForPeople,
): Command {
  return noun
    .command(name)
    .description(description)
    .option('--json', 'print one JSON value and nothing else')
    .action(async (options: Options & { json?: boolean }) => print(await work(options), options, forPeople));
}

function inOrganization(command: Command): Command {
  return command.requiredOption('--organization <slug>', 'the organization');
}

/** A slug may begin with a hyphen, but an option after `--slug` means that the slug was forgotten. */
function notAnOption(value: string): string {
  if (value.startsWith('--')) throw new InvalidArgumentError('It is an option; the slug is missing.');
  return value;
}

function collect(value: string, earlier: readonly string[]): string[] {
  return [...earlier, value];
}
