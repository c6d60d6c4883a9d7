/** `npm run demo -- --console`: fills a database with a fortnight of an organization and serves it until a signal. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type App, openApp } from '../../src/app';
import { addMember, createSignInLink } from '../../src/cli/member';
import { readConfig } from '../../src/config';
import { openLog } from '../../src/log';
import { openDatabase } from '../../src/store/engine/open';
import { fillFortnight } from './fortnight';
import { MEMBERS, ORGANIZATION } from './tables';
import { addressOf } from './organization';

/** Number of events: enough for a realistic view, and sent in less than a minute. */
const EVENTS = 7000;

/** Returns the database of the environment, or a temporary one. */
function findPlace(given: string | undefined) {
  if (given !== undefined) return { url: given, dispose: () => undefined };
  const folder = mkdtempSync(path.join(tmpdir(), 'culprit-demo-'));
  const dispose = () => rmSync(folder, { recursive: true, force: true });
  return { url: `sqlite:${path.join(folder, 'demo.db')}`, dispose };
}

/** The service of the demo, which runs in this process. */
export interface Demo {
  /** Its address. */
  readonly url: string;
  /** Link that signs in the owner of the organization once. */
  readonly signInUrl: string;
  close(): Promise<void>;
}

/**
 * Fills the database, unless that was done before, and starts the service.
 *
 * @param signal ends the filling early
 * @returns null if the signal ended it
 */
export async function openDemo(
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
  events = EVENTS,
): Promise<Demo | null> {
  const place = findPlace(environment['DATABASE_URL']);
  try {
    const config = readConfig({ LOG_LEVEL: 'warn', BOOTSTRAP: 'off', ...environment, DATABASE_URL: place.url });
    if (!(await isFilled(place.url))) {
      process.stdout.write('Filling a database with two weeks of Tidewater Books, which sells books …\n');
      const began = performance.now();
      const { sent, refused } = await fillFortnight(place.url, events, signal);
      const seconds = Math.round((performance.now() - began) / 1000);
      if (signal.aborted) return (place.dispose(), null);
      process.stdout.write(`${sent} events in ${seconds} seconds; rate limits refused ${refused} more.\n`);
    }
    const app = await openApp(config, openLog(config.logLevel, config.logFormat));
    const close = () => app.close().finally(() => place.dispose());
    try {
      const url = await app.listen();
      return { url, signInUrl: await createSignInUrl(app), close };
    } catch (error) {
      await close();
      throw error;
    }
  } catch (error) {
    place.dispose();
    throw error;
  }
}

/** Returns true if an earlier run has filled the database. */
async function isFilled(url: string): Promise<boolean> {
  const database = await openDatabase(url);
  try {
    return (await database.read(({ organizations }) => organizations.findBySlug(ORGANIZATION))) !== undefined;
  } finally {
    await database.close();
  }
}

async function createSignInUrl({ database, publicUrl }: App): Promise<string> {
  return database.write(async (stores) => {
    const context = { stores, publicUrl: publicUrl(), now: Date.now() };
    const member = await addMember(context, { organization: ORGANIZATION, email: addressOf(MEMBERS[0]), team: [] });
    return (await createSignInLink(context, member, { setsPassword: false })).url;
  });
}

/**
 * Serves the demo until SIGINT or SIGTERM, which also end the filling.
 * @param events approximate number of events
 */
export async function serveConsole(events?: number): Promise<void> {
  const stop = new AbortController();
  // Every time: a launcher may pass on a signal that the process has got already, which would end it before the
  // database is deleted.
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stop.abort());
  const { signal } = stop;
  const demo = await openDemo(process.env, signal, events);
  if (demo === null) return;
  const others = MEMBERS.slice(1).map(addressOf).join(', ');
  process.stdout.write(`
Sign in: ${demo.signInUrl}
The link works once, within 15 minutes. The other members are ${others}.

Ctrl-C stops it.
culprit is listening on ${demo.url}
`);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve());
  });
  await demo.close();
}
