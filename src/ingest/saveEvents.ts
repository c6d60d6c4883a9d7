import type { Alert, AlertChannel, AlertReason } from '../domain/alert';
import type { EventLabels, EventTag } from '../domain/event';
import type { ExistingIssue, NewIssue } from '../domain/issue';
import type { Project, ProjectFlag } from '../domain/project';
import type { IssueWriter } from '../store/issues';
import type { Writers } from '../store/stores';

/** An event as it is stored: what it takes to put it into its issue, and the bytes. Plain data, which threads can hand over. */
export interface ProcessedEvent extends EventLabels {
  /** 32 lower-case hexadecimal digits. */
  readonly eventId: string;
  /** Milliseconds since 1970, UTC. */
  readonly timestamp: number;
  readonly type: NewIssue['type'];
  readonly level: NewIssue['level'];
  readonly title: string;
  readonly culprit: string | null;
  /** Which issue it belongs to: 32 lower-case hexadecimal digits. */
  readonly hash: string;
  /** What an older algorithm makes of it, while its issues are still looked up. */
  readonly secondaryHash?: string | null;
  /** The list record as JSON text, without the issue. */
  readonly record: string;
  readonly body: Uint8Array;
  /** Those of the record; the value of `user` says who was affected. */
  readonly tags: readonly EventTag[];
  /** What it shows of the project beside the error. */
  readonly flags: readonly ProjectFlag[];
  /** Addresses of files to be fetched because nothing is uploaded for them; most events have none. */
  readonly requestedFiles?: readonly string[];
}

/** What a project is to the events that come in. */
export type IngestProject = Pick<Project, 'id' | 'organizationId' | 'firstEvent' | 'flags' | 'hasWebhook'>;

/** What events changed beside counts: ids of issues that the first of their kind opened, and of resolved ones that were seen again. */
export interface SavedEvents {
  readonly newIssueIds: readonly string[];
  readonly regressedIssueIds: readonly string[];
}

const NOTHING_SAVED: SavedEvents = { newIssueIds: [], regressedIssueIds: [] };

/**
 * Puts events of one project into their issues, inside one transaction, in a number of statements that grows with the issues and
 * not with the events. The first event of an id stays; a repeat changes nothing. What is to be told of their issues is queued with them.
 * @param sendsMail whether there is a way to tell members
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
  const fresh = await withoutDuplicates(stores, project.id, events);
  if (fresh.length === 0) return NOTHING_SAVED;
  const { known, opened, regressed } = await assignIssues(stores, project.id, fresh);
  const issueOf = ({ hash }: ProcessedEvent) => known.get(hash)?.id ?? opened.get(hash) ?? '';
  await stores.events.insert(
    project.id,
    fresh.map((event) => ({ ...event, issueId: issueOf(event) })),
  );
  await stores.issueTags.record(
    project.id,
    fresh.map((event) => ({ issueId: issueOf(event), tags: event.tags, isNew: opened.has(event.hash) })),
  );
  await stores.projects.recordEvents(project, fresh);
  await stores.releases.recordEvents(project, fresh, fresh.filter(isFirstOf(opened)));
  await requestFetches(stores, project, fresh);
  const digestion: SavedEvents = { newIssueIds: [...opened.values()], regressedIssueIds: regressed };
  const channels = alertChannels(project, sendsMail);
  const alerts = channels.length === 0 ? [] : createAlerts(fresh, issueOf, digestion);
  if (alerts.length > 0) await stores.alerts.insert(project.id, channels, alerts);
  return digestion;
}

/** The flags among `flags` that the project does not have yet; those it has cost no statement. */
export function missingFlags(project: Pick<Project, 'flags'>, flags: readonly ProjectFlag[]): ProjectFlag[] {
  return [...new Set(flags)].filter((flag) => !project.flags[flag]);
}

async function withoutDuplicates(
  { events }: Writers,
  projectId: string,
  given: readonly ProcessedEvent[],
): Promise<ProcessedEvent[]> {
  const seen = await events.findExistingIds(
    projectId,
    given.map(({ eventId }) => eventId),
  );
  return given.filter(({ eventId }) => !seen.has(eventId) && seen.add(eventId));
}

/** Asks for the files that events point to; nearly always there are none, which costs no statement. */
async function requestFetches(
  stores: Writers,
  project: IngestProject,
  events: readonly ProcessedEvent[],
): Promise<void> {
  const urls = new Set(events.flatMap(({ requestedFiles }) => requestedFiles ?? []));
  if (urls.size > 0)
    await stores.fetchAttempts.request(project, [...urls], Math.max(...events.map(({ received }) => received)));
}

/** Issues by hash: those there were, and the ids of those that these events open. A resolved one that is seen again is reopened. */
async function assignIssues({ issues }: Writers, projectId: string, events: readonly ProcessedEvent[]) {
  const byHash = new Map<string, ProcessedEvent[]>();
  for (const event of events) {
    const kin = byHash.get(event.hash);
    if (kin === undefined) byHash.set(event.hash, [event]);
    else kin.push(event);
  }
  const known = await issues.findByHashes(projectId, [...byHash.keys()]);
  await adoptBySecondaryHash(issues, projectId, events, known);
  const groups = [...byHash].map(([hash, kin]) => ({ hash, ...summarizeOccurrences(kin) }));
  const seen = groups
    .flatMap((group) => ({ ...group, id: known.get(group.hash)?.id ?? '' }))
    .filter(({ id }) => id !== '');
  await issues.recordOccurrences(projectId, seen);
  const regressed = resolvedOf(known);
  await issues.reopen(projectId, regressed, Math.max(...events.map(({ received }) => received)));
  const opened = await issues.insert(
    projectId,
    groups.filter(({ hash }) => !known.has(hash)),
  );
  return { known, opened, regressed };
}

/** Once each: several hashes may lead to one issue. */
function resolvedOf(known: ReadonlyMap<string, ExistingIssue>): string[] {
  return [...new Set([...known.values()].filter(({ status }) => status === 'resolved').map(({ id }) => id))];
}

/**
 * Events whose hash nobody knows belong to the issue that owns their secondary hash, if one does: the hash is bound to it and added
 * to `known`. Without secondary hashes this costs no statement.
 */
async function adoptBySecondaryHash<Known>(
  issues: Pick<IssueWriter, 'linkHashes'> & {
    findByHashes(projectId: string, hashes: readonly string[]): Promise<Map<string, Known>>;
  },
  projectId: string,
  events: readonly ProcessedEvent[],
  known: Map<string, Known>,
): Promise<void> {
  const older = new Map(
    events.flatMap(({ hash, secondaryHash }) =>
      known.has(hash) || !secondaryHash ? [] : [[hash, secondaryHash] as const],
    ),
  );
  if (older.size === 0) return;
  const found = await issues.findByHashes(projectId, [...new Set(older.values())]);
  const adopted = [...older].flatMap(([hash, olderHash]) => {
    const issue = found.get(olderHash);
    return issue === undefined ? [] : [{ hash, olderHash, issue }];
  });
  for (const { hash, issue } of adopted) known.set(hash, issue);
  await issues.linkHashes(projectId, adopted);
}

/** What events of one kind tell together; the first of them names the issue they may open. */
function summarizeOccurrences(kin: readonly ProcessedEvent[]): Omit<NewIssue, 'hash'> {
  const times = kin.map(({ timestamp }) => timestamp);
  const [first] = kin as readonly [ProcessedEvent];
  const { title, culprit, type, level, platform } = first;
  return {
    title,
    culprit,
    type,
    level,
    platform,
    firstSeen: Math.min(...times),
    lastSeen: Math.max(...times),
    timesSeen: kin.length,
  };
}

/** Whether an event is the first of an issue, of those in the order they came. */
function isFirstOf(opened: ReadonlyMap<string, string>): (event: ProcessedEvent) => boolean {
  const left = new Set(opened.keys());
  return ({ hash }) => left.delete(hash);
}

/** How a project's alerts are told; nearly all projects without mails have no way, and pay for none. */
export function alertChannels({ hasWebhook }: Pick<Project, 'hasWebhook'>, sendsMail: boolean): AlertChannel[] {
  return [...(sendsMail ? (['mail'] as const) : []), ...(hasWebhook ? (['webhook'] as const) : [])];
}

/** One alert for each issue that is new or came back, told by the first of its events. */
export function createAlerts(
  events: readonly ProcessedEvent[],
  issueOf: (event: ProcessedEvent) => string,
  { newIssueIds: opened, regressedIssueIds: regressed }: SavedEvents,
): Alert[] {
  const reasons = new Map<string, AlertReason>();
  opened.forEach((id) => reasons.set(id, 'new'));
  regressed.forEach((id) => reasons.set(id, 'regression'));
  return events.flatMap((event) => {
    const issueId = issueOf(event);
    const reason = reasons.get(issueId);
    reasons.delete(issueId);
    return reason === undefined ? [] : [{ eventId: event.eventId, issueId, reason, dateCreated: event.received }];
  });
}
