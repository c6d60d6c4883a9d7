/*
 * Compresses event bodies with each level of deflate and with brotli: processor time and bytes per event. The figures
 * of src/DECISIONS.md, "Event bodies": npx tsx scripts/bench/compression.ts
 */
import { brotliCompressSync, constants, deflateRawSync } from 'node:zlib';
import { EVENT_DICTIONARY } from '../../src/compression/eventBody';
import { DEFAULT_SETTINGS } from '../../src/domain/project';
import { normalizeEvent } from '../../src/ingest/normalize/normalizeEvent';
import { completeAndScrub } from '../../src/ingest/processEvent';
import { makePayload, Random } from '../support/payloads';

const KILOBYTES = [3, 16, 25, 50];
type Compress = (body: string) => Uint8Array;
const METHODS: readonly (readonly [string, Compress])[] = [
  ...[1, 2, 3, 4, 5, 6].map((level): [string, Compress] => [
    `deflate ${level}`,
    (body) => deflateRawSync(body, { level, dictionary: EVENT_DICTIONARY }),
  ]),
  ...[0, 1, 2].map((quality): [string, Compress] => [
    `brotli ${quality}`,
    (body) =>
      brotliCompressSync(body, {
        params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 18 },
      }),
  ]),
];
const EVENTS = 200;
const ROUNDS = 5;
const TIME = Date.UTC(2026, 0, 1);

for (const kilobytes of KILOBYTES) {
  const bodies = Array.from({ length: EVENTS }, (_, number) => bodyOf(kilobytes * 1024, number));
  for (const [name, method] of METHODS) {
    const rounds = Array.from({ length: ROUNDS }, () => compress(bodies, method));
    const microseconds = Math.min(...rounds.map((round) => round.microseconds));
    const bytes = rounds[0]?.bytes ?? 0;
    console.log(
      `${kilobytes} KB, ${name}: ${(microseconds / EVENTS).toFixed(0)} µs, ${(bytes / EVENTS).toFixed(0)} bytes`,
    );
  }
}

function bodyOf(bytes: number, number: number): string {
  const eventId = number.toString(16).padStart(32, '0');
  const payload = makePayload(bytes, new Random(number), { eventId, kind: `Error${number}`, timestamp: TIME / 1000 });
  const event = completeAndScrub(
    normalizeEvent(payload, { eventId, received: TIME, ipAddress: null }),
    DEFAULT_SETTINGS,
  );
  return JSON.stringify({ event, grouping: { hash: eventId } });
}

function compress(bodies: readonly string[], method: Compress): { microseconds: number; bytes: number } {
  const before = process.cpuUsage();
  const bytes = bodies.reduce((sum, body) => sum + method(body).length, 0);
  const { user, system } = process.cpuUsage(before);
  return { microseconds: user + system, bytes };
}
