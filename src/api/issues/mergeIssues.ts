import { type ActivityActor, type Issue, type NewIssue, formatShortId } from '../../domain/issue';
import { aboutProject, type Audit, listedValues } from '../../domain/audit';
import { BadRequest } from '../../domain/errors';
import { type MergeChange, type MergedChild, stateOf } from '../../domain/issueState';
import type { Project } from '../../domain/project';
import type { Writers } from '../../store/stores';
import type { EventTag, Level } from '../../domain/event';
import { readRecord } from '../../presenters/eventRecord';
import type { IssueRelease } from '../../store/issues/issueReleases';
import type { EventCount } from '../../store/issues/issueStats';
import type { HashedEvent, HashedEvents } from './storedEvents';

/** Maximum number of issues that are merged at once. */
const MAX_ISSUES = 100;
/**
 * Maximum number of stored events, and of tags, of the issues that are merged into another one: they move in one
 * transaction.
 */
const MAX_MERGED_ROWS = 5_000;

/** The issues to merge. */
export interface IssueMerge {
  readonly ids: readonly number[];
  /** The id of the issue that the others are merged into; if omitted, the one with the most events. */
  readonly into?: number | undefined;
  readonly actor: ActivityActor;
  readonly audit: Audit;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
}

/** The issue that now has all events, and the issues that were merged into it. */
export interface MergeResult {
  readonly merge: { readonly parent: string; readonly children: string[] };
  /** Id of the stored change. */
  readonly changeId?: string;
}

/**
 * Merges issues of a project, or none of them, in the transaction of `stores`.
 * @throws BadRequest if they cannot be merged
 */
export async function mergeIssues(
  stores: Writers,
  project: Pick<Project, 'id' | 'slug'>,
  { ids, into, actor, at, audit }: IssueMerge,
): Promise<MergeResult> {
  const requested = [...new Set(ids)];
  if (requested.length < 2) throw new BadRequest("Name at least two issues to merge by the query parameter 'id'.");
  if (requested.length > MAX_ISSUES)
    throw new BadRequest(`${requested.length} issues are named; at most ${MAX_ISSUES} can be merged at once.`);
  if (into !== undefined && !requested.includes(into))
    throw new BadRequest("'into' must be the id of one of the issues that the query names.");
  const locked = await stores.issueStates.lock(project.id, requested);
  const unknown = requested.find((id) => !locked.some((issue) => Number(issue.id) === id));
  if (unknown !== undefined)
    throw new BadRequest(`Issue ${unknown} is not an issue of this project. No issue was merged.`);
  const target = findTarget(locked, into);
  const merged = locked.filter(({ id }) => id !== target.id);
  const children = merged.map(({ id }) => id);
  const reservedId = stores.issueChanges.reserveId();
  const merge = await joinIssues(stores, project, target, merged, { actor, at, changeId: await reservedId() });
  const details = { into: target.id, ids: listedValues(children) };
  await stores.auditLog.insert(audit({ event: 'issue.merge', ...aboutProject(project), details }));
  const change = { projectId: project.id, states: [], bookmarks: null, merge };
  const changeId = await stores.issueChanges.insert(reservedId, [change], at);
  return { merge: { parent: target.id, children }, ...(changeId !== undefined && { changeId }) };
}

/** The author and the time of changes of issues, and the id of the stored change. */
export interface ChangeAuthor {
  readonly actor: ActivityActor;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  /** Absent if the change cannot be undone. */
  readonly changeId?: string;
}

/**
 * Merges locked issues into another locked one. Returns the data with which the merge can be undone.
 * @throws BadRequest if too many rows would move
 */
export async function joinIssues(
  stores: Writers,
  project: Pick<Project, 'id' | 'slug'>,
  target: Issue,
  merged: readonly Issue[],
  author: ChangeAuthor,
): Promise<MergeChange> {
  const children = merged.map(({ id }) => id);
  const { events, tags } = await stores.mergedIssues.countRows(project.id, children, MAX_MERGED_ROWS + 1);
  if (Math.max(events, tags) > MAX_MERGED_ROWS) throw tooManyRows(formatShortId(project.slug, target.number), events);
  const described = await describeChildren(stores, project.id, merged);
  await moveToIssue(stores, target, merged, author.at);
  if (target.status === 'resolved') {
    await stores.alertIncidents.end(project.id, [target.id], author.at);
    await stores.tickets.want(project.id, [target.id], 'closed', author.at);
  }
  const issues = merged.map(({ id, number, title }) => ({ id, shortId: formatShortId(project.slug, number), title }));
  await stores.activities.insert(project.id, [{ issueId: target.id, type: 'merge', data: { issues }, ...author }]);
  return { target: target.id, firstSeen: target.firstSeen, children: described };
}

/** Moves everything of locked issues to another locked one, and deletes the issues. */
export async function moveToIssue(stores: Writers, target: Issue, merged: readonly Issue[], at: number): Promise<void> {
  const { projectId } = target;
  const ids = merged.map(({ id }) => id);
  await stores.issueStats.merge(projectId, ids, target.id);
  await stores.issueReleases.merge(projectId, ids, target.id);
  await stores.alertDecisions.merge(projectId, ids, target.id);
  await stores.mergedIssues.merge(target, merged, at);
}

/** Returns the data with which issues that are merged into another one can be restored. */
async function describeChildren(
  { mergedIssues, activities }: Writers,
  projectId: string,
  merged: readonly Issue[],
): Promise<MergedChild[]> {
  const children: MergedChild[] = [];
  for (const issue of merged)
    children.push({
      ...{ id: issue.id, state: stateOf(issue), commentCount: issue.commentCount, firstSeen: issue.firstSeen },
      hashes: await mergedIssues.listHashes(issue),
      formerIds: await mergedIssues.listFormerIds(issue),
      activityIds: await activities.listIds({ id: issue.id, projectId }),
    });
  return children;
}

/** Returns the issue that `into` names, or else the issue with the most events; of several, the oldest. */
function findTarget(issues: readonly Issue[], into: number | undefined): Issue {
  const rank = ({ id, timesSeen }: Issue) => (Number(id) === into ? Infinity : timesSeen);
  return issues.reduce((best, issue) => (rank(issue) > rank(best) ? issue : best));
}

function tooManyRows(target: string, events: number): BadRequest {
  const what = events > MAX_MERGED_ROWS ? 'stored events' : 'different tags';
  return new BadRequest(
    `The issues to merge into ${target} have more than ${MAX_MERGED_ROWS} ${what} together; merge fewer at once, or name the largest as 'into'.`,
  );
}

/** Grouping hashes that move from an issue to a new one, and the stored events with these hashes, newest first. */
export interface IssuePart {
  readonly hashes: readonly string[];
  readonly events: readonly HashedEvent[];
  /** Time of the first event, if it may not be stored any more. */
  readonly firstSeen?: number | undefined;
}

/**
 * Divides the events of an issue into the events that move with each list of hashes, and the events that stay.
 * @param parts lists of hashes that move to a new issue each
 */
export function divideEvents(
  events: readonly HashedEvent[],
  parts: readonly (readonly string[])[],
): { moved: IssuePart[]; kept: HashedEvent[] } {
  const moved = parts.map((hashes) => ({ hashes, events: [] as HashedEvent[] }));
  const partOf = new Map(moved.flatMap((part) => part.hashes.map((hash) => [hash, part])));
  const kept: HashedEvent[] = [];
  for (const event of events) (partOf.get(event.hash)?.events ?? kept).push(event);
  return { moved, kept };
}

/** Returns the ids of an issue for replies and activities. */
export function nameIssue({ slug }: Pick<Project, 'slug'>, { id, number }: Pick<Issue, 'id' | 'number'>) {
  return { id, shortId: formatShortId(slug, number) };
}

/**
 * Moves hashes of a locked issue, and their stored events, to new issues, and returns the new issues. Counts, users,
 * tags, releases and times of all issues are computed from their events. No list of events may be empty.
 * @param kept the events that stay, newest first
 * @param firstSeen time of the first event that stays, if it may not be stored any more
 * @throws BadRequest if too many events would move
 */
export async function splitIssue(
  stores: Writers,
  issue: Issue,
  moved: readonly IssuePart[],
  kept: readonly HashedEvent[],
  firstSeen = Infinity,
): Promise<Pick<Issue, 'id' | 'number'>[]> {
  const { projectId } = issue;
  const count = moved.reduce((sum, { events }) => sum + events.length, 0);
  if (count > MAX_MERGED_ROWS) {
    throw new BadRequest(
      `${count} stored events have these hashes, and at most ${MAX_MERGED_ROWS} can leave an issue at once; send fewer hashes, or the other hashes of the issue instead. Nothing was changed.`,
    );
  }
  const created: Pick<Issue, 'id' | 'number'>[] = [];
  for (const { hashes, events, firstSeen: seen } of moved) {
    const summary = await summaryOf(stores, issue, events, seen);
    const fields = { ...summary, hash: hashes[0] ?? '', timesSeen: events.length };
    const ids = events.map(({ eventId }) => eventId);
    created.push(await stores.mergedIssues.split(issue, hashes, { events: ids, created: fields }));
  }
  await stores.mergedIssues.updateRemainder(
    issue,
    { ...(await summaryOf(stores, issue, kept, firstSeen)), timesSeen: Math.max(issue.timesSeen - count, kept.length) },
    tagsOf(kept),
  );
  const parts = created.map(({ id }, index) => ({ id, events: moved[index]?.events ?? [] }));
  for (const { id, events } of parts) await addTags(stores, { projectId, id }, events);
  await addTags(stores, issue, outermostOf(kept));
  await stores.mergedIssues.countUsers(projectId, [issue.id, ...created.map(({ id }) => id)]);
  await stores.issueStats.split(
    issue,
    parts.flatMap(({ id, events }) => events.map((event) => countOf(id, event))),
    kept.map((event) => countOf(issue.id, event)),
  );
  await stores.issueReleases.split(
    issue,
    parts.map(({ id, events }) => ({ target: id, releases: releasesOf(events) })),
    releasesOf(kept),
  );
  return created;
}

/**
 * Deletes stored events of a locked issue. Its counts, users, tags, releases and times are computed from the others.
 * No other transaction may run meanwhile.
 * @param kept the events that stay, newest first; there is at least one
 * @param firstSeen time of the first event that stays, if it may not be stored any more
 */
export async function removeFromIssue(
  stores: Writers,
  issue: Issue,
  removed: readonly HashedEvent[],
  kept: readonly HashedEvent[],
  firstSeen: number,
): Promise<void> {
  const { projectId, id } = issue;
  const ids = removed.map(({ eventId }) => eventId);
  await stores.events.deleteByIds(projectId, ids);
  await stores.feedback.deleteOfEvents(projectId, ids);
  const timesSeen = Math.max(issue.timesSeen - removed.length, kept.length);
  const remainder = { ...(await summaryOf(stores, issue, kept, firstSeen)), timesSeen };
  await stores.issueTags.deleteFromBlock(
    issue,
    await stores.mergedIssues.updateRemainder(issue, remainder, tagsOf(kept)),
  );
  await addTags(stores, issue, outermostOf(kept));
  await stores.mergedIssues.countUsers(projectId, [id]);
  const countsOf = (events: readonly HashedEvent[]) => events.map((event) => countOf(id, event));
  await stores.issueStats.remove(issue, countsOf(removed), countsOf(kept));
  await stores.issueReleases.remove(issue, releasesOf(removed), releasesOf(kept));
}

/** Returns the count of one event, which is added to the counts of an issue. */
function countOf(issueId: string, { timestamp, tags }: HashedEvent): EventCount {
  const valueOf = (name: string) => tags.find(({ key }) => key === name)?.value ?? null;
  return { issueId, timestamp, environment: valueOf('environment'), user: valueOf('user') };
}

/** Returns the releases that events name, with their numbers of events and times. */
function releasesOf(events: readonly HashedEvent[]): IssueRelease[] {
  const shares = new Map<string, IssueRelease>();
  for (const { release, timestamp } of events) {
    if (release === null) continue;
    const { count, firstSeen, lastSeen } = shares.get(release) ?? {
      ...{ count: 0, firstSeen: timestamp, lastSeen: timestamp },
    };
    shares.set(release, {
      version: release,
      count: count + 1,
      firstSeen: Math.min(firstSeen, timestamp),
      lastSeen: Math.max(lastSeen, timestamp),
    });
  }
  return [...shares.values()];
}

/** The part of an event's list record on which its issue depends. */
interface IssueDescription {
  readonly title: string;
  readonly culprit: string | null;
  readonly platform: string;
  readonly 'event.type': 'error' | 'default' | 'generic';
  readonly tags: readonly EventTag[];
}

/** Describes an issue by the newest of its events, which are sorted newest first. */
async function summaryOf(
  { events: stored }: Writers,
  { projectId, type: issueType }: Pick<Issue, 'projectId' | 'type'>,
  events: readonly HashedEvent[],
  firstSeen = Infinity,
): Promise<Omit<NewIssue, 'hash' | 'timesSeen'>> {
  const [newest, oldest] = [events[0], events.at(-1)];
  const row = newest && (await stored.find(projectId, newest.eventId));
  if (row === undefined || oldest === undefined) throw new Error('An issue has at least one event.');
  const { title, culprit, platform, tags, 'event.type': type } = readRecord('', row) as IssueDescription;
  const level = (tags.find(({ key }) => key === 'level')?.value ?? 'error') as Level;
  const kind = type === 'generic' ? issueType : type;
  const times = { firstSeen: Math.min(oldest.timestamp, firstSeen), lastSeen: row.timestamp };
  return { title, culprit, platform, type: kind, level, ...times };
}

/** Returns the tags and search entries of events, each once. */
function tagsOf(events: readonly HashedEvent[]): EventTag[] {
  const tags = new Set<EventTag>();
  for (const event of events) for (const tag of event.tags) tags.add(tag);
  return [...tags];
}

/**
 * Returns the oldest and the newest of some events, newest first: an issue has the exceptions of both, and the oldest
 * may not be the one that opened it.
 */
function outermostOf(events: readonly HashedEvent[]): HashedEvent[] {
  return [...events.slice(0, 1), ...events.slice(1).slice(-1)];
}

/** Adds the tags and search entries of events to their issue, within the limits of each key. */
async function addTags(
  { issueTags }: Writers,
  { projectId, id }: Pick<Issue, 'projectId' | 'id'>,
  events: readonly HashedEvent[],
): Promise<void> {
  await issueTags.insert(projectId, await issueTags.findNew(projectId, [{ issueId: id, tags: tagsOf(events) }]));
}

/** Returns the error for an issue that has changed since the change that is to be undone. */
export function changedSince({ slug }: Pick<Project, 'slug'>, { number }: Pick<Issue, 'number'>): BadRequest {
  const name = formatShortId(slug, number);
  return new BadRequest(`${name} is not as the change left it: it was changed or reopened since. Nothing was undone.`);
}

/** The author of a separation, and the events of the issue that the others were merged into. */
interface Separation extends ChangeAuthor {
  readonly events: HashedEvents;
}

/**
 * Restores the issues that were merged into another one, with their short ids and new ids; their former ids lead to the
 * new ones. Returns the ids of the issue and of the restored ones.
 * @throws BadRequest if the issue has changed since
 */
export async function separateIssues(
  stores: Writers,
  project: Pick<Project, 'id' | 'slug'>,
  { target, firstSeen, children }: MergeChange,
  { events, ...author }: Separation,
): Promise<string[]> {
  const [issue] = await stores.issueStates.lock(project.id, [Number(target)]);
  if (issue === undefined)
    throw new BadRequest(`Issue ${target} was removed or merged since the change. Nothing was undone.`);
  const owned = await stores.mergedIssues.listHashes(issue);
  if (!children.every(({ hashes }) => hashes.every((hash) => owned.includes(hash)))) throw changedSince(project, issue);
  const { moved, kept } = divideEvents(
    await events.read((work) => work(stores)),
    children.map(({ hashes }) => hashes),
  );
  if ([...moved.map((part) => part.events), kept].some(({ length }) => length === 0))
    throw new BadRequest(
      `Too few events of ${formatShortId(project.slug, issue.number)} are stored to undo the merge. Nothing was undone.`,
    );
  const parts = moved.map((part, index) => ({ ...part, firstSeen: children[index]?.firstSeen }));
  const created = await splitIssue(stores, issue, parts, kept, firstSeen);
  for (const [index, child] of children.entries()) {
    const { id } = created[index] ?? issue;
    const number = await stores.mergedIssues.restoreNumber({ id, projectId: project.id }, child.id);
    await stores.issueStates.save(project.id, new Map([[id, child.state]]));
    await stores.mergedIssues.redirect(issue, [child.id, ...child.formerIds], id);
    await stores.activities.move(issue, child.activityIds, id, child.commentCount);
    await stores.activities.insert(project.id, [
      { ...author, type: 'undo', issueId: issue.id, data: { into: nameIssue(project, { id, number }) } },
      { ...author, type: 'undo', issueId: id, data: { from: nameIssue(project, issue), formerId: child.id } },
    ]);
  }
  return [target, ...created.map(({ id }) => id)];
}
