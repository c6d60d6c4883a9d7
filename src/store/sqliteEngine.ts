import { Unavailable } from '../domain/errors';
import type { DiskRoom } from './diskRoom';
import { HiddenStretches } from './hiddenStretches';
import type { Engine, Session } from './sql';
import type { Connection } from './sqlite';
import type { WriteLock } from './writeLock';
import { WriteQueue } from './writeQueue';

/** Pages given back in one step: a quarter of a mebibyte, for each may have to be moved. */
const SHRINK_PAGES = 128;

/** One connection that writes and one that reads beside it; in memory a single one, whose readers wait for open transactions. */
export class SqliteEngine implements Engine {
  readonly dialect = 'sqlite';
  private readonly queue: WriteQueue;
  private readonly committed: Session;
  private readonly reading = new Set<Promise<unknown>>();
  private closed: Promise<void> | undefined;

  constructor(
    private readonly writer: Connection,
    private readonly reader: Connection | undefined,
    private readonly room?: DiskRoom,
    lock?: WriteLock,
  ) {
    this.queue = new WriteQueue(writer, lock);
    const stretches = new HiddenStretches(writer.fresh, () => writer.version());
    writer.onInsert = (key) => stretches.insert(key);
    this.committed = reader?.session(() => undefined, stretches) ?? writer.session(() => this.queue.quiet(), stretches);
  }

  async read<T>(work: (session: Session) => Promise<T>): Promise<T> {
    this.requireOpen();
    const result = work(this.committed);
    this.reading.add(result);
    try {
      return await result;
    } finally {
      this.reading.delete(result);
    }
  }

  async write<T>(work: (session: Session) => Promise<T>): Promise<T> {
    this.requireOpen();
    return this.queue.push(work);
  }

  /** There is one writer at a time. */
  exclusively<T>(work: (session: Session) => Promise<T>): Promise<T | undefined> {
    return this.write(work);
  }

  reshape<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.write(work);
  }

  requireRoom(): void {
    this.room?.require();
  }

  /** The log is copied into the file at the end: only then does the file become shorter. */
  async shrink(): Promise<boolean> {
    if ((await this.freePages()) === 0) return false;
    await this.write(async () => this.writer.vacuum(SHRINK_PAGES));
    const more = (await this.freePages()) > 0;
    if (!more) this.writer.checkpoint();
    return more;
  }

  close(): Promise<void> {
    return (this.closed ??= this.finish());
  }

  /** The writer closes last: only it can copy the log into the file and delete it. */
  private async finish(): Promise<void> {
    await Promise.allSettled([this.queue.drained(), ...this.reading]);
    this.reader?.close();
    this.writer.close();
  }

  private async freePages(): Promise<number> {
    const row = await this.read((session) => session.one<{ freelist_count: number }>('PRAGMA freelist_count', []));
    return row?.freelist_count ?? 0;
  }

  private requireOpen(): void {
    if (this.closed !== undefined) throw new Unavailable('The database is closed.');
  }
}
