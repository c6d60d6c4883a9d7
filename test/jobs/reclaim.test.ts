import { randomBytes } from 'node:crypto';
import { sha1Of } from '../../src/compression/eventBody';
import { SYSTEM } from '../../src/domain/issue';
import type { Project } from '../../src/domain/project';
import { ReclaimJob } from '../../src/jobs/reclaim';
import { Scheduler } from '../../src/jobs/scheduler';
import { ContentBatchWriter } from '../../src/sourcemaps/upload/assembleBundle';
import { PLACEMENTS } from '../../src/store/tables';
import { readTables, type Table } from '../../src/store/tools/catalog';
import { useTemporaryDatabase } from '../support/database';
import { runUntilIdle } from '../support/jobs';
import { event, issue, NOON, project as makeProject } from '../support/rows';

const DAY = 24 * 60 * 60 * 1000;

const temporary = useTemporaryDatabase('all');
const { database } = temporary;
let project: Project;
beforeEach(async () => {
  project = await database.write((stores) => makeProject(stores));
});

/** Stores random content. Returns its SHA-1. */
async function storeContent(at: number): Promise<string> {
  const bytes = randomBytes(10);
  const writer = new ContentBatchWriter(database.read, database.write, { organizationId: project.organizationId, at });
  await writer.add(sha1Of(bytes), bytes);
  await writer.flush();
  return sha1Of(bytes);
}

const missing = (sha1s: readonly string[]) =>
  database.read(({ contents }) => contents.findMissing(project.organizationId, sha1s));

async function count(table: string): Promise<number> {
  const engine = await temporary.openEngine();
  const row = await engine.read((session) =>
    session.one<{ rows: number }>(`SELECT CAST(COUNT(*) AS INTEGER) AS "rows" FROM ${table} WHERE project_id = ?`, [
      Number(project.id),
    ]),
  );
  await engine.close();
  return row?.rows ?? 0;
}

test('content that nothing has referred to for a day is deleted', async () => {
  const [old, young] = [await storeContent(NOON - DAY - 1), await storeContent(NOON - DAY)];
  await runUntilIdle(new ReclaimJob(database, () => NOON));
  expect(await missing([old, young])).toEqual([old]);
});

test('the rows of removed issues are deleted, in several steps', async () => {
  const ids = await database.write(async (stores) => {
    const [gone, stays] = [await issue(stores, project.id), await issue(stores, project.id)];
    for (let number = 0; number < 120; number += 1) await event(stores, project.id, gone);
    await event(stores, project.id, stays);
    return { gone, stays };
  });
  await database.write(({ issues }) => issues.remove(project.id, [Number(ids.gone)], NOON));
  const job = new ReclaimJob(database);
  expect(await job.step()).toBe(true);
  expect(await count('event')).toBeGreaterThan(1);
  await runUntilIdle(job);
  expect([await count('event'), await count('issue'), await count('removed_issue')]).toEqual([1, 1, 0]);
});

test('on a schema to which a newer version has added, only the events of removed issues are deleted', async () => {
  const gone = await database.write(async (stores) => {
    const id = await issue(stores, project.id);
    await event(stores, project.id, id);
    await stores.issueTags.insert(project.id, [{ issueId: id, key: 'level', value: 'error' }]);
    return id;
  });
  await database.write(({ issues }) => issues.remove(project.id, [Number(gone)], NOON));
  const change = async (statement: string) => {
    const engine = await temporary.openEngine();
    await engine.changeSchema((session) => session.run(statement, []));
    await engine.close();
  };
  await change("INSERT INTO migration VALUES (999, '+later', 0)");
  const rows = async () => [await count('event'), await count('issue_tag'), await count('removed_issue')];
  await runUntilIdle(new ReclaimJob(database));
  expect(await rows()).toEqual([0, 1, 1]);
  await change('DELETE FROM migration WHERE number = 999');
  await runUntilIdle(new ReclaimJob(database));
  expect(await rows()).toEqual([0, 0, 0]);
});

test('no table of a project keeps a row of a removed issue or of its events', async () => {
  const ids = await database.write(async (stores) => {
    const [gone, stays] = [await issue(stores, project.id), await issue(stores, project.id)];
    for (const id of [gone, stays]) {
      await event(stores, project.id, id);
      await stores.issueTags.insert(project.id, [{ issueId: id, key: 'level', value: 'error' }]);
      await stores.issueStats.record(project.id, [{ issueId: id, timestamp: NOON, environment: null, user: 'id:1' }]);
      await stores.issueReleases.record(project.id, [{ issueId: id, release: 'shop@1', timestamp: NOON }]);
      const activity = { issueId: id, type: 'set_resolved', actor: SYSTEM, at: NOON } as const;
      await stores.activities.insert(project.id, [activity]);
      const marked = { projectId: project.id, memberId: '1', issueIds: [id] };
      await stores.issueMarks.setBookmarks(marked, true);
      await stores.issueMarks.setSeen(marked, NOON);
      const counted = { ruleId: '1', issueId: id, kind: 'events', key: '0', amount: 1, expiresAt: NOON + DAY } as const;
      stores.alertRules.addCounts(project.id, [counted]);
    }
    return { gone, stays };
  });
  const engine = await temporary.openEngine();
  for (const [index, id] of [ids.gone, ids.stays].entries())
    await engine.write(async (session) => {
      await session.run('INSERT INTO merged_issue (project_id, issue_id, number, target_id) VALUES (?, ?, ?, ?)', [
        ...[project.id, 1000 + index, 1000 + index, id].map(Number),
      ]);
      await session.run(
        "INSERT INTO alert_decision (project_id, issue_id, slot, rule_id, content, date_created) VALUES (?, ?, 0, 1, '{}', ?)",
        [Number(project.id), Number(id), NOON],
      );
      await session.run(
        `INSERT INTO feedback (project_id, error_id, feedback_id, issue_id, name, email, message, date_created)
          VALUES (?, ?, ?, ?, 'Kim', 'kim@acme.test', 'It is slow', ?)`,
        [Number(project.id), Buffer.alloc(16, index), Buffer.alloc(16, index), Number(id), NOON],
      );
    });
  const tables = (await engine.read(readTables)).filter(hasRowsOfIssues).map(({ name }) => name);
  await engine.close();
  const counts = async () => Promise.all(tables.map(async (table) => [table, await count(table)]));
  const filled = tables.filter((table) => table !== 'removed_issue');
  const expected = (rows: number) => tables.map((table) => [table, filled.includes(table) ? rows : 0]);
  expect(filled).toEqual(expect.arrayContaining(['event', 'issue', 'issue_day', 'issue_hash', 'issue_tag']));
  expect(await counts()).toEqual(expected(2));
  await database.write(({ issues }) => issues.remove(project.id, [Number(ids.gone)], NOON));
  await runUntilIdle(new ReclaimJob(database));
  expect(await counts()).toEqual(expected(1));
  await database.write(({ issues }) => issues.remove(project.id, [Number(ids.stays)], NOON));
  await runUntilIdle(new ReclaimJob(database));
  expect(await counts()).toEqual(expected(0));
});

/** True if a table is placed with the project and has rows of issues or of events. */
function hasRowsOfIssues({ name, columns }: Table): boolean {
  const namesIssue = ['issue_id', 'event_id'].some((column) => columns.includes(column));
  return PLACEMENTS.get(name) === 'project' && (name === 'issue' || namesIssue) && !DELETED_LATER.includes(name);
}

/**
 * Attachments have a job of their own (`expireAttachments.test.ts`), traces go by the hour (`expireData.test.ts`), and
 * events that are not stored have no issue. What an event was before it was regrouped goes with its undoing.
 */
const DELETED_LATER = ['event_attachment', 'event_trace', 'dropped_event', 'regrouped_event'];

test('the write lock is not taken when there is nothing to reclaim', async () => {
  await runUntilIdle(new ReclaimJob(database, () => NOON));
  const idle = { ...database, exclusively: () => Promise.reject(new Error('the write lock is taken')) };
  expect(await new ReclaimJob(idle, () => NOON).step()).toBe(false);
});

test('a scheduler runs the job by itself, and leaves twice the time of a step to others', async () => {
  const [old, young] = [await storeContent(Date.now() - DAY - 1000), await storeContent(Date.now() - DAY + 60_000)];
  const job = new ReclaimJob(database);
  const scheduler = new Scheduler([job], (error) => {
    throw error;
  });
  scheduler.start();
  for (let turn = 0; turn < 200 && (await missing([old])).length === 0; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await scheduler.stop();
  expect(await missing([old, young])).toEqual([old]);
  expect(job.pauseMs(7)).toBe(14);
});
