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

describe('a user report', () => {
  const SECRETS = ['4111 1111 1111 1111', 'Hunter99Q', 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'];
  const [card, password, key] = SECRETS;
  const comments = `my card ${card} and password=${password} and token ${key}`;
  const person = { name: 'Ann Report', email: 'ann.report@example.com' };
  const client = () => service.client;

  /** Each way in which a report on an error arrives. */
  const WAYS: Readonly<Record<string, (errorId: string, texts: object) => Promise<unknown>>> = {
    async 'of an envelope'(errorId, texts) {
      const url = `${service.url}/api/${project.id}/envelope/?sentry_key=${project.publicKey}`;
      const body = new Uint8Array(envelope({}, [{ type: 'user_report' }, { event_id: errorId, ...texts }]));
      expect((await fetch(url, { method: 'POST', body })).status).toBe(200);
    },
    'with a token': (errorId, texts) =>
      client()
        .post(`${project.path}user-feedback/`, token)
        .send({ event_id: errorId, ...texts })
        .expect(200),
    'with a DSN': (errorId, texts) =>
      client()
        .post(`${project.path}user-feedback/`)
        .set('Authorization', `DSN ${project.dsn}`)
        .send({ event_id: errorId, ...texts })
        .expect(200),
    'of the form of error pages': (errorId, texts) =>
      client()
        .post(`/api/embed/error-page/?dsn=${project.dsn}&eventId=${errorId}`)
        .type('form')
        .send(texts)
        .expect(200),
  };

  it.each(Object.keys(WAYS))('%s is stored without secrets, before its error and after it', async (way) => {
    const errorId = await service.fixtures.event(project);
    await WAYS[way]?.(errorId, { ...person, comments });
    await WAYS[way]?.('ab'.repeat(16), { ...person, comments });
    const disk = readDisk();
    expect(disk).toContain(person.email);
    expect(SECRETS.filter((secret) => disk.includes(secret))).toEqual([]);
    const { body } = await service.client.get(`${project.path}user-feedback/`, token).expect(200);
    const stored = 'my card [Filtered] and password=[Filtered] and token [Filtered]';
    expect(body).toMatchObject([{ ...person, comments: stored, eventID: errorId }]);
    const { body: issues } = await service.client
      .get(`${project.path}issues/?query=issue.category:feedback`, token)
      .expect(200);
    expect(issues).toMatchObject([{ metadata: { message: stored, name: person.name } }]);
  });

  it('keeps its text if scrubbing is off', async () => {
    await change({ dataScrubber: false });
    await WAYS['of an envelope']?.('ab'.repeat(16), { ...person, comments });
    expect(SECRETS.filter((secret) => !readDisk().includes(secret))).toEqual([]);
  });
});

it(`stores no planted IP address with scrubIPAddresses (seed ${SEED})`, async () => {
  await change({ scrubIPAddresses: true });
  const events = fc.sample(plantedAddress, { numRuns: COUNT, seed: SEED });
  await send(events);
  expect(leaks(events)).toEqual([]);
});
