import { BadRequest, Unavailable } from '../../src/domain/errors';
import { IngestHealth } from '../../src/ingest/pipeline';
import type { IncomingEvent, IngestResult } from '../../src/ingest/processEvent';

const STORED: IngestResult = { eventId: 'a'.repeat(32), dropped: null };
const FILTERED: IngestResult = { ...STORED, dropped: 'error-message' };
const FULL = new Unavailable('The disk of the service is full.', 60);

let now: number;
let backlog: number;
let result: IngestResult | Error;
let health: IngestHealth;
beforeEach(() => {
  now = 0;
  backlog = 0;
  const ingest = async () => {
    if (result instanceof Error) throw result;
    return result;
  };
  health = new IngestHealth({ ingest, backlogSeconds: () => backlog }, () => now);
});

const ingest = (next: IngestResult | Error) => {
  result = next;
  return health.ingest({} as IncomingEvent).catch((error: unknown) => error);
};
const check = () => health.requireHealthy();

it('is healthy before the first event, and after others', async () => {
  expect(check).not.toThrow();
  expect(await ingest(STORED)).toBe(STORED);
  const invalid = new BadRequest('The event is invalid.');
  expect(await ingest(invalid)).toBe(invalid);
  const busy = new Unavailable('The database is busy.');
  expect(await ingest(busy)).toBe(busy);
  expect(check).not.toThrow();
});

it('gives the reason of a refusal until an event is stored', async () => {
  await ingest(FULL);
  await ingest(FILTERED);
  expect(check).toThrow(expect.objectContaining({ message: FULL.message, retryAfter: 60 }));
  await ingest(STORED);
  expect(check).not.toThrow();
});

it('gives the reason of a refusal until its client may try again', async () => {
  await ingest(FULL);
  now = 59_999;
  expect(check).toThrow(FULL.message);
  now = 60_000;
  expect(check).not.toThrow();
});

it('is not healthy while events wait for ten seconds', () => {
  backlog = 9.9;
  expect(check).not.toThrow();
  backlog = 12.5;
  expect(check).toThrow('Events arrive faster than they are stored: the oldest has waited for 12 seconds.');
});
