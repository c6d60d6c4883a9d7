import { envelopeOf, framesOf, type Json, makePayload, Random } from '../../support/payloads';
import type { Bench, SideName } from '../bench';
import { afterCount } from '../load';
import type { Outcome } from '../report';
import { envelopeRequest } from '../requests';

const EVENTS = 2000;
const QUICK_EVENTS = 300;
const CONNECTIONS = 4;
const KINDS = 50;

/**
 * Measures the bytes on disk per event; nothing is timed, so they are the same on every machine. All events differ,
 * because each body is compressed separately.
 */
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
  const { databases, url, fixture } = await bench.copyFor(name, await bench.seeded(0));
  const before = await databases.bytes(url);
  const side = await bench.start(name, { databases, url, fixture });
  const random = new Random(bytes);
  const framesByKind = new Map<string, readonly Json[]>();
  const sent: number[] = [];
  const next = () => {
    // One event in ten is of a new kind, as in other scenarios.
    const kind = random.below(10) === 0 ? `Fault${random.hex(6)}` : `StockError${random.below(KINDS)}`;
    const eventId = random.hex(32);
    const fixed = { eventId, kind, timestamp: Date.now() / 1000, frames: framesByKind.get(kind) };
    const payload = makePayload(bytes, random, fixed);
    framesByKind.set(kind, framesOf(payload));
    const text = JSON.stringify(payload);
    sent.push(Buffer.byteLength(text));
    return envelopeRequest(fixture, envelopeOf(eventId, text));
  };
  const isOver = afterCount(bench.options.isQuick ? QUICK_EVENTS : EVENTS);
  await bench.load(
    side,
    Array.from({ length: CONNECTIONS }, () => next),
    isOver,
  );
  await side.stop();
  const stored = (await databases.bytes(url)) - before;
  await databases.drop(url);
  return { json: sent.reduce((sum, size) => sum + size, 0) / sent.length, disk: stored / sent.length };
}
