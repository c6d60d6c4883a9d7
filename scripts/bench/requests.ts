import { randomBytes } from 'node:crypto';
import { envelopeOf, type FixedFields, type Json, makePayload, Random } from '../support/payloads';
import type { Requests } from './load';

/** The parts that differ between events are at fixed offsets of the template, with a fixed width. */
const ID = '00000000000000000000000000000000';
const KIND = 'Fault_______';
const SECONDS = 1_000_000_000;
const TIME = `${SECONDS}.000`;
const SENT_AT = '2001-09-09T01:46:40.000Z';

/** Number of recurring kinds of errors, each with its own trace. One event in ten is of a new kind. */
const KNOWN_KINDS = 50;
const NEW_EVERY = 10;
/** Bytes reserved for the head of a request. */
const HEAD_BYTES = 500;

/** Creates the payload of an event with the given fields. */
export type Make = (random: Random, fixed: FixedFields) => Json;

interface Template {
  readonly bytes: Buffer;
  readonly ids: readonly number[];
  readonly kind: number;
  readonly time: number;
  readonly sentAt: number;
}

const sized = new Map<number, readonly Template[]>();
let serial = 0;

/** Returns the requests of one connection: envelopes, each with a new event of about `bytes` bytes. */
export function envelopeRequests(target: string, bytes: number): Requests {
  const templates = sized.get(bytes) ?? makeTemplates((random, fixed) => makePayload(bytes, random, fixed));
  sized.set(bytes, templates);
  return requestsFrom(target, templates);
}

export function makeTemplates(make: Make): Template[] {
  return Array.from({ length: KNOWN_KINDS }, (_, number) => makeTemplate(make, new Random(number)));
}

/**
 * Returns the requests of one connection from templates. They share a buffer, so that only one request may be in
 * progress at a time.
 */
export function requestsFrom(target: string, prepared: readonly Template[]): Requests {
  const longest = Math.max(...prepared.map((template) => template.bytes.length));
  const buffer = Buffer.alloc(longest + HEAD_BYTES);
  return () => {
    const number = (serial += 1);
    const template = prepared[number % KNOWN_KINDS] as Template;
    const head = `POST ${target} HTTP/1.1\r\nHost: bench\r\nContent-Length: ${template.bytes.length}\r\n\r\n`;
    const start = buffer.write(head, 'latin1');
    template.bytes.copy(buffer, start);
    const id = randomBytes(16).toString('hex');
    for (const place of template.ids) buffer.write(id, start + place, 'latin1');
    const now = new Date();
    buffer.write((now.getTime() / 1000).toFixed(3), start + template.time, 'latin1');
    buffer.write(now.toISOString(), start + template.sentAt, 'latin1');
    buffer.write(kindOf(number), start + template.kind, 'latin1');
    return buffer.subarray(0, start + template.bytes.length);
  };
}

/** Returns the payload of a request: the third line of its envelope. */
export function payloadOf(request: Buffer): Uint8Array {
  let start = request.indexOf('\r\n\r\n') + 4;
  for (let line = 0; line < 2; line += 1) start = request.indexOf('\n', start) + 1;
  return Uint8Array.from(request.subarray(start));
}

function makeTemplate(make: Make, random: Random): Template {
  const payload = make(random, { eventId: ID, kind: KIND, timestamp: SECONDS });
  const text = JSON.stringify(payload).replace(`"timestamp":${SECONDS},`, `"timestamp":${TIME},`);
  const bytes = Buffer.from(envelopeOf(ID, text, SENT_AT));
  return {
    bytes,
    ids: [bytes.indexOf(ID), bytes.lastIndexOf(ID)],
    kind: bytes.indexOf(KIND),
    time: bytes.indexOf(TIME),
    sentAt: bytes.indexOf(SENT_AT),
  };
}

/** Writes a number in letters: grouping may ignore digits. */
function kindOf(number: number): string {
  const name = number % NEW_EVERY === 0 ? number + KNOWN_KINDS : number % KNOWN_KINDS;
  const letters = [...name.toString(26).padStart(KIND.length - 5, '0')].map((digit) =>
    String.fromCharCode(97 + parseInt(digit, 26)),
  );
  return `Fault${letters.join('')}`;
}
