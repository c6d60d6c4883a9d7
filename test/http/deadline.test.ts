/** Tests that a request ends at its deadline, even while the database waits. */
import { setTimeout } from 'node:timers/promises';
import { makeMigratedPlace, type TemporaryPlace } from '../support/database';
import { type Service, startService } from '../support/service';

let place: TemporaryPlace;
let service: Service;
beforeAll(async () => {
  // A database on disk, because in memory readers wait for writers.
  place = await makeMigratedPlace();
  service = await startService({ DATABASE_URL: place.url, REQUEST_TIMEOUT: '1' });
});
afterAll(async () => {
  await service.close();
  await place.dispose();
});

test('a request that waits for the database is 503 at its deadline, and changes nothing later', async () => {
  const { client, fixtures, app } = service;
  const project = await fixtures.project({ name: 'Before' });
  const token = await fixtures.token(project.organization);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const held = app.database.write(async () => {
    begin();
    await released;
  });
  await begun;
  const late = client.put(project.path, token).send({ name: 'After' }).then();
  await setTimeout(2_000);
  await client.get(project.path, token).expect(200);
  release();
  await held;
  const { status, headers } = await late;
  expect([status, headers['retry-after']]).toEqual([503, expect.stringMatching(/^[1-9][0-9]*$/)]);
  await app.database.write(async () => undefined);
  const { body } = await client.get(project.path, token).expect(200);
  expect(body).toMatchObject({ name: 'Before' });
});
