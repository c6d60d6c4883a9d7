/** PostgreSQL reads few rows for a list after a large removal, and deleting the events blocks no other transaction. */
import { ReclaimJob } from '../../../src/jobs/reclaim';
import { EventReader } from '../../../src/store/events';
import { type ReadSession, type Statement, textOf } from '../../../src/store/engine/sql';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../support/database';
import { runUntilIdle } from '../../support/jobs';
import { event, firstPage, issue, NOON, project } from '../../support/rows';

const ISSUES = 600;
const EVENTS = 30_000;
/** More rows than a scan reads with one statement. */
const MAX_ROWS_PER_STATEMENT = 16_000;

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

let temporary: TemporaryDatabase;
let projectId: string;
let visible: string[];
beforeEach(async () => {
  temporary = await openTemporaryDatabase();
  await temporary.database.write(async (stores) => {
    ({ id: projectId } = await project(stores));
    const kept = await issue(stores, projectId);
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

/** Returns a session that also explains each statement, and adds the number of rows that it reads to `costs`. */
function explaining(session: ReadSession, costs: number[]): ReadSession {
  const explain = async (statement: Statement, values: Parameters<ReadSession['all']>[1]) => {
    const text = `EXPLAIN (ANALYZE, FORMAT JSON) ${textOf(statement, 'postgres')}`;
    const [row] = await session.all<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(text, values);
    costs.push(rowsOf((row?.['QUERY PLAN'][0] as { Plan: PlanNode }).Plan));
  };
  const all = async <Row>(statement: Statement, values: Parameters<ReadSession['all']>[1]) => {
    await explain(statement, values);
    return session.all<Row>(statement, values);
  };
  return Object.assign(Object.create(session) as ReadSession, {
    all,
    one: async <Row>(statement: Statement, values: Parameters<ReadSession['all']>[1]) =>
      (await all<Row>(statement, values))[0],
  });
}

test('each statement of a list reads a bounded number of rows after a removal, before anything is analyzed', async () => {
  const engine = await temporary.openEngine();
  const costs: number[] = [];
  const page = await engine.read((session) => new EventReader(explaining(session, costs)).list(projectId, firstPage()));
  expect(page.rows.map(({ eventId }) => eventId)).toEqual(visible);
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
  expect(Math.max(...costs)).toBeLessThan(MAX_ROWS_PER_STATEMENT);
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
