import { DEFAULT_CAPS, type ProjectCaps, type DsnProject, type Project, type ProjectFlag } from '../domain/project';
import type { Alert, AlertChannel, AlertReason } from '../domain/alert';
import type { EventLabels, EventTag } from '../domain/event';
import type { Feedback } from '../domain/feedback';
import { groupBy } from '../domain/groups';
import {
  countUsers,
  distinctTags,
  type IssueOccurrences,
  type IssueTags,
  type NewIssue,
  SEARCH_ENTRY_MARK,
  UNLIMITED_KEYS,
} from '../domain/issue';
import type { Writers } from '../store/stores';
import { assignmentsOf, confirmOwners, type RuleAssignment } from './assignOwners';
import { findIssues, findPassedOn, hashesOf, type IssuesOfHashes, type KnownHashes, refuseNewIssues } from './hashes';
import { describeBody, type SearchDescription } from './describeEvent';
import { applyAlertRules, reasonOf } from './alertRules';
import {
  countRecentEvents,
  countRecentUsers,
  findReturned,
  findStatusEffects,
  type StatusEffects,
} from './reopenIssues';
import { type CompileSetting, compileUncached } from './settingsCache';

/**
 * An event ready to be saved: the hashes that assign it to an issue, and its stored form. Plain data: it can be sent
 * between threads.
 */
export interface ProcessedEvent extends EventLabels {
  /** 32 lower-case hexadecimal digits. */
  readonly eventId: string;
  /** Milliseconds since 1970, UTC. */
  readonly timestamp: number;
  /**
   * Number of milliseconds by which the client's clock is behind the service's, if the timestamp is not corrected by
   * it.
   */
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
   * Hashes of the event without resolved frames, by the present and the former algorithm. Absent unless source maps
   * change the hash. An event that arrived before its source maps may have opened an issue with one of them.
   */
  readonly unresolvedHashes?: readonly string[] | undefined;
  /** The trace in which the event happened, 32 lower-case hexadecimal digits; null if it names none. */
  readonly traceId?: string | null;
  /** The stored form of the list record in the contract. */
  readonly record: string;
  /** The compressed event body. */
  readonly body: Uint8Array;
  /** The tags of the record. Issues count their users by the values of the tag `user`. */
  readonly tags: readonly EventTag[];
  /** Entries by which its issue is found, besides the tags. Their keys begin with `SEARCH_ENTRY_MARK`. */
  readonly searchEntries: readonly EventTag[];
  /** True for an event of another tracker: it sends no alert and does not change the status of its issue. */
  readonly isImported?: boolean | undefined;
  /** Flags to set on the project. */
  readonly flags: readonly ProjectFlag[];
  /** URLs of JavaScript files to fetch, because nothing is uploaded for them. Most events have none. */
  readonly requestedFiles?: readonly string[] | undefined;
  /** Ids of artifacts whose use is recorded. Nearly all events have none. */
  readonly usedArtifacts?: readonly string[] | undefined;
  /**
   * Description by which searches find the issue that the event opens. Only events that are likely to open an issue
   * have it.
   */
  readonly issueDescription?: SearchDescription | undefined;
  /**
   * Assignee of the issue that the event opens. Only events of projects with ownership rules have it, if they are
   * likely to open an issue.
   */
  readonly ruleAssignment?: RuleAssignment | null | undefined;
  /** Only feedback has it. `isReport` is true if a stored report became this feedback. */
  readonly feedback?: (Feedback & { readonly isReport: boolean }) | undefined;
}

/** The part of a project that saving its events needs. */
export type IngestProject = Pick<Project, 'id' | 'organizationId' | 'firstEvent' | 'flags' | 'hasWebhook'> &
  Partial<Pick<DsnProject, 'alertRules' | 'assignsIssues'>>;

/** Changes that saved events made to the issues of their project, except counts. */
export interface SavedEvents {
  /** Issues that the events opened. */
  readonly newIssueIds: readonly string[];
  /** Resolved issues that the events reopened. */
  readonly regressedIssueIds: readonly string[];
  /**
   * Id of each issue that escalated → id of the event that escalated it. These issues were ignored until they escalate.
   */
  readonly escalations: ReadonlyMap<string, string>;
  /**
   * Events that were refused, because they would have opened more issues than the project may; absent if there are
   * none.
   */
  readonly refused?: ReadonlySet<ProcessedEvent>;
}

const NOTHING_SAVED: SavedEvents = { newIssueIds: [], regressedIssueIds: [], escalations: new Map() };

/** Options of saving events. */
export interface SaveOptions {
  /** True if the service can send mail to members about issues. Default: false. */
  readonly sendsMail?: boolean;
  readonly caps?: ProjectCaps;
  readonly compileSetting?: CompileSetting;
  /** Called with each event that is already stored or occurs twice in the batch. */
  readonly onRepeated?: (event: ProcessedEvent) => void;
}

/** The events of a project that one transaction saves. */
interface Batch {
  readonly stores: Writers;
  readonly project: IngestProject;
  readonly events: readonly ProcessedEvent[];
  readonly caps: ProjectCaps;
  readonly compileSetting: CompileSetting;
}

/**
 * Saves events of one project, assigns them to issues and queues alerts, all in the transaction of `stores`. An event
 * whose id is already stored changes nothing. Everything is read first, in two steps of statements that do not wait for
 * one another, and the issues are locked; no write waits for another one. A batch therefore takes three round trips to
 * a server, and one more each for new issues and for new tags that have a limit. The number of its statements does not
 * grow with the number of events (src/DECISIONS.md, "Locks").
 */
export async function saveEvents(
  stores: Writers,
  project: IngestProject,
  events: readonly ProcessedEvent[],
  options: SaveOptions = {},
): Promise<SavedEvents> {
  const { sendsMail = false, caps = DEFAULT_CAPS, compileSetting = compileUncached, onRepeated } = options;
  const [storedIds, issuesByHash, releases, labels] = await Promise.all([
    stores.events.findStoredIds(
      project.id,
      events.map(({ eventId }) => eventId),
    ),
    stores.issues.lockByHashes(project.id, hashesOf(events)),
    stores.releases.findForEvents(project, events),
    stores.projects.findNewLabels(project.id, events),
  ]);
  const flags = missingFlags(
    project,
    events.flatMap((event) => event.flags),
  );
  const unsaved = withoutDuplicates(events, storedIds.visible);
  if (onRepeated !== undefined && unsaved.length < events.length)
    for (const event of events) if (!unsaved.includes(event)) onRepeated(event);
  const [passedOn, mayOpen] = await Promise.all([
    findPassedOn(stores, project.id, events, issuesByHash),
    mayOpenIssues(stores, project, unsaved, issuesByHash, caps),
  ]);
  const knownHashes: KnownHashes = { issuesByHash, passedOn };
  const { accepted: newEvents, refused } = refuseNewIssues(unsaved, knownHashes, mayOpen);
  if (newEvents.length === 0) {
    await stores.projects.setFlags(project.id, flags);
    return refused.size === 0 ? NOTHING_SAVED : { ...NOTHING_SAVED, refused };
  }

  const hashIssues = findIssues(newEvents, knownHashes);
  const sentEvents = newEvents.some(({ isImported }) => isImported)
    ? newEvents.filter(({ isImported }) => isImported !== true)
    : newEvents;
  const effects = await findStatusEffects(stores, project.id, sentEvents, hashIssues.existing, releases);
  const batch = { stores, project, events: newEvents, caps, compileSetting };
  const assigned = await assignIssues(batch, hashIssues, effects);
  const { issueIds, newIssues, regressedIssueIds, escalations } = assigned;
  const issueIdOf = ({ hash }: ProcessedEvent) => issueIds.get(hash) ?? '';
  await stores.events.deleteByIds(project.id, storedIds.removed);
  await insertEvents(batch, issueIdOf);
  await stores.projects.setFlags(project.id, flags);
  await stores.projects.recordEvents(project, newEvents, labels, caps.environments);
  // The first event of each new issue opens it.
  const unopened = new Set(newIssues.keys());
  await stores.releases.recordEvents(
    project,
    newEvents,
    newEvents.filter(({ hash }) => unopened.delete(hash)),
    releases,
    caps.releases,
  );
  await recordFiles(batch);
  await recordFeedback(batch, issueIdOf);

  const saved: SavedEvents = {
    newIssueIds: [...newIssues.values()],
    regressedIssueIds,
    escalations,
    ...(refused.size > 0 && { refused }),
  };
  await queueAlerts({ ...batch, events: sentEvents }, issueIdOf, saved, sendsMail);
  return saved;
}

/** Returns the number of issues that events may open. Reads nothing if each has one. */
async function mayOpenIssues(
  { issues }: Writers,
  { id }: IngestProject,
  events: readonly ProcessedEvent[],
  issuesByHash: KnownHashes['issuesByHash'],
  { newIssuesPerHour }: ProjectCaps,
): Promise<number> {
  if (events.every(({ hash }) => issuesByHash.has(hash))) return newIssuesPerHour;
  return Math.max(0, newIssuesPerHour - (await issues.countOpened(id, latestArrival(events))));
}

/** Inserts the events and counts them by issue. */
async function insertEvents(
  { stores, project, events }: Batch,
  issueIdOf: (event: ProcessedEvent) => string,
): Promise<void> {
  const rows = events.map((event) => {
    const { eventId, timestamp, record, body, environment, release, traceId = null, tags } = event;
    const user = tags.find(({ key }) => key === 'user')?.value ?? null;
    return { eventId, issueId: issueIdOf(event), timestamp, record, body, environment, release, traceId, user };
  });
  await stores.events.insert(project.id, rows);
  await stores.issueStats.record(project.id, rows);
  await stores.issueReleases.record(
    project.id,
    rows.flatMap(({ issueId, release, timestamp }) => (release ? [{ issueId, release, timestamp }] : [])),
  );
}

/** Queues the alerts about issues that the events changed: alerts of the project itself and of its alert rules. */
async function queueAlerts(
  { stores, project, events }: Batch,
  issueIdOf: (event: ProcessedEvent) => string,
  saved: SavedEvents,
  sendsMail: boolean,
): Promise<void> {
  // Most projects have none if the service sends no mail.
  const channels: AlertChannel[] = [];
  if (sendsMail) channels.push('mail');
  if (project.hasWebhook) channels.push('webhook');
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

/** Returns the events whose ids are not stored; of several events with the same id, the first. */
function withoutDuplicates(events: readonly ProcessedEvent[], storedIds: ReadonlySet<string>): ProcessedEvent[] {
  const knownIds = new Set(storedIds);
  return events.filter(({ eventId }) => !knownIds.has(eventId) && knownIds.add(eventId));
}

/**
 * Requests the JavaScript files that events name, and records the use of artifacts. Usually there are none, which costs
 * no statement.
 */
async function recordFiles({ stores, project, events }: Batch): Promise<void> {
  const urls = new Set(events.flatMap(({ requestedFiles }) => requestedFiles ?? []));
  if (urls.size > 0) await stores.fetchAttempts.request(project, [...urls], latestArrival(events));
  const artifacts = new Set(events.flatMap(({ usedArtifacts }) => usedArtifacts ?? []));
  if (artifacts.size > 0) await stores.artifacts.recordUse(project.id, [...artifacts], latestArrival(events));
}

/** Saves what lists show of feedback. Hardly any batch has some, and others cost no statement. */
async function recordFeedback(
  { stores, project, events }: Batch,
  issueIdOf: (event: ProcessedEvent) => string,
): Promise<void> {
  const rows = events.flatMap((event) => {
    const { feedback, eventId, received } = event;
    return feedback === undefined ? [] : [{ ...feedback, eventId, issueId: issueIdOf(event), dateCreated: received }];
  });
  if (rows.length > 0) await stores.feedback.record(project.id, rows);
}

/** The issues to which saved events belong. */
interface AssignedIssues {
  /** Hash → issue id, for all hashes. */
  readonly issueIds: ReadonlyMap<string, string>;
  /** Hash of the opening event → id of the opened issue. */
  readonly newIssues: ReadonlyMap<string, string>;
  readonly regressedIssueIds: readonly string[];
  readonly escalations: ReadonlyMap<string, string>;
}

/**
 * Records the events and their tags in the issues that have their hashes, reopens resolved issues and ignored issues
 * whose condition is reached, and opens the missing issues. Reads everything before it writes.
 */
async function assignIssues(batch: Batch, hashIssues: IssuesOfHashes, effects: StatusEffects): Promise<AssignedIssues> {
  const { stores, project, events } = batch;
  const { existing, openedBy } = hashIssues;
  const openings = [...groupBy(events, ({ hash }) => openedBy.get(hash))];
  const missing = openings.map(([hash, group]) => {
    return { hash, ...summarizeOccurrences(group), ...describeOpenedBy(group, newestOf(group)) };
  });
  const ruleAssignments = await confirmOwners(
    stores,
    project,
    openings.map(([, group]) => group),
    batch.compileSetting,
  );
  const { newIds, activityIds, recentEvents, recentUsers, newTags } = await readForIssues(batch, hashIssues, effects, {
    newIssues: missing.length,
    assignments: ruleAssignments.filter((one) => one !== null).length,
  });
  const newIssues = new Map(missing.map(({ hash }, index) => [hash, newIds[index] ?? '']));
  const newIssueIdOf = (hash: string) => newIssues.get(openedBy.get(hash) ?? '');
  // A new issue has no tags yet, and one batch of events does not reach the limit.
  const entries = missing.map(({ hash, searchEntries: tags }) => ({ issueId: newIssues.get(hash) ?? '', tags }));
  const addedTags = distinctTags([...tagsByIssue(events, newIssueIdOf), ...entries]);
  const tags = await withoutSurplusKeys(batch, [...newTags, ...addedTags]);
  const users = countUsers(tags);
  const returned = findReturned(effects.watched, recentEvents, users, recentUsers.counts);

  const { issues, issueTags, activities, alertRules } = stores;
  const { id: projectId } = project;
  const arrival = latestArrival(events);
  const occurrences = [...groupBy(events, ({ hash }) => existing.get(hash)?.id)].flatMap(([id, group]) => {
    const stored = existing.get(group[0].hash);
    return stored ? [{ id, stored, ...summarizeOccurrences(group), userCount: users.get(id) ?? 0 }] : [];
  });
  await issues.recordOccurrences(projectId, occurrences);
  const regressedIssueIds = effects.regressions.map(({ issueId }) => issueId);
  await issues.reopen(projectId, regressedIssueIds, arrival);
  for (const [substatus, ids] of returned.bySubstatus) await issues.reopen(projectId, ids, arrival, substatus);
  if (recentUsers.added.length > 0) alertRules.addCounts(projectId, recentUsers.added);
  const assignments = assignmentsOf(ruleAssignments, newIds, arrival);
  const newActivities = [...effects.regressions, ...returned.activities, ...assignments.activities];
  await activities.insert(projectId, newActivities, activityIds);
  await issues.insert(
    projectId,
    missing.map((one) => ({ ...one, userCount: users.get(newIssues.get(one.hash) ?? '') ?? 0 })),
    newIds,
    arrival,
  );
  issues.assignNew(projectId, assignments.assignees);
  await issues.linkHashes(projectId, hashIssues.links);
  await issueTags.insert(projectId, tags);
  const issueIds = new Map(events.map(({ hash }) => [hash, existing.get(hash)?.id ?? newIssueIdOf(hash) ?? '']));
  return { issueIds, newIssues, regressedIssueIds, escalations: returned.escalations };
}

/** Reads the stored data about the issues of a batch, all at the same time, and allocates the ids of new rows. */
async function readForIssues(
  { stores, project: { id: projectId }, events }: Batch,
  { existing }: IssuesOfHashes,
  { regressions, watched }: StatusEffects,
  count: { readonly newIssues: number; readonly assignments: number },
) {
  const { issues, issueTags, activities } = stores;
  const [newIds, activityIds, recentEvents, recentUsers, newTags] = await Promise.all([
    issues.allocateIds(count.newIssues),
    activities.allocateIds(regressions.length + watched.length + count.assignments),
    countRecentEvents(stores, projectId, watched),
    countRecentUsers(stores, projectId, watched),
    issueTags.findNew(
      projectId,
      tagsByIssue(events, (hash) => existing.get(hash)?.id),
    ),
  ]);
  return { newIds, activityIds, recentEvents, recentUsers, newTags };
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

/**
 * Describes a new issue. Uses the description that the processing thread attached to an event, completed by the newest
 * one; else the newest event's body.
 */
function describeOpenedBy(events: EventGroup, newest: ProcessedEvent): SearchDescription {
  const { title, culprit } = newest;
  const described = events.find((event) => {
    return event.issueDescription !== undefined && event.title === title && event.culprit === culprit;
  });
  return described?.issueDescription ?? describeBody(newest.body, newest);
}

/**
 * Returns false for a tag with the key of a search entry. Clients may send such a tag; the issue is not found by it.
 */
function isNoSearchEntry({ key }: EventTag): boolean {
  return !key.startsWith(SEARCH_ENTRY_MARK);
}

/**
 * Removes the tags whose keys exceed the maximum number of keys of the project: issues are not found by them. Reads
 * nothing without new tags, and usually the project has all their keys already.
 * @param tags the tags that are new to their issues
 */
async function withoutSurplusKeys<Tag extends { readonly key: string }>(
  { stores: { issueTags }, project, events, caps: { tagKeys } }: Batch,
  tags: readonly Tag[],
): Promise<readonly Tag[]> {
  if (tags.length === 0) return tags;
  const newKeys = new Set(tags.map(({ key }) => key));
  const ofEvents = new Set(events.flatMap((event) => event.tags.map(({ key }) => key)));
  // The keys of stored tags are known.
  const keys = [...ofEvents].filter((key) => newKeys.has(key) && !UNLIMITED_KEYS.has(key));
  const knownKeys = await issueTags.findKeys(project.id, keys);
  const unknownKeys = keys.filter((key) => !knownKeys.has(key));
  if (unknownKeys.length === 0) return tags;
  const freeKeys = tagKeys - (await issueTags.countKeys(project.id, tagKeys));
  const surplus = new Set(unknownKeys.slice(Math.max(0, freeKeys)));
  return tags.filter(({ key }) => !surplus.has(key));
}

type EventGroup = readonly [ProcessedEvent, ...ProcessedEvent[]];

/** Summarizes the events of one issue. The newest of them describes it. */
function summarizeOccurrences(events: EventGroup): Omit<IssueOccurrences, 'id' | 'stored'> {
  const { title, culprit, type, level, platform, timestamp, eventId } = newestOf(events);
  const firstSeen = events.reduce((first, event) => Math.min(first, event.timestamp), timestamp);
  return {
    title,
    culprit,
    type,
    level,
    platform,
    firstSeen,
    lastSeen: timestamp,
    timesSeen: events.length,
    newestEventId: eventId,
  };
}

/** Returns the event that lists show first. */
function newestOf(events: EventGroup): ProcessedEvent {
  return events.reduce((newest, event) => (isNewer(event, newest) ? event : newest));
}

/** Returns true if lists show an event before the other one. */
function isNewer(event: ProcessedEvent, other: ProcessedEvent): boolean {
  return event.timestamp > other.timestamp || (event.timestamp === other.timestamp && event.eventId > other.eventId);
}

function latestArrival(events: readonly ProcessedEvent[]): number {
  return Math.max(...events.map(({ received }) => received));
}

/** Creates one alert for each new or regressed issue, about the first of its events. */
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
    const reason = reasonOf(reasons.get(issueId), event);
    reasons.delete(issueId);
    return reason === undefined ? [] : [{ eventId: event.eventId, issueId, reason, dateCreated: event.received }];
  });
}
