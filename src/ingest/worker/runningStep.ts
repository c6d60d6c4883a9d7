import type { ProjectSettings } from '../../domain/project';
import type { IncomingEvent } from '../processEvent';

/** What the memory has at each index: the number of the event whose step runs, or 0; the steps that began; what the event took before, in ms. */
const EVENT = 0;
const STEPS = 1;
const BEFORE = 2;
const LENGTH = 3;

/** The step that a processing thread is at, in memory that the service reads while the thread is busy. */
export class RunningStep {
  readonly #values: Int32Array;

  constructor(readonly memory = new SharedArrayBuffer(LENGTH * Int32Array.BYTES_PER_ELEMENT)) {
    this.#values = new Int32Array(memory);
  }

  /** @param before the milliseconds that earlier steps of the event took */
  begin(event: number, before: number): void {
    Atomics.store(this.#values, EVENT, event);
    Atomics.store(this.#values, BEFORE, before);
    Atomics.add(this.#values, STEPS, 1);
  }

  end(): void {
    Atomics.store(this.#values, EVENT, 0);
  }

  read(): { readonly event: number; readonly step: number; readonly before: number } {
    const [event, step, before] = [EVENT, STEPS, BEFORE].map((index) => Atomics.load(this.#values, index));
    return { event: event ?? 0, step: step ?? 0, before: before ?? 0 };
  }
}

/** The time that one event may take on a processing thread, in milliseconds of the clock. */
export interface TimeLimits {
  /** How often threads are looked at. */
  readonly intervalMs: number;
  /** While an event takes longer, small ones that wait for the thread are processed elsewhere. */
  readonly waitMs: number;
  /** Beyond it, the thread is ended. Counted steps end far below it, also on a busy machine. */
  readonly eventMs: number;
}

export const TIME_LIMITS: TimeLimits = { intervalMs: 25, waitMs: 100, eventMs: 3_000 };

/**
 * Measures how long the step of a thread takes, by looking at it again and again. A pause of the whole process counts as one look, so that nothing
 * seems to take long because the machine was asleep.
 */
export class StepWatch {
  #step = 0;
  #milliseconds = 0;
  #lookedAt = 0;

  constructor(
    private readonly running: RunningStep,
    private readonly limits: TimeLimits,
  ) {}

  /** Returns the event whose step runs, with what the step and the whole event take so far; undefined if none does. */
  look(now: number): { readonly event: number; readonly stepMs: number; readonly eventMs: number } | undefined {
    const { event, step, before } = this.running.read();
    const passed = Math.min(now - this.#lookedAt, 2 * this.limits.intervalMs);
    this.#milliseconds = step === this.#step ? this.#milliseconds + passed : 0;
    this.#step = step;
    this.#lookedAt = now;
    return event === 0 ? undefined : { event, stepMs: this.#milliseconds, eventMs: before + this.#milliseconds };
  }
}

/** An event of so many bytes, of a project without rules, takes a few milliseconds at most. */
const SMALL_BYTES = 32 * 1024;
/** So many characters of rules count as much as the event itself. */
const RULES_CHARACTERS = 256;

/** Bytes, with those that rules count, that may take a millisecond. */
const BYTES_PER_MS = 16 * 1024;
const MAX_LONG_MS = 100;

/**
 * Returns how long an event may take that is to be watched, in milliseconds: its size, times what its project's rules may do with it. 0 for a small
 * one.
 */
export function longMsOf({ payload, project }: IncomingEvent): number {
  const characters = rulesLength(project.settings) + (project.assignsIssues === true ? ASSIGNING_CHARACTERS : 0);
  const bytes = payload.byteLength * (1 + characters / RULES_CHARACTERS);
  return bytes > SMALL_BYTES ? Math.min(MAX_LONG_MS, bytes / BYTES_PER_MS) : 0;
}

/** Whether an event may take long. */
export function mayTakeLong(event: IncomingEvent): boolean {
  return longMsOf(event) > 0;
}

/** What ownership rules count, whose text is not part of the project. */
const ASSIGNING_CHARACTERS = 2_000;

/** Names each setting, because every event comes here. */
function rulesLength(settings: ProjectSettings): number {
  const { filterErrorMessages, filterReleases, fingerprintingRules, groupingEnhancements, relayPiiConfig } = settings;
  let sum = filterErrorMessages.length + filterReleases.length + fingerprintingRules.length;
  sum += groupingEnhancements.length + (relayPiiConfig?.length ?? 0);
  for (const field of settings.sensitiveFields) sum += field.length;
  for (const field of settings.safeFields) sum += field.length;
  return sum;
}
