import type { ActivityActor } from './activity';
import type { EventKey } from './event';
import { type DraftGroup, type GroupingRules, MAX_REGROUPED_EVENTS } from './groupingPreview';
import type { MergeChange, StateChange } from './issueState';

/**
 * Where the work on a regrouping is: `hashing` gives events the hashes of the draft, `moving` moves them to the issues
 * of their hashes; `restoring` and `returning` undo the two.
 */
type RegroupingPhase = 'hashing' | 'moving' | 'done' | 'restoring' | 'returning' | 'undone';

/** A step that undoing takes back. */
export type RegroupingMove =
  /** A new issue got events of `from`. */
  | { readonly kind: 'split'; readonly from: string; readonly into: string; readonly hash: string }
  /** An existing issue got events of `from`, which remains. */
  | { readonly kind: 'move'; readonly from: string; readonly into: string }
  /** An issue was merged into another one, whose state may have become that of the merged one. */
  | { readonly kind: 'join'; readonly merge: MergeChange; readonly state: StateChange | null };

/** What was done so far. */
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
  const hashes = new Map(issues.map(([id, known]) => [id, new Set(known)]));
  for (const { issueId, hash } of changed) hashes.set(issueId, (hashes.get(issueId) ?? new Set<string>()).add(hash));
  return [...hashes].map(([id, known]) => [id, [...known]]);
}

/**
 * Returns the issue that goes on with each hash that no issue owns. An issue goes on with one part of its events, the
 * largest that no larger issue goes on with; hashes that are missing get new issues.
 */
export function homesOf(groups: readonly DraftGroup[], issueOfHash: ReadonlyMap<string, string>): Map<string, string> {
  const atHome = new Set(groups.flatMap(({ issueId, hash }) => (issueOfHash.get(hash) === issueId ? [issueId] : [])));
  const homes = new Map<string, string>();
  for (const { issueId, hash } of groups.toSorted((one, other) => other.events - one.events)) {
    if (issueOfHash.has(hash) || homes.has(hash) || atHome.has(issueId)) continue;
    homes.set(hash, issueId);
    atHome.add(issueId);
  }
  return homes;
}

/** Says in one sentence what a regrouping has done, and what not. */
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
