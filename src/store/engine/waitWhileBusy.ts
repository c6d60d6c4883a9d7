import { setTimeout } from 'node:timers/promises';
import { DatabaseBusy } from '../../domain/errors';

/** Between two attempts. Each has waited already, for seconds. */
const PAUSE_MS = 50;

/**
 * Does work on a database, and repeats it for as long as others keep it busy: those who call it would rather wait than begin again.
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
