import { parseEventId } from '../domain/event';
import type { DroppedEvent } from '../domain/eventJourney';

/**
 * Maximum number of events that wait to be written: of a project, and of all projects. Of a flood, the first ones of
 * each transaction are kept.
 */
const MAX_OF_PROJECT = 100;
const MAX_WAITING = 1_000;
/** Number of events of a project that are written before the surplus ones are deleted. */
const PRUNED_AFTER = 500;

/** An event with its project. */
export type DroppedEventOfProject = DroppedEvent & { readonly projectId: string };

/**
 * Collects the events that are not stored, for the transaction that counts them (src/DECISIONS.md, "Dropped events").
 */
export class DroppedEvents {
  /** Project id → event id → the event. */
  #waiting = new Map<string, Map<string, DroppedEventOfProject>>();
  #count = 0;
  /** Project id → number of its events that were written since the surplus ones were deleted. */
  readonly #written = new Map<string, number>();

  /** Returns false if an event of the project would not be kept: then its id need not be found. */
  hasRoom(projectId: string): boolean {
    return this.#count < MAX_WAITING && (this.#waiting.get(projectId)?.size ?? 0) < MAX_OF_PROJECT;
  }

  /** Adds an event. Of several with the same id, the last one is kept. */
  add(event: DroppedEventOfProject): void {
    const { projectId, eventId } = event;
    const ofProject = this.#waiting.get(projectId) ?? new Map<string, DroppedEventOfProject>();
    const known = ofProject.get(eventId);
    if (known === undefined && !this.hasRoom(projectId)) return;
    this.#waiting.set(projectId, ofProject);
    if (known === undefined) this.#count += 1;
    ofProject.set(eventId, { ...event, attempts: event.attempts + (known?.attempts ?? 0) });
  }

  /** Removes and returns the waiting events. */
  take(): DroppedEventOfProject[] {
    const events = [...this.#waiting.values()].flatMap((ofProject) => [...ofProject.values()]);
    this.#waiting = new Map();
    this.#count = 0;
    return events;
  }

  /**
   * Notes that events were written. Returns the projects whose surplus events are to be deleted: those of which this
   * process wrote none before, or many.
   */
  noteWritten(events: readonly DroppedEventOfProject[]): string[] {
    const counts = new Map<string, number>();
    for (const { projectId } of events) counts.set(projectId, (counts.get(projectId) ?? 0) + 1);
    const toPrune: string[] = [];
    for (const [projectId, count] of counts) {
      const written = (this.#written.get(projectId) ?? PRUNED_AFTER) + count;
      if (written > PRUNED_AFTER) toPrune.push(projectId);
      this.#written.set(projectId, written > PRUNED_AFTER ? 0 : written);
    }
    return toPrune;
  }
}

const EVENT_ID_MEMBER = /"event_id"\s*:\s*"([0-9A-Fa-f-]{32,36})"/;

/** Returns the id in the beginning of an envelope or of the JSON of an event; null if there is none. */
export function findEventId(start: string): string | null {
  const [, id] = EVENT_ID_MEMBER.exec(start) ?? [];
  return id === undefined ? null : parseEventId(id);
}
