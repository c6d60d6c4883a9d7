import { statfsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Unavailable } from '../domain/errors';

/** How old the last look at the disk may be. */
const SAMPLE_MS = 2_000;
/** A disk does not empty itself: somebody has to see to it. */
const RETRY_SECONDS = 60;

/**
 * Watches the room on a file's disk. What fills it is refused before it is full: to remove something, the database has to write
 * first.
 */
export class DiskRoom {
  private readonly directory: string;
  private free: number;
  private sampled = performance.now();

  /** @param reserve bytes that are to stay free */
  constructor(
    file: string,
    private readonly reserve: number,
  ) {
    this.directory = dirname(file);
    this.free = bytesOf(statfsSync(this.directory));
  }

  /** @throws Unavailable if less is free than is to stay so */
  require(): void {
    if (performance.now() - this.sampled > SAMPLE_MS) this.sample();
    if (this.free < this.reserve)
      throw new Unavailable('The disk of the service is almost full; nothing more is stored for now.', RETRY_SECONDS);
  }

  /** The answer is for those who ask later; what cannot be found out stays as it was. */
  private sample(): void {
    this.sampled = performance.now();
    statfs(this.directory).then(
      (status) => (this.free = bytesOf(status)),
      () => undefined,
    );
  }
}

/** What is free for this process; some file systems keep blocks for the superuser. */
function bytesOf({ bavail, bsize }: { bavail: number; bsize: number }): number {
  return bavail * bsize;
}
