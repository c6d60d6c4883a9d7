import { createPublicKey, randomUUID, verify } from 'node:crypto';
import { statSync } from 'node:fs';
import { addMember, createToken } from '../../../src/cli/member';
import { openDatabase } from '../../../src/store/engine/open';
import type { Engine } from '../../../src/store/engine/sql';
import { readEvents } from '../../support/sdkEvents';
import { makeMigratedPlace, onPostgres, type TemporaryPlace } from '../../support/database';
import { envelope, Fixtures, type ProjectFixture } from '../../support/fixtures';
import { endProcesses, ensureBuilt, poll, ServiceProcess } from '../../support/process';
import { eventRow, issue, NOON, organization, project } from '../../support/rows';

const ISSUES = 120;
const EVENTS_EACH = 60;
const KEPT = 30;
const KEY = 'c'.repeat(32);
const BODY_BYTES = 1_500;
/** Shares of the removed issues' events that are left when the service is killed. */
const MOMENTS = [1, 0.97, 0.9, 0.6, 0.3, 0.05];

let place: TemporaryPlace;
/** Reads the database while the service has it open. */
let beside: Engine;
beforeAll(ensureBuilt);
beforeEach(async () => {
  place = await makeMigratedPlace();
});
afterEach(async () => {
  endProcesses();
  await beside.close();
  await place.dispose();
});

interface Filled {
  readonly path: string;
  readonly storePath: string;
  readonly token: string;
  /** Ids of issues with many events. */
  readonly issues: readonly string[];
}

async function fill(): Promise<Filled> {
  const database = await openDatabase(place.url);
  const filled = await database.write(async (stores) => {
    const { id: organizationId, slug } = await organization(stores);
    // The times of the events are long ago.
    await stores.organizations.updateSettings(organizationId, { retentionDays: 0 });
    const made = await project(stores, { organizationId });
    const session = { stores, publicUrl: 'http://127.0.0.1:4000', now: Date.now() };
    await addMember(session, { organization: slug, email: 'ann@acme.test', team: [] });
    const { token } = await createToken(session, {
      organization: slug,
      email: 'ann@acme.test',
      scope: ['project:read', 'event:admin'],
    });
    await stores.projectKeys.insert({
      publicKey: KEY,
      projectId: made.id,
      isActive: true,
      name: 'Default',
      dateCreated: NOON,
    });
    const issues: string[] = [];
    for (let number = 0; number < ISSUES; number += 1) {
      const id = await issue(stores, made.id);
      issues.push(id);
      const times = Array.from({ length: EVENTS_EACH }, (_, count) => NOON + count * ISSUES + number);
      await stores.events.insert(
        made.id,
        times.map((timestamp) => eventRow(id, { timestamp, bytes: BODY_BYTES })),
      );
    }
    return {
      path: `/api/0/projects/${slug}/${made.slug}/`,
      storePath: `/api/${made.id}/store/?sentry_key=${KEY}`,
      token,
      issues,
    };
  });
  await database.close();
  return filled;
}

async function count(table: string): Promise<number> {
  const row = await beside.read((session) => session.one<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`, []));
  return row?.n ?? -1;
}

const counts = (...tables: string[]) => Promise.all(tables.map(count));

/** Returns the size of the SQLite file. When PostgreSQL's files shrink is not tested. */
const sizeOfFile = () => (onPostgres ? 0 : statSync(place.url.replace(/^sqlite:/, '')).size);

const serve = () => ServiceProcess.start({ DATABASE_URL: place.url, BOOTSTRAP: 'off' });

/** Sends events that are kept, with times before, among and after the others. Returns their ids, newest first. */
async function sendKept({ client }: ServiceProcess, { storePath }: Filled): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < KEPT; number += 1) {
    const timestamp = new Date(NOON + (number - 1) * 300).toISOString();
    const { body } = await client
      .post(storePath)
      .send({ timestamp, message: `stays ${number % 3}` })
      .expect(200);
    ids.unshift((body as { id: string }).id);
  }
  return ids;
}

async function idsOf({ client }: ServiceProcess, { path, token }: Filled): Promise<string[]> {
  return (await readEvents(client, path, token, false)).map(({ eventID }) => eventID);
}

test('a removal of many issues is completed although the service is killed six times', async () => {
  const filled = await fill();
  const { path, token, issues } = filled;
  let service = await serve();
  const kept = await sendKept(service, filled);
  beside = await place.openEngine();
  const size = sizeOfFile();
  const issuesKept = (await count('issue')) - issues.length;
  await service.client
    .delete(`${path}issues/?${issues.map((id) => `id=${id}`).join('&')}`, token)
    .expect(200, 'Success.');
  const gone = issues.length * EVENTS_EACH;
  for (const moment of MOMENTS) {
    await poll(async () => (await count('event')) - KEPT <= gone * moment);
    service.signal('SIGKILL');
    expect((await service.end()).code).toBeNull();
    service = await serve();
    expect(await idsOf(service, filled)).toEqual(kept);
  }
  await poll(async () => (await count('removed_issue')) === 0);
  expect(await idsOf(service, filled)).toEqual(kept);
  expect(await counts('event', 'issue', 'issue_hash')).toEqual([KEPT, issuesKept, issuesKept]);
  await poll(() => sizeOfFile() <= size / 4);
  await service.stop();
});

const WORD = 'qzxplanted';
const VALUE = `${WORD}@example.com`;
/** Numbers of issues with events of the person alone, and of the person's events in each and in one that stays. */
const ALONE = 60;
const EACH = 3;
const SHARED = 10;
/** One of so many of the person's events has an attachment. */
const ATTACHED = 5;
/** Shares of the person's events that are left when the service is killed. */
const ERASED_MOMENTS = [0.95, 0.6, 0.2];

interface Erasure {
  readonly id: string;
  readonly status: string;
  readonly projects: unknown;
  readonly receipt: { readonly text: string; readonly signature: string; readonly publicKey: string } | null;
}

/** Sends the person's events and as many of others in the issue that stays. Returns the number of the person's. */
async function sendPerson({ client }: ServiceProcess, { id, publicKey }: ProjectFixture): Promise<number> {
  const fingerprints = Array.from({ length: SHARED }, () => 'shared');
  for (let number = 0; number < ALONE; number += 1) fingerprints.push(...Array<string>(EACH).fill(`alone ${number}`));
  const send = async (fingerprint: string, email: string, number: number) => {
    const event = { fingerprint: [fingerprint], message: `cart of ${email}`, user: { email }, extra: { email } };
    const file = Buffer.from(`${email} wrote ${number}`);
    const attachment = { type: 'attachment', filename: `${number}.txt`, length: file.length };
    const items = number % ATTACHED === 0 ? ([[attachment, file]] as const) : [];
    const body = envelope({ event_id: randomId() }, [{ type: 'event' }, JSON.stringify(event)], ...items);
    await client.post(`/api/${id}/envelope/?sentry_key=${publicKey}`).send(body).expect(200);
  };
  for (const [number, fingerprint] of fingerprints.entries()) await send(fingerprint, VALUE, number);
  for (let number = 1; number <= SHARED; number += 1) await send('shared', `other${number}@example.com`, number);
  return fingerprints.length;
}

const randomId = () => randomUUID().replaceAll('-', '');

test('an erasure is completed although the service is killed in each part, and its counts are right', async () => {
  const { project: erased, token } = await Fixtures.fill(place.url, async (fixtures) => {
    const made = await fixtures.project();
    return { project: made, token: await fixtures.token(made.organization) };
  });
  const organizationPath = `/api/0/organizations/${erased.organization}/`;
  let service = await serve();
  beside = await place.openEngine();
  const events = await sendPerson(service, erased);
  const others = SHARED;
  const [shared] = (await service.client.get(`${erased.path}issues/?query=${WORD}&sort=freq`, token).expect(200))
    .body as { id: string }[];
  const notes = `${organizationPath}issues/${shared?.id}/notes/`;
  await service.client
    .post(notes, token)
    .send({ text: `I wrote to ${VALUE}.` })
    .expect(201);
  const created = await service.client
    .post(`${organizationPath}erasures/`, token)
    .send({ kind: 'email', value: VALUE })
    .expect(201);
  const path = `${organizationPath}erasures/${(created.body as Erasure).id}/`;
  const erasure = async () => (await service.client.get(path, token).expect(200)).body as Erasure;
  const isBehindEvents = async () => {
    const row = await beside.read((session) => session.one<{ state: string }>('SELECT state FROM erasure', []));
    return /"phase":"(waiting|purging|done)"/.test(row?.state ?? '');
  };
  const moments = ERASED_MOMENTS.map((share) => async () => (await count('event')) - others <= events * share);
  for (const moment of [...moments, isBehindEvents]) {
    await poll(moment);
    service.signal('SIGKILL');
    expect((await service.end()).code).toBeNull();
    service = await serve();
  }
  await poll(async () => (await erasure()).status === 'done');
  const { projects, receipt } = await erasure();
  const counts = { events, attachments: events / ATTACHED, issues: ALONE, feedback: 0, texts: 1, tags: 0 };
  expect(projects).toEqual([{ id: erased.id, slug: erased.slug, ...counts }]);
  const { text, signature, publicKey } = receipt ?? { text: '', signature: '', publicKey: '' };
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  expect(verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))).toBe(true);
  expect(JSON.parse(text)).toMatchObject({ projects: [counts] });
  expect((await service.client.get(`${erased.path}issues/?query=`, token).expect(200)).body).toMatchObject([
    { id: shared?.id, count: String(others), userCount: others },
  ]);
  await service.stop();
  const stored = await place.dump();
  // The output of a failed comparison would be the database.
  expect([stored.includes(erased.slug), stored.includes(WORD)]).toEqual([true, false]);
});
