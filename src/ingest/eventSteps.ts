import type { Read } from '../store/stores';

/** Is told when the steps of an event begin and end: between them, other events are processed. */
export interface StepTimer {
  resume(): void;
  pause(): void;
}

const NO_TIMER: StepTimer = { resume: () => undefined, pause: () => undefined };

/**
 * Runs the steps of one event. Each is measured, also one that fails, and each lets the events of the same turn of the event loop take it
 * before the first of them takes the next one (src/DECISIONS.md, "Steps of events that are processed together").
 */
export class EventSteps {
  constructor(private readonly timer: StepTimer = NO_TIMER) {}

  /** Runs a step; awaiting what is returned lets the other events take theirs. What the step itself waits for is not measured. */
  take<Result>(step: () => Result): Promise<Awaited<Result>> {
    this.timer.resume();
    try {
      return Promise.resolve(step());
    } finally {
      this.timer.pause();
    }
  }

  /** Runs a step that reads the store again and again. All of it is measured but the time of the reads. */
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
