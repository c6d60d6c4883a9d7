import { statSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { createToken } from '../../src/admin/token';
import { addMember } from '../../src/admin/member';
import { openDatabase } from '../../src/store/open';
import { readEvents } from '../clients/events';
import { NOON, event, issue, organization, project } from '../store/rows';
import { makeTemporaryDirectory, type TemporaryDirectory } from '../support/database';
import { endProcesses, ensureBuilt, poll, ServiceProcess } from '../support/process';

const ISSUES = 120;
const EVENTS_EACH = 60;
const KEPT = 30;
const KEY = 'c'.repeat(32);
const BODY_BYTES = 1_500;
/** How many events of removed issues are left when the service is killed. */
const MOMENTS = [1, 0.97, 0.9, 0.6, 0.3, 0.05];

let directory: TemporaryDirectory;
let file: string;
beforeAll(ensureBuilt, 120_000);
beforeEach(async () => {
  directory = await makeTemporaryDirectory();
  file = join(directory.path, 'culprit.db');
});
afterEach(async () => {
  endProcesses();
  await directory.dispose();
});

interface Filled {
  readonly path: string;
  readonly storePath: string;
  readonly token: string;
  /** Ids of issues with many events. */
  readonly issues: readonly string[];
}

async function fill(): Promise<Filled> {
  const database = await openDatabase(`sqlite:${file}`);
  const filled = await database.write(async (stores) => {
    const { id: organizationId, slug } = await organization(stores);
    const made = await project(stores, { organizationId });
    const session = { stores, publicUrl: 'http://127.0.0.1:4000', now: Date.now() };
    await addMember(session, { organization: slug, email: 'ann@acme.test', team: [] });
    const { token } = await createToken(session, { organization: slug, email: 'ann@acme.test', scope: ['project:read', 'event:admin'] });
    await stores.keys.insert({ publicKey: KEY, projectId: made.id, isActive: true, dateCreated: NOON });
    const issues: string[] = [];
    for (let number = 0; number < ISSUES; number += 1) {
      const id = await issue(stores, made.id);
      issues.push(id);
      for (let count = 0; count < EVENTS_EACH; count += 1) {
        await event(stores, made.id, id, { timestamp: NOON + count * ISSUES + number, bytes: BODY_BYTES });
      }
    }
    return { path: `/api/0/projects/${slug}/${made.slug}/`, storePath: `/api/${made.id}/store/?sentry_key=${KEY}`, token, issues };
  });
  await database.close();
  return filled;
}

/** Looks into the file beside the service that has it open. */
function look<T>(work: (database: Sqlite.Database) => T): T {
  const database = new Sqlite(file, { readonly: true });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

const count = (table: string) => look((database) => (database.prepare(`SELECT COUNT(*) AS n FROM ${table}`).get() as { n: number }).n);
const freePages = () => look((database) => database.pragma('freelist_count', { simple: true }) as number);

const serve = () => ServiceProcess.start({ DATABASE_URL: `sqlite:${file}`, BOOTSTRAP: 'off' });

/** Sends events that stay, before, among and after the others in time; answers their ids, newest first. */
async function sendKept({ client }: ServiceProcess, { storePath }: Filled): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < KEPT; number += 1) {
    const timestamp = new Date(NOON + (number - 1) * 300).toISOString();
    const { body } = await client.post(storePath).send({ timestamp, message: `stays ${number % 3}` }).expect(200);
    ids.unshift((body as { id: string }).id);
  }
  return ids;
}

async function idsOf({ client }: ServiceProcess, { path, token }: Filled): Promise<string[]> {
  return (await readEvents(client, path, token, false)).map(({ eventID }) => eventID);
}

test('a removal of many issues is finished, however often it is killed', async () => {
  const filled = await fill();
  const { path, token, issues } = filled;
  let service = await serve();
  const kept = await sendKept(service, filled);
  const size = statSync(file).size;
  const issuesKept = count('issue') - issues.length;
  await service.client.delete(`${path}issues/?${issues.map((id) => `id=${id}`).join('&')}`, token).expect(200, 'Success.');
  const gone = issues.length * EVENTS_EACH;
  for (const moment of MOMENTS) {
    await poll(() => count('event') - KEPT <= gone * moment);
    service.signal('SIGKILL');
    expect((await service.end()).code).toBeNull();
    expect(count('event_body')).toBe(count('event'));
    service = await serve();
    expect(await idsOf(service, filled)).toEqual(kept);
  }
  await poll(() => count('removed_issue') === 0 && freePages() === 0);
  expect(await idsOf(service, filled)).toEqual(kept);
  expect([count('event'), count('event_body'), count('issue'), count('issue_hash')]).toEqual([KEPT, KEPT, issuesKept, issuesKept]);
  await poll(() => statSync(file).size < size / 4);
  await service.stop();
}, 60_000);
