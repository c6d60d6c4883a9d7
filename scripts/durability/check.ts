/** Compares the replies and the database of the service with the events that clients sent. */
import { isDeepStrictEqual } from 'node:util';
import type { Engine } from '../../src/store/engine/sql';
import type { ContractClient } from '../../test/support/client';
import { administer, type TemporaryPlace } from '../../test/support/database';
import type { ProjectFixture } from '../../test/support/fixtures';
import {
  expectedState,
  type OrganizationState,
  type SentEvent,
  StateReader,
} from '../../test/support/organizationState';
import { compareIds } from '../support/check';
import { sumOf } from '../support/statistics';
import type { Senders } from './senders';

/** A database with one organization. */
export interface StoredDatabase {
  readonly place: TemporaryPlace;
  readonly organization: string;
  readonly projects: readonly ProjectFixture[];
  /** A token that may read everything. */
  readonly token: string;
}

/** Maximum number of characters of a value that a violation shows. */
const MAX_SHOWN = 2_000;
const READERS = 8;

/** The number of stored events, and a sentence for each deviation from the expected events. */
interface CheckResult {
  readonly stored: number;
  readonly violations: readonly string[];
}

export async function checkDatabase(
  client: ContractClient,
  { organization, token, projects, place }: StoredDatabase,
  senders: Senders,
): Promise<CheckResult> {
  const state = await new StateReader(client, organization, token).read();
  const violations: string[] = [];
  const stored: [string, SentEvent[]][] = [];
  for (const project of projects) {
    violations.push(...findLost(project, state, senders), ...(await findUnreadable(client, token, project, senders)));
    stored.push([project.slug, storedEvents(project, state, senders)]);
  }
  violations.push(...compare(state, expectedState(Object.fromEntries(stored))));
  const engine = await place.openEngine();
  violations.push(...(await findWrongRows(engine, state)));
  await engine.close();
  return { stored: sumOf(stored.map(([, events]) => events.length)), violations };
}

/** Finds acknowledged events that are missing in the list, and ids that are in it twice. */
function findLost({ slug }: ProjectFixture, state: OrganizationState, { acknowledged }: Senders): string[] {
  const listed = state.projects[slug]?.events.map(({ id }) => id) ?? [];
  const { lost, twice } = compareIds(listed, acknowledged.get(slug) ?? []);
  return [
    ...lost.map((id) => `${slug}: the acknowledged event ${id} is lost`),
    ...twice.map((id) => `${slug}: the event ${id} is stored twice`),
  ];
}

/** Returns the sent events in the list. If several bodies were sent under one id, it is the stored one. */
function storedEvents({ slug }: ProjectFixture, state: OrganizationState, { sent }: Senders): SentEvent[] {
  const bodies = sent.get(slug);
  return (state.projects[slug]?.events ?? []).flatMap(
    ({ id, text }) => bodies?.get(id)?.find((event) => event.text === text) ?? [],
  );
}

/** Finds acknowledged events that cannot be read by their id with their body. Each is read once. */
async function findUnreadable(
  { url }: ContractClient,
  token: string,
  { slug, path }: ProjectFixture,
  senders: Senders,
): Promise<string[]> {
  const violations: string[] = [];
  const bodies = senders.sent.get(slug);
  const unread = senders.takeUnread(slug);
  const readOne = async (id: string) => {
    const response = await fetch(`${url}${path}events/${id}/`, { headers: { Authorization: `Bearer ${token}` } });
    const { context } = (await response.json()) as { context?: { text?: unknown } };
    const isSent = bodies?.get(id)?.some(({ text }) => text === context?.text) === true;
    if (response.status !== 200)
      violations.push(`${slug}: reading the event ${id} is answered with ${response.status}`);
    else if (!isSent) violations.push(`${slug}: the body of the event ${id} is not one that was sent`);
  };
  await Promise.all(
    Array.from({ length: READERS }, async () => {
      for (let id = unread.pop(); id !== undefined; id = unread.pop()) await readOne(id);
    }),
  );
  return violations;
}

function compare(actual: OrganizationState, expected: OrganizationState): string[] {
  const { projects, ...others } = actual;
  const { projects: expectedProjects, ...expectedOthers } = expected;
  return [
    ...differences('the organization', others, expectedOthers),
    ...Object.entries(projects).flatMap(([slug, project]) => differences(slug, project, expectedProjects[slug] ?? {})),
  ];
}

function differences(name: string, actual: object, expected: object): string[] {
  const expectedByKey = new Map<string, unknown>(Object.entries(expected));
  return Object.entries(actual)
    .filter(([key, value]) => !isDeepStrictEqual(value, expectedByKey.get(key)))
    .map(([key, value]) => {
      const other = expectedByKey.get(key);
      return `${name}: ${key} is ${show(value, other)} instead of ${show(other, value)}`;
    });
}

/** Shows a value; of a list, the elements that the other list does not have, unless only their order differs. */
function show(value: unknown, other: unknown): string {
  const isIn = (list: readonly unknown[], element: unknown) => list.some((one) => isDeepStrictEqual(one, element));
  const differing =
    Array.isArray(value) && Array.isArray(other) ? value.filter((element) => !isIn(other, element)) : [];
  return JSON.stringify(differing.length > 0 ? differing : value).slice(0, MAX_SHOWN);
}

/** Finds rows that no list shows, and issues without exactly one alert: no issue was resolved. */
async function findWrongRows(engine: Engine, { projects }: OrganizationState): Promise<string[]> {
  const projectStates = Object.values(projects);
  const events = sumOf(projectStates.map((project) => project.events.length));
  const issues = sumOf(projectStates.map((project) => project.issues.length));
  const expectedCounts: readonly (readonly [rows: string, count: number])[] = [
    ['event', events],
    ['issue', issues],
    ['issue_hash', issues],
    ['alert', issues],
    ['(SELECT DISTINCT project_id, issue_id FROM alert) alerted', issues],
  ];
  const violations: string[] = [];
  for (const [rows, count] of expectedCounts) {
    const sql = `SELECT CAST(COUNT(*) AS INTEGER) AS "count" FROM ${rows}`;
    const rowCount = (await engine.read((session) => session.one<{ count: number }>(sql, [])))?.count;
    if (rowCount !== count) violations.push(`${rows} has ${String(rowCount)} rows instead of ${count}`);
  }
  return violations;
}

const INDEXES = `SELECT CAST(i.indexrelid AS TEXT) AS "id" FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  JOIN pg_am a ON a.oid = c.relam WHERE a.amname = 'btree' AND c.relnamespace = CAST('public' AS regnamespace)`;

/** Checks the file of an SQLite database, or the indexes of a PostgreSQL database with its extension `amcheck`. */
export async function checkIntegrity(place: TemporaryPlace): Promise<string[]> {
  if (place.url.startsWith('postgres')) return checkIndexes(place.url);
  const engine = await place.openEngine();
  const rows = await engine.read((session) => session.all<{ integrity_check: string }>('PRAGMA integrity_check', []));
  await engine.close();
  return rows.map(({ integrity_check: text }) => text).filter((text) => text !== 'ok');
}

async function checkIndexes(url: string): Promise<string[]> {
  await administer('CREATE EXTENSION IF NOT EXISTS amcheck', url);
  const violations: string[] = [];
  for (const { id } of await administer(INDEXES, url)) {
    await administer(`SELECT bt_index_parent_check(${id}, true)`, url).catch((error: unknown) => {
      violations.push(`index ${id}: ${String(error)}`);
    });
  }
  return violations;
}
