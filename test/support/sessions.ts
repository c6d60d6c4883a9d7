import {
  type Engine,
  type RowStatement,
  type Session,
  type Statement,
  textOf,
  type Value,
} from '../../src/store/engine/sql';

type OnStatement = (statement: Statement | RowStatement, values: readonly Value[]) => void | Promise<void>;

/**
 * Runs `work` in a transaction, and calls `onStatement` before each statement. A statement for many rows counts once.
 */
async function observe(
  engine: Engine,
  work: (session: Session) => Promise<unknown>,
  onStatement: (session: Session) => OnStatement,
): Promise<void> {
  await engine.write(async (session) => {
    const before = onStatement(session);
    const ofPosted: Promise<void>[] = [];
    const observed: Session = {
      dialect: session.dialect,
      maxScanRows: session.maxScanRows,
      allOnce: async <Row>(text: string, values: readonly Value[]) => {
        await before(text, values);
        return session.allOnce<Row>(text, values);
      },
      all: async <Row>(statement: Statement, values: readonly Value[]) => {
        await before(statement, values);
        return session.all<Row>(statement, values);
      },
      one: async <Row>(statement: Statement, values: readonly Value[]) => {
        await before(statement, values);
        return session.one<Row>(statement, values);
      },
      run: async (statement, values) => {
        await before(statement, values);
        return session.run(statement, values);
      },
      runMany: async (statement, rows) => {
        if (rows[0] !== undefined) await before(statement, rows[0]);
        return session.runMany(statement, rows);
      },
      post: (statement, rows) => {
        if (rows[0] !== undefined) ofPosted.push(Promise.resolve(before(statement, rows[0])));
        session.post(statement, rows);
      },
    };
    await work(observed);
    await Promise.all(ofPosted);
  });
}

/** Returns the number of statements that `work` runs. */
export async function countStatements(engine: Engine, work: (session: Session) => Promise<unknown>): Promise<number> {
  let count = 0;
  await observe(engine, work, () => () => void (count += 1));
  return count;
}

/** Returns the lines of the query plans, on either database, for the statements that `work` runs. */
export async function explainStatements(
  engine: Engine,
  work: (session: Session) => Promise<unknown>,
): Promise<string[]> {
  const steps: string[] = [];
  await observe(engine, work, (session) => async (statement, values) => {
    const text = textOf(statement, engine.dialect);
    const explain = engine.dialect === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
    const plan = await session.all<Record<string, unknown>>(`${explain} ${text}`, values);
    steps.push(...plan.map((row) => String(row['detail'] ?? row['QUERY PLAN'])));
  });
  return steps;
}
