import type { IncomingEvent } from '../processEvent';

/* Indexes of the shared memory. */
/** The number of the event whose step runs; 0 if none runs. */
const EVENT = 0;
/** The number of steps that began. */
const STEPS = 1;
/** The milliseconds that earlier steps of the event took. */
const BEFORE = 2;
const LENGTH = 3;

/** The running step of a processing thread, in memory that the service reads while the thread is busy. */
export class RunningStep {
  readonly #values: Int32Array;

  constructor(readonly memory = new SharedArrayBuffer(LENGTH * Int32Array.BYTES_PER_ELEMENT)) {
    this.#values = new Int32Array(memory);
  }

  /** Records that a step begins. @param before milliseconds that earlier steps of the event took */
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

/** Limits of the time that one event may take on a processing thread, in milliseconds of wall-clock time. */
export interface TimeLimits {
  /** Interval between two checks of the threads. */
  readonly intervalMs: number;
  /** Time after which small events that wait for the thread are processed elsewhere. */
  readonly waitMs: number;
  /** Time after which the thread is ended. Limits of steps end far below it, even on a busy machine. */
  readonly eventMs: number;
}

export const TIME_LIMITS: TimeLimits = { intervalMs: 25, waitMs: 100, eventMs: 3_000 };

/**
 * Measures the duration of a thread's step by checking it repeatedly. A pause of the whole process counts as two
 * intervals at most: a step does not seem long because the machine was asleep.
 */
export class StepWatch {
  #step = 0;
  #milliseconds = 0;
  #checkedAt = 0;

  constructor(
    private readonly running: RunningStep,
    private readonly limits: TimeLimits,
  ) {}

  /**
   * Returns the event whose step runs, and the time that the step and the whole event have taken so far; undefined if
   * no step runs.
   */
  look(now: number): { readonly event: number; readonly stepMs: number; readonly eventMs: number } | undefined {
    const { event, step, before } = this.running.read();
    const passed = Math.min(now - this.#checkedAt, 2 * this.limits.intervalMs);
    this.#milliseconds = step === this.#step ? this.#milliseconds + passed : 0;
    this.#step = step;
    this.#checkedAt = now;
    return event === 0 ? undefined : { event, stepMs: this.#milliseconds, eventMs: before + this.#milliseconds };
  }
}

/** Number of bytes of a small event: without rules of its project, it takes a few milliseconds at most. */
const SMALL_BYTES = 32 * 1024;
/** Number of characters of rules that weigh as much as the event itself. */
const RULES_CHARACTERS = 256;

/** Number of bytes, including the weight of the rules, that may take a millisecond. */
const BYTES_PER_MS = 16 * 1024;
const MAX_LONG_MS = 100;

/**
 * Returns the number of milliseconds that a long-running event may take: its size, multiplied by the weight of its
 * project's rules. Returns 0 for a small event.
 */
export function longMsOf({ payload, project: { settings, assignsIssues } }: IncomingEvent): number {
  // Names each setting with rules, because this runs for every event.
  const { filterErrorMessages, filterReleases, fingerprintingRules, groupingEnhancements, relayPiiConfig } = settings;
  let characters = assignsIssues === true ? ASSIGNING_CHARACTERS : 0;
  characters += filterErrorMessages.length + filterReleases.length + fingerprintingRules.length;
  characters += groupingEnhancements.length + (relayPiiConfig?.length ?? 0);
  for (const field of settings.sensitiveFields) characters += field.length;
  for (const field of settings.safeFields) characters += field.length;
  const bytes = payload.byteLength * (1 + characters / RULES_CHARACTERS);
  return bytes > SMALL_BYTES ? Math.min(MAX_LONG_MS, bytes / BYTES_PER_MS) : 0;
}

/** Returns true if an event may take long. */
export function mayTakeLong(event: IncomingEvent): boolean {
  return longMsOf(event) > 0;
}

/** Weight of ownership rules, whose text is not part of the project. */
const ASSIGNING_CHARACTERS = 2_000;
