import type { ExistingIssue, HashLink } from '../domain/issue';
import type { Writers } from '../store/stores';

/** Number of hashes that a thread remembers; they take a megabyte of memory. */
const REMEMBERED_HASHES = 2 ** 18;

/**
 * Grouping hashes that a thread has processed. A hash replaces another one with the same first digits, which bounds the
 * memory; a replaced hash counts as new again.
 */
export class RecentHashes {
  readonly #marks = new Uint32Array(REMEMBERED_HASHES);

  /** Remembers a hash of a project. Returns true if it is new. @param hash 32 hexadecimal digits */
  add(projectId: string, hash: string): boolean {
    const project = Math.imul(Number(projectId), 0x9e3779b1);
    const place = (parseInt(hash.slice(0, 8), 16) ^ project) >>> 14;
    // Empty places have the mark 0.
    const mark = (parseInt(hash.slice(8, 16), 16) ^ project) >>> 0 || 1;
    if (this.#marks[place] === mark) return false;
    this.#marks[place] = mark;
    return true;
  }
}

/*
 * Finds the issues to which the events of a batch belong, by the hashes of the events.
 */

/** The hashes of an event; `ProcessedEvent` describes them. */
interface WithHashes {
  readonly hash: string;
  readonly secondaryHash?: string | null;
  readonly unresolvedHashes?: readonly string[] | undefined;
}

/** Returns all hashes by which an issue of the events may be found. */
export function hashesOf(events: readonly WithHashes[]): string[] {
  const hashes = new Set<string>();
  for (const { hash, secondaryHash, unresolvedHashes = [] } of events) {
    hashes.add(hash).add(secondaryHash ?? hash);
    for (const unresolvedHash of unresolvedHashes) hashes.add(unresolvedHash);
  }
  return [...hashes];
}

/** Stored state of the hashes of a batch. */
export interface KnownHashes {
  readonly issuesByHash: ReadonlyMap<string, ExistingIssue>;
  /** Hashes without source maps that have passed on their issue: another hash has taken it over. */
  readonly passedOn: ReadonlySet<string>;
}

/**
 * Reads which hashes without source maps have passed on their issue. These hashes are coarse, so only one error takes
 * over the issue. Reads nothing unless an event needs one of them.
 */
export async function findPassedOn(
  { issues }: Writers,
  projectId: string,
  events: readonly WithHashes[],
  issuesByHash: ReadonlyMap<string, ExistingIssue>,
): Promise<ReadonlySet<string>> {
  const unmatched = events.filter(
    ({ hash, unresolvedHashes }) => unresolvedHashes !== undefined && !issuesByHash.has(hash),
  );
  const hashes = unmatched.flatMap(({ unresolvedHashes = [] }) =>
    unresolvedHashes.filter((hash) => issuesByHash.has(hash)),
  );
  return hashes.length === 0 ? new Set() : issues.findPassedOn(projectId, [...new Set(hashes)]);
}

/** The issues to which the hashes of events lead. Each hash is in one of the two maps. */
export interface IssuesOfHashes {
  /** Hash → the stored issue to which it leads. */
  readonly existing: Map<string, ExistingIssue>;
  /** Hash without a stored issue → hash of the event that opens its issue. */
  readonly openedBy: Map<string, string>;
  /** Hashes that get the issue of another hash. A hash may be linked to one that is linked before it. */
  readonly links: HashLink[];
}

/**
 * Finds the issue of each event as if they were saved one by one: the issue of its hash, else of its secondary hash,
 * else of its hash without source maps, else a new issue. Earlier events of the batch are taken into account.
 */
export function findIssues(events: readonly WithHashes[], { issuesByHash, passedOn }: KnownHashes): IssuesOfHashes {
  const issues: IssuesOfHashes = { existing: new Map(), openedBy: new Map(), links: [] };
  const { existing, openedBy, links } = issues;
  const taken = new Set(passedOn);
  const hasIssue = (hash: string) => existing.has(hash) || openedBy.has(hash) || issuesByHash.has(hash);
  for (const { hash, secondaryHash, unresolvedHashes = [] } of events) {
    if (existing.has(hash) || openedBy.has(hash)) continue;
    const secondary = typeof secondaryHash === 'string' && hasIssue(secondaryHash) ? secondaryHash : undefined;
    const inherited = secondary ?? unresolvedHashes.find((one) => hasIssue(one) && !taken.has(one));
    const olderHash = issuesByHash.has(hash) ? hash : (inherited ?? hash);
    const issue = existing.get(olderHash) ?? issuesByHash.get(olderHash);
    if (issue === undefined) openedBy.set(hash, openedBy.get(olderHash) ?? hash);
    else existing.set(hash, issue);
    if (olderHash === hash) continue;
    const passesOn = olderHash !== secondary;
    links.push({ hash, olderHash, passesOn });
    if (passesOn) taken.add(olderHash);
  }
  return issues;
}

/** The events of a batch that may be saved, and the refused ones. */
interface AcceptedEvents<Event> {
  readonly accepted: readonly Event[];
  readonly refused: ReadonlySet<Event>;
}

/** Refuses the events that would open more issues than the project may. */
export function refuseNewIssues<Event extends WithHashes>(
  events: readonly Event[],
  knownHashes: KnownHashes,
  mayOpen: number,
): AcceptedEvents<Event> {
  if (events.length <= mayOpen) return { accepted: events, refused: new Set() };
  const { openedBy } = findIssues(events, knownHashes);
  const openers = new Set([...new Set(openedBy.values())].slice(0, mayOpen));
  const isRefused = ({ hash }: Event) => openedBy.has(hash) && !openers.has(openedBy.get(hash) ?? '');
  const refused = new Set(events.filter(isRefused));
  return { accepted: events.filter((event) => !refused.has(event)), refused };
}
