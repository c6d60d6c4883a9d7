import type { DiskSpace, DiskUse } from '../store/engine/sql';
import type { Database } from '../store/stores';
import type { BackgroundJob } from './scheduler';
import { DAY_MS } from '../domain/time';

/** Time between two reads of all pages of the database. */
const CHECK_INTERVAL_MS = DAY_MS;

/** The reports of the job to the operator. */
export interface DatabaseReports {
  /** @param damage the message of SQLite */
  onDamage(damage: string): void;
  /** Another service uses the same SQLite file, or does not do so any more. */
  onShared(isShared: boolean): void;
  /** The file was removed or replaced. */
  onFileGone(): void;
  /**
   * The disk has less free space than is reserved, or enough again.
   * @param refused `uploads` if only uploads are refused, `events` if events are too; null if none is
   */
  onDiskSpace(refused: DiskUse | null, space: Omit<DiskSpace, 'isFileGone'>): void;
}

/**
 * Looks after an SQLite file: reads all of its pages at the start and once a day, and notices a disk with too little
 * free space, that the file was removed, and another service that has the file open. Both services can work, but each
 * believes that it alone deletes, sends and limits. On PostgreSQL there is nothing to do.
 */
export class WatchDatabaseJob implements BackgroundJob {
  readonly name = 'watching the database';
  readonly idleMs = 10_000;
  #checkedAt = -Infinity;
  #isShared = false;
  #refused: DiskUse | null = null;
  #isGone = false;

  constructor(
    private readonly database: Database,
    private readonly reports: DatabaseReports,
  ) {}

  async step(signal: AbortSignal): Promise<boolean> {
    const isShared = this.database.isShared();
    if (isShared !== this.#isShared) this.reports.onShared(isShared);
    this.#isShared = isShared;
    await this.#watchDisk();
    if (performance.now() - this.#checkedAt < CHECK_INTERVAL_MS) return false;
    this.#checkedAt = performance.now();
    const damage = await this.database.findDamage(signal);
    if (damage !== null) this.reports.onDamage(damage);
    return false;
  }

  async #watchDisk(): Promise<void> {
    const measured = await this.database.measureDisk();
    if (measured === null) return;
    const { isFileGone, ...space } = measured;
    if (isFileGone && !this.#isGone) this.reports.onFileGone();
    this.#isGone = isFileGone;
    const { freeBytes, reservedBytes, uploadReservedBytes } = space;
    const refused = freeBytes < reservedBytes ? 'events' : freeBytes < uploadReservedBytes ? 'uploads' : null;
    if (refused !== this.#refused) this.reports.onDiskSpace(refused, space);
    this.#refused = refused;
  }
}

/**
 * Notices that a newer program has migrated the database. Without it, statements would fail one by one, or succeed and
 * leave out what the newer schema requires.
 */
export class WatchSchemaJob implements BackgroundJob {
  readonly name = 'watching the schema';
  readonly idleMs = 1_000;
  #isSuperseded = false;

  /** @param report called when the database was migrated, or when an older copy of it was restored */
  constructor(
    private readonly database: Pick<Database, 'isSuperseded'>,
    private readonly report: (isSuperseded: boolean) => void,
  ) {}

  async step(): Promise<boolean> {
    const isSuperseded = await this.database.isSuperseded();
    if (isSuperseded !== this.#isSuperseded) this.report(isSuperseded);
    this.#isSuperseded = isSuperseded;
    return false;
  }
}
