import { memoryOf } from '../support/usage';
import type { Bench, LoadedPrograms, Measured } from './bench';
import { envelopeRequests } from './requests';
import { envelopeTarget, type SeededDatabase } from './fixture';
import { after, type Requests } from './load';
import { countIssues, countReadableSince } from './tables';

const DRAIN_LIMIT_SECONDS = 30;

/** Events that a program receives: their size, and the number of connections that send them. */
export interface IngestLoad {
  readonly kilobytes: number;
  readonly count: number;
}

/** The measurement of one round of ingestion. */
export interface Ingested extends Measured {
  /** Events per second until all of them can be read with their bodies. */
  readonly drained: number;
  /** Share of the events that opened an issue. */
  readonly opened: number;
  /** Resident memory at the end, in bytes. */
  readonly memory: number;
  /** Seconds of processor time of the database's own server; null if it has none on this machine. */
  readonly serverCpu: number | null;
}

export function nameOfLoad({ kilobytes, count }: IngestLoad): string {
  return `${kilobytes} KB, ${count} ${count === 1 ? 'connection' : 'connections'}`;
}

/** Returns the connections of a load. One event in ten opens an issue. */
export function connectionsOf({ fixture }: SeededDatabase, { kilobytes, count }: IngestLoad): Requests[] {
  return Array.from({ length: count }, () => envelopeRequests(envelopeTarget(fixture), kilobytes * 1024));
}

/** Puts a program under load for one round, then waits until all accepted events can be read. */
export async function storeAndRead(
  bench: Bench,
  side: LoadedPrograms,
  seeded: SeededDatabase,
  connections: readonly Requests[],
): Promise<Ingested> {
  const issues = await countIssues(seeded);
  const since = Date.now();
  const serverCpu = seeded.databases.serverCpu();
  const sample = await bench.load(side, connections, after(bench.plan.seconds));
  const memory = [side].flat().reduce((sum, { pid }) => sum + memoryOf(pid), 0);
  const serverCpuAfter = seeded.databases.serverCpu();
  const began = performance.now();
  let waited = 0;
  let stored = await countReadableSince(seeded, since);
  while (stored < sample.count && waited < DRAIN_LIMIT_SECONDS) {
    waited = (performance.now() - began) / 1000;
    stored = await countReadableSince(seeded, since);
  }
  const drained = stored / (sample.seconds + waited);
  return {
    ...sample,
    drained,
    opened: ((await countIssues(seeded)) - issues) / sample.count,
    memory,
    serverCpu: serverCpu === null || serverCpuAfter === null ? null : serverCpuAfter - serverCpu,
  };
}
