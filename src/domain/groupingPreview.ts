import type { EventKey } from './event';
import type { ProjectSettings } from './project';

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
    const known = merged.get(key);
    merged.set(key, known === undefined ? group : { ...known, events: known.events + group.events });
  }
  return [...merged.values()];
}

/** A part of the events of an issue, which would be one issue, or a part of one. */
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

/** What a draft would change. */
export interface PreviewOutcome {
  /** Number of issues whose events would stay together, apart from those of others. */
  readonly stay: number;
  /** The other issues, those with most events first. */
  readonly changes: readonly PreviewedChange[];
}

/**
 * Says which issues would split, join or stay. Events with a known hash would be in the issue of this hash, events with
 * a new hash in one issue for each hash.
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
    const known = targets.get(target);
    targets.set(target, known === undefined ? group : { ...known, events: known.events + group.events });
    issues.set(group.issueId, targets);
    members.set(target, (members.get(target) ?? new Set()).add(group.issueId));
  }
  const changes: PreviewedChange[] = [];
  for (const [issueId, targets] of issues) {
    const shown = [...targets].map(([target, { events, eventId }]) => {
      const joins = [...(members.get(target) ?? [])].filter((id) => id !== issueId);
      // An issue that has no event among the newest may own the hash.
      const owner = target.startsWith('issue ') ? target.slice('issue '.length) : issueId;
      return { events, eventId, joins: owner === issueId || joins.includes(owner) ? joins : [...joins, owner] };
    });
    const isJoined = shown.some(({ joins }) => joins.length > 0);
    if (shown.length === 1 && !isJoined) continue;
    changes.push({
      issueId,
      outcome: shown.length > 1 ? 'split' : 'join',
      events: shown.reduce((sum, { events }) => sum + events, 0),
      groups: shown.sort((a, b) => b.events - a.events),
    });
  }
  changes.sort((a, b) => b.events - a.events);
  return { stay: issues.size - changes.length, changes };
}
