import { type Command, InvalidArgumentError } from 'commander';
import { type CommandContext, type FormatRows, type OutputRow, printResult, runOnDatabase } from './command';

export type CommandResult = Parameters<typeof printResult>[0];

/** Adds a subcommand that runs on the database of the environment and prints its result. */
export function databaseCommand(
  noun: Command,
  name: string,
  description: string,
  work: (context: CommandContext, options: never) => Promise<CommandResult>,
): Command {
  return addCommand(noun, name, description, (options: never) =>
    runOnDatabase((context) => work(context, options), name === 'create'),
  );
}

/** Adds a subcommand that prints its result. The default format is one value per line. */
export function addCommand(
  noun: Command,
  name: string,
  description: string,
  work: (options: never) => Promise<CommandResult>,
  format?: FormatRows,
): Command {
  return noun
    .command(name)
    .description(description)
    .option('--json', 'print one JSON value and nothing else')
    .action(async (options: { json?: boolean }) => printResult(await work(options as never), options, format));
}

export function withOrganizationOption(command: Command): Command {
  return command.requiredOption('--organization <slug>', 'the organization');
}

/** @param events the kind of limited events */
export function withRateLimitOption(command: Command, events: string): Command {
  return command.option('--rate-limit <limit>', `${events}, such as 1000/60 for 1000 in 60 seconds, or none`);
}

/** @param further what else the options may be */
export function withRetentionOptions(command: Command, further: string): Command {
  return command
    .option('--retention-days <days>', `days that events are kept, 0 for ever${further}`)
    .option('--retention-events <number>', `newest events of a project that are kept, 0 for all${further}`);
}

export function withNameOptions(command: Command): Command {
  return command
    .requiredOption('--slug <slug>', 'the present slug', rejectOptionAsValue)
    .option('--name <name>', 'new display name')
    .option('--new-slug <slug>', 'new slug');
}

export function withRemovalOptions(command: Command): Command {
  return command
    .requiredOption('--slug <slug>', 'the slug of what is removed', rejectOptionAsValue)
    .option('--yes', 'confirm the removal');
}

export function withMembershipOptions(command: Command): Command {
  return withOrganizationOption(command)
    .requiredOption('--team <slug>', 'the team', rejectOptionAsValue)
    .requiredOption('--email <address>', 'e-mail address of the member');
}

/** Refuses an option in place of a slug: in `--slug --name Shop` the slug is missing. */
export function rejectOptionAsValue(value: string): string {
  if (value.startsWith('--')) throw new InvalidArgumentError('This is an option; the slug is missing.');
  return value;
}

export function collectValue(value: string, earlier: readonly string[]): string[] {
  return [...earlier, value];
}

/** Returns the columns that the commands of a named subject print. */
export function namesOf({ id, slug, name }: { id: string; slug: string; name: string }): OutputRow {
  return { id, slug, name };
}
