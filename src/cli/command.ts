import { userInfo } from 'node:os';
import { runForCommand } from '../administration';
import { publicUrlOf, readConfig } from '../config';
import { type AuditedChange, changedFields } from '../domain/audit';
import { Conflict } from '../domain/errors';
import { isSlug, type Member, type NameChanges, type Organization, type Team } from '../domain/organization';
import { decodeCursor, DEFAULT_PAGE_SIZE, type Page, type PageRequest } from '../domain/page';
import type { Project } from '../domain/project';
import type { RateLimit } from '../domain/rateLimit';
import type { Readers, Writers } from '../store/stores';
import { printable, printableJson, printableLines } from './terminal';
import { type Command, InvalidArgumentError } from 'commander';

/**
 * The context of a command. Its stores belong to one transaction: the command takes effect as a whole or not at all.
 */
export interface CommandContext {
  readonly stores: Writers;
  /** Origin of the service, according to the environment of the command. */
  readonly publicUrl: string;
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
}

/** Runs `work` in one transaction on the database of the environment. */
export async function runOnDatabase<T>(work: (context: CommandContext) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  return runForCommand(config, ({ write }) =>
    write((stores) => work({ stores, publicUrl: publicUrlOf(config), now: Date.now() })),
  );
}

/** Adds a change to the audit log, in the transaction of the command. */
export async function recordChange(
  { stores, now }: Pick<CommandContext, 'stores' | 'now'>,
  organizationId: string,
  change: AuditedChange,
): Promise<void> {
  const actor = { memberId: null, tokenId: null, user: systemUser(), ipAddress: null };
  await stores.auditLog.insert({ ...change, ...actor, organizationId, dateCreated: now });
}

/** Adds an update to the audit log, unless the named fields have the same values before and after it. */
export async function recordUpdate(
  context: CommandContext,
  organizationId: string,
  change: Omit<AuditedChange, 'details'>,
  { names, before, after }: { readonly names: readonly string[]; readonly before: object; readonly after: object },
): Promise<void> {
  const fields = changedFields(names, before, after);
  if (fields.length > 0) await recordChange(context, organizationId, { ...change, details: { fields } });
}

/** Returns the user of the operating system; null if it has no name, as in some containers. */
function systemUser(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}

/** Reads the pages of a list one after another, until at least `limit` rows are read. The last page is not cut. */
export async function listAll<Row>(
  readPage: (page: PageRequest) => Promise<Page<Row>>,
  limit = Number.POSITIVE_INFINITY,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: PageRequest['cursor'] = null, exists = true; exists && rows.length < limit;) {
    const page = await readPage({ cursor, size: DEFAULT_PAGE_SIZE });
    rows.push(...page.rows);
    ({ exists } = page.next);
    cursor = decodeCursor(page.next.cursor);
  }
  return rows;
}

/** One result of a command: values by name. */
export type OutputRow = Readonly<Record<string, OutputValue>>;

type OutputValue = string | number | boolean | null | readonly string[];

/** The result of a command: one, or a list. */
export type CommandResult = OutputRow | readonly OutputRow[];

/** Formats a non-empty result as text. */
export type FormatRows = (rows: readonly OutputRow[]) => string;

/** Prints the result of a command on standard output: one JSON value if `--json` is given, text otherwise. */
export function printResult(
  result: CommandResult,
  options: { json?: boolean | undefined },
  format: FormatRows = formatBlocks,
): void {
  if (options.json) return void process.stdout.write(`${printableJson(result)}\n`);
  const rows = Array.isArray(result) ? (result as readonly OutputRow[]) : [result as OutputRow];
  process.stdout.write(rows.length === 0 ? 'none\n' : printableLines(format(rows)));
}

/** Formats rows as `name  value` lines, with a blank line between rows. */
export function formatBlocks(rows: readonly OutputRow[]): string {
  return rows.map((row) => `${formatBlock(row)}\n`).join('\n');
}

function formatBlock(row: OutputRow): string {
  const width = Math.max(...Object.keys(row).map((name) => name.length));
  return Object.entries(row)
    .map(([name, value]) => `${name.padEnd(width)}  ${formatValue(value)}`)
    .join('\n');
}

function formatValue(value: OutputValue): string {
  if (value === null) return '-';
  // Names are texts of callers of the API: a line break would begin another value.
  return printable(typeof value === 'object' ? value.join(' ') : String(value));
}

/** Finds an organization by its slug. @throws Error if there is none */
export async function findOrganization({ organizations }: Readers, slug: string): Promise<Organization> {
  const organization = await organizations.findBySlug(slug);
  if (organization === undefined)
    throw new Error(`There is no organization "${slug}"; create it with: culprit organization create --slug ${slug}`);
  return organization;
}

/** Finds a team by its slug. @throws Error if there is none */
export async function findTeam({ teams }: Readers, { id, slug }: Organization, team: string): Promise<Team> {
  const storedTeam = await teams.findBySlug(id, team);
  if (storedTeam === undefined) {
    throw new Error(
      `There is no team "${team}" in "${slug}"; create it with: culprit team create --organization ${slug} --slug ${team}`,
    );
  }
  return storedTeam;
}

/** Finds a member by their e-mail address. @throws Error if there is none */
export async function findMember({ members }: Readers, { id, slug }: Organization, email: string): Promise<Member> {
  const storedMember = await members.findByEmail(id, email);
  if (storedMember === undefined) {
    throw new Error(
      `There is no member "${email}" in "${slug}"; add them with: culprit member add --organization ${slug} --email ${email}`,
    );
  }
  return storedMember;
}

/** Finds a project by its slug. @throws Error if there is none */
export async function findProject(
  { projects }: Readers,
  { id, slug }: Organization,
  project: string,
): Promise<Project> {
  const storedProject = await projects.findBySlug(id, project);
  if (storedProject === undefined) throw new Error(`There is no project "${project}" in "${slug}".`);
  return storedProject;
}

/** @throws Error unless the option that confirms a removal is given */
export function requireConfirmation(what: string, options: { yes?: boolean }): void {
  if (options.yes) return;
  throw new Error(
    `This removes ${what} with all its data, and cannot be undone; repeat the command with --yes to confirm it.`,
  );
}

/** Returns the new name and the new slug that the options give. @throws Error if one is invalid, or none is given */
export function nameChanges({ name, newSlug }: { name?: string; newSlug?: string }): NameChanges {
  if (name === undefined && newSlug === undefined)
    throw new Error('There is nothing to change: give --name or --new-slug.');
  if (newSlug !== undefined) checkSlug(newSlug, '--new-slug');
  return { ...(name !== undefined && { name: parseName(name) }), ...(newSlug !== undefined && { slug: newSlug }) };
}

/** @throws Error unless `slug` is a valid slug */
export function checkSlug(slug: string, option = '--slug'): void {
  if (isSlug(slug)) return;
  throw new Error(
    `${option} is "${slug}", but must be 1 to 100 lowercase letters, digits, hyphens and underscores, and not only digits.`,
  );
}

/** Returns a name without spaces around it. @throws Error if its length is not allowed */
export function parseName(text: string, { min = 1, max = 200 } = {}): string {
  const name = text.trim();
  const { length } = [...name];
  if (length < min || length > max)
    throw new Error(`--name has ${length} characters, but must have ${min === 0 ? 'at most' : `${min} to`} ${max}.`);
  return name;
}

const MAX_WINDOW_SECONDS = 86_400;
const MAX_EVENTS = 1_000_000_000;

/** Parses `--rate-limit`: `1000/60` for 1000 events in 60 seconds, or `none`. @throws Error if it is something else */
export function parseRateLimit(text: string): RateLimit | null {
  if (text === 'none') return null;
  const [, count = 0, window = 0] = (/^([1-9][0-9]{0,9})\/([1-9][0-9]{0,4})$/.exec(text) ?? []).map(Number);
  if (count > 0 && count <= MAX_EVENTS && window <= MAX_WINDOW_SECONDS) return { window, count };
  throw new Error(
    `--rate-limit is "${text}", but must be none, or events and seconds such as 1000/60: 1 to ${MAX_EVENTS} events in 1 to ${MAX_WINDOW_SECONDS} seconds.`,
  );
}

/** The largest numbers of `--retention-days` and `--retention-events`. */
const MAX_RETENTION = { days: 36_500, events: 1_000_000_000 };

/** The values of the options that `withRetentionOptions` adds. */
export interface RetentionOptions {
  readonly retentionDays?: string;
  readonly retentionEvents?: string;
}

/**
 * Parses the retention options; absent ones are absent in the result, and `inherit` is null.
 * @param mayInherit true if `inherit` is allowed
 * @throws Error if one is invalid
 */
export function parseRetention(
  { retentionDays, retentionEvents }: RetentionOptions,
  mayInherit: boolean,
): { retentionDays?: number | null; retentionEvents?: number | null } {
  const parse = (unit: keyof typeof MAX_RETENTION, text: string) => {
    if (mayInherit && text === 'inherit') return null;
    if (/^[0-9]{1,10}$/.test(text) && Number(text) <= MAX_RETENTION[unit]) return Number(text);
    const inherit = mayInherit ? ', or inherit to use the setting of the organization' : '';
    throw new Error(
      `--retention-${unit} is "${text}", but must be a number from 0 (forever) to ${MAX_RETENTION[unit]}${inherit}.`,
    );
  };
  return {
    ...(retentionDays === undefined ? {} : { retentionDays: parse('days', retentionDays) }),
    ...(retentionEvents === undefined ? {} : { retentionEvents: parse('events', retentionEvents) }),
  };
}

/**
 * Waits for a write, and replaces the error of a duplicate slug by one that names what exists already.
 * @param what the existing thing with its article, such as `a team "backend"`
 */
export async function rejectConflict<T>(what: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Conflict ? new Error(`There is already ${what}; choose another slug.`) : error;
  }
}

/** Formats milliseconds since 1970 as an ISO 8601 time in UTC. */
export function isoTime(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}

/** Adds a subcommand that runs on the database of the environment and prints its result. */
export function databaseCommand(
  noun: Command,
  name: string,
  description: string,
  work: (context: CommandContext, options: never) => Promise<CommandResult>,
): Command {
  return addCommand(noun, name, description, (options: never) => runOnDatabase((context) => work(context, options)));
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

/** @param subject the subject whose events are limited, as the help names it */
export function withRateLimitOption(command: Command, subject: string): Command {
  return command.option(
    '--rate-limit <limit>',
    `maximum number of events of ${subject}, such as 1000/60 for 1000 in 60 seconds, or none`,
  );
}

/** @param otherValues the help for values that are not numbers, after a comma; may be empty */
export function withRetentionOptions(command: Command, otherValues: string): Command {
  return command
    .option('--retention-days <days>', `number of days that events are kept, 0 to keep them forever${otherValues}`)
    .option(
      '--retention-events <number>',
      `number of events that are kept per project, newest first, 0 to keep all${otherValues}`,
    );
}

export function withNameOptions(command: Command): Command {
  return command
    .requiredOption('--slug <slug>', 'the present slug', rejectOptionAsValue)
    .option('--name <name>', 'new display name')
    .option('--new-slug <slug>', 'new slug');
}

export function withRemovalOptions(command: Command): Command {
  return command
    .requiredOption('--slug <slug>', 'the slug', rejectOptionAsValue)
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

/** Returns true for `on`. @throws Error if the value of an option is neither `on` nor `off` */
export function parseSwitch(option: string, text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new Error(`${option} is "${text}", but must be on or off.`);
  return text === 'on';
}

export function collectValue(value: string, earlier: readonly string[] = []): string[] {
  return [...earlier, value];
}

/** Returns the values that commands print after they created or renamed an organization, a team or a project. */
export function namesOf({ id, slug, name }: { id: string; slug: string; name: string }): OutputRow {
  return { id, slug, name };
}
