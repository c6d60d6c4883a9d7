/** Kills the service at random moments while clients send events, and compares stored with acknowledged events. */
import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { administer, type TemporaryPlace } from '../../test/support/database';
import { createOrganization } from '../support/organization';
import { checkDatabase, checkIntegrity } from './check';
import { Cluster } from './cluster';
import { pick, Senders } from './senders';

const MAX_CONNECTIONS = 50;
/**
 * A kill happens after a random time up to this one, or after a random number of acknowledged events, whichever is
 * first. Often enough the threads of the service have started by then.
 */
const MAX_DELAY_MS = 2_500;
const MAX_EVENTS = 1_000;
/** Number of runs after which a database is replaced, because every run reads all of it. */
const RUNS_PER_DATABASE = 5;

/**
 * The killed process or connection: a process of the service, one of its connections to PostgreSQL, or a process of the
 * PostgreSQL server, which then ends all connections and recovers.
 */
type Target = 'service' | 'connection' | 'backend';

export interface KillOptions {
  readonly runs: number;
  /** Chosen from at random; one that is listed twice is chosen twice as often. */
  readonly targets: readonly Target[];
  /** Number of processes of the service, at random; more than one only on PostgreSQL. */
  readonly services: readonly number[];
  readonly makePlace: () => Promise<TemporaryPlace>;
  /** Called after each run. Returns true if another run must begin. */
  readonly onRun?: (report: KillReport) => boolean;
}

export interface KillReport {
  runs: number;
  readonly kills: Record<Target, number>;
  /** Events that were acknowledged. */
  acknowledged: number;
  /** Requests that got no reply. */
  lost: number;
  /** Requests that were refused with 503. */
  refused: number;
  /** Stored events that no client has a reply about. */
  unacknowledged: number;
  readonly violations: string[];
}

/** Runs until all runs are done or one has a violation. */
export async function killRepeatedly(options: KillOptions): Promise<KillReport> {
  const kills = { service: 0, connection: 0, backend: 0 };
  const counts = { runs: 0, acknowledged: 0, lost: 0, refused: 0, unacknowledged: 0 };
  const report: KillReport = { ...counts, kills, violations: [] };
  while (await killOnOneDatabase(options, report));
  return report;
}

/** Returns true if another database must follow. */
async function killOnOneDatabase(options: KillOptions, report: KillReport): Promise<boolean> {
  const place = await options.makePlace();
  try {
    const created = await createOrganization(place.url, ['shop', 'blog', 'depot']);
    const database = { place, ...created, projects: Object.values(created.projects) };
    const cluster = await Cluster.start(place, pick(options.services));
    const senders = new Senders(cluster, database.projects);
    let stored = 0;
    let goesOn = true;
    for (let run = 0; run < RUNS_PER_DATABASE && goesOn; run += 1) {
      const target = pick(options.targets);
      report.kills[target] += await sendAndKill(cluster, senders, target, { place, violations: report.violations });
      const result = await checkDatabase(await cluster.readyClient(), database, senders);
      report.violations.push(...senders.violations, ...result.violations);
      report.runs += 1;
      stored = result.stored;
      goesOn = report.runs < options.runs && report.violations.length === 0 && options.onRun?.(report) !== false;
    }
    await cluster.stop();
    report.acknowledged += senders.acknowledgedIds();
    report.lost += senders.lost;
    report.refused += senders.refused;
    report.unacknowledged += stored - senders.acknowledgedIds();
    return goesOn;
  } finally {
    await place.dispose();
  }
}

/** Returns the number of kills. The integrity of the database is checked between the kill and the next start. */
async function sendAndKill(
  cluster: Cluster,
  senders: Senders,
  target: Target,
  { place, violations }: { place: TemporaryPlace; violations: string[] },
): Promise<number> {
  const sending = senders.run(randomInt(1, MAX_CONNECTIONS + 1));
  await randomMoment(senders);
  const check = async () => void violations.push(...(await checkIntegrity(place)));
  const kills = target === 'service' ? await cluster.kill(check) : await killConnection(target, place);
  senders.finish();
  await sending;
  return kills;
}

async function randomMoment(senders: Senders): Promise<void> {
  const count = senders.count + randomInt(1, MAX_EVENTS);
  const deadline = performance.now() + randomInt(MAX_DELAY_MS);
  while (senders.count < count && performance.now() < deadline) await setTimeout(randomInt(1, 4));
}

/** Ends a connection of the service: politely, or by killing the process of the server that serves it. */
async function killConnection(target: Target, { url }: TemporaryPlace): Promise<number> {
  const [row] = await administer(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND backend_type = 'client backend' ORDER BY state = 'active' DESC, random() LIMIT 1`,
    url,
  );
  if (row === undefined) return 0;
  const pid = Number(row['pid']);
  if (target === 'backend') process.kill(pid, 'SIGKILL');
  else await administer(`SELECT pg_terminate_backend(${pid})`, url);
  return 1;
}
