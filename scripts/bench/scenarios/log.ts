import { statSync } from 'node:fs';
import contract from '../../../generated/openapi.json';
import { ContractSchemas } from '../../../src/http/contract';
import { createIngestPipeline, type SaveRequest } from '../../../src/ingest/pipeline';
import { saveEvents } from '../../../src/ingest/saveEvents';
import { SettingsCache } from '../../../src/ingest/settingsCache';
import { SourceMapCache } from '../../../src/sourcemaps/resolve/sourceMapCache';
import { SqliteDriver } from '../../../src/store/sqlite';
import { openDatabase } from '../../../src/store/open';
import type { Database } from '../../../src/store/stores';
import type { Bench } from '../bench';
import { envelopeRequests, payloadOf } from '../envelopes';
import { envelopeTarget, type SeededDatabase } from '../fixture';
import type { Outcome } from '../report';

const BATCHES = [1, 10, 50];
const EVENTS = 2000;
const QUICK_EVENTS = 300;
const BYTES = 3 * 1024;
/** Bytes in front of each page in the log. */
const FRAME_HEADER_BYTES = 24;

/**
 * Bytes that the write-ahead log receives for each event, by the number of events in a transaction. Nothing is timed, so the figures
 * are the same on every machine.
 */
export async function logSize(bench: Bench): Promise<Outcome> {
  const seeded = await bench.seeded(bench.plan.small);
  const frame = FRAME_HEADER_BYTES + pageSize(seeded);
  const found = new Map<number, number>();
  for (const size of BATCHES) {
    bench.log(`  ${size} ${size === 1 ? 'event' : 'events'} in a transaction`);
    found.set(size, await measureLog(bench, seeded, size));
  }
  return {
    tables: [
      {
        title: 'Log of the database',
        columns: ['events in a transaction', 'bytes of log per event', 'pages of log per event'],
        rows: [...found].map(([size, bytes]) => [String(size), bytes, bytes / frame]),
        note:
          `Growth of the write-ahead log while 3 KB events are saved, of which one in ten opens an issue, in a database of ` +
          `${bench.plan.small} events.`,
      },
    ],
    reached: { logTen: (found.get(10) ?? NaN) / 1000, logFifty: (found.get(50) ?? NaN) / 1000 },
  };
}

async function measureLog(bench: Bench, seeded: SeededDatabase, size: number): Promise<number> {
  const count = bench.options.isQuick ? QUICK_EVENTS : EVENTS;
  const copy = await bench.copy(seeded);
  const database = await openDatabase(copy.url);
  const reader = new SqliteDriver(fileOf(copy.url), { readonly: true });
  try {
    const requests = await processEvents(database, seeded, count + size);
    const save = (batch: readonly SaveRequest[]) =>
      database.write(async (stores) => {
        const [first] = batch;
        const events = batch.map(({ event }) => event);
        if (first !== undefined) await saveEvents(stores, first.project, events);
      });
    // The first transaction creates the log and the rows of the project.
    await save(requests.splice(0, size));
    // While a reader uses the log, it is not restarted, so that its size is the sum of all writes.
    reader.exec('BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1');
    const before = logBytes(copy.url);
    for (let start = 0; start < count; start += size) await save(requests.slice(start, start + size));
    return (logBytes(copy.url) - before) / count;
  } finally {
    reader.close();
    await database.close();
    await copy.databases.drop(copy.url);
  }
}

/** Processes events as the service does, one in ten of them the first of its issue. */
async function processEvents(database: Database, { fixture }: SeededDatabase, count: number): Promise<SaveRequest[]> {
  const { read, write } = database;
  const pipeline = createIngestPipeline({
    ...{ read, write, checkSchema: new ContractSchemas(contract).checkNamed },
    ...{ sourceMaps: new SourceMapCache(), settingsCache: new SettingsCache() },
    ...{ fetchesJavaScript: false, sendsMail: false },
  });
  const found = await read(({ projects }) => projects.findByKey(fixture.projectId, fixture.publicKey));
  if (found === undefined) throw new Error(`there is no project ${fixture.projectId}`);
  const { project } = found;
  const next = envelopeRequests(envelopeTarget(fixture), BYTES);
  const processed: SaveRequest[] = [];
  while (processed.length < count) {
    const result = await pipeline.process({
      ...{ project, payload: payloadOf(next()) },
      ...{ format: 'item', eventId: null, flags: [], received: Date.now(), sentAt: null, ipAddress: null },
    });
    if ('event' in result) processed.push(result);
  }
  return processed;
}

function pageSize({ url }: SeededDatabase): number {
  const database = new SqliteDriver(fileOf(url), { readonly: true });
  try {
    return Number(database.pragma('page_size', { simple: true }));
  } finally {
    database.close();
  }
}

function logBytes(url: string): number {
  return statSync(`${fileOf(url)}-wal`).size;
}

function fileOf(url: string): string {
  return url.slice('sqlite:'.length);
}
