import type { Project } from '../domain/project';
import type { FullEventRow } from '../store/events';
import type { EventRow } from '../store/visibleEvents';
import type { FrameResolution, ResolvedRecord } from '../store/frameResolutions';
import type { Database } from '../store/stores';
import type { BackgroundJob } from './scheduler';
import { pauseAfterStep } from './stepSize';
import { cursorAt, EVENTS_PER_STEP, visitBodies } from './visitEvents';

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
