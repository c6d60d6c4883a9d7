import type { Read } from '../store/stores';

/** Listener for the beginning and the end of each step of an event; between them, other events are processed. */
export interface StepTimer {
  resume(): void;
  pause(): void;
}

const NO_TIMER: StepTimer = { resume: () => undefined, pause: () => undefined };

/**
 * Runs the steps of one event and measures each of them, even if it fails. All events of the same turn of the event
 * loop take a step before the first of them takes the next one (src/DECISIONS.md, "Steps of events that are processed
 * together").
 */
export class EventSteps {
  constructor(private readonly timer: StepTimer = NO_TIMER) {}

  /**
   * Runs a step. Awaiting the result lets the other events run the same step. Time for which the step itself waits is
   * not measured.
   */
  take<Inputs extends unknown[], Result>(
    step: (...inputs: Inputs) => Result,
    ...inputs: Inputs
  ): Promise<Awaited<Result>> {
    this.timer.resume();
    try {
      return Promise.resolve(step(...inputs));
    } finally {
      this.timer.pause();
    }
  }

  /** Runs a step that reads the store repeatedly. Measures all of it except the time of the reads. */
  async takeReading<Result>(read: Read, step: (read: Read) => Promise<Result>): Promise<Result> {
    const untimedRead: Read = async (work, deadline) => {
      this.timer.pause();
      try {
        return await read(work, deadline);
      } finally {
        this.timer.resume();
      }
    };
    this.timer.resume();
    try {
      return await step(untimedRead);
    } finally {
      this.timer.pause();
    }
  }
}
