import { openForCommand } from '../app';
import { publicUrlOf, readConfig } from '../config';
import { Conflict } from '../domain/errors';
import { isSlug, type Member, type Organization, type Team } from '../domain/organization';
import type { Project } from '../domain/project';
import type { Readers, Writers } from '../store/stores';

/** What a command works with: one transaction, so that it does everything or nothing. */
export interface CommandContext {
  readonly stores: Writers;
  /** Where the service is reached, by the command's own environment. */
  readonly publicUrl: string;
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
}

/** Opens the database of the environment, runs the work in one transaction and closes it again. */
export async function runOnDatabase<T>(work: (session: CommandContext) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const database = await openForCommand(config);
  try {
    return await database.write((stores) => work({ stores, publicUrl: publicUrlOf(config), now: Date.now() }));
  } finally {
    await database.close();
  }
}

export type OutputRow = Readonly<Record<string, unknown>>;

/** How people read a command's result that is not empty. */
export type FormatRows = (rows: readonly OutputRow[]) => string;

/** Prints a command's result on standard output: one JSON value, or lines for people. */
export function printResult(
  result: OutputRow | readonly OutputRow[],
  options: { json?: boolean | undefined },
  forPeople: FormatRows = formatBlocks,
): void {
  if (options.json) return void process.stdout.write(`${JSON.stringify(result)}\n`);
  const rows = Array.isArray(result) ? (result as readonly OutputRow[]) : [result as OutputRow];
  process.stdout.write(rows.length === 0 ? 'none\n' : forPeople(rows));
}

function formatBlocks(rows: readonly OutputRow[]): string {
  return rows.map((row) => `${formatBlock(row)}\n`).join('\n');
}

function formatBlock(row: OutputRow): string {
  const width = Math.max(...Object.keys(row).map((name) => name.length));
  return Object.entries(row)
    .map(([name, value]) => `${name.padEnd(width)}  ${formatValue(value)}`)
    .join('\n');
}

function formatValue(value: unknown): string {
  if (value === null) return '-';
  return Array.isArray(value) ? value.join(' ') : String(value);
}

/** @throws Error with one sentence if there is no organization of that slug */
export async function findOrganization({ organizations }: Readers, slug: string): Promise<Organization> {
  const organization = await organizations.findBySlug(slug);
  if (organization === undefined)
    throw new Error(`There is no organization "${slug}"; make it with: culprit organization create --slug ${slug}`);
  return organization;
}

/** @throws Error with one sentence if the organization has no team of that slug */
export async function findTeam({ teams }: Readers, { id, slug }: Organization, team: string): Promise<Team> {
  const found = await teams.findBySlug(id, team);
  if (found === undefined) {
    throw new Error(
      `There is no team "${team}" in "${slug}"; make it with: culprit team create --organization ${slug} --slug ${team}`,
    );
  }
  return found;
}

/** @throws Error with one sentence if the organization has no member of that address */
export async function findMember({ members }: Readers, { id, slug }: Organization, email: string): Promise<Member> {
  const found = await members.findByEmail(id, email);
  if (found === undefined) {
    throw new Error(
      `There is no member "${email}" in "${slug}"; add them with: culprit member add --organization ${slug} --email ${email}`,
    );
  }
  return found;
}

/** @throws Error with one sentence if the organization has no project of that slug */
export async function findProject(
  { projects }: Readers,
  { id, slug }: Organization,
  project: string,
): Promise<Project> {
  const found = await projects.findBySlug(id, project);
  if (found === undefined) throw new Error(`There is no project "${project}" in "${slug}".`);
  return found;
}

/** @throws Error with one sentence unless `slug` can be one */
export function checkSlug(slug: string): void {
  if (isSlug(slug)) return;
  throw new Error(
    `--slug is "${slug}", but a slug has 1 to 100 lowercase letters, digits, hyphens and underscores, and not digits alone.`,
  );
}

/** @throws Error with one sentence unless `name` has 1 to 200 characters */
export function checkName(name: string): void {
  const { length } = [...name.trim()];
  if (length < 1 || length > 200) throw new Error(`--name has ${length} characters, but must have 1 to 200.`);
}

/** Turns a taken unique value into a sentence that says so. */
export async function rejectConflict<T>(what: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Conflict ? new Error(`There is ${what} already; choose another slug.`) : error;
  }
}
