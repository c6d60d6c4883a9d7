/** PostgreSQL reads few rows for a list after a large removal, and deleting the events blocks no other transaction. */
import { DAY_MS, HOUR_MS } from '../../../src/domain/time';
import { ReclaimJob } from '../../../src/jobs/reclaim';
import { EventReader } from '../../../src/store/events';
import { type ReadSession, type Statement, textOf } from '../../../src/store/engine/sql';
import { readersOf } from '../../../src/store/stores';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../support/database';
import { runUntilIdle } from '../../support/jobs';
import { statementsOf } from '../../support/statements';
import { event, firstPage, issue, listIssues, NOON, project } from '../../support/rows';

const ISSUES = 600;
const EVENTS = 30_000;
/** More rows than all statements of a list read, some of them several times. */
const MAX_ROWS_OF_LIST = 6_000;

/** The issues of the project have the ids from 1,000,000 on. None of the tables is analyzed. */
const FILL = [
  `ALTER TABLE removed_issue SET (autovacuum_enabled = off)`,
  `ALTER TABLE event SET (autovacuum_enabled = off)`,
  `INSERT INTO event (project_id, event_id, issue_id, timestamp, record, body)
    SELECT ?, decode(md5(CAST(n AS TEXT)), 'hex'), 1000000 + n % ${ISSUES}, ${NOON} + n, '{}', ''
    FROM generate_series(1, ${EVENTS}) n`,
  `INSERT INTO removed_issue (project_id, issue_id, removed_at)
    SELECT ?, 1000000 + n, ${NOON} FROM generate_series(0, ${ISSUES - 1}) n`,
];

/** Rows of removed issues, in as many blocks as issues. The parameters are the project and the number of issues. */
const FILL_TAGS = [
  'INSERT INTO removed_issue (project_id, issue_id, removed_at) SELECT ?, n * 16, 0',
  "INSERT INTO issue_tag (project_id, issue_id, key, value) SELECT ?, n * 16, 'release', 'shop@1'",
  "INSERT INTO issue_tag_block (project_id, key, value, block) SELECT ?, 'release', 'shop@1', n",
  `INSERT INTO issue_release (project_id, release, issue_id, events, first_seen, last_seen)
    SELECT ?, 'shop@1', n * 16, 1, ${NOON}, ${NOON}`,
  `INSERT INTO issue_day (project_id, day, issue_id, events) SELECT ?, ${Math.floor(NOON / DAY_MS)}, n * 16, 1`,
].map((insert) => `${insert} FROM generate_series(1000000, 999999 + CAST(? AS BIGINT)) n`);

let temporary: TemporaryDatabase;
let projectId: string;
let visible: string[];
beforeEach(async () => {
  temporary = await openTemporaryDatabase();
  await temporary.database.write(async (stores) => {
    ({ id: projectId } = await project(stores));
    const kept = await issue(stores, projectId, { firstSeen: NOON - 1, lastSeen: NOON + EVENTS - 7 });
    visible = [];
    // Two among the removed events, one after all of them.
    for (const timestamp of [NOON + EVENTS - 7, NOON + EVENTS / 2, NOON - 1])
      visible.push((await event(stores, projectId, kept, { timestamp })).eventId);
  });
  const engine = await temporary.openEngine();
  await engine.changeSchema(async (session) => {
    for (const statement of FILL) await session.run(statement, statement.includes('?') ? [Number(projectId)] : []);
  });
  await engine.close();
});
afterEach(() => temporary.dispose());

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Returns the number of rows that the nodes of a plan read, or compare with others. */
function rowsOf(node: PlanNode): number {
  const perLoop =
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  return (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), perLoop * node['Actual Loops']);
}

/** Runs a statement, and returns the number of rows that it reads, or compares with others. */
async function costOf(session: ReadSession, statement: Statement, values: Parameters<ReadSession['all']>[1]) {
  const text = `EXPLAIN (ANALYZE, FORMAT JSON) ${textOf(statement, 'postgres')}`;
  const [row] = await session.all<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(text, values);
  return rowsOf((row?.['QUERY PLAN'][0] as { Plan: PlanNode }).Plan);
}

/** Returns a session that also explains each statement, and adds the number of rows that it reads to `costs`. */
function explaining(session: ReadSession, costs: number[]): ReadSession {
  const explain = async (statement: Statement, values: Parameters<ReadSession['all']>[1]) => {
    costs.push(await costOf(session, statement, values));
  };
  const all = async <Row>(statement: Statement, values: Parameters<ReadSession['all']>[1]) => {
    await explain(statement, values);
    return session.all<Row>(statement, values);
  };
  return Object.assign(Object.create(session) as ReadSession, {
    all,
    allOnce: all,
    one: async <Row>(statement: Statement, values: Parameters<ReadSession['all']>[1]) =>
      (await all<Row>(statement, values))[0],
  });
}

test('a list reads a bounded number of rows after a removal, before anything is analyzed', async () => {
  const engine = await temporary.openEngine();
  const costs: number[] = [];
  const page = await engine.read((session) => new EventReader(explaining(session, costs)).list(projectId, firstPage()));
  expect(page.rows.map(({ eventId }) => eventId)).toEqual(visible);
  const sumOf = (rows: readonly number[]) => rows.reduce((sum, one) => sum + one, 0);
  expect(sumOf(costs)).toBeLessThan(MAX_ROWS_OF_LIST);
  const fromEnd = { key: ['0', '0'.repeat(32)], backwards: true, inclusive: false };
  const before = costs.length;
  const last = await engine.read((session) =>
    new EventReader(explaining(session, costs)).list(projectId, { cursor: fromEnd, size: 2 }),
  );
  expect(last.rows.map(({ eventId }) => eventId)).toEqual(visible.slice(1));
  expect(sumOf(costs.slice(before))).toBeLessThan(2 * MAX_ROWS_OF_LIST);
  const bodies = await engine.read((session) =>
    new EventReader(explaining(session, costs)).readBodies(projectId, visible),
  );
  expect(bodies.map(({ eventId }) => eventId)).toEqual(visible);
  const ofIssue = { projectId, id: '1000001' };
  const hidden = await engine.read((session) =>
    new EventReader(explaining(session, costs)).listByIssue(ofIssue, firstPage()),
  );
  expect(hidden.rows).toEqual([]);
  await engine.close();
  expect(sumOf(costs)).toBeLessThan(4 * MAX_ROWS_OF_LIST);
});

describe('a project that the statistics do not know, although it has many issues', () => {
  const issues = 2_000;
  const firstId = 3_000_000;
  const fill = `INSERT INTO issue (project_id, id, number, title, type, level, platform, first_seen, last_seen, times_seen)
    SELECT ?, n, n, 'Boom', 'error', 'error', 'node', ${NOON}, ${NOON}, 1
    FROM generate_series(CAST(? AS BIGINT), CAST(? AS BIGINT) + ${issues - 1}) n`;
  const ids = JSON.stringify(Array.from({ length: 200 }, (_, index) => firstId + 7 * index));

  it.each([
    ['issues of a list', 'REMOVE_BY_IDS', () => [projectId, ids, projectId, ids, 200]],
    ['the first issues', 'REMOVE_FIRST', () => [projectId, projectId, 200]],
    ['old issues', 'AUTO_RESOLVE', () => [projectId, projectId, NOON, NOON, 200]],
  ])('compares no issue with each of those to change: %s', async (_, name, values) => {
    const { id: known } = await temporary.database.write((stores) => project(stores));
    const engine = await temporary.openEngine();
    await engine.changeSchema(async (session) => {
      await session.run('ALTER TABLE issue SET (autovacuum_enabled = off)', []);
      await session.run(fill, [Number(known), 2_000_000, 2_000_000]);
      await session.run('ANALYZE issue', []);
      await session.run(fill, [Number(projectId), firstId, firstId]);
    });
    const statement = statementsOf('issues/issues.ts').find((one) => one.name === `issues/issues.ts ${name}`);
    const cost = await engine.write((session) => costOf(session, statement?.text ?? '', values()));
    await engine.close();
    expect(cost).toBeGreaterThan(200);
    expect(cost).toBeLessThan(6 * issues);
  });
});

test('searches of issues and lists of tags read as many rows, however many issues wait for their deletion', async () => {
  const costs: Record<string, number>[] = [];
  for (const removed of [4_000, 8_000]) {
    const { id } = await temporary.database.write((stores) => project(stores));
    const engine = await temporary.openEngine();
    await engine.changeSchema(async (session) => {
      for (const statement of FILL_TAGS) await session.run(statement, [Number(id), removed]);
    });
    const kept = await temporary.database.write(async (stores) => {
      const issueId = await issue(stores, id);
      await stores.issueTags.insert(id, [{ issueId, key: 'release', value: 'shop@1' }]);
      await stores.issueReleases.record(id, [{ issueId, release: 'shop@1', timestamp: NOON }]);
      return issueId;
    });
    await temporary.database.analyze(['issue_tag', 'issue_tag_block', 'issue_release', 'issue_day']);
    const reads: Record<string, (session: ReadSession) => Promise<unknown>> = {
      list: async (session) => listIssues(readersOf(session), id),
      tag: async (session) => listIssues(readersOf(session), id, 'release:shop@1'),
      key: async (session) => listIssues(readersOf(session), id, 'has:release'),
      release: async (session) => listIssues(readersOf(session), id, 'firstRelease:shop@1'),
      values: async (session) =>
        readersOf(session).issueTags.listValuesOfProject(id, { key: 'release', prefix: '' }, 10),
      blocks: async (session) => readersOf(session).issueTags.countBlocksWith(id, 'release', ['shop@1'], 100),
      issues: async (session) => readersOf(session).issueTags.countIssuesWith(id, 'release', ['shop@1'], 100),
      first: async (session) => readersOf(session).issueReleases.countFirst(id, ['shop@1'], 100),
      hours: async (session) =>
        readersOf(session).issueStats.series(id, [kept], { from: NOON - DAY_MS, to: NOON, step: HOUR_MS }),
    };
    const sums: Record<string, number> = {};
    for (const [name, read] of Object.entries(reads)) {
      const rows: number[] = [];
      await engine.read((session) => read(explaining(session, rows)));
      sums[name] = Math.round(rows.reduce((sum, one) => sum + one, 0) / 100);
    }
    costs.push(sums);
    await engine.close();
  }
  expect(costs[1]).toEqual(costs[0]);
});

test('events are deleted in large steps, while transactions of other projects are open', async () => {
  const { database } = temporary;
  let [begin, end] = [() => {}, () => {}];
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const ended = new Promise<void>((resolve) => (end = resolve));
  const saving = database.write(
    async (stores) => {
      await event(stores, projectId, '1', { timestamp: NOON - 2 });
      begin();
      await ended;
    },
    { projects: [projectId] },
  );
  await begun;
  const job = new ReclaimJob(database);
  for (let step = 0; step < 3; step += 1) expect(await job.step()).toBe(true);
  end();
  await saving;
  let steps = 3;
  while (await job.step()) steps += 1;
  expect(steps).toBeLessThan(EVENTS / 100);
  await runUntilIdle(job);
  const engine = await temporary.openEngine();
  const left = await engine.read((session) => session.one('SELECT CAST(COUNT(*) AS INTEGER) AS "rows" FROM event', []));
  await engine.close();
  expect(left).toEqual({ rows: visible.length + 1 });
});

test('the rows of removed issues are counted before their events are deleted', async () => {
  await new ReclaimJob(temporary.database).step();
  const engine = await temporary.openEngine();
  const [row] = await engine.read((session) =>
    session.all<{ rows: number }>(
      'SELECT CAST(reltuples AS INTEGER) AS "rows" FROM pg_class WHERE oid = CAST(\'removed_issue\' AS regclass)',
      [],
    ),
  );
  await engine.close();
  expect(row).toEqual({ rows: ISSUES });
});
