import { setImmediate } from 'node:timers/promises';
import * as fc from 'fast-check';
import { makeMigratedPlace, type TemporaryPlace } from '../support/database';
import { type PlannedEvent, runScenario, scenarios, type Target } from '../support/interleavings';
import { poll } from '../support/process';
import { type Service, startService } from '../support/service';

let place: TemporaryPlace;
let service: Service;
let target: Target;
/** Number of requests that the service received. */
let received = 0;
beforeAll(async () => {
  place = await makeMigratedPlace();
  service = await startService({ DATABASE_URL: place.url, BOOTSTRAP: 'off', SMTP_URL: 'smtp://127.0.0.1:9' });
  service.app.server.prependListener('request', () => (received += 1));
  target = { clients: [service.client], place };
});
afterAll(async () => {
  await service.close();
  await place.dispose();
});

type Send = (event: PlannedEvent) => Promise<void>;

async function sendOneByOne(events: readonly PlannedEvent[], send: Send): Promise<void> {
  for (const event of events) await send(event);
}

/** Turns of the event loop after which received requests are processed and wait to be written. */
const TURNS = 50;

/** Sends events at once. They are written together: a transaction that lasts until all are processed delays them. */
async function sendTogether<Event>(events: readonly Event[], send: (event: Event) => Promise<void>): Promise<void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let held: Promise<void> | undefined;
  await new Promise<void>((resolve) => {
    held = service.app.database.write(() => {
      resolve();
      return released;
    });
  });
  const before = received;
  const sent = Promise.all(events.map(send));
  await poll(() => received === before + events.length);
  for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
  release();
  await Promise.all([held, sent]);
}

it('events have the same results one by one, in every order, and in batches', async () => {
  const numbers = fc.infiniteStream(fc.nat());
  await fc.assert(
    fc.asyncProperty(scenarios(24), numbers, async (scenario, random) => {
      const nextBelow = (end: number) => (random.next().value as number) % end;
      const inOrder = await runScenario(target, scenario, sendOneByOne);
      expect(inOrder.contradictions).toEqual([]);
      const interleaved = await runScenario(target, scenario, async (events, send) => {
        const left = [...events];
        while (left.length > 0) {
          const size = 1 + nextBelow(left.length);
          const burst = Array.from({ length: size }, () => left.splice(nextBelow(left.length), 1)).flat();
          await (nextBelow(3) === 0 ? Promise.all(burst.map(send)) : sendTogether(burst, send));
        }
      });
      expect(interleaved.contradictions).toEqual([]);
      expect(interleaved.state).toEqual(inOrder.state);
    }),
    { numRuns: 8 },
  );
});

/** Number of values of a tag that are stored. */
const MAX_VALUES = 500;

it('an issue keeps as many values of a tag as the limit allows, also if all of them arrive at once', async () => {
  const project = await service.fixtures.project();
  const url = `${service.url}/api/${project.id}/store/?sentry_key=${project.publicKey}`;
  const events = Array.from({ length: MAX_VALUES + 60 }, (_, number) => {
    return { fingerprint: ['x'], message: 'x', tags: { order: `o${number}` }, user: { id: `u${number}` } };
  });
  await sendTogether(events, async (event) => {
    const { status } = await fetch(url, { method: 'POST', body: JSON.stringify(event) });
    expect(status).toBe(200);
  });
  const engine = await place.openEngine();
  const counts = await engine.read((session) =>
    session.all(
      `SELECT key AS "key", CAST(COUNT(*) AS INTEGER) AS "count" FROM issue_tag WHERE project_id = ? AND key IN ('order', 'user')
       GROUP BY key ORDER BY key`,
      [Number(project.id)],
    ),
  );
  await engine.close();
  expect(counts).toEqual([
    { key: 'order', count: MAX_VALUES },
    { key: 'user', count: events.length },
  ]);
});
