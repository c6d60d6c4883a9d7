import type { Database } from '../../../src/store/stores';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../support/database';
import { event, firstPage, issue, NOON, project, storeBodiesApart } from '../../support/rows';

let temporary: TemporaryDatabase;
let database: Database;
beforeEach(async () => {
  temporary = await openTemporaryDatabase();
  ({ database } = temporary);
});
afterEach(() => temporary.dispose());

async function countBodiesApart(): Promise<number> {
  const engine = await temporary.openEngine();
  const row = await engine.read((session) =>
    session.one<{ rows: number }>('SELECT CAST(COUNT(*) AS INTEGER) AS "rows" FROM event_body', []),
  );
  await engine.close();
  return row?.rows ?? -1;
}

/** Inserts an issue with two events, of which the first has its body in `event_body`, as versions before the migration stored it. */
async function fill() {
  const filled = await database.write(async (stores) => {
    const { id: projectId } = await project(stores);
    const issueId = await issue(stores, projectId);
    const older = await event(stores, projectId, issueId, { timestamp: NOON, bytes: 300 });
    const newer = await event(stores, projectId, issueId, { timestamp: NOON + 1, bytes: 300 });
    return { projectId, issueId, older, newer };
  });
  const engine = await temporary.openEngine();
  await storeBodiesApart(engine, `event_id = '${filled.older.eventId}'`);
  await engine.close();
  return filled;
}

const bytesOf = (rows: readonly { readonly body: Uint8Array }[]) => rows.map(({ body }) => Buffer.from(body));

it('reads bodies from both tables', async () => {
  const { projectId, issueId, older, newer } = await fill();
  expect(await countBodiesApart()).toBe(1);
  await database.read(async ({ events }) => {
    for (const row of [older, newer])
      expect(Buffer.from((await events.find(projectId, row.eventId))?.body ?? []).equals(Buffer.from(row.body))).toBe(
        true,
      );
    const expected = bytesOf([newer, older]);
    expect(bytesOf((await events.listFull(projectId, firstPage())).rows)).toEqual(expected);
    const byIssue = await events.listFullByIssue({ projectId, id: issueId }, firstPage());
    expect(bytesOf(byIssue.rows)).toEqual(expected);
  });
});

it('deletes bodies of removed issues from both tables', async () => {
  const { projectId, issueId } = await fill();
  await database.write(({ issues }) => issues.remove(projectId, [Number(issueId)], NOON));
  while (await database.write(({ removedIssues }) => removedIssues.reclaim(10)));
  expect(await countBodiesApart()).toBe(0);
});

it('replaces an event of a removed issue together with its body', async () => {
  const { projectId, issueId, older } = await fill();
  await database.write(async (stores) => {
    await stores.issues.remove(projectId, [Number(issueId)], NOON);
    const other = await issue(stores, projectId);
    await event(stores, projectId, other, { eventId: older.eventId, bytes: 20 });
  });
  expect(await countBodiesApart()).toBe(0);
  const found = await database.read(({ events }) => events.find(projectId, older.eventId));
  expect(found?.body).toHaveLength(20);
});
