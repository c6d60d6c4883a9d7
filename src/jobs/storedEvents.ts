import { setImmediate } from 'node:timers/promises';
import type { EventBody, EventKey } from '../domain/event';
import { BadRequest } from '../domain/errors';
import {
  addHashes,
  addToGroups,
  type DraftGroup,
  type GroupingPreview,
  type GroupingRules,
  MAX_REGROUPED_EVENTS,
  type Regrouping,
} from '../domain/groupingPreview';
import { UNDO_MS } from '../domain/issueState';
import type { Cursor } from '../domain/page';
import type { Project } from '../domain/project';
import type { FullEventRow } from '../store/events';
import type { FrameResolution, ResolvedRecord } from '../store/frameResolutions';
import type { RehashedEvent } from '../store/regroupings';
import type { Database, Read, Writers } from '../store/stores';
import type { EventRow } from '../store/visibleEvents';
import type { BackgroundJob } from './scheduler';
import { pauseAfterStep } from './stepSize';

/** Number of events that one step reads, and of bodies that it reads at once. */
const EVENTS_PER_STEP = 200;
const BODIES_AT_ONCE = 8;

/** A place in the list of a project's events, the newest first. */
interface VisitedEvents {
  readonly projectId: string;
  /** The event before the first one; null for the newest. */
  readonly position: EventKey | null;
  /** Number of events that may be visited until the end. */
  readonly limit: number;
}

/**
 * Visits the bodies of the next events of a project one after the other; other work runs in between.
 * @returns their number, and the last one; null if there are none
 */
async function visitEvents(
  read: Read,
  { projectId, position, limit }: VisitedEvents,
  signal: AbortSignal,
  visit: (row: FullEventRow) => void | Promise<void>,
): Promise<{ readonly count: number; readonly last: EventKey | null; readonly isAtEnd: boolean }> {
  const cursor = position && cursorAt(position);
  const size = Math.min(EVENTS_PER_STEP, limit);
  const { rows } = await read(({ events }) => events.list(projectId, { cursor, size }));
  const ids = rows.map(({ eventId }) => eventId);
  await visitBodies(read, projectId, ids, signal, visit);
  const isAtEnd = rows.length < size || rows.length >= limit;
  return { count: rows.length, last: rows.at(-1) ?? null, isAtEnd };
}

/** Returns the cursor behind an event of a project. */
function cursorAt({ timestamp, eventId }: EventKey): Cursor {
  return { key: [String(timestamp), eventId], backwards: false, inclusive: false };
}

/** Visits the bodies of events one after the other; other work runs in between. */
async function visitBodies(
  read: Read,
  projectId: string,
  ids: readonly string[],
  signal: AbortSignal,
  visit: (row: FullEventRow) => void | Promise<void>,
): Promise<void> {
  for (let start = 0; start < ids.length && !signal.aborted; start += BODIES_AT_ONCE) {
    const some = ids.slice(start, start + BODIES_AT_ONCE);
    for (const row of await read(({ events }) => events.readBodies(projectId, some))) {
      await visit(row);
      await setImmediate();
    }
  }
}

/** Number of events that one pass reads: the newest ones. */
const MAX_EVENTS = 10_000;

export interface ResolveStoredEventsOptions {
  readonly database: Database;
  /** Returns true if an event, of which the list columns are known, can be of a release. */
  readonly isOfRelease: (row: EventRow, release: string) => boolean;
  /** Resolves the frames of an event. Returns the changes of its record; null if there are none. */
  readonly resolveStored: (row: FullEventRow, project: Project) => Promise<ResolvedRecord | null>;
  /** Number of events that one pass looks at. */
  readonly maxEvents?: number;
  /** Milliseconds since 1970, UTC. */
  readonly clock?: () => number;
}

/**
 * Resolves the frames of stored events again after artifacts were added, so that lists and issues show them as if the
 * artifacts had been there before. An event stays in its issue. After an interruption, the remaining events are found
 * in the database. Doing a step twice changes nothing.
 */
export class ResolveStoredEventsJob implements BackgroundJob {
  readonly name = 'resolving frames of stored events';
  readonly idleMs = 1000;
  readonly #options: Required<ResolveStoredEventsOptions>;

  constructor(options: ResolveStoredEventsOptions) {
    this.#options = { clock: Date.now, maxEvents: MAX_EVENTS, ...options };
  }

  pauseMs(durationMs: number): number {
    return pauseAfterStep(durationMs);
  }

  /** Does the next step of a requested pass. Looks for passes in a read, so that an idle job takes no write lock. */
  async step(signal: AbortSignal): Promise<boolean> {
    const { database, clock } = this.#options;
    const pass = await database.read(({ frameResolutions }) => frameResolutions.findDue(clock()));
    if (pass === undefined) return false;
    const project = await database.read(({ projects }) => projects.findById(pass.organizationId, pass.projectId));
    if (project === undefined) {
      await database.exclusively(({ frameResolutions }) => frameResolutions.forget(pass));
      return true;
    }
    if (pass.position === null) await this.#write(pass, ({ frameResolutions }) => frameResolutions.begin(pass));
    await this.#continue(pass, project, signal);
    return !signal.aborted;
  }

  async #continue(pass: FrameResolution, project: Project, signal: AbortSignal): Promise<void> {
    const { database, clock, isOfRelease, maxEvents } = this.#options;
    const { position, since, release, lookedAt } = pass;
    const cursor = position && cursorAt(position);
    const { rows } = await database.read(({ events }) => events.list(project.id, { cursor, size: EVENTS_PER_STEP }));
    const recent = rows.filter(({ timestamp }) => timestamp >= since);
    const candidates = recent.filter((row) => release === null || isOfRelease(row, release));
    const records = await this.#resolve(candidates, project, signal);
    if (signal.aborted) return;
    const last = recent.at(-1);
    const total = lookedAt + recent.length;
    const isAtEnd = last === undefined || recent.length < EVENTS_PER_STEP || total >= maxEvents;
    await this.#write(pass, async ({ frameResolutions }) => {
      await frameResolutions.updateRecords(project.id, records);
      if (isAtEnd) await frameResolutions.end(pass, clock());
      else await frameResolutions.advance(pass, last, total, clock());
    });
  }

  /** Resolves events one after the other; other work runs in between. */
  async #resolve(candidates: readonly EventRow[], project: Project, signal: AbortSignal): Promise<ResolvedRecord[]> {
    const { database, resolveStored } = this.#options;
    const ids = candidates.map(({ eventId }) => eventId);
    const records: ResolvedRecord[] = [];
    await visitBodies(database.read, project.id, ids, signal, async (row) => {
      const record = await resolveStored(row, project);
      if (record !== null) records.push(record);
    });
    return records;
  }

  /** Writes unless another process is at work on the same pass: the next step then continues it. */
  async #write({ projectId }: FrameResolution, work: Parameters<Database['write']>[0]): Promise<void> {
    await this.#options.database.exclusively(work, { projects: [projectId] });
  }
}

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
