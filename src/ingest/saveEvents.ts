import { DEFAULT_CAPS, type ProjectCaps } from '../domain/caps';
import type { Alert, AlertChannel, AlertReason } from '../domain/alert';
import type { EventLabels, EventTag } from '../domain/event';
import {
  countUsers,
  distinctTags,
  type ExistingIssue,
  type HashLink,
  type IssueOccurrences,
  type IssueTags,
  type NewIssue,
  SEARCH_ENTRY_MARK,
  UNLIMITED_KEYS,
} from '../domain/issue';
import type { DsnProject, Project, ProjectFlag } from '../domain/project';
import type { Writers } from '../store/stores';
import { assignmentsOf, confirmOwners, type OwnedIssue } from './assignOwners';
import { describeBody, type SearchDescription } from './describeText';
import { applyAlertRules } from './alertRules';
import {
  countRecentEvents,
  countRecentUsers,
  findReturned,
  findStatusEffects,
  type StatusEffects,
} from './reopenIssues';
import { type CompileSetting, compileUncached } from './settingsCache';

/** An event ready to be saved: what assigns it to an issue, and what is stored of it. Plain data: it can be sent between threads. */
export interface ProcessedEvent extends EventLabels {
  /** 32 lower-case hexadecimal digits. */
  readonly eventId: string;
  /** Milliseconds since 1970, UTC. */
  readonly timestamp: number;
  /** Milliseconds by which the client's clock is behind that of the service, where the timestamp is not corrected by it. */
  readonly clockLag?: number;
  readonly type: NewIssue['type'];
  readonly level: NewIssue['level'];
  readonly title: string;
  readonly culprit: string | null;
  /** Events with the same hash belong to the same issue: 32 lower-case hexadecimal digits. */
  readonly hash: string;
  /** Hash by the project's former grouping algorithm, while issues are still looked up by it. */
  readonly secondaryHash?: string | null;
  /**
   * Hashes that the event would have if none of its frames were resolved, by the present algorithm and by the former one. Absent unless
   * source maps change the hash: an event that arrived before its source maps has opened an issue by one of these.
   */
  readonly unresolvedHashes?: readonly string[];
  /** The stored form of the contract's list record. */
  readonly record: string;
  /** The compressed event body. */
  readonly body: Uint8Array;
  /** The tags of the record. Issues count their users by the values of the tag `user`. */
  readonly tags: readonly EventTag[];
  /** What its issue is found by beside the tags. Their keys begin with `SEARCH_ENTRY_MARK`. */
  readonly searchEntries: readonly EventTag[];
  /** Flags to set on the project. */
  readonly flags: readonly ProjectFlag[];
  /** URLs of JavaScript files to fetch, because nothing is uploaded for them. Most events have none. */
  readonly requestedFiles?: readonly string[];
  /** Ids of artifacts whose use is to be recorded. Nearly all events have none. */
  readonly usedArtifacts?: readonly string[];
  /** What an issue is found by that the event opens. Only events that are likely to open one have it. */
  readonly opened?: SearchDescription | undefined;
  /** Who gets the issue that the event opens. Only events that are likely to open one have it, of projects with ownership rules. */
  readonly owned?: OwnedIssue | null | undefined;
}

/** The part of a project that saving its events needs. */
export type IngestProject = Pick<Project, 'id' | 'organizationId' | 'firstEvent' | 'flags' | 'hasWebhook'> &
  Partial<Pick<DsnProject, 'alertRules' | 'assignsIssues'>>;

/** How saved events changed the issues of their project, apart from counts. */
export interface SavedEvents {
  /** Issues that the events opened. */
  readonly newIssueIds: readonly string[];
  /** Resolved issues that the events reopened. */
  readonly regressedIssueIds: readonly string[];
  /** Issues that were ignored until they escalate, and do: the ids of the events, by that of the issue. */
  readonly escalations: ReadonlyMap<string, string>;
  /** Events that were not saved, because they would have opened more issues than the project may; absent if there are none. */
  readonly refused?: ReadonlySet<ProcessedEvent>;
}

const NOTHING_SAVED: SavedEvents = { newIssueIds: [], regressedIssueIds: [], escalations: new Map() };

/** How events are saved. */
export interface SaveOptions {
  /** True if the service can send mail to members about issues. Default: false. */
  readonly sendsMail?: boolean;
  readonly caps?: ProjectCaps;
  readonly compileSetting?: CompileSetting;
  /** Called with each event that is stored already, or repeats another one of these. */
  readonly onRepeated?: (event: ProcessedEvent) => void;
}

/** Events of a project that one transaction saves. */
interface Batch {
  readonly stores: Writers;
  readonly project: IngestProject;
  readonly events: readonly ProcessedEvent[];
  readonly caps: ProjectCaps;
  readonly compileSetting: CompileSetting;
}

/**
 * Saves events of one project, assigns them to issues and queues alerts, all in the transaction of `stores`. An event whose
 * id is stored already changes nothing. Everything is read first, in two steps of statements that do not wait for one another,
 * and the issues are locked; no write waits for another one. So a batch takes three round trips to a server, and the number of
 * its statements does not grow with the number of events. (src/DECISIONS.md, "Locks")
 */
export async function saveEvents(
  stores: Writers,
  project: IngestProject,
  events: readonly ProcessedEvent[],
  options: SaveOptions = {},
): Promise<SavedEvents> {
  const { sendsMail = false, caps = DEFAULT_CAPS, compileSetting = compileUncached, onRepeated } = options;
  const [storedIds, issuesByHash, releases, openedInHour] = await Promise.all([
    stores.events.findStoredIds(
      project.id,
      events.map(({ eventId }) => eventId),
    ),
    stores.issues.lockByHashes(project.id, hashesOf(events)),
    stores.releases.findForEvents(project, events),
    stores.issues.countOpened(project.id, latestArrival(events)),
  ]);
  const flags = missingFlags(
    project,
    events.flatMap((event) => event.flags),
  );
  const unsaved = withoutDuplicates(events, storedIds.visible);
  if (onRepeated !== undefined && unsaved.length < events.length)
    for (const event of events) if (!unsaved.includes(event)) onRepeated(event);
  const mayOpen = Math.max(0, caps.newIssuesPerHour - openedInHour);
  const known: KnownHashes = { issuesByHash, passedOn: await findPassedOn(stores, project.id, events, issuesByHash) };
  const { accepted: newEvents, refused } = refuseNewIssues(unsaved, known, mayOpen);
  if (newEvents.length === 0) {
    await stores.projects.setFlags(project.id, flags);
    return refused.size === 0 ? NOTHING_SAVED : { ...NOTHING_SAVED, refused };
  }

  const owners = findOwners(newEvents, known);
  const effects = await findStatusEffects(stores, project.id, newEvents, owners.existing, releases);
  const batch = { stores, project, events: newEvents, caps, compileSetting };
  const assigned = await assignIssues(batch, owners, effects);
  const { issueIds, opened, regressedIssueIds, escalations } = assigned;
  const issueIdOf = ({ hash }: ProcessedEvent) => issueIds.get(hash) ?? '';
  await stores.events.deleteRemoved(project.id, storedIds.removed);
  await insertEvents(batch, issueIdOf);
  await stores.projects.setFlags(project.id, flags);
  await stores.projects.recordEvents(project, newEvents, caps.environments);
  await stores.releases.recordEvents(project, newEvents, newEvents.filter(isFirstOf(opened)), releases, caps.releases);
  await requestFetches(stores, project, newEvents);
  await recordArtifactUse(stores, project, newEvents);

  const saved: SavedEvents = {
    newIssueIds: [...opened.values()],
    regressedIssueIds,
    escalations,
    ...(refused.size > 0 && { refused }),
  };
  await queueAlerts(batch, issueIdOf, saved, sendsMail);
  return saved;
}

/** Inserts the events and counts them by issue. */
async function insertEvents(
  { stores, project, events }: Batch,
  issueIdOf: (event: ProcessedEvent) => string,
): Promise<void> {
  await stores.events.insert(
    project.id,
    events.map((event) => ({ ...event, issueId: issueIdOf(event) })),
  );
  await stores.issueStats.record(
    project.id,
    events.map((event) => ({ issueId: issueIdOf(event), timestamp: event.timestamp })),
  );
  await stores.issueReleases.record(
    project.id,
    events.flatMap((event) => {
      return event.release ? [{ issueId: issueIdOf(event), release: event.release, timestamp: event.timestamp }] : [];
    }),
  );
}

/** Queues the alerts about issues that the events changed: the project's own, and those of its alert rules. */
async function queueAlerts(
  { stores, project, events }: Batch,
  issueIdOf: (event: ProcessedEvent) => string,
  saved: SavedEvents,
  sendsMail: boolean,
): Promise<void> {
  const channels = alertChannels(project, sendsMail);
  const alerts = channels.length === 0 ? [] : createAlerts(events, issueIdOf, saved);
  const queued = [
    ...alerts.flatMap((alert) =>
      channels.map((channel) => ({ ...alert, projectId: project.id, channel, queueId: null })),
    ),
    ...(await applyAlertRules(stores, project, events, issueIdOf, saved, sendsMail)),
  ];
  if (queued.length > 0) await stores.alerts.insert(queued);
}

/** Returns the flags that the project does not have yet, each once. */
export function missingFlags(project: Pick<Project, 'flags'>, flags: readonly ProjectFlag[]): ProjectFlag[] {
  return [...new Set(flags)].filter((flag) => !project.flags[flag]);
}

/** Returns the events whose ids are not stored; of events with the same id, the first. */
function withoutDuplicates(events: readonly ProcessedEvent[], storedIds: ReadonlySet<string>): ProcessedEvent[] {
  const knownIds = new Set(storedIds);
  return events.filter(({ eventId }) => !knownIds.has(eventId) && knownIds.add(eventId));
}

/** What is stored of the hashes of a batch. */
interface KnownHashes {
  readonly issuesByHash: ReadonlyMap<string, ExistingIssue>;
  /** Hashes of events without source maps that have passed on their issue to another hash. */
  readonly passedOn: ReadonlySet<string>;
}

/**
 * Reads which of the hashes without source maps have passed on their issue: they are coarse, so only one error takes over the issue. Nothing
 * is read unless an event needs one of them.
 */
async function findPassedOn(
  { issues }: Writers,
  projectId: string,
  events: readonly ProcessedEvent[],
  issuesByHash: ReadonlyMap<string, ExistingIssue>,
): Promise<ReadonlySet<string>> {
  const needed = events.filter(
    ({ hash, unresolvedHashes }) => unresolvedHashes !== undefined && !issuesByHash.has(hash),
  );
  const hashes = needed.flatMap(({ unresolvedHashes = [] }) => unresolvedHashes.filter((one) => issuesByHash.has(one)));
  return hashes.length === 0 ? new Set() : issues.findPassedOn(projectId, [...new Set(hashes)]);
}

/** Events of a batch that may be saved, and the others. */
interface AcceptedEvents {
  readonly accepted: readonly ProcessedEvent[];
  readonly refused: ReadonlySet<ProcessedEvent>;
}

/** Refuses events that would open more than so many issues. */
function refuseNewIssues(events: readonly ProcessedEvent[], known: KnownHashes, mayOpen: number): AcceptedEvents {
  if (events.length <= mayOpen) return { accepted: events, refused: new Set() };
  const { openedBy } = findOwners(events, known);
  const openers = new Set([...new Set(openedBy.values())].slice(0, mayOpen));
  const isRefused = ({ hash }: ProcessedEvent) => openedBy.has(hash) && !openers.has(openedBy.get(hash) ?? '');
  const refused = new Set(events.filter(isRefused));
  return { accepted: events.filter((event) => !refused.has(event)), refused };
}

/** Returns all hashes by which an issue of the events may be found. */
function hashesOf(events: readonly ProcessedEvent[]): string[] {
  const hashes = new Set<string>();
  for (const { hash, secondaryHash, unresolvedHashes = [] } of events) {
    hashes.add(hash).add(secondaryHash ?? hash);
    for (const one of unresolvedHashes) hashes.add(one);
  }
  return [...hashes];
}

/** Requests the JavaScript files that events name. Nearly always there are none, which costs no statement. */
async function requestFetches(
  stores: Writers,
  project: IngestProject,
  events: readonly ProcessedEvent[],
): Promise<void> {
  const urls = new Set(events.flatMap(({ requestedFiles }) => requestedFiles ?? []));
  if (urls.size === 0) return;
  await stores.fetchAttempts.request(project, [...urls], latestArrival(events));
}

async function recordArtifactUse(
  stores: Writers,
  project: IngestProject,
  events: readonly ProcessedEvent[],
): Promise<void> {
  const ids = new Set(events.flatMap(({ usedArtifacts }) => usedArtifacts ?? []));
  if (ids.size > 0) await stores.artifacts.recordUse(project.id, [...ids], latestArrival(events));
}

/** The issues of saved events. */
interface AssignedIssues {
  /** Ids of the issues of all hashes. */
  readonly issueIds: ReadonlyMap<string, string>;
  /** Ids of the issues that the events opened, by the hash of the event that opened each. */
  readonly opened: ReadonlyMap<string, string>;
  readonly regressedIssueIds: readonly string[];
  readonly escalations: ReadonlyMap<string, string>;
}

/**
 * Records the events and their tags in the issues that have their hashes, reopens resolved ones and ignored ones whose condition is
 * reached, and opens the missing ones. Reads everything before it writes.
 */
async function assignIssues(batch: Batch, owners: Owners, effects: StatusEffects): Promise<AssignedIssues> {
  const { stores, project, events } = batch;
  const { existing, openedBy } = owners;
  const openings = [...groupBy(events, ({ hash }) => openedBy.get(hash))];
  const missing = openings.map(([hash, group]) => {
    return { hash, ...summarizeOccurrences(group), ...describeOpenedBy(group, newestOf(group)) };
  });
  const owned = await confirmOwners(
    stores,
    project,
    openings.map(([, group]) => group.find((event) => event.owned !== undefined) ?? group[0]),
    batch.compileSetting,
  );
  const { newIds, activityIds, recentEvents, recentUsers, ...stored } = await readForIssues(batch, owners, effects, {
    newIssues: missing.length,
    assignments: owned.filter((one) => one !== null).length,
  });
  const opened = new Map(missing.map(({ hash }, index) => [hash, newIds[index] ?? '']));
  const openedIdOf = (hash: string) => opened.get(openedBy.get(hash) ?? '');
  // A new issue has no tags yet, and one batch of events does not reach the limit.
  const addedTags = distinctTags([...tagsByIssue(events, openedIdOf), ...entriesOf(missing, opened)]);
  const tags = await withoutSurplusKeys(batch, [...stored.newTags, ...addedTags], stored.unknownKeys);
  const users = countUsers(tags);
  const returned = findReturned(effects.watched, recentEvents, users, recentUsers.counts);

  const { issues, issueTags, activities, alertRules } = stores;
  const { id: projectId } = project;
  const arrival = latestArrival(events);
  const occurrences = [...groupBy(events, ({ hash }) => existing.get(hash)?.id)].map(([id, group]) => {
    const firstStored = existing.get(group[0].hash)?.firstSeen;
    return { id, firstStored, ...summarizeOccurrences(group), userCount: users.get(id) ?? 0 };
  });
  await issues.recordOccurrences(projectId, occurrences);
  const regressedIssueIds = effects.regressions.map(({ issueId }) => issueId);
  await issues.reopen(projectId, regressedIssueIds, arrival);
  for (const [substatus, ids] of returned.bySubstatus) await issues.reopen(projectId, ids, arrival, substatus);
  if (recentUsers.added.length > 0) alertRules.addCounts(projectId, recentUsers.added);
  const assignments = assignmentsOf(owned, newIds, arrival);
  const happened = [...effects.regressions, ...returned.activities, ...assignments.activities];
  await activities.insert(projectId, happened, activityIds);
  await issues.insert(
    projectId,
    missing.map((one) => ({ ...one, userCount: users.get(opened.get(one.hash) ?? '') ?? 0 })),
    newIds,
    arrival,
  );
  issues.assignNew(projectId, assignments.assignees);
  await issues.linkHashes(projectId, owners.links);
  await issueTags.insert(projectId, tags);
  const issueIds = new Map(events.map(({ hash }) => [hash, existing.get(hash)?.id ?? openedIdOf(hash) ?? '']));
  return { issueIds, opened, regressedIssueIds, escalations: returned.escalations };
}

/** Reads, at the same time, what is stored about the issues of a batch, and allocates the ids of new rows. */
async function readForIssues(
  { stores, project: { id: projectId }, events }: Batch,
  { existing }: Owners,
  { regressions, watched }: StatusEffects,
  count: { readonly newIssues: number; readonly assignments: number },
) {
  const { issues, issueTags, activities } = stores;
  const keys = [...new Set(events.flatMap(({ tags }) => tags.map(({ key }) => key)))];
  const [newIds, activityIds, recentEvents, recentUsers, knownKeys, newTags] = await Promise.all([
    issues.allocateIds(count.newIssues),
    activities.allocateIds(regressions.length + watched.length + count.assignments),
    countRecentEvents(stores, projectId, watched),
    countRecentUsers(stores, projectId, watched),
    issueTags.findKeys(projectId, keys),
    issueTags.findNew(
      projectId,
      tagsByIssue(events, (hash) => existing.get(hash)?.id),
    ),
  ]);
  const unknownKeys = keys.filter((key) => !knownKeys.has(key) && !UNLIMITED_KEYS.has(key));
  return { newIds, activityIds, recentEvents, recentUsers, unknownKeys, newTags };
}

/** Returns the tags and search entries of the events that have an issue. */
function tagsByIssue(events: readonly ProcessedEvent[], issueIdOf: (hash: string) => string | undefined): IssueTags[] {
  return events.flatMap(({ hash, tags, searchEntries }) => {
    const issueId = issueIdOf(hash);
    if (issueId === undefined) return [];
    return [
      { issueId, tags: tags.every(isNoSearchEntry) ? tags : tags.filter(isNoSearchEntry) },
      { issueId, tags: searchEntries },
    ];
  });
}

/** Returns the search entries of the exceptions of new issues. */
function entriesOf(
  missing: readonly (SearchDescription & { readonly hash: string })[],
  opened: ReadonlyMap<string, string>,
): IssueTags[] {
  return missing.map(({ hash, searchEntries }) => ({ issueId: opened.get(hash) ?? '', tags: searchEntries }));
}

/** Describes a new issue: as the processing thread did of an event with the description of the newest one, else by the newest event's body. */
function describeOpenedBy(events: EventGroup, newest: ProcessedEvent): SearchDescription {
  const { title, culprit } = newest;
  const described = events.find((event) => {
    return event.opened !== undefined && event.title === title && event.culprit === culprit;
  });
  return described?.opened ?? describeBody(newest.body, newest);
}

/** A client may send a tag with the key of a search entry, by which the issue is not found then. */
function isNoSearchEntry({ key }: EventTag): boolean {
  return !key.startsWith(SEARCH_ENTRY_MARK);
}

/**
 * Leaves out the tags whose keys would be more than the project may have: issues are not found by them. Nearly always the project has
 * all keys.
 * @param unknownKeys the keys that it does not have yet
 */
async function withoutSurplusKeys<Tag extends { readonly key: string }>(
  { stores: { issueTags }, project, caps: { tagKeys } }: Batch,
  tags: readonly Tag[],
  unknownKeys: readonly string[],
): Promise<readonly Tag[]> {
  if (unknownKeys.length === 0) return tags;
  const left = tagKeys - (await issueTags.countKeys(project.id, tagKeys));
  const surplus = new Set(unknownKeys.slice(Math.max(0, left)));
  return tags.filter(({ key }) => !surplus.has(key));
}

/** What the hashes of events lead to. Each hash is in one of the two maps. */
interface Owners {
  readonly existing: Map<string, ExistingIssue>;
  /** The hashes of issues to open: of the event that opens each. */
  readonly openedBy: Map<string, string>;
  /** Hashes that get the issue of another hash. One may be linked to another one before it. */
  readonly links: HashLink[];
}

/**
 * Finds the issue of each event as if they were saved one by one: that of its hash, else that of its secondary hash, else that of its
 * hash without source maps, else a new one. Events before it in the batch count.
 */
function findOwners(events: readonly ProcessedEvent[], { issuesByHash, passedOn }: KnownHashes): Owners {
  const owners: Owners = { existing: new Map(), openedBy: new Map(), links: [] };
  const { existing, openedBy, links } = owners;
  const taken = new Set(passedOn);
  const isOwned = (hash: string) => existing.has(hash) || openedBy.has(hash) || issuesByHash.has(hash);
  for (const { hash, secondaryHash, unresolvedHashes = [] } of events) {
    if (existing.has(hash) || openedBy.has(hash)) continue;
    const secondary = typeof secondaryHash === 'string' && isOwned(secondaryHash) ? secondaryHash : undefined;
    const unresolved = secondary ?? unresolvedHashes.find((one) => isOwned(one) && !taken.has(one));
    const olderHash = issuesByHash.has(hash) ? hash : (unresolved ?? hash);
    const issue = existing.get(olderHash) ?? issuesByHash.get(olderHash);
    if (issue === undefined) openedBy.set(hash, openedBy.get(olderHash) ?? hash);
    else existing.set(hash, issue);
    if (olderHash === hash) continue;
    const passesOn = olderHash !== secondary;
    links.push({ hash, olderHash, passesOn });
    if (passesOn) taken.add(olderHash);
  }
  return owners;
}

type EventGroup = readonly [ProcessedEvent, ...ProcessedEvent[]];

/** Groups events by a key; events without one are left out. */
function groupBy(
  events: readonly ProcessedEvent[],
  keyOf: (event: ProcessedEvent) => string | undefined,
): Map<string, EventGroup> {
  const groups = new Map<string, [ProcessedEvent, ...ProcessedEvent[]]>();
  for (const event of events) {
    const key = keyOf(event);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [event]);
    else group.push(event);
  }
  return groups;
}

/** Summarizes events of one issue. The newest of them describes it. */
function summarizeOccurrences(events: EventGroup): Omit<IssueOccurrences, 'id'> {
  const { title, culprit, type, level, platform, timestamp, eventId } = newestOf(events);
  const firstSeen = events.reduce((first, event) => Math.min(first, event.timestamp), timestamp);
  return {
    ...{ title, culprit, type, level, platform, firstSeen },
    lastSeen: timestamp,
    timesSeen: events.length,
    newestEventId: eventId,
  };
}

/** Returns the first event in the order of the lists of events. */
function newestOf(events: EventGroup): ProcessedEvent {
  return events.reduce((newest, event) => (isNewer(event, newest) ? event : newest));
}

/** Compares in the order of the lists of events. */
function isNewer(event: ProcessedEvent, other: ProcessedEvent): boolean {
  return event.timestamp > other.timestamp || (event.timestamp === other.timestamp && event.eventId > other.eventId);
}

function latestArrival(events: readonly ProcessedEvent[]): number {
  return Math.max(...events.map(({ received }) => received));
}

/** Returns a filter for the first event of each opened issue; to be applied to the events once, in their order. */
function isFirstOf(opened: ReadonlyMap<string, string>): (event: ProcessedEvent) => boolean {
  const remainingHashes = new Set(opened.keys());
  return ({ hash }) => remainingHashes.delete(hash);
}

/** Returns the channels by which alerts of a project are sent. Most projects have none if the service sends no mail. */
function alertChannels({ hasWebhook }: Pick<Project, 'hasWebhook'>, sendsMail: boolean): AlertChannel[] {
  return [...(sendsMail ? (['mail'] as const) : []), ...(hasWebhook ? (['webhook'] as const) : [])];
}

/** Creates one alert for each issue that is new or regressed, about the first of its events. */
function createAlerts(
  events: readonly ProcessedEvent[],
  issueIdOf: (event: ProcessedEvent) => string,
  { newIssueIds, regressedIssueIds }: Pick<SavedEvents, 'newIssueIds' | 'regressedIssueIds'>,
): Alert[] {
  const reasons = new Map<string, AlertReason>();
  for (const id of newIssueIds) reasons.set(id, 'new');
  for (const id of regressedIssueIds) reasons.set(id, 'regression');
  return events.flatMap((event) => {
    const issueId = issueIdOf(event);
    const reason = reasons.get(issueId);
    reasons.delete(issueId);
    return reason === undefined ? [] : [{ eventId: event.eventId, issueId, reason, dateCreated: event.received }];
  });
}
