import type { Database } from '../store/stores';
import type { BackgroundJob } from './scheduler';

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
