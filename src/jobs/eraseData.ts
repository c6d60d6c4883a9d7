import { BadRequest } from '../domain/errors';
import {
  type ErasedCounts,
  type ErasedPerson,
  type Erasure,
  type ErasureProject,
  signReceipt,
} from '../domain/erasure';
import { type EventKey, eventCursorKey } from '../domain/event';
import { DAY_MS } from '../domain/time';
import type { Database, Read, Writers } from '../store/stores';
import type { EventRow } from '../store/visibleEvents';
import type { BackgroundJob } from './scheduler';
import { pauseAfterStep } from './stepSize';

/** Number of events that one statement reads, and that one step reads while none is of the person. */
const EVENTS_AT_ONCE = 1_000;
const EVENTS_PER_STEP = 20_000;
/** Number of events of one issue that one step deletes. */
const REMOVED_PER_STEP = 500;
const TAGS_PER_STEP = 100;
const WAIT_MS = 1_000;
/** Age after which storage of files without references is reclaimed. */
const IDLE_FILE_MS = DAY_MS;

/** Numbers of events that were removed from an issue. */
type Removed = Pick<ErasedCounts, 'events' | 'attachments' | 'issues'>;

export interface EraseDataOptions {
  readonly database: Database;
  /** Returns true if an event is of the person. */
  readonly isOfPerson: (record: string, person: ErasedPerson) => boolean;
  /** Prepares the removal of events from their issue. */
  readonly prepareRemoval: (
    read: Read,
    issue: { readonly id: string; readonly projectId: string },
    eventIds: readonly string[],
  ) => Promise<(stores: Writers, organizationId: string, now: number) => Promise<Removed>>;
  /** Milliseconds since 1970, UTC. */
  readonly clock?: () => number;
}

/** A step that was prepared outside of its transaction. Returns the next state. */
type ErasureStep = (stores: Writers) => Promise<Erasure>;

/**
 * Erases persons, project by project: their events, feedback, the value in comments, and tags of expired events. Then
 * it waits until the rows of removed issues are deleted, forgets the value, makes SQLite give up the bytes of deleted
 * rows, and signs the receipt. After an interruption, it continues behind the last committed step. If two processes do
 * the same step, one of them has no effect.
 */
export class EraseDataJob implements BackgroundJob {
  readonly name = 'erasing persons';
  readonly idleMs = 1000;
  readonly #options: Required<EraseDataOptions>;

  constructor(options: EraseDataOptions) {
    this.#options = { clock: Date.now, ...options };
  }

  pauseMs(durationMs: number): number {
    return pauseAfterStep(durationMs);
  }

  async step(signal: AbortSignal): Promise<boolean> {
    const { database, clock } = this.#options;
    const erasure = await database.read(({ erasures }) => erasures.findDue(clock()));
    if (erasure === undefined) return false;
    const work = await this.#prepare(erasure, signal);
    if (signal.aborted) return false;
    await database.exclusively(async (stores) => {
      const locked = await stores.erasures.lock(erasure);
      if (locked?.step !== erasure.step) return;
      const next = await work(stores);
      await stores.erasures.save({ ...next, step: erasure.step + 1 });
    });
    return true;
  }

  async #prepare(erasure: Erasure, signal: AbortSignal): Promise<ErasureStep> {
    const { database, clock } = this.#options;
    const { phase, value, kind, position } = erasure;
    const project = erasure.projects[erasure.project];
    if (phase === 'purging') return this.#purge(erasure);
    if (value === null) throw new BadRequest(`The value of erasure ${erasure.id} is lost.`);
    const person = { kind, value };
    if (project === undefined) {
      const isWaiting =
        (await database.read(({ erasures }) => erasures.isWaiting(erasure))) ||
        (await database.read(({ contents }) => contents.hasGarbage(clock() - IDLE_FILE_MS)));
      if (isWaiting) return () => Promise.resolve({ ...erasure, phase: 'waiting', dueAt: clock() + WAIT_MS });
      return () => Promise.resolve({ ...erasure, phase: 'purging', value: null, position: null });
    }
    if (phase === 'events') return this.#eraseEvents(erasure, project, person, signal);
    if (phase === 'feedback')
      return async ({ erasures }) => {
        const feedback = await erasures.deleteFeedback(project.id, person);
        return { ...addCounts(erasure, { feedback }), phase: 'texts' };
      };
    if (phase === 'texts')
      return async ({ erasures }) => {
        const { changed, next } = await erasures.eraseTexts(project.id, person, position);
        return { ...addCounts(erasure, { texts: changed }), position: next, phase: next === null ? 'tags' : 'texts' };
      };
    const found = await database.read(({ erasures }) => erasures.findPersonTags(project.id, person, position));
    return async ({ erasures }) => {
      const tags = await erasures.deleteTags(project.id, found, TAGS_PER_STEP);
      const counted = addCounts(erasure, { tags });
      if (tags === TAGS_PER_STEP) return counted;
      if (found.next !== null) return { ...counted, position: found.next };
      return { ...counted, phase: 'events', project: erasure.project + 1, position: null };
    };
  }

  /** Removes the next events of the person. */
  async #eraseEvents(
    erasure: Erasure,
    { id: projectId }: ErasureProject,
    person: ErasedPerson,
    signal: AbortSignal,
  ): Promise<ErasureStep> {
    const { database, isOfPerson, prepareRemoval, clock } = this.#options;
    let key: EventKey | undefined = keyAt(erasure.position);
    for (let read = 0; read < EVENTS_PER_STEP && !signal.aborted; read += EVENTS_AT_ONCE) {
      const after = key;
      const rows: EventRow[] = await database.read(({ events }) => events.listOlder(projectId, after, EVENTS_AT_ONCE));
      const personEvents = rows.filter(({ record }) => isOfPerson(record, person));
      const [first] = personEvents;
      if (first !== undefined) {
        const issueEvents = personEvents.filter(({ issueId }) => issueId === first.issueId).slice(0, REMOVED_PER_STEP);
        const ids = issueEvents.map(({ eventId }) => eventId);
        const remove = await prepareRemoval(database.read, { id: first.issueId, projectId }, ids);
        // With this time, files that nothing else refers to are reclaimed at once.
        return async (stores) => {
          const removed = await remove(stores, erasure.organizationId, clock() - 2 * IDLE_FILE_MS);
          return { ...addCounts(erasure, removed, Number(first.issueId)), position: positionOf(after) };
        };
      }
      key = rows.at(-1);
      if (key === undefined) return () => Promise.resolve({ ...erasure, phase: 'feedback', position: null });
    }
    return () => Promise.resolve({ ...erasure, position: positionOf(key) });
  }

  /** Makes SQLite give up the bytes of deleted rows; then nothing is left to do. */
  async #purge(erasure: Erasure): Promise<ErasureStep> {
    const { database, clock } = this.#options;
    const merges = Number(erasure.position?.[0] ?? 0);
    const hasMore = await database.exclusively(({ erasures }) => erasures.mergeWords(merges));
    if (hasMore === true) return () => Promise.resolve({ ...erasure, position: [merges + 1] });
    if (await database.purge()) return () => Promise.resolve({ ...erasure, dueAt: clock() + WAIT_MS });
    return async ({ erasures }) => {
      const finishedAt = clock();
      const receipt = signReceipt(erasure, finishedAt, await erasures.signingKey(erasure.organizationId));
      const projects = erasure.projects.map((one) => ({ ...one, changedIssues: [], removedIssues: [] }));
      return { ...erasure, projects, phase: 'done', position: null, receipt, finishedAt, dueAt: null };
    };
  }
}

function keyAt(position: Erasure['position']): EventKey | undefined {
  return position === null ? undefined : { timestamp: Number(position[0]), eventId: String(position[1]) };
}

function positionOf(key: EventKey | undefined): Erasure['position'] {
  return key === undefined ? null : eventCursorKey(key);
}

/**
 * Returns an erasure with higher counts of its present project.
 * @param issue the issue that events were removed from
 */
function addCounts(erasure: Erasure, counts: Partial<ErasedCounts>, issue?: number): Erasure {
  const projects = erasure.projects.map((project, index) => {
    if (index !== erasure.project) return project;
    const sums: Record<keyof ErasedCounts, number> = { ...project.counts };
    for (const [name, count] of Object.entries(counts)) sums[name as keyof ErasedCounts] += count;
    if (issue === undefined) return { ...project, counts: sums };
    const list = (counts.issues ?? 0) > 0 ? 'removedIssues' : 'changedIssues';
    return { ...project, counts: sums, [list]: [...new Set([...project[list], issue])] };
  });
  return { ...erasure, projects };
}
