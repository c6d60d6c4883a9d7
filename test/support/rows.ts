import { randomBytes } from 'node:crypto';
import { compressContent, sha1Of } from '../../src/compression/eventBody';
import type { EventLabels, EventType } from '../../src/domain/event';
import {
  countUsers,
  type Issue,
  type IssueOccurrences,
  type IssueStatus,
  type IssueTags,
} from '../../src/domain/issue';
import { parseIssueQuery } from '../../src/domain/issueQuery';
import { changeStatus, type StatusChange } from '../../src/domain/issueState';
import type { Member, Organization, Team } from '../../src/domain/organization';
import { decodeCursor, type Page, type PageRequest } from '../../src/domain/page';
import type { Project } from '../../src/domain/project';
import type { Deploy, Release } from '../../src/domain/release';
import type { NewDeploy } from '../../src/store/deploys';
import type { FullEventRow, NewEventRow } from '../../src/store/events';
import type { IssueReader } from '../../src/store/issues/issues';
import type { RemovedEventScan, RemovedIssueWriter } from '../../src/store/issues/removedIssues';
import type { Writers } from '../../src/store/stores';

/** A fixed time for rows; tests give only the times that differ. */
export const NOON = Date.UTC(2026, 0, 1, 12);

/** Returns 32 random hexadecimal digits. */
export function hex(): string {
  return randomBytes(16).toString('hex');
}

export function organization(stores: Writers, slug = `org-${hex()}`): Promise<Organization> {
  return stores.organizations.insert({ slug, name: slug, dateCreated: NOON });
}

export function member(stores: Writers, organizationId: string, email = `${hex()}@acme.test`): Promise<Member> {
  return stores.members.insert({ organizationId, email, role: 'owner', dateCreated: NOON });
}

export function team(stores: Writers, organizationId: string, slug = `team-${hex()}`): Promise<Team> {
  return stores.teams.insert({ organizationId, slug, name: slug.toUpperCase(), dateCreated: NOON });
}

/** Inserts a project, and its organization if none is given. */
export async function project(
  stores: Writers,
  given: { organizationId?: string; slug?: string } = {},
): Promise<Project> {
  const organizationId = given.organizationId ?? (await organization(stores)).id;
  const slug = given.slug ?? `project-${hex()}`;
  const row = { organizationId, slug, name: slug, platform: 'node', dateCreated: NOON, securityToken: hex() };
  return stores.projects.insert(row);
}

/** Inserts a release, or finds it. */
export async function release(
  { releases }: Writers,
  organizationId: string,
  version: string,
  { dateCreated = NOON }: { dateCreated?: number | undefined } = {},
): Promise<Release> {
  return (await releases.findOrInsert({ organizationId, version, dateCreated })).release;
}

/** Inserts a deploy of a release for all of its projects. */
export function deploy({ deploys }: Writers, of: Release, given: Partial<NewDeploy> = {}): Promise<Deploy> {
  return deploys.insert({
    organizationId: of.organizationId,
    releaseId: of.id,
    environment: 'qa',
    name: null,
    url: null,
    dateStarted: null,
    dateFinished: NOON,
    projectIds: null,
    ...given,
  });
}

const CHANGES: Readonly<Record<IssueStatus, StatusChange>> = {
  unresolved: { status: 'unresolved' },
  resolved: { status: 'resolved', in: null },
  ignored: { status: 'ignored', limits: {} },
};

/** Sets the status of issues, as somebody does. */
export async function setStatus(
  { issueStates }: Writers,
  projectId: string,
  ids: readonly string[],
  { status, at = NOON }: { status: IssueStatus; at?: number },
): Promise<void> {
  const context = { now: at, release: null, hourlyEvents: 0 };
  const locked = await issueStates.lock(projectId, ids.map(Number));
  await issueStates.save(
    projectId,
    new Map(locked.map((one) => [one.id, changeStatus(one, CHANGES[status], context)])),
  );
}

/** Inserts an issue with one grouping hash, and returns its id. */
export async function issue(
  stores: Writers,
  projectId: string,
  given: { firstSeen?: number; lastSeen?: number; hash?: string; type?: Issue['type'] } = {},
): Promise<string> {
  const lastSeen = given.lastSeen ?? NOON;
  const firstSeen = given.firstSeen ?? lastSeen;
  const hash = given.hash ?? hex();
  const { type = 'error' } = given;
  const shared = { title: 'Error', culprit: null, type, level: 'error', platform: 'node' } as const;
  const ids = await stores.issues.insert(projectId, [
    { ...shared, firstSeen, lastSeen, timesSeen: 1, hash, words: ' error ' },
  ]);
  return ids.get(hash) ?? '';
}

/** Returns the id of the issue that owns a hash. */
export async function issueOf(stores: Writers, projectId: string, hash: string): Promise<string | undefined> {
  return (await stores.issues.lockByHashes(projectId, [hash])).get(hash)?.id;
}

/** Lists the issues of a project that match a query: newest last-seen first, then highest id. */
export function listIssues(
  { issues }: { readonly issues: IssueReader },
  projectId: string,
  query = '',
  page: PageRequest = firstPage(),
): Promise<Page<Issue>> {
  const request = {
    search: parseIssueQuery(query),
    sort: 'date',
    filter: null,
    list: '',
    now: Date.now(),
    memberId: null,
  } as const;
  return issues.search([projectId], request, page);
}

/**
 * Deletes at most `limit` events of removed issues, then up to ten times that number of their other rows, as
 * `ReclaimJob` does, but in one transaction. Returns true if there is more to do.
 */
export async function reclaim(
  { removedIssues }: { readonly removedIssues: RemovedIssueWriter },
  limit: number,
  scan?: RemovedEventScan,
): Promise<boolean> {
  const events = await removedIssues.deleteEvents(limit, scan);
  return events.hasMore || (await removedIssues.deleteRest(10 * limit, scan)).hasMore;
}

/** True if a project has an event of that id. */
export async function hasEvent(stores: Writers, projectId: string, eventId: string): Promise<boolean> {
  return (await stores.events.findStoredIds(projectId, [eventId])).visible.has(eventId);
}

/** Stores the values of events in the rows of their project and their releases, as `saveEvents` does. */
export async function recordEvents(
  { projects, releases }: Writers,
  of: Project,
  events: readonly (EventLabels & { readonly type?: EventType })[],
  issueOpeners: typeof events = [],
): Promise<void> {
  await projects.recordEvents(
    of,
    events.map((event) => ({ timestamp: event.received, ...event })),
  );
  await releases.recordEvents(of, events, issueOpeners);
}

type Occurrences = Omit<IssueOccurrences, 'stored'>;

/** Records further events of existing issues, as `saveEvents` does. */
export async function recordOccurrences(
  { issues }: Pick<Writers, 'issues'>,
  projectId: string,
  further: readonly Occurrences[],
): Promise<void> {
  const stored = new Map(
    (
      await issues.listByIds(
        projectId,
        further.map(({ id }) => id),
      )
    ).map((one) => [one.id, one] as const),
  );
  await issues.recordOccurrences(
    projectId,
    further.flatMap((one) => {
      const before = stored.get(one.id);
      return before === undefined ? [] : [{ ...one, stored: before }];
    }),
  );
}

/** Returns a further event of an issue. */
export function occurrences(id: string, changes: Partial<Occurrences> = {}): Occurrences {
  const description = {
    title: 'TypeError: x',
    culprit: 'cart',
    type: 'error',
    level: 'error',
    platform: 'node',
  } as const;
  return { id, ...description, firstSeen: NOON, lastSeen: NOON, timesSeen: 1, newestEventId: hex(), ...changes };
}

/** Stores tags of existing issues, and counts their users, as `saveEvents` does. */
export async function recordTags(
  { issues, issueTags }: Pick<Writers, 'issues' | 'issueTags'>,
  projectId: string,
  tags: readonly IssueTags[],
): Promise<void> {
  const added = await issueTags.findNew(projectId, tags);
  await issueTags.insert(projectId, added);
  const unseen = { timesSeen: 0, firstSeen: NOON, lastSeen: NOON - 1 };
  await recordOccurrences(
    { issues },
    projectId,
    [...countUsers(added)].map(([id, userCount]) => occurrences(id, { userCount, ...unseen })),
  );
}

/** Stores bytes and returns their SHA-1. */
export async function content(
  { contents }: Writers,
  organizationId: string,
  bytes: Uint8Array,
  at = NOON,
): Promise<string> {
  const sha1 = sha1Of(bytes);
  const slices = await compressContent(bytes);
  const owner = { organizationId, at };
  await contents.putSlices(
    owner,
    slices.map((slice, number) => ({ sha1, number, bytes: slice })),
  );
  await contents.complete(owner, [{ sha1, sliceCount: slices.length }]);
  return sha1;
}

interface GivenEvent {
  readonly eventId?: string;
  readonly timestamp?: number;
  readonly bytes?: number;
  readonly record?: string;
  readonly traceId?: string;
}

/** Inserts an event of an issue, with a body of random bytes. */
export async function event(
  stores: Writers,
  projectId: string,
  issueId: string,
  given: GivenEvent = {},
): Promise<FullEventRow> {
  const row = eventRow(issueId, given);
  await stores.events.insert(projectId, [row]);
  return row;
}

/** Makes such an event without inserting it. */
export function eventRow(issueId: string, given: GivenEvent = {}): NewEventRow {
  const eventId = given.eventId ?? hex();
  return {
    eventId,
    issueId,
    timestamp: given.timestamp ?? NOON,
    ...(given.traceId !== undefined && { traceId: given.traceId }),
    record: given.record ?? JSON.stringify({ id: eventId }),
    body: new Uint8Array(randomBytes(given.bytes ?? 16)),
  };
}

/** Returns the request for the first page. */
export function firstPage(size = 100): PageRequest {
  return { cursor: null, size };
}

/** Returns the request for the page before or after a page. */
export function neighbour(page: Page<unknown>, side: 'previous' | 'next', size: number): PageRequest {
  return { cursor: decodeCursor(page[side].cursor), size };
}

/** Reads all pages of a list and returns their rows. */
export async function everyRow<Row>(list: (page: PageRequest) => Promise<Page<Row>>, size = 100): Promise<Row[]> {
  const rows: Row[] = [];
  let page = await list(firstPage(size));
  for (;;) {
    rows.push(...page.rows);
    if (!page.next.exists) return rows;
    page = await list(neighbour(page, 'next', size));
  }
}
