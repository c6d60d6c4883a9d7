/**
 * Bytes of a stored event: on the disk, and in the write-ahead log. Nothing is timed, so the figures are the same on
 * every machine.
 */
import { statSync } from 'node:fs';
import contract from '../../../generated/openapi.json';
import { ContractSchemas } from '../../../src/http/contract';
import { createIngestPipeline, type SaveRequest } from '../../../src/ingest/pipeline';
import { saveEvents } from '../../../src/ingest/saveEvents';
import { SettingsCache } from '../../../src/ingest/settingsCache';
import { SourceMapCache } from '../../../src/sourcemaps/resolve/sourceMapCache';
import { openDatabase } from '../../../src/store/engine/open';
import { SqliteDriver } from '../../../src/store/engine/sqlite';
import type { Database } from '../../../src/store/stores';
import { envelopeOf, framesOf, type Json, makePayload, Random } from '../../support/payloads';
import type { Bench } from '../bench';
import { type BenchFixture, envelopeTarget, requestBytes } from '../fixture';
import { afterCount, type Requests } from '../load';
import type { Outcome } from '../report';
import { envelopeRequests, payloadOf } from '../requests';
import type { SideName } from '../setup';

const EVENTS = 2000;
const QUICK_EVENTS = 300;
const CONNECTIONS = 4;
/** Number of recurring kinds of errors. */
const KINDS = 50;
const BATCHES = [1, 10, 50];

/** Measures the bytes on disk per event. All events differ, because each body is compressed separately. */
export async function disk(bench: Bench): Promise<Outcome> {
  const [our, their] = [bench.setup.ours.name, bench.setup.theirs.name];
  const rows = [];
  const ratios: Record<number, number> = {};
  for (const kilobytes of [3, 25, 50]) {
    bench.log(`  bytes on disk, ${kilobytes} KB`);
    const ours = await storedBytes(bench, 'ours', kilobytes * 1024);
    const theirs = await storedBytes(bench, 'theirs', kilobytes * 1024);
    ratios[kilobytes] = ours.disk / ours.json;
    rows.push([`${kilobytes} KB`, ours.json, ours.disk, ours.disk / ours.json, theirs.disk, theirs.disk / theirs.json]);
  }
  const table = {
    title: 'Bytes on disk of an event',
    columns: ['event', 'bytes of JSON', our, '÷ JSON', their, '÷ JSON'],
    rows,
    note: 'What distinct events add to the database, indexes and issues included, once the process has ended and its log is gone.',
  };
  return { tables: [table], reached: { disk3: ratios[3], disk25: ratios[25] } };
}

async function storedBytes(bench: Bench, name: SideName, bytes: number): Promise<{ json: number; disk: number }> {
  const copy = await bench.copyFor(name, await bench.seeded(0));
  const before = await copy.databases.bytes(copy.url);
  const side = await bench.start(name, copy);
  const sent = { bytes: 0, events: 0 };
  const next = distinctEvents(copy.fixture, bytes, sent);
  const connections = Array.from({ length: CONNECTIONS }, () => next);
  await bench.load(side, connections, afterCount(bench.options.isQuick ? QUICK_EVENTS : EVENTS));
  await side.stop();
  const after = await copy.databases.bytes(copy.url);
  await copy.databases.drop(copy.url);
  return { json: sent.bytes / sent.events, disk: (after - before) / sent.events };
}

function distinctEvents(fixture: BenchFixture, bytes: number, sent: { bytes: number; events: number }): Requests {
  const next = distinctPayloads(bytes);
  return () => {
    const payload = next();
    const text = JSON.stringify(payload);
    sent.bytes += Buffer.byteLength(text);
    sent.events += 1;
    const envelope = envelopeOf(String(payload['event_id']), text);
    return requestBytes(fixture, envelopeTarget(fixture), 'POST', envelope);
  };
}

/** Returns a function that makes events, one in ten of them of a new kind, as in other scenarios. */
function distinctPayloads(bytes: number): () => Json {
  const random = new Random(bytes);
  const framesByKind = new Map<string, readonly Json[]>();
  return () => {
    const kind = random.below(10) === 0 ? `Fault${random.hex(6)}` : `StockError${random.below(KINDS)}`;
    const fixed = { eventId: random.hex(32), kind, timestamp: Date.now() / 1000, frames: framesByKind.get(kind) };
    const payload = makePayload(bytes, random, fixed);
    framesByKind.set(kind, framesOf(payload));
    return payload;
  };
}

/**
 * Measures the bytes that the write-ahead log of SQLite receives for each event, by the number of events in a
 * transaction.
 */
export async function logSize(bench: Bench): Promise<Outcome> {
  const bytesByBatch = new Map<number, number>();
  for (const size of BATCHES) {
    bench.log(`  bytes of log, ${size} in a transaction`);
    bytesByBatch.set(size, await measureLog(bench, size));
  }
  const table = {
    title: 'Log of the database',
    columns: ['events in a transaction', 'bytes of log per 3 KB event'],
    rows: [...bytesByBatch].map(([size, bytes]) => [String(size), bytes]),
    note: `Growth of the write-ahead log in a database of ${bench.plan.small} events; one event in ten opens an issue.`,
  };
  const kilobytes = (size: number) => (bytesByBatch.get(size) ?? NaN) / 1000;
  return { tables: [table], reached: { logTen: kilobytes(10), logFifty: kilobytes(50) } };
}

async function measureLog(bench: Bench, size: number): Promise<number> {
  const count = bench.options.isQuick ? QUICK_EVENTS : EVENTS;
  const copy = await bench.copy(await bench.seeded(bench.plan.small));
  const file = copy.url.slice('sqlite:'.length);
  const database = await openDatabase(copy.url);
  const reader = new SqliteDriver(file, { readonly: true });
  try {
    const requests = await processEvents(database, copy.fixture, count + size);
    const save = () => {
      const batch = requests.splice(0, size);
      return database.write((stores) =>
        saveEvents(
          stores,
          (batch[0] as SaveRequest).project,
          batch.map(({ event }) => event),
        ),
      );
    };
    // The first transaction creates the log and the rows of the project.
    await save();
    // While a reader uses the log, it is not restarted, so that its size is the sum of all writes.
    reader.exec('BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1');
    const before = statSync(`${file}-wal`).size;
    while (requests.length > 0) await save();
    return (statSync(`${file}-wal`).size - before) / count;
  } finally {
    reader.close();
    await database.close();
    await copy.databases.drop(copy.url);
  }
}

/** Processes events of 3 KB as the service does. */
async function processEvents({ read, write }: Database, fixture: BenchFixture, count: number): Promise<SaveRequest[]> {
  const pipeline = createIngestPipeline({
    read,
    write,
    checkSchema: new ContractSchemas(contract).checkNamed,
    sourceMaps: new SourceMapCache(),
    settingsCache: new SettingsCache(),
    fetchesJavaScript: false,
    sendsMail: false,
  });
  const projectOfKey = await read(({ projects }) => projects.findByKey(fixture.projectId, fixture.publicKey));
  if (projectOfKey === undefined) throw new Error(`there is no project ${fixture.projectId}`);
  const next = envelopeRequests(envelopeTarget(fixture), 3 * 1024);
  const processed: SaveRequest[] = [];
  while (processed.length < count) {
    const result = await pipeline.process({
      project: projectOfKey.project,
      payload: payloadOf(next()),
      format: 'item',
      eventId: null,
      flags: [],
      received: Date.now(),
      sentAt: null,
      ipAddress: null,
    });
    if ('event' in result) processed.push(result);
  }
  return processed;
}
