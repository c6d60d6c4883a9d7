import { spawnSync } from 'node:child_process';
import { closeSync, fdatasyncSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Bench } from '../bench';
import type { IngestLoad } from '../ingested';
import { type Cell, median, type Outcome, percentile, type Table } from '../report';
import { SqliteDatabases } from '../sqliteDatabases';
import { compareVariants, type Variant, variantsTable } from '../variants';

const LOADS: readonly IngestLoad[] = [
  { kilobytes: 3, count: 1 },
  { kilobytes: 3, count: 10 },
  { kilobytes: 3, count: 50 },
  { kilobytes: 25, count: 50 },
];
/** A file system in memory, which needs no sync. */
const MEMORY = '/dev/shm';
const SYNCS = 500;
const QUICK_SYNCS = 50;
const SYNCED_BYTES = 16 * 1024;

/** Measures ingestion with fewer processors, and with the database in memory instead of on the disk. */
export async function hardware(bench: Bench): Promise<Outcome> {
  const memory = memoryFolder();
  try {
    const variants = [...processorVariants(), ...(memory === null ? [] : [memoryVariant(memory)])];
    const measured = await compareVariants(bench, variants, LOADS);
    const note =
      'The database is on the disk of the folder for temporary files, or in memory, where a sync costs nothing. The load generator uses ' +
      'the same machine, and all of its processors.';
    const disks = [os.tmpdir(), ...(memory === null ? [] : [memory])];
    return {
      tables: [variantsTable({ title: 'Ingest by hardware', note }, variants, measured), syncTable(bench, disks)],
      reached: {},
    };
  } finally {
    if (memory !== null) rmSync(memory, { recursive: true, force: true });
  }
}

/** All processors of the machine, then half of them, down to one. */
function processorVariants(): Variant[] {
  const all = allowedProcessors();
  const variants: Variant[] = [{ name: nameOf(all.length) }];
  if (spawnSync('taskset', ['--version']).status !== 0) return variants;
  for (let count = Math.floor(all.length / 2); count >= 1; count = Math.floor(count / 2))
    variants.push({ name: nameOf(count), how: { processors: all.slice(0, count).join(',') } });
  return variants;
}

function nameOf(processors: number): string {
  return processors === 1 ? '1 processor' : `${processors} processors`;
}

function memoryVariant(folder: string): Variant {
  return { name: `${nameOf(allowedProcessors().length)}, in memory`, databases: new SqliteDatabases(folder) };
}

/** The numbers of the processors that this process may use. They are known on Linux only. */
function allowedProcessors(): number[] {
  const all = Array.from({ length: os.availableParallelism() }, (_, number) => number);
  if (process.platform !== 'linux') return all;
  const [, list] = /^Cpus_allowed_list:\s+(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return (list ?? '').split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

function memoryFolder(): string | null {
  const isThere = statSync(MEMORY, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isThere ? mkdtempSync(path.join(MEMORY, 'culprit-bench-')) : null;
}

function syncTable({ options }: Bench, folders: readonly string[]): Table {
  const count = options.isQuick ? QUICK_SYNCS : SYNCS;
  return {
    title: 'Time of a sync',
    columns: ['folder', 'p50 ms', 'p99 ms', 'syncs/s'],
    rows: folders.map((folder): Cell[] => {
      const times = timeSyncs(folder, count);
      return [
        path.basename(path.dirname(folder)) === 'shm' ? MEMORY : folder,
        median(times),
        percentile(times, 0.99),
        1000 / median(times),
      ];
    }),
    note: `\`fdatasync\` after ${SYNCED_BYTES / 1024} KB were appended to a file, ${count} times, without other load. A commit waits for one sync.`,
  };
}

/** Milliseconds of each sync. */
function timeSyncs(folder: string, count: number): number[] {
  const name = path.join(folder, `culprit-bench-sync-${process.pid}`);
  const file = openSync(name, 'w');
  const bytes = Buffer.alloc(SYNCED_BYTES, 1);
  try {
    return Array.from({ length: count }, () => {
      writeSync(file, bytes);
      const began = performance.now();
      fdatasyncSync(file);
      return performance.now() - began;
    });
  } finally {
    closeSync(file);
    rmSync(name);
  }
}
