import type { Bench } from '../bench';
import { envelopeOf } from '../envelopes';
import { type BenchFixture, envelopeTarget, requestBytes } from '../fixture';
import { afterCount, type Requests } from '../load';
import { type Json, makePayload, Random } from '../payloads';
import type { Outcome, Table } from '../report';
import type { SideName } from '../setup';
import { storedParts } from '../tables';

const KILOBYTES = [3, 25, 50];
const EVENTS = 2000;
const QUICK_EVENTS = 300;
const CONNECTIONS = 4;
/** Number of recurring kinds of errors. */
const KINDS = 50;

/** Parts of a database that are shown: the largest ones. */
const SHOWN_PARTS = 8;

interface Stored {
  readonly json: number;
  readonly disk: number;
  /** Bytes per event of tables, indexes and columns; empty unless the database is of SQLite. */
  readonly parts: readonly (readonly [name: string, bytes: number])[];
}

/** Measures the bytes on disk per event. All events differ, because each body is compressed separately. */
export async function disk(bench: Bench): Promise<Outcome> {
  const { setup } = bench;
  const events = bench.options.isQuick ? QUICK_EVENTS : EVENTS;
  const rows = [];
  const parts: Record<number, Stored['parts']> = {};
  const ratios: Record<number, number> = {};
  for (const kilobytes of KILOBYTES) {
    bench.log(`  ${kilobytes} KB`);
    const ours = await store(bench, 'ours', kilobytes * 1024, events);
    const theirs = await store(bench, 'theirs', kilobytes * 1024, events);
    parts[kilobytes] = ours.parts;
    ratios[kilobytes] = ours.disk / ours.json;
    rows.push([`${kilobytes} KB`, ours.json, ours.disk, ours.disk / ours.json, theirs.disk, theirs.disk / theirs.json]);
  }
  return {
    tables: [
      {
        title: 'Disk',
        columns: [
          'event',
          'bytes of JSON',
          `${setup.ours.name}, bytes on disk`,
          '÷ JSON',
          `${setup.theirs.name}, bytes on disk`,
          '÷ JSON',
        ],
        rows,
        note:
          `What ${events} events add to the database, indexes and their issues included, once the process has ended and its log is ` +
          'gone; each event of one size differs from every other.',
      },
      ...(setup.database === 'sqlite' ? [partsTable(parts[3] ?? [])] : []),
    ],
    reached: { disk3: ratios[3], disk25: ratios[25] },
  };
}

function partsTable(parts: Stored['parts']): Table {
  return {
    title: 'Disk by table',
    columns: ['table, index or column', 'bytes per 3 KB event'],
    rows: parts.slice(0, SHOWN_PARTS),
    note: 'Pages of the largest tables and indexes of the service, and the bytes that two columns of `event` take within it.',
  };
}

async function store(bench: Bench, name: SideName, bytes: number, events: number): Promise<Stored> {
  const copy = await bench.copyFor(name, await bench.seeded(0));
  const before = await copy.databases.bytes(copy.url);
  const side = await bench.start(name, copy);
  const sent = { bytes: 0, events: 0 };
  const next = distinctEvents(copy.fixture, bytes, sent);
  await bench.load(
    side,
    Array.from({ length: CONNECTIONS }, () => next),
    afterCount(events),
  );
  await side.stop();
  const after = await copy.databases.bytes(copy.url);
  const parts = bench.setup[name].databases === bench.setup.seedDatabases ? await storedParts(copy) : [];
  await copy.databases.drop(copy.url);
  return {
    json: sent.bytes / sent.events,
    disk: (after - before) / sent.events,
    parts: parts.map((part) => [part.name, part.bytes / sent.events]),
  };
}

function distinctEvents(fixture: BenchFixture, bytes: number, sent: { bytes: number; events: number }): Requests {
  const random = new Random(bytes);
  const known = new Map<string, readonly Json[]>();
  return () => {
    const eventId = random.hex(32);
    // One event in ten is of a new kind, as in the other scenarios.
    const kind = random.below(10) === 0 ? `Fault${random.hex(6)}` : `StockError${random.below(KINDS)}`;
    const payload = makePayload(bytes, random, {
      eventId,
      kind,
      timestamp: Date.now() / 1000,
      frames: known.get(kind),
    });
    known.set(kind, framesOf(payload));
    const text = JSON.stringify(payload);
    sent.bytes += Buffer.byteLength(text);
    sent.events += 1;
    return requestBytes(fixture, envelopeTarget(fixture), 'POST', envelopeOf(eventId, text));
  };
}

function framesOf({ exception }: Json): readonly Json[] {
  const { values } = exception as { values: readonly [{ stacktrace: { frames: readonly Json[] } }] };
  return values[0].stacktrace.frames;
}
