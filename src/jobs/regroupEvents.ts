import type { EventBody } from '../domain/event';
import { BadRequest } from '../domain/errors';
import {
  type DraftGroup,
  type GroupingPreview,
  type GroupingRules,
  MAX_REGROUPED_EVENTS,
  type Regrouping,
  addHashes,
  addToGroups,
} from '../domain/groupingPreview';
import { UNDO_MS } from '../domain/issueState';
import type { FullEventRow } from '../store/events';
import type { RehashedEvent } from '../store/regroupings';
import type { Database, Read, Writers } from '../store/stores';
import type { BackgroundJob } from './scheduler';
import { pauseAfterStep } from './stepSize';
import { cursorAt, visitBodies, visitEvents } from './visitEvents';

export interface PreviewGroupingOptions {
  readonly database: Database;
  /** Returns the hash of an event by the draft; the stored one if the draft does not change it. */
  readonly regroup: (row: FullEventRow, preview: GroupingPreview) => string;
  /** Number of events that a preview groups. */
  readonly maxEvents?: number;
  /** Milliseconds since 1970, UTC. */
  readonly clock?: () => number;
}

/**
 * Groups the newest events of a project by other settings, and counts the results; nothing else changes. After an
 * interruption, the preview continues behind the last committed step. If two processes do the same step, one of them
 * has no effect.
 */
export class PreviewGroupingJob implements BackgroundJob {
  readonly name = 'previewing other grouping settings';
  readonly idleMs = 1000;
  readonly #options: Required<PreviewGroupingOptions>;

  constructor(options: PreviewGroupingOptions) {
    this.#options = { clock: Date.now, maxEvents: MAX_REGROUPED_EVENTS, ...options };
  }

  pauseMs(durationMs: number): number {
    return pauseAfterStep(durationMs);
  }

  async step(signal: AbortSignal): Promise<boolean> {
    const { database, clock } = this.#options;
    const preview = await database.read(({ groupingPreviews }) => groupingPreviews.findDue(clock()));
    if (preview === undefined) return false;
    await this.#continue(preview, signal);
    return !signal.aborted;
  }

  async #continue(preview: GroupingPreview, signal: AbortSignal): Promise<void> {
    const { database, clock, maxEvents, regroup } = this.#options;
    const { projectId, position, lookedAt } = preview;
    const added: DraftGroup[] = [];
    const place = { projectId, position, limit: maxEvents - lookedAt };
    const slice = await visitEvents(database.read, place, signal, (row) => {
      added.push({ issueId: row.issueId, hash: regroup(row, preview), events: 1, eventId: row.eventId });
    });
    if (signal.aborted) return;
    const total = lookedAt + slice.count;
    const groups = addToGroups(preview.groups, added);
    await database.exclusively(
      ({ groupingPreviews }) =>
        groupingPreviews.advance(preview, slice.isAtEnd ? null : slice.last, total, groups, clock()),
      { projects: [projectId] },
    );
  }
}

/** Number of events that one step gives their former hashes. */
const RESTORED_PER_STEP = 200;

/** A step that was prepared outside of its transaction. Returns the next state. */
type PreparedStep = (stores: Writers) => Promise<Regrouping>;

export interface RegroupEventsOptions {
  readonly database: Database;
  /** Returns an event with its hash by the draft; null if the draft does not change it. */
  readonly rehash: (
    row: FullEventRow,
    rules: { readonly present: GroupingRules; readonly draft: GroupingRules },
  ) => RehashedEvent | null;
  /** Returns the body of an event with another grouping. */
  readonly withGrouping: (body: Uint8Array, grouping: EventBody['grouping']) => Uint8Array;
  /** Prepares the next step of moving events between issues, or of moving them back. */
  readonly prepare: (read: Read, regrouping: Regrouping) => Promise<PreparedStep>;
  /** Number of events that are regrouped. */
  readonly maxEvents?: number;
  /** Milliseconds since 1970, UTC. */
  readonly clock?: () => number;
}

/**
 * Regroups the newest events of a project by the settings of an applied preview, or takes this back. First the events
 * get their hashes, then they move to the issues of these. After an interruption, it continues behind the last
 * committed step. If two processes do the same step, one of them has no effect.
 */
export class RegroupEventsJob implements BackgroundJob {
  readonly name = 'regrouping events';
  readonly idleMs = 1000;
  readonly #options: Required<RegroupEventsOptions>;

  constructor(options: RegroupEventsOptions) {
    this.#options = { clock: Date.now, maxEvents: MAX_REGROUPED_EVENTS, ...options };
  }

  pauseMs(durationMs: number): number {
    return pauseAfterStep(durationMs);
  }

  async step(signal: AbortSignal): Promise<boolean> {
    const { database, clock } = this.#options;
    const regrouping = await database.read(({ regroupings }) => regroupings.findDue(clock()));
    if (regrouping === undefined) return false;
    try {
      const work = await this.#prepare(regrouping, signal);
      if (signal.aborted) return false;
      await this.#commit(regrouping, work);
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error;
      await this.#commit(regrouping, () => Promise.resolve(skipStep(regrouping)));
    }
    return true;
  }

  #prepare(regrouping: Regrouping, signal: AbortSignal): Promise<PreparedStep> {
    const { database, prepare } = this.#options;
    const { phase, projectId } = regrouping;
    if (phase === 'hashing') return this.#hash(regrouping, signal);
    if (phase === 'restoring') return this.#restore(regrouping, signal);
    if (phase === 'moving' && regrouping.settled < regrouping.issues.length) return prepare(database.read, regrouping);
    if (phase === 'moving') return Promise.resolve(() => Promise.resolve({ ...regrouping, phase: 'done' }));
    if (phase === 'returning' && regrouping.moves.length > 0) return prepare(database.read, regrouping);
    if (phase === 'returning')
      return Promise.resolve(() => Promise.resolve({ ...regrouping, phase: 'undone', issues: [] }));
    return Promise.resolve(async ({ regroupings }) => {
      await regroupings.forgetEvents(projectId);
      return regrouping;
    });
  }

  async #hash(regrouping: Regrouping, signal: AbortSignal): Promise<PreparedStep> {
    const { database, rehash, maxEvents } = this.#options;
    const { projectId, position, eventsRead } = regrouping;
    const changed: RehashedEvent[] = [];
    const place = { projectId, position, limit: maxEvents - eventsRead };
    const slice = await visitEvents(database.read, place, signal, (row) => {
      const rehashed = rehash(row, regrouping);
      if (rehashed !== null) changed.push(rehashed);
    });
    const next = { ...regrouping, position: slice.last, eventsRead: eventsRead + slice.count };
    return async ({ events, groupingPreviews, regroupings }) => {
      regroupings.rehash(projectId, changed);
      const issues = addHashes(regrouping.issues, changed);
      if (!slice.isAtEnd) return { ...next, issues };
      const owners = await groupingPreviews.findIssues(
        projectId,
        issues.flatMap(([, hashes]) => hashes),
      );
      const moving = issues.filter(([id, hashes]) => hashes.some((hash) => owners.get(hash) !== id));
      const older = slice.last && (await events.list(projectId, { cursor: cursorAt(slice.last), size: 1 }));
      return { ...next, phase: 'moving', issues: moving, hasOlderEvents: (older?.rows.length ?? 0) > 0 };
    };
  }

  async #restore(regrouping: Regrouping, signal: AbortSignal): Promise<PreparedStep> {
    const { database, withGrouping } = this.#options;
    const { projectId } = regrouping;
    const former = await database.read(({ regroupings }) => regroupings.listFormer(projectId, RESTORED_PER_STEP));
    const restored: Pick<RehashedEvent, 'eventId' | 'body'>[] = [];
    const ids = [...former.keys()];
    await visitBodies(database.read, projectId, ids, signal, ({ eventId, body }) => {
      const grouping = former.get(eventId);
      if (grouping !== undefined) restored.push({ eventId, body: withGrouping(body, grouping) });
    });
    return async ({ regroupings }) => {
      if (ids.length === 0) return { ...regrouping, phase: 'returning' };
      await regroupings.restore(projectId, ids, restored);
      return regrouping;
    };
  }

  /** Does a step, unless another process has done it. */
  async #commit(regrouping: Regrouping, work: PreparedStep): Promise<void> {
    const { database, clock } = this.#options;
    const { projectId, id, step } = regrouping;
    await database.exclusively(
      async (stores) => {
        const locked = await stores.regroupings.lock(projectId);
        if (locked?.id !== id || locked.step !== step) return;
        const next = await work(stores);
        await stores.regroupings.save({ ...next, step: step + 1, dueAt: this.#dueAt(regrouping, next, clock()) });
      },
      { projects: [projectId] },
    );
  }

  /** Returns when there is something to do: events are remembered as long as the regrouping can be undone. */
  #dueAt({ phase }: Regrouping, next: Regrouping, now: number): number | null {
    if (next.phase === 'done') return phase === 'done' ? null : next.appliedAt + UNDO_MS;
    return next.phase === 'undone' ? null : now;
  }
}

/** Returns the state behind a step that cannot be done. */
function skipStep(regrouping: Regrouping): Regrouping {
  const { phase, settled, counts, moves, kept } = regrouping;
  if (phase === 'returning') return { ...regrouping, moves: moves.slice(0, -1), kept: kept + 1 };
  return { ...regrouping, settled: settled + 1, counts: { ...counts, skipped: counts.skipped + 1 } };
}
