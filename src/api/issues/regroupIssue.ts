import { changedFields } from '../../domain/audit';
import { BadRequest } from '../../domain/errors';
import { type Regrouping, type RegroupingMove, rulesOf } from '../../domain/groupingPreview';
import type { Issue } from '../../domain/issue';
import { isSameState, type StateChange, stateOf } from '../../domain/issueState';
import type { Project } from '../../domain/project';
import { newEventId } from '../../ingest/processEvent';
import type { Read, Writers } from '../../store/stores';
import { type HashedEvent, HashedEvents } from './storedEvents';
import { type ChangeAuthor, joinIssues, moveToIssue, nameIssue, separateIssues, splitIssue } from './mergeIssues';

/** Maximum number of events that one transaction moves. */
const MAX_MOVED = 1_000;

/** Statuses in the order of the attention that an issue needs, the least first. */
const STATUSES: readonly Issue['status'][] = ['resolved', 'ignored', 'unresolved'];

/**
 * Begins to move events back to the issues that they had before a preview was applied, and restores the settings if
 * they are still those of its draft. The job in `jobs/storedEvents.ts` continues.
 * @returns false if another preview was applied since
 */
export async function beginReturn(stores: Writers, project: Project, id: string, now: number): Promise<boolean> {
  const regrouping = await stores.regroupings.lock(project.id);
  if (regrouping?.id !== id || regrouping.phase === 'undone') return false;
  const { present, draft, step } = regrouping;
  const isUnchanged = changedFields(Object.keys(draft), draft, rulesOf(project.settings)).length === 0;
  if (isUnchanged) await stores.projects.update(project, { settings: present });
  const settings = isUnchanged ? 'restored' : 'kept';
  await stores.regroupings.save({ ...regrouping, phase: 'restoring', settings, step: step + 1, dueAt: now });
  return true;
}

/** A step of a regrouping: returns its next state, in the transaction of `stores`. */
type RegroupingStep = (stores: Writers) => Promise<Regrouping>;

/**
 * Reads what the next step needs to move events to the issues of their hashes, or back.
 * @returns the step, which throws BadRequest if it cannot be done
 */
export async function prepareRegrouping(read: Read, regrouping: Regrouping): Promise<RegroupingStep> {
  return regrouping.phase === 'moving' ? prepareMove(read, regrouping) : prepareReturn(read, regrouping);
}

async function prepareMove(read: Read, regrouping: Regrouping): Promise<RegroupingStep> {
  const { projectId, actor, changeId, settled } = regrouping;
  const [issueId, hashes] = regrouping.issues[settled] ?? ['', []];
  const events = new HashedEvents({ id: issueId, projectId });
  await events.read(read);
  return async (stores) => {
    const project = await findProject(stores, regrouping);
    const stored = await events.read((work) => work(stores));
    const author = { actor, at: Date.now(), changeId };
    const result = await settleIssue(stores, project, { issueId, hashes: new Set(hashes), author }, stored);
    const moves = [...regrouping.moves, ...result.moves.filter((one) => !isContinuation(regrouping.moves, one))];
    const { counts } = regrouping;
    const splits = new Set(moves.flatMap((one) => (one.kind === 'join' ? [] : [one.from])));
    const joins = moves.flatMap((one) => (one.kind === 'join' ? one.merge.children.map(({ id }) => id) : []));
    const split = [...splits].filter((id) => !joins.includes(id)).length;
    return {
      ...regrouping,
      ...{ moves, settled: settled + (result.hasMore ? 0 : 1) },
      counts: { ...counts, split, joined: joins.length, moved: counts.moved + result.moved },
    };
  };
}

async function prepareReturn(read: Read, regrouping: Regrouping): Promise<RegroupingStep> {
  const { projectId, actor, moves } = regrouping;
  const move = moves.at(-1);
  if (move === undefined) return () => Promise.resolve(regrouping);
  const issueId = move.kind === 'join' ? move.merge.target : move.into;
  const events = new HashedEvents({ id: issueId, projectId });
  await events.read(read);
  return async (stores) => {
    const project = await findProject(stores, regrouping);
    const author = { actor, at: Date.now() };
    const next = { ...regrouping, moves: moves.slice(0, -1) };
    if (move.kind === 'join') {
      await separateIssues(stores, project, move.merge, { ...author, events });
      await restoreState(stores, projectId, move.state);
      return next;
    }
    const stored = await events.read((work) => work(stores));
    const { hasMore, moves: done } = await settleIssue(stores, project, { issueId, hashes: null, author }, stored);
    if (!done.some(({ kind }) => kind === 'join')) return hasMore ? regrouping : next;
    // The issue is gone, and the hashes for which it was created lead to the issue that it joined.
    for (const one of moves)
      if (one.kind === 'split' && one.into === issueId) await stores.regroupings.dropHash(projectId, one.hash);
    return { ...next, moves: next.moves.filter((one) => one.kind !== 'split' || one.into !== issueId) };
  };
}

async function findProject({ projects }: Writers, { organizationId, projectId }: Regrouping): Promise<Project> {
  const project = await projects.findById(organizationId, projectId);
  if (project === undefined) throw new BadRequest(`Project ${projectId} was removed.`);
  return project;
}

async function restoreState({ issueStates }: Writers, projectId: string, change: StateChange | null): Promise<void> {
  if (change === null) return;
  const [issue] = await issueStates.lock(projectId, [Number(change.id)]);
  if (issue !== undefined && isSameState(issue, change.after))
    await issueStates.save(projectId, new Map([[change.id, change.before]]));
}

/** Returns true if a move continues an earlier one between the same issues. */
function isContinuation(moves: readonly RegroupingMove[], move: RegroupingMove): boolean {
  if (move.kind !== 'move') return false;
  return moves.some((one) => one.kind !== 'join' && one.from === move.from && one.into === move.into);
}

/** The issue whose events move, and why. */
interface Settlement {
  readonly issueId: string;
  /**
   * The hashes whose events move: to the issue that owns the hash, or to a new issue. Null for all hashes that another
   * issue owns.
   */
  readonly hashes: ReadonlySet<string> | null;
  readonly author: ChangeAuthor;
}

interface Settled {
  readonly moves: readonly RegroupingMove[];
  readonly moved: number;
  /** True if the issue has further events to move. */
  readonly hasMore: boolean;
}

/** Events that leave an issue for another one. */
interface LeavingPart {
  /** Null for an issue that is created for the hash. */
  readonly target: Issue | null;
  readonly hash: string;
  readonly events: readonly HashedEvent[];
}

/**
 * Moves events of an issue to the issues of their hashes. An issue that would have none goes on with its largest part,
 * or is merged into the issue of that part.
 */
async function settleIssue(
  stores: Writers,
  project: Project,
  { issueId, hashes, author }: Settlement,
  events: readonly HashedEvent[],
): Promise<Settled> {
  const movingHashes = [...new Set(events.map(({ hash }) => hash))].filter((hash) => hashes?.has(hash) ?? true);
  const ownersBefore = await stores.groupingPreviews.findIssues(project.id, movingHashes);
  const ids = [...new Set([issueId, ...ownersBefore.values()])].map(Number);
  const locked = new Map((await stores.issueStates.lock(project.id, ids)).map((one) => [one.id, one]));
  const issue = locked.get(issueId);
  if (issue === undefined) throw new BadRequest(`Issue ${issueId} was removed or merged since.`);
  // Another transaction may have changed the owners before the lock.
  const owners = await stores.groupingPreviews.findIssues(project.id, movingHashes);
  const parts = leavingParts(events, (hash) => {
    if (!movingHashes.includes(hash)) return undefined;
    const owner = owners.get(hash);
    if (owner === undefined) return hashes === null ? undefined : null;
    return owner === issueId ? undefined : locked.get(owner);
  });
  const leaving = new Set(parts.flatMap((part) => part.events));
  let leader: LeavingPart | undefined;
  if (leaving.size === events.length) {
    const own = parts.findIndex(({ target }) => target === null);
    [leader] = parts.splice(Math.max(own, 0), 1);
    if (leader?.target === null) stores.regroupings.linkHashes(project.id, new Map([[leader.hash, issueId]]));
  }
  const { taken, left } = takeEvents(parts, MAX_MOVED);
  const isTooLarge = leader?.target != null && leader.events.length > MAX_MOVED;
  if (isTooLarge && leader !== undefined && taken.length === 0)
    taken.push({ ...leader, events: leader.events.slice(0, MAX_MOVED) });
  const moves = taken.length === 0 ? [] : await moveParts(stores, project, issue, taken, events, author);
  const moved = taken.reduce((sum, part) => sum + part.events.length, 0);
  if (left > 0 || isTooLarge) return { moves, moved, hasMore: true };
  if (leader === undefined || leader.target === null) return { moves, moved, hasMore: false };
  const joined = await joinOwner(stores, project, issueId, leader.target.id, author);
  return { moves: [...moves, joined], moved: moved + leader.events.length, hasMore: false };
}

/**
 * Returns the events that leave, by the issue that they move to, the largest part first.
 * @param targetOf returns undefined for a hash whose events stay
 */
function leavingParts(
  events: readonly HashedEvent[],
  targetOf: (hash: string) => Issue | null | undefined,
): LeavingPart[] {
  const targets = new Map<string, ReturnType<typeof targetOf>>();
  const parts = new Map<string, LeavingPart & { readonly events: HashedEvent[] }>();
  for (const event of events) {
    const { hash } = event;
    if (!targets.has(hash)) targets.set(hash, targetOf(hash));
    const target = targets.get(hash);
    if (target === undefined) continue;
    const name = target?.id ?? hash;
    const part = parts.get(name) ?? { target, hash, events: [] };
    parts.set(name, part);
    part.events.push(event);
  }
  return [...parts.values()].sort((one, other) => other.events.length - one.events.length);
}

/** Takes at most `limit` events from parts. Returns the parts with these events, and the number of the other events. */
function takeEvents(parts: readonly LeavingPart[], limit: number): { taken: LeavingPart[]; left: number } {
  const taken: LeavingPart[] = [];
  let count = 0;
  for (const part of parts) {
    const events = part.events.slice(0, Math.max(0, limit - count));
    count += events.length;
    if (events.length > 0) taken.push({ ...part, events });
  }
  return { taken, left: parts.reduce((sum, { events }) => sum + events.length, -count) };
}

/** Moves parts of the events of a locked issue. Events for an existing issue pass through a new one. */
async function moveParts(
  stores: Writers,
  project: Project,
  issue: Issue,
  parts: readonly LeavingPart[],
  events: readonly HashedEvent[],
  author: ChangeAuthor,
): Promise<RegroupingMove[]> {
  const leaving = new Set(parts.flatMap((part) => part.events));
  const kept = events.filter((event) => !leaving.has(event));
  const moved = parts.map(({ target, hash, events: ofPart }) => ({
    hashes: [target === null ? hash : newEventId()],
    events: ofPart,
  }));
  const created = await splitIssue(stores, issue, moved, kept, issue.firstSeen);
  const moves: RegroupingMove[] = [];
  for (const [index, { target, hash }] of parts.entries()) {
    const [part] = await stores.issueStates.lock(project.id, [Number(created[index]?.id)]);
    if (part === undefined) continue;
    if (target === null) {
      await stores.issueStates.save(project.id, new Map([[part.id, stateOf(issue)]]));
      moves.push({ kind: 'split', from: issue.id, into: part.id, hash });
    } else {
      await moveToIssue(stores, target, [part], author.at);
      await stores.regroupings.dropHash(project.id, moved[index]?.hashes[0] ?? '');
      moves.push({ kind: 'move', from: issue.id, into: target.id });
    }
    const into = target ?? part;
    await stores.activities.insert(project.id, [
      { ...author, type: 'unmerge', issueId: issue.id, data: { into: nameIssue(project, into), hashes: [hash] } },
      { ...author, type: 'unmerge', issueId: into.id, data: { from: nameIssue(project, issue), hashes: [hash] } },
    ]);
  }
  return moves;
}

/**
 * Merges an issue into another one, which takes the status of the two that needs more attention, and keeps or takes an
 * assignee.
 */
async function joinOwner(
  stores: Writers,
  project: Project,
  issueId: string,
  targetId: string,
  author: ChangeAuthor,
): Promise<RegroupingMove> {
  const issues = await stores.issueStates.lock(project.id, [Number(issueId), Number(targetId)]);
  const [issue, target] = [issueId, targetId].map((id) => issues.find((one) => one.id === id));
  if (issue === undefined || target === undefined) throw new Error('The issues are locked.');
  const merge = await joinIssues(stores, project, target, [issue], author);
  const before = stateOf(target);
  const isMoreUrgent = STATUSES.indexOf(issue.status) > STATUSES.indexOf(target.status);
  const after = { ...(isMoreUrgent ? stateOf(issue) : before), assignee: target.assignee ?? issue.assignee };
  if (author.changeId === undefined || isSameState(before, after)) return { kind: 'join', merge, state: null };
  await stores.issueStates.save(project.id, new Map([[targetId, after]]));
  return { kind: 'join', merge, state: { id: targetId, before, after } };
}
