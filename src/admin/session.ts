import { openForCommand } from '../app';
import { publicUrlOf, readConfig } from '../config';
import type { Writers } from '../store/stores';

/** What a command works with: one transaction, so that it does everything or nothing. */
export interface Session {
  readonly stores: Writers;
  /** Where the service is reached, by the command's own environment. */
  readonly publicUrl: string;
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
}

/** Opens the database of the environment, runs the work in one transaction and closes it again. */
export async function withSession<T>(work: (session: Session) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const database = await openForCommand(config);
  try {
    return await database.write((stores) => work({ stores, publicUrl: publicUrlOf(config), now: Date.now() }));
  } finally {
    await database.close();
  }
}
