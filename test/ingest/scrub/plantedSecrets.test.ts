import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SqliteDriver } from '../../../src/store/engine/sqliteConnection';
import fc from 'fast-check';
import { decompressEventBody } from '../../../src/compression/eventBody';
import type { JsonObject } from '../../../src/domain/event';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../../support/database';
import { envelope, type ProjectFixture } from '../../support/fixtures';
import { planted, type Planted, plantedAddress } from '../../support/plantedSecrets';
import { type Service, startService } from '../../support/service';

/** Number and seed of the generated events. Other values are for occasional longer runs. */
const COUNT = Number(process.env['RUNS'] ?? 250);
const SEED = Number(process.env['SEED'] ?? 1);

let directory: TemporaryDirectory;
let service: Service;
let project: ProjectFixture;
let token: string;

beforeEach(async () => {
  directory = await makeTemporaryDirectory();
  service = await startService({
    DATABASE_URL: `sqlite:${path.join(directory.path, 'culprit.db')}`,
    SPIKE_FLOOR: '100000',
  });
  project = await service.fixtures.project();
  token = await service.fixtures.token(project.organization);
});

afterEach(async () => {
  await service.close();
  await directory.dispose();
});

const change = (body: object) => service.client.put(project.path, token).send(body).expect(200);

/** Sends events to both endpoints alternately, 25 at the same time. */
async function send(events: readonly Planted[]): Promise<void> {
  for (let from = 0; from < events.length; from += 25) {
    await Promise.all(
      events
        .slice(from, from + 25)
        .map(({ payload }, index) =>
          index % 2 === 0 ? service.fixtures.event(project, payload) : sendEnvelope(payload),
        ),
    );
  }
}

async function sendEnvelope(payload: JsonObject): Promise<void> {
  const url = `${service.url}/api/${project.id}/envelope/?sentry_key=${project.publicKey}`;
  const response = await fetch(url, {
    method: 'POST',
    body: new Uint8Array(envelope({}, [{ type: 'event' }, payload])),
  });
  expect(response.status).toBe(200);
}

/** Returns all stored data: the files of the database, and every event body decompressed. */
function readDisk(): string {
  const files = readdirSync(directory.path).map((file) => readFileSync(path.join(directory.path, file), 'latin1'));
  const database = new SqliteDriver(path.join(directory.path, 'culprit.db'), { readonly: true });
  const bodies = database.prepare<[], { body: Buffer }>('SELECT body FROM event').all();
  database.close();
  return [...files, ...bodies.map(({ body }) => JSON.stringify(decompressEventBody(body).body))].join('\n');
}

function leaks(events: readonly Planted[]): string[] {
  const all = readDisk();
  return events.filter(({ secret }) => all.includes(secret)).map(({ place, secret }) => `${place}: ${secret}`);
}

it('finds secrets in event bodies and columns if scrubbing is off', async () => {
  await service.fixtures.event(project, { message: 'visible-1', extra: { note: 'visible-2' } });
  expect(readDisk()).toContain('visible-1');
  expect(readDisk()).toContain('visible-2');
  await change({ dataScrubber: false });
  const events = fc.sample(planted, { numRuns: 20, seed: SEED });
  await send(events);
  expect(leaks(events).length).toBeGreaterThan(10);
});

it(`stores no planted secret (seed ${SEED})`, async () => {
  const events = fc.sample(planted, { numRuns: COUNT, seed: SEED });
  await send(events);
  expect(leaks(events)).toEqual([]);
  await service.client.get(`${project.path}events/?full=true&per_page=100`, token).expect(200);
});

it(`stores no planted IP address with scrubIPAddresses (seed ${SEED})`, async () => {
  await change({ scrubIPAddresses: true });
  const events = fc.sample(plantedAddress, { numRuns: COUNT, seed: SEED });
  await send(events);
  expect(leaks(events)).toEqual([]);
});
