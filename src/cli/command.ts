import { userInfo } from 'node:os';
import { openForCommand } from '../administration';
import { publicUrlOf, readConfig } from '../config';
import type { AuditedChange } from '../domain/audit';
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

/**
 * Opens the database of the environment, runs `work` in one transaction and closes the database.
 * @param mayCreate true if a database file that does not exist is created
 */
export async function runOnDatabase<T>(work: (context: CommandContext) => Promise<T>, mayCreate: boolean): Promise<T> {
  const config = readConfig(process.env);
  const database = await openForCommand(config, mayCreate);
  try {
    return await database.write((stores) => work({ stores, publicUrl: publicUrlOf(config), now: Date.now() }));
  } finally {
    await database.close();
  }
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

/** Returns the user of the operating system; null if it has no name, as in some containers. */
function systemUser(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}

/** Reads the pages of a list one after another, until there are about `limit` rows. */
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

/** Formats a non-empty result as text. */
export type FormatRows = (rows: readonly OutputRow[]) => string;

/** Prints the result of a command on standard output: one JSON value if `--json` is given, text otherwise. */
export function printResult(
  result: OutputRow | readonly OutputRow[],
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
    `This removes ${what} with all data, and cannot be undone; repeat the command with --yes to confirm it.`,
  );
}

/** Returns the changes of a name and a slug. @throws Error if one is invalid, or none is given */
export function nameChanges({ name, newSlug }: { name?: string; newSlug?: string }): NameChanges {
  if (name === undefined && newSlug === undefined) throw new Error('Nothing is to change: give --name or --new-slug.');
  if (name !== undefined) checkName(name);
  if (newSlug !== undefined) checkSlug(newSlug);
  return { ...(name !== undefined && { name: name.trim() }), ...(newSlug !== undefined && { slug: newSlug }) };
}

/** @throws Error unless `slug` is a valid slug */
export function checkSlug(slug: string): void {
  if (isSlug(slug)) return;
  throw new Error(
    `--slug is "${slug}", but must have 1 to 100 lowercase letters, digits, hyphens and underscores, and not only digits.`,
  );
}

/** @throws Error unless `name` has 1 to 200 characters */
export function checkName(name: string): void {
  const { length } = [...name.trim()];
  if (length < 1 || length > 200) throw new Error(`--name has ${length} characters, but must have 1 to 200.`);
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

/** The largest values of the retention. */
const MAX_RETENTION = { days: 36_500, events: 1_000_000_000 };

/** The options of retention of a command. */
export interface RetentionOptions {
  readonly retentionDays?: string;
  readonly retentionEvents?: string;
}

/** Parses the options that are given. @param mayInherit true if `inherit` is allowed @throws Error if one is invalid */
export function parseRetention(
  { retentionDays, retentionEvents }: RetentionOptions,
  mayInherit: boolean,
): { retentionDays?: number | null; retentionEvents?: number | null } {
  const parse = (unit: keyof typeof MAX_RETENTION, text: string) => {
    if (mayInherit && text === 'inherit') return null;
    if (/^[0-9]{1,10}$/.test(text) && Number(text) <= MAX_RETENTION[unit]) return Number(text);
    const inherit = mayInherit ? ', or inherit for that of the organization' : '';
    throw new Error(
      `--retention-${unit} is "${text}", but must be a number from 0 (forever) to ${MAX_RETENTION[unit]}${inherit}.`,
    );
  };
  return {
    ...(retentionDays === undefined ? {} : { retentionDays: parse('days', retentionDays) }),
    ...(retentionEvents === undefined ? {} : { retentionEvents: parse('events', retentionEvents) }),
  };
}

/** Replaces the error of a duplicate slug by one that names the existing subject. */
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
