import { randomBytes } from 'node:crypto';
import { envelopeOf, type FixedFields, type Json, makePayload, Random } from '../support/payloads';
import type { Requests } from './load';
import type { BenchFixture } from './seed';

/** The parts that differ between events. */
const ID = '00000000000000000000000000000000';
const KIND = 'Fault_______';
const SECONDS = 1_000_000_000;
const TIME = `${SECONDS}.000`;
const SENT_AT = '2001-09-09T01:46:40.000Z';

/** Number of recurring kinds of errors, each with its own trace. One event in ten is of a new kind. */
const KNOWN_KINDS = 50;
const NEW_EVERY = 10;

/** Creates the payload of an event with the given fields. */
export type Make = (random: Random, fixed: FixedFields) => Json;

const sized = new Map<number, readonly string[]>();
let serial = 0;

/** Returns the templates of the envelopes of each kind. */
export function makeTemplates(make: Make): string[] {
  return Array.from({ length: KNOWN_KINDS }, (_, number) => {
    const payload = make(new Random(number), { eventId: ID, kind: KIND, timestamp: SECONDS });
    const text = JSON.stringify(payload).replace(`"timestamp":${SECONDS},`, `"timestamp":${TIME},`);
    return envelopeOf(ID, text, SENT_AT);
  });
}

/** Returns the requests of one connection: envelopes, each with a new event. */
export function requestsFrom(fixture: BenchFixture, templates: readonly string[]): Requests {
  return () => {
    const number = (serial += 1);
    const now = new Date();
    const envelope = (templates[number % KNOWN_KINDS] ?? '')
      .replaceAll(ID, randomBytes(16).toString('hex'))
      .replace(KIND, kindOf(number))
      .replace(TIME, (now.getTime() / 1000).toFixed(3))
      .replace(SENT_AT, now.toISOString());
    return envelopeRequest(fixture, envelope);
  };
}

/** Returns a request as SDKs send it. */
export function envelopeRequest({ projectId, publicKey }: BenchFixture, envelope: string): Buffer {
  const query = `sentry_version=7&sentry_key=${publicKey}&sentry_client=sentry.javascript.node%2F11.11.0`;
  const head = `POST /api/${projectId}/envelope/?${query} HTTP/1.1\r\nHost: bench`;
  return Buffer.from(`${head}\r\nContent-Length: ${Buffer.byteLength(envelope)}\r\n\r\n${envelope}`);
}

/** Writes a number in letters: grouping may ignore digits. */
function kindOf(number: number): string {
  const name = number % NEW_EVERY === 0 ? number + KNOWN_KINDS : number % KNOWN_KINDS;
  const letters = [...name.toString(26).padStart(KIND.length - 5, '0')].map((digit) =>
    String.fromCharCode(97 + parseInt(digit, 26)),
  );
  return `Fault${letters.join('')}`;
}

/** Events that a program receives: their size, and the number of connections that send them. */
export interface IngestLoad {
  readonly kilobytes: number;
  readonly count: number;
}

export function nameOfLoad({ kilobytes, count }: IngestLoad): string {
  return `${kilobytes} KB, ${count} ${count === 1 ? 'connection' : 'connections'}`;
}

/** Returns the connections of a load. One event in ten opens an issue. */
export function ingestConnections(fixture: BenchFixture, { kilobytes, count }: IngestLoad): Requests[] {
  const make: Make = (random, fixed) => makePayload(kilobytes * 1024, random, fixed);
  const templates = sized.get(kilobytes) ?? makeTemplates(make);
  sized.set(kilobytes, templates);
  return Array.from({ length: count }, () => requestsFrom(fixture, templates));
}

const PROJECT_PATH = '/api/0/projects/acme/shop/';
export const EVENTS_PATH = `${PROJECT_PATH}events/`;
export const ISSUES_PATH = `${PROJECT_PATH}issues/`;

/** Returns connections that repeat a request with the fixture's token. */
export function getConnections({ token }: BenchFixture, path: string, count: number): Requests[] {
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  return Array.from({ length: count }, () => () => request);
}

/** Sends one request. @throws Error unless it succeeds */
export async function call(
  { token }: BenchFixture,
  port: number,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers });
  if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${path}: ${response.status} ${await response.text()}`);
  return response;
}
