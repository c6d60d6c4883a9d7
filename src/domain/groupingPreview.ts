import type { EventKey } from './event';
import type { ProjectSettings } from './project';
import type { ActivityActor } from './issue';
import type { MergeChange, StateChange } from './issueState';

/** The settings that decide how events are grouped. */
export type GroupingRules = Pick<ProjectSettings, 'groupingConfig' | 'groupingEnhancements' | 'fingerprintingRules'>;

/** Returns the settings of a project that decide how events are grouped. */
export function rulesOf({ groupingConfig, groupingEnhancements, fingerprintingRules }: GroupingRules): GroupingRules {
  return { groupingConfig, groupingEnhancements, fingerprintingRules };
}

/** The events of an issue that would have one hash. */
export interface DraftGroup {
  readonly issueId: string;
  /** The hash by the draft; the hash with which the events were stored if the draft does not change it. */
  readonly hash: string;
  readonly events: number;
  /** Id of the newest of these events. */
  readonly eventId: string;
}

/** A preview of other grouping settings over the newest events of a project. */
export interface GroupingPreview {
  readonly id: string;
  readonly projectId: string;
  readonly organizationId: string;
  /** Milliseconds since 1970, UTC. */
  readonly requestedAt: number;
  /** The settings of the project when the preview was requested. */
  readonly present: GroupingRules;
  readonly draft: GroupingRules;
  /** The event before the first one of the next step; null at the beginning. */
  readonly position: EventKey | null;
  /** Number of events that were grouped. */
  readonly lookedAt: number;
  readonly isDone: boolean;
  readonly groups: readonly DraftGroup[];
}

/** Number of events that a preview groups: the newest ones. */
export const MAX_REGROUPED_EVENTS = 10_000;

/** Adds events to groups. @param added groups of one event each, in the order of the events */
export function addToGroups(groups: readonly DraftGroup[], added: readonly DraftGroup[]): DraftGroup[] {
  const merged = new Map<string, DraftGroup>();
  for (const group of [...groups, ...added]) {
    const key = `${group.issueId} ${group.hash}`;
    const former = merged.get(key);
    merged.set(key, former === undefined ? group : { ...former, events: former.events + group.events });
  }
  return [...merged.values()];
}

/** Events of an issue that would be one issue, or a part of one. */
interface PreviewedGroup {
  readonly events: number;
  readonly eventId: string;
  /** Ids of the other issues whose events would be in the same issue. */
  readonly joins: readonly string[];
}

/** An issue that would not stay as it is. */
interface PreviewedChange {
  readonly issueId: string;
  /** `split` if its events would be in several issues; `join` if all would be in one issue with events of others. */
  readonly outcome: 'split' | 'join';
  readonly events: number;
  /** The largest group first. */
  readonly groups: readonly PreviewedGroup[];
}

/** The changes that a draft would make. */
export interface PreviewOutcome {
  /** Number of issues whose events would stay together, without events of other issues. */
  readonly stay: number;
  /** The other issues, the one with the most events first. */
  readonly changes: readonly PreviewedChange[];
}

/**
 * Finds the issues that would split or join, and counts the others. Events with the hash of an issue would be in this
 * issue, events with a new hash in one issue for each hash.
 */
export function comparePreview(
  groups: readonly DraftGroup[],
  issueOfHash: ReadonlyMap<string, string>,
): PreviewOutcome {
  const targetOf = ({ hash }: DraftGroup) => {
    const issueId = issueOfHash.get(hash);
    return issueId === undefined ? `hash ${hash}` : `issue ${issueId}`;
  };
  const issues = new Map<string, Map<string, DraftGroup>>();
  const members = new Map<string, Set<string>>();
  for (const group of groups) {
    const target = targetOf(group);
    const targets = issues.get(group.issueId) ?? new Map<string, DraftGroup>();
    const former = targets.get(target);
    targets.set(target, former === undefined ? group : { ...former, events: former.events + group.events });
    issues.set(group.issueId, targets);
    members.set(target, (members.get(target) ?? new Set()).add(group.issueId));
  }
  const changes: PreviewedChange[] = [];
  for (const [issueId, targets] of issues) {
    const parts = [...targets].map(([target, { events, eventId }]) => {
      const joins = [...(members.get(target) ?? [])].filter((id) => id !== issueId);
      // An issue that has no event among the newest may own the hash.
      const owner = target.startsWith('issue ') ? target.slice('issue '.length) : issueId;
      return { events, eventId, joins: owner === issueId || joins.includes(owner) ? joins : [...joins, owner] };
    });
    const isJoined = parts.some(({ joins }) => joins.length > 0);
    if (parts.length === 1 && !isJoined) continue;
    changes.push({
      issueId,
      outcome: parts.length > 1 ? 'split' : 'join',
      events: parts.reduce((sum, { events }) => sum + events, 0),
      groups: parts.sort((a, b) => b.events - a.events),
    });
  }
  changes.sort((a, b) => b.events - a.events);
  return { stay: issues.size - changes.length, changes };
}

/**
 * The phase of a regrouping: `hashing` gives events the hashes of the draft, `moving` moves them to the issues of their
 * hashes; `restoring` and `returning` undo the two.
 */
type RegroupingPhase = 'hashing' | 'moving' | 'done' | 'restoring' | 'returning' | 'undone';

/** A completed step, which can be undone. */
export type RegroupingMove =
  /** A new issue got events of `from`. */
  | { readonly kind: 'split'; readonly from: string; readonly into: string; readonly hash: string }
  /** An existing issue got events of `from`, which remains. */
  | { readonly kind: 'move'; readonly from: string; readonly into: string }
  /** An issue was merged into another one, whose state may have become that of the merged one. */
  | { readonly kind: 'join'; readonly merge: MergeChange; readonly state: StateChange | null };

/** Numbers of issues and events that were changed so far. */
interface RegroupingCounts {
  /** Number of issues that lost events to others and remain. */
  readonly split: number;
  /** Number of issues that were merged into others. */
  readonly joined: number;
  /** Number of issues that are too large, or were changed by others meanwhile. */
  readonly skipped: number;
  readonly moved: number;
}

/** The regrouping of the newest events of a project by the draft of a preview. */
export interface Regrouping {
  /** The id of the preview. */
  readonly id: string;
  readonly projectId: string;
  readonly organizationId: string;
  /** Number of committed steps: a step that another process did has no effect. */
  readonly step: number;
  readonly dueAt: number | null;
  /** Milliseconds since 1970, UTC. */
  readonly appliedAt: number;
  readonly changeId: string;
  readonly actor: ActivityActor;
  readonly present: GroupingRules;
  readonly draft: GroupingRules;
  readonly phase: RegroupingPhase;
  /** The event before the first one of the next step of `hashing`; null at the beginning. */
  readonly position: EventKey | null;
  readonly eventsRead: number;
  /** False if all events of the project were read. */
  readonly hasOlderEvents: boolean;
  /** Id of each issue with events that have a new hash, and these hashes. */
  readonly issues: readonly RegroupedIssue[];
  /** Number of these issues whose events were moved. */
  readonly settled: number;
  readonly moves: readonly RegroupingMove[];
  readonly counts: RegroupingCounts;
  /** Number of moves that undoing could not take back. */
  readonly kept: number;
  /** Whether undoing has restored the settings; absent before. */
  readonly settings?: 'restored' | 'kept';
}

/** True while steps of the regrouping, or of undoing it, are left. */
export function isRunning({ phase }: Pick<Regrouping, 'phase'>): boolean {
  return phase !== 'done' && phase !== 'undone';
}

/** The changed hashes of an issue. */
export type RegroupedIssue = readonly [issueId: string, hashes: readonly string[]];

/** Adds the new hash of an event of an issue. */
export function addHashes(
  issues: readonly RegroupedIssue[],
  changed: readonly Pick<DraftGroup, 'issueId' | 'hash'>[],
): RegroupedIssue[] {
  const hashes = new Map(issues.map(([id, ofIssue]) => [id, new Set(ofIssue)]));
  for (const { issueId, hash } of changed) hashes.set(issueId, (hashes.get(issueId) ?? new Set<string>()).add(hash));
  return [...hashes].map(([id, ofIssue]) => [id, [...ofIssue]]);
}

/**
 * Assigns hashes that no issue owns to issues. An issue keeps one part of its events: the largest one whose hash is not
 * assigned to an issue with a larger part. Hashes that are not in the result get new issues.
 */
export function assignHashes(
  groups: readonly DraftGroup[],
  issueOfHash: ReadonlyMap<string, string>,
): Map<string, string> {
  const assigned = new Set(groups.flatMap(({ issueId, hash }) => (issueOfHash.get(hash) === issueId ? [issueId] : [])));
  const issueOfNewHash = new Map<string, string>();
  for (const { issueId, hash } of groups.toSorted((one, other) => other.events - one.events)) {
    if (issueOfHash.has(hash) || issueOfNewHash.has(hash) || assigned.has(issueId)) continue;
    issueOfNewHash.set(hash, issueId);
    assigned.add(issueId);
  }
  return issueOfNewHash;
}

/** Describes in one sentence the changes of a regrouping, and the events and issues that it left out. */
export function sentenceOf({ phase, counts, hasOlderEvents, kept, settings }: Regrouping): string {
  const { split, joined, moved, skipped } = counts;
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
  if (phase === 'restoring' || phase === 'returning' || phase === 'undone') {
    const events = phase === 'undone' ? 'The events are in their former issues' : 'The events return to their issues';
    const except = kept === 0 ? '' : `, except for ${count(kept, 'change')} of issues that others have changed since`;
    const ofSettings = settings === 'restored' ? 'are as before' : 'stay, because they were changed since';
    return `${events}${except}; the settings ${ofSettings}.`;
  }
  const done = `${count(split, 'issue')} split and ${count(joined, 'issue')} joined others, with ${count(moved, 'moved event')}`;
  const left = [
    ...(hasOlderEvents ? [`events older than the newest ${MAX_REGROUPED_EVENTS}`] : []),
    ...(skipped > 0
      ? [`${count(skipped, 'issue')} that ${skipped === 1 ? 'is' : 'are'} too large or changed meanwhile`]
      : []),
  ];
  return left.length === 0 ? `${done}.` : `${done}; not regrouped: ${left.join(', and ')}.`;
}
