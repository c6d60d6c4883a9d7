import { setTimeout } from 'node:timers/promises';
import { DatabaseBusy } from '../../domain/errors';

/** Pause between two attempts. Each attempt has already waited for seconds. */
const PAUSE_MS = 50;

/**
 * Runs work on a database, and repeats it as long as other processes keep it busy: its callers would rather wait than
 * begin again.
 * @param report called when the first attempt has waited in vain
 */
export async function waitWhileBusy<T>(work: () => Promise<T>, report: () => void): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DatabaseBusy)) throw error;
      if (attempt === 1) report();
      await setTimeout(PAUSE_MS);
    }
  }
}
