import type { DropReason } from '../domain/outcome';
import type { Read, Write } from '../store/stores';
import { SpikeGuard } from '../ingest/inbound/spikes';
import { OutcomeCounter } from '../ingest/outcomeCounter';

/** The events that come in, project by project: counted, and watched for floods. */
export class Traffic {
  readonly #counter: OutcomeCounter;
  readonly #spikes: SpikeGuard;

  constructor({
    read,
    write,
    spikeFloor,
    onError,
  }: {
    read: Read;
    write: Write;
    spikeFloor: number;
    onError: (error: unknown) => void;
  }) {
    this.#counter = new OutcomeCounter(write, onError);
    this.#spikes = new SpikeGuard(spikeFloor, (projectId, since) =>
      read(({ outcomes }) => outcomes.busiestHour(projectId, since)),
    );
  }

  /** Counts an event. @param dropped why, or null of one that was accepted */
  count(projectId: string, dropped: DropReason | null, now: number): void {
    this.#counter.count(projectId, dropped, now);
    if (dropped === null) this.#spikes.take(projectId, now);
  }

  /** Seconds that senders of the project are to wait; 0 while it may send. */
  pause(projectId: string, now: number): number {
    return this.#spikes.pause(projectId, now);
  }

  /** Writes what was counted. */
  close(): Promise<void> {
    return this.#counter.close();
  }
}
