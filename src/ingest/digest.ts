import type { EventLabels, EventTag } from '../domain/event';
import type { KnownIssue, NewIssue } from '../domain/issue';
import type { Project, ProjectFlag } from '../domain/project';
import type { IssueWriter } from '../store/issueStores';
import type { Writers } from '../store/stores';
import { alertsOf, channelsOf } from './alerts';

/** An event as it is stored: what it takes to put it into its issue, and the bytes. Plain data, which threads can hand over. */
export interface PreparedEvent extends EventLabels {
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
export type DigestedProject = Pick<Project, 'id' | 'organizationId' | 'firstEvent' | 'flags' | 'hasWebhook'>;

/** What events changed beside counts: ids of issues that the first of their kind opened, and of resolved ones that were seen again. */
export interface Digestion {
  readonly opened: readonly string[];
  readonly regressed: readonly string[];
}

const NOTHING: Digestion = { opened: [], regressed: [] };

/**
 * Puts events of one project into their issues, inside one transaction, in a number of statements that grows with the issues and
 * not with the events. The first event of an id stays; a repeat changes nothing. What is to be told of their issues is queued with them.
 * @param tellsMembers whether there is a way to tell members
 */
export async function digest(
  stores: Writers,
  project: DigestedProject,
  events: readonly PreparedEvent[],
  tellsMembers = false,
): Promise<Digestion> {
  const flags = missingFlags(
    project,
    events.flatMap((event) => event.flags),
  );
  if (flags.length > 0) await stores.projects.raiseFlags(project.id, flags);
  const fresh = await dropRepeats(stores, project.id, events);
  if (fresh.length === 0) return NOTHING;
  const { known, opened, regressed } = await placeInIssues(stores, project.id, fresh);
  const issueOf = ({ hash }: PreparedEvent) => known.get(hash)?.id ?? opened.get(hash) ?? '';
  await stores.events.insert(
    project.id,
    fresh.map((event) => ({ ...event, issueId: issueOf(event) })),
  );
  await stores.issues.tag(
    project.id,
    fresh.map((event) => ({ issueId: issueOf(event), tags: event.tags, isNew: opened.has(event.hash) })),
  );
  await stores.events.note(project, fresh, fresh.filter(isFirstOf(opened)));
  await requestFiles(stores, project, fresh);
  const digestion: Digestion = { opened: [...opened.values()], regressed };
  const channels = channelsOf(project, tellsMembers);
  const alerts = channels.length === 0 ? [] : alertsOf(fresh, issueOf, digestion);
  if (alerts.length > 0) await stores.alerts.insert(project.id, channels, alerts);
  return digestion;
}

/** The flags among `flags` that the project does not have yet; those it has cost no statement. */
export function missingFlags(project: Pick<Project, 'flags'>, flags: readonly ProjectFlag[]): ProjectFlag[] {
  return [...new Set(flags)].filter((flag) => !project.flags[flag]);
}

async function dropRepeats(
  { events }: Writers,
  projectId: string,
  given: readonly PreparedEvent[],
): Promise<PreparedEvent[]> {
  const seen = await events.known(
    projectId,
    given.map(({ eventId }) => eventId),
  );
  return given.filter(({ eventId }) => !seen.has(eventId) && seen.add(eventId));
}

/** Asks for the files that events point to; nearly always there are none, which costs no statement. */
async function requestFiles(
  stores: Writers,
  project: DigestedProject,
  events: readonly PreparedEvent[],
): Promise<void> {
  const urls = new Set(events.flatMap(({ requestedFiles }) => requestedFiles ?? []));
  if (urls.size > 0)
    await stores.scrapings.request(project, [...urls], Math.max(...events.map(({ received }) => received)));
}

/** Issues by hash: those there were, and the ids of those that these events open. A resolved one that is seen again is reopened. */
async function placeInIssues({ issues }: Writers, projectId: string, events: readonly PreparedEvent[]) {
  const byHash = new Map<string, PreparedEvent[]>();
  for (const event of events) {
    const kin = byHash.get(event.hash);
    if (kin === undefined) byHash.set(event.hash, [event]);
    else kin.push(event);
  }
  const known = await issues.findByHashes(projectId, [...byHash.keys()]);
  await adoptBySecondaryHash(issues, projectId, events, known);
  const groups = [...byHash].map(([hash, kin]) => ({ hash, ...sighting(kin) }));
  const seen = groups
    .flatMap((group) => ({ ...group, id: known.get(group.hash)?.id ?? '' }))
    .filter(({ id }) => id !== '');
  await issues.see(projectId, seen);
  const regressed = resolvedOf(known);
  await issues.reopen(projectId, regressed, Math.max(...events.map(({ received }) => received)));
  const opened = await issues.insert(
    projectId,
    groups.filter(({ hash }) => !known.has(hash)),
  );
  return { known, opened, regressed };
}

/** Once each: several hashes may lead to one issue. */
function resolvedOf(known: ReadonlyMap<string, KnownIssue>): string[] {
  return [...new Set([...known.values()].filter(({ status }) => status === 'resolved').map(({ id }) => id))];
}

/**
 * Events whose hash nobody knows belong to the issue that owns their secondary hash, if one does: the hash is bound to it and added
 * to `known`. Without secondary hashes this costs no statement.
 */
async function adoptBySecondaryHash<Known>(
  issues: Pick<IssueWriter, 'adopt'> & {
    findByHashes(projectId: string, hashes: readonly string[]): Promise<Map<string, Known>>;
  },
  projectId: string,
  events: readonly PreparedEvent[],
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
  await issues.adopt(projectId, adopted);
}

/** What events of one kind tell together; the first of them names the issue they may open. */
function sighting(kin: readonly PreparedEvent[]): Omit<NewIssue, 'hash'> {
  const times = kin.map(({ timestamp }) => timestamp);
  const [first] = kin as readonly [PreparedEvent];
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
function isFirstOf(opened: ReadonlyMap<string, string>): (event: PreparedEvent) => boolean {
  const left = new Set(opened.keys());
  return ({ hash }) => left.delete(hash);
}
