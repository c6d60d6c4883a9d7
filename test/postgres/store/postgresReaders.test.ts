/** Readers that wait do not prevent events from being stored. */
import { Client } from 'pg';
import { administer, makeQuickPlace } from '../../support/database';
import { poll } from '../../support/process';
import { type Service, startService } from '../../support/service';

/** Number of readers: more than the connections of a process. */
const READERS = 16;

let place: Awaited<ReturnType<typeof makeQuickPlace>>;
let service: Service;
beforeAll(async () => {
  place = await makeQuickPlace();
  service = await startService({ DATABASE_URL: place.url });
});
afterAll(async () => {
  await service.close();
  await place.dispose();
});

const waitingForLocks = async () =>
  (
    await administer(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      place.url,
    )
  ).length;

/** Waits until no further request reaches the lock: all connections that it may have are taken. */
async function untilAllWait(): Promise<void> {
  let [before, unchanged] = [0, 0];
  await poll(async () => {
    const now = await waitingForLocks();
    unchanged = now === before ? unchanged + 1 : 0;
    before = now;
    return now >= 3 && unchanged >= 20;
  });
}

test('events are stored while more requests wait than there are connections', async () => {
  const project = await service.fixtures.project();
  const other = await service.fixtures.project();
  const token = await service.fixtures.token(project.organization);
  const holder = new Client({ connectionString: place.url });
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE team IN ACCESS EXCLUSIVE MODE');
  const lists = Promise.all(Array.from({ length: READERS }, () => service.client.get(project.path, token)));
  await untilAllWait();
  const statuses: number[] = [];
  for (let number = 0; number < 20; number += 1) {
    const storePath = `/api/${other.id}/store/?sentry_key=${other.publicKey}`;
    const { status } = await service.client.post(storePath).send({ message: `Stored meanwhile ${number}` });
    statuses.push(status);
  }
  const stillWaiting = await waitingForLocks();
  await holder.query('ROLLBACK');
  await holder.end();
  expect([...new Set(statuses)]).toEqual([200]);
  expect(stillWaiting).toBeGreaterThanOrEqual(3);
  for (const { status } of await lists) expect([200, 503]).toContain(status);
});
