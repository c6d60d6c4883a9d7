import type { Alert, AlertChannel, AlertReason } from '../domain/alert';
import type { EventLabels, EventTag } from '../domain/event';
import type { ExistingIssue, NewIssue } from '../domain/issue';
import type { Project, ProjectFlag } from '../domain/project';
import type { IssueWriter } from '../store/issues';
import type { Writers } from '../store/stores';

/** An event ready to be saved: what assigns it to an issue, and what is stored of it. Plain data: it can be sent between threads. */
export interface ProcessedEvent extends EventLabels {
  /** 32 lower-case hexadecimal digits. */
  readonly eventId: string;
  /** Milliseconds since 1970, UTC. */
  readonly timestamp: number;
  readonly type: NewIssue['type'];
  readonly level: NewIssue['level'];
  readonly title: string;
  readonly culprit: string | null;
  /** Events with the same hash belong to the same issue: 32 lower-case hexadecimal digits. */
  readonly hash: string;
  /** Hash by the project's former grouping algorithm, while issues are still looked up by it. */
  readonly secondaryHash?: string | null;
  /** The contract's list record as JSON text, without its `groupID`. */
  readonly record: string;
  /** The compressed event body. */
  readonly body: Uint8Array;
  /** The tags of the record. Issues count their users by the values of the tag `user`. */
  readonly tags: readonly EventTag[];
  /** Flags to set on the project. */
  readonly flags: readonly ProjectFlag[];
  /** URLs of JavaScript files to fetch, because nothing is uploaded for them. Most events have none. */
  readonly requestedFiles?: readonly string[];
}

/** The part of a project that saving its events needs. */
export type IngestProject = Pick<Project, 'id' | 'organizationId' | 'firstEvent' | 'flags' | 'hasWebhook'>;

/** How saved events changed the issues of their project, apart from counts. */
export interface SavedEvents {
  /** Issues that the events opened. */
  readonly newIssueIds: readonly string[];
  /** Resolved issues that the events reopened. */
  readonly regressedIssueIds: readonly string[];
}

const NOTHING_SAVED: SavedEvents = { newIssueIds: [], regressedIssueIds: [] };

/**
 * Saves events of one project, assigns them to issues and queues alerts, all in the transaction of `stores`. The number of
 * statements grows with the number of issues, not of events. An event whose id is stored already changes nothing.
 * @param sendsMail whether the service can send mail to members about issues
 */
export async function saveEvents(
  stores: Writers,
  project: IngestProject,
  events: readonly ProcessedEvent[],
  sendsMail = false,
): Promise<SavedEvents> {
  const flags = missingFlags(
    project,
    events.flatMap((event) => event.flags),
  );
  if (flags.length > 0) await stores.projects.setFlags(project.id, flags);
  const newEvents = await withoutDuplicates(stores, project.id, events);
  if (newEvents.length === 0) return NOTHING_SAVED;

  const { existing, opened, regressedIssueIds } = await assignIssues(stores, project.id, newEvents);
  const issueIdOf = ({ hash }: ProcessedEvent) => existing.get(hash)?.id ?? opened.get(hash) ?? '';
  await stores.events.insert(
    project.id,
    newEvents.map((event) => ({ ...event, issueId: issueIdOf(event) })),
  );
  await stores.issueTags.record(
    project.id,
    newEvents.map((event) => ({ issueId: issueIdOf(event), tags: event.tags, isNew: opened.has(event.hash) })),
  );
  await stores.projects.recordEvents(project, newEvents);
  await stores.releases.recordEvents(project, newEvents, newEvents.filter(isFirstOf(opened)));
  await requestFetches(stores, project, newEvents);

  const saved: SavedEvents = { newIssueIds: [...opened.values()], regressedIssueIds };
  const channels = alertChannels(project, sendsMail);
  const alerts = channels.length === 0 ? [] : createAlerts(newEvents, issueIdOf, saved);
  if (alerts.length > 0) await stores.alerts.insert(project.id, channels, alerts);
  return saved;
}

/** Returns the flags that the project does not have yet, each once. */
export function missingFlags(project: Pick<Project, 'flags'>, flags: readonly ProjectFlag[]): ProjectFlag[] {
  return [...new Set(flags)].filter((flag) => !project.flags[flag]);
}

/** Returns the events whose ids are not stored; of events with the same id, the first. */
async function withoutDuplicates(
  { events: stored }: Writers,
  projectId: string,
  events: readonly ProcessedEvent[],
): Promise<ProcessedEvent[]> {
  const knownIds = await stored.findExistingIds(
    projectId,
    events.map(({ eventId }) => eventId),
  );
  return events.filter(({ eventId }) => !knownIds.has(eventId) && knownIds.add(eventId));
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

/** The issues of saved events, by hash. */
interface AssignedIssues {
  readonly existing: ReadonlyMap<string, ExistingIssue>;
  /** Ids of the issues that the events opened. */
  readonly opened: ReadonlyMap<string, string>;
  readonly regressedIssueIds: readonly string[];
}

/** Records the events in the issues that have their hashes, reopens those of them that were resolved, and opens the missing ones. */
async function assignIssues(
  { issues }: Writers,
  projectId: string,
  events: readonly ProcessedEvent[],
): Promise<AssignedIssues> {
  const eventsByHash = groupByHash(events);
  const existing = await issues.findByHashes(projectId, [...eventsByHash.keys()]);
  await linkBySecondaryHash(issues, projectId, events, existing);

  const groups = [...eventsByHash].map(([hash, group]) => ({ hash, ...summarizeOccurrences(group) }));
  const occurrences = groups
    .map((group) => ({ ...group, id: existing.get(group.hash)?.id ?? '' }))
    .filter(({ id }) => id !== '');
  await issues.recordOccurrences(projectId, occurrences);
  const regressedIssueIds = resolvedIdsOf(existing);
  await issues.reopen(projectId, regressedIssueIds, latestArrival(events));
  const opened = await issues.insert(
    projectId,
    groups.filter(({ hash }) => !existing.has(hash)),
  );
  return { existing, opened, regressedIssueIds };
}

type EventGroup = readonly [ProcessedEvent, ...ProcessedEvent[]];

function groupByHash(events: readonly ProcessedEvent[]): Map<string, EventGroup> {
  const groups = new Map<string, [ProcessedEvent, ...ProcessedEvent[]]>();
  for (const event of events) {
    const group = groups.get(event.hash);
    if (group === undefined) groups.set(event.hash, [event]);
    else group.push(event);
  }
  return groups;
}

/** Returns each id once: several hashes may lead to one issue. */
function resolvedIdsOf(issuesByHash: ReadonlyMap<string, ExistingIssue>): string[] {
  return [...new Set([...issuesByHash.values()].filter(({ status }) => status === 'resolved').map(({ id }) => id))];
}

/**
 * Links the hashes that have no issue to the issue of their secondary hash, if there is one, and adds them to `existing`. Without
 * secondary hashes this costs no statement.
 */
async function linkBySecondaryHash(
  issues: Pick<IssueWriter, 'findByHashes' | 'linkHashes'>,
  projectId: string,
  events: readonly ProcessedEvent[],
  existing: Map<string, ExistingIssue>,
): Promise<void> {
  const secondaryHashes = new Map(
    events.flatMap(({ hash, secondaryHash }) =>
      existing.has(hash) || !secondaryHash ? [] : [[hash, secondaryHash] as const],
    ),
  );
  if (secondaryHashes.size === 0) return;
  const found = await issues.findByHashes(projectId, [...new Set(secondaryHashes.values())]);
  const links = [...secondaryHashes].flatMap(([hash, olderHash]) => {
    const issue = found.get(olderHash);
    return issue === undefined ? [] : [{ hash, olderHash, issue }];
  });
  for (const { hash, issue } of links) existing.set(hash, issue);
  await issues.linkHashes(projectId, links);
}

/** Summarizes events with the same hash. If they open an issue, it is described by the first of them. */
function summarizeOccurrences(events: EventGroup): Omit<NewIssue, 'hash'> {
  const times = events.map(({ timestamp }) => timestamp);
  const { title, culprit, type, level, platform } = events[0];
  return {
    ...{ title, culprit, type, level, platform },
    firstSeen: Math.min(...times),
    lastSeen: Math.max(...times),
    timesSeen: events.length,
  };
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
export function alertChannels({ hasWebhook }: Pick<Project, 'hasWebhook'>, sendsMail: boolean): AlertChannel[] {
  return [...(sendsMail ? (['mail'] as const) : []), ...(hasWebhook ? (['webhook'] as const) : [])];
}

/** Creates one alert for each issue that is new or regressed, about the first of its events. */
export function createAlerts(
  events: readonly ProcessedEvent[],
  issueIdOf: (event: ProcessedEvent) => string,
  { newIssueIds, regressedIssueIds }: SavedEvents,
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
