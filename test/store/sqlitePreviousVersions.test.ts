/**
 * Databases written by earlier releases. fixtures/versionN.sql is a dump of an SQLite file with schema version N,
 * filled by the release that introduced or last used that version; fixtures/versionN.json contains a token and the
 * replies of that release for it.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SqliteDriver } from '../../src/store/engine/sqliteConnection';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../support/database';
import { readLink } from '../support/client';
import { useExampleTime } from '../support/exampleTime';
import { startService, type Service } from '../support/service';

interface Recorded {
  readonly token: string;
  readonly publicKey: string;
  readonly projectId: string;
  /** The `Link` header of the first page of two events. */
  readonly link: string;
  readonly events: readonly { readonly eventID: string; readonly groupID: string; readonly title: string }[];
  readonly releases: readonly object[];
  readonly project: object;
}

const FIXTURES = path.join(__dirname, 'fixtures');
const SHOP = '/api/0/projects/acme/shop/';

/** Sent to the release that wrote the fixture as event 1 and 2; both belong to one issue. */
const KNOWN_FAILURE = {
  exception: {
    values: [
      {
        type: 'TypeError',
        value: 'Cannot read properties of undefined',
        stacktrace: { frames: [{ filename: 'src/cart.js', function: 'total', lineno: 12, in_app: true }] },
      },
    ],
  },
};

describe.each([4, 8])('a database with schema version %i', (version) => {
  const recorded = JSON.parse(readFileSync(path.join(FIXTURES, `version${version}.json`), 'utf8')) as Recorded;
  let directory: TemporaryDirectory;
  let service: Service;

  // A day after the fixtures were made: three days later, the project's old issues are resolved.
  useExampleTime();

  beforeEach(async () => {
    directory = await makeTemporaryDirectory();
    const file = path.join(directory.path, 'culprit.db');
    const database = new SqliteDriver(file);
    database.pragma('auto_vacuum = INCREMENTAL');
    database.pragma('journal_mode = WAL');
    database.exec(readFileSync(path.join(FIXTURES, `version${version}.sql`), 'utf8'));
    database.close();
    service = await startService({ DATABASE_URL: `sqlite:${file}`, PUBLIC_URL: 'http://errors.acme.test' });
  });
  afterEach(async () => {
    await service.close();
    await directory.dispose();
  });

  const get = async (url: string) => (await service.client.get(url, recorded.token).expect(200)) as { body: unknown };

  it('returns the same events, with their bodies, and the same releases and project', async () => {
    expect((await get(`${SHOP}events/?full=true`)).body).toMatchObject(recorded.events);
    expect((await get('/api/0/organizations/acme/releases/')).body).toMatchObject(recorded.releases);
    expect((await service.client.put(SHOP, recorded.token).send({}).expect(200)).body).toMatchObject(recorded.project);
  });

  it('continues a list at a cursor it issued', async () => {
    const first = await service.client.get(`${SHOP}events/?per_page=2`, recorded.token).expect(200);
    expect((first.headers as Record<string, string>)['link']).toBe(recorded.link);
    const { body } = await get(readLink(first).next.path);
    expect((body as Recorded['events']).map(({ eventID }) => eventID)).toEqual(
      recorded.events.slice(2, 4).map(({ eventID }) => eventID),
    );
  });

  it('assigns an event to the issue that the same error has', async () => {
    const event = recorded.events.find(({ title }) => title.startsWith('TypeError'));
    const eventId = 'b'.repeat(32);
    await service.client
      .post(`/api/${recorded.projectId}/store/?sentry_key=${recorded.publicKey}`)
      .send({ event_id: eventId, ...KNOWN_FAILURE })
      .expect(200);
    const events = (await get(`${SHOP}events/`)).body as Recorded['events'];
    expect(events.find(({ eventID }) => eventID === eventId)?.groupID).toBe(event?.groupID);
  });

  it('lists issues and finds them by status and tag', async () => {
    const list = async (query: string) =>
      (await get(`${SHOP}issues/?query=${encodeURIComponent(query)}`)).body as object[];
    expect(await list('')).toHaveLength(3);
    expect(await list('plan:free')).toMatchObject([{ title: 'TypeError: Cannot read properties of undefined' }]);
    expect(await list('is:resolved')).toHaveLength(version < 8 ? 0 : 1);
  });

  it('does not issue the id of a removed issue again', async () => {
    const eventId = 'c'.repeat(32);
    await service.client
      .post(`/api/${recorded.projectId}/store/?sentry_key=${recorded.publicKey}`)
      .send({ event_id: eventId, message: 'New' })
      .expect(200);
    const events = (await get(`${SHOP}events/`)).body as Recorded['events'];
    expect(Number(events.find(({ eventID }) => eventID === eventId)?.groupID)).toBe(5);
  });
});
