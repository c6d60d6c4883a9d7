import { ServiceError, Unavailable } from '../../domain/errors';
import { describeProgress, isSuperseded, type MigrationProgress } from './migrate';
import type { Engine, Session } from './sql';

const SUPERSEDED = 'A newer culprit has migrated the database: stop this one, and start the newer one.';
/** Retry-After of both refusals: they end soon if a newer process takes over, or a migration is short. */
const RETRY_SECONDS = 5;

/**
 * Refuses work on a database whose schema differs from the code's: before its migration, and after a newer one that
 * does not only add.
 */
export class SchemaGuard {
  #isSuperseded = false;

  /**
   * @param version the version of the code
   * @param progress the progress of the migration; null if none is needed
   */
  constructor(
    private readonly engine: Pick<Engine, 'read'>,
    private readonly version: number,
    public progress: MigrationProgress | null,
  ) {}

  /**
   * Runs work with the schema of the code. Work that a newer schema makes fail is refused like all later work.
   * @throws Unavailable if the database has another schema
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.progress !== null) throw new Unavailable(describeProgress(this.progress), RETRY_SECONDS);
    if (this.#isSuperseded) throw new Unavailable(SUPERSEDED, RETRY_SECONDS);
    try {
      return await work();
    } catch (error) {
      if (error instanceof ServiceError || !(await this.check().catch(() => false))) throw error;
      throw Object.assign(new Unavailable(SUPERSEDED, RETRY_SECONDS), { cause: error });
    }
  }

  /**
   * Runs the work of a transaction, which is rolled back if the schema was superseded before it began. The check is
   * sent together with the first statement of the work.
   * @throws Unavailable if it was superseded
   */
  async inTransaction<T>(session: Session, work: () => Promise<T>): Promise<T> {
    const superseded = isSuperseded(session, this.version);
    // If the work fails, its own error is thrown.
    superseded.catch(() => undefined);
    const result = await work();
    this.#isSuperseded = await superseded;
    if (this.#isSuperseded) throw new Unavailable(SUPERSEDED, RETRY_SECONDS);
    return result;
  }

  /** Returns true if a newer program has migrated the database, and did not only add to it. */
  async check(): Promise<boolean> {
    if (this.progress !== null) return false;
    this.#isSuperseded = await this.engine.read((session) => isSuperseded(session, this.version));
    return this.#isSuperseded;
  }
}
