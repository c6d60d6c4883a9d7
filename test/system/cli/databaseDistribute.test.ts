import { readTables } from '../../../src/store/tools/catalog';
import { describeSqlite, itOnPostgres, openTemporaryDatabase, type TemporaryDatabase } from '../../support/database';
import { culprit, ensureBuilt, type Outcome } from '../../support/process';

let temporary: TemporaryDatabase;
beforeAll(async () => {
  await ensureBuilt();
  temporary = await openTemporaryDatabase();
});
afterAll(() => temporary.dispose());

const distribute = (...options: string[]): Promise<Outcome> =>
  culprit(['database', 'distribute', ...options], { DATABASE_URL: temporary.url });

describeSqlite('culprit database distribute', () => {
  it.each([[], ['--dry-run'], ['--json']])('rejects SQLite, %s', async (...options) => {
    const message =
      'culprit: An SQLite database stays on one machine: move it to PostgreSQL with Citus first, by culprit database copy.\n';
    expect(await distribute(...options)).toEqual({ code: 1, stdout: '', stderr: message });
  });
});

itOnPostgres('rejects a server without Citus, and changes nothing', async () => {
  const before = await foreignKeys();
  const message =
    'culprit: The database has no Citus: install it on the server, load it by shared_preload_libraries, and run CREATE EXTENSION citus.\n';
  expect(await distribute()).toEqual({ code: 1, stdout: '', stderr: message });
  expect(await foreignKeys()).toEqual(before);
  expect(before.length).toBeGreaterThan(10);
});

itOnPostgres(
  'prints its statements on a dry run: each table once, each foreign key dropped and added again',
  async () => {
    const { code, stdout, stderr } = await distribute('--dry-run', '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const statements = (JSON.parse(stdout) as { statement: string }[]).map(({ statement }) => statement);
    const engine = await temporary.openEngine();
    const tables = (await engine.read(readTables)).map(({ name }) => name);
    await engine.close();
    const placed = statements.flatMap(
      (statement) =>
        /^SELECT (?:create_(?:reference|distributed)_table|citus_add_local_table_to_metadata)\('(\w+)'/.exec(
          statement,
        )?.[1] ?? [],
    );
    expect(placed.toSorted()).toEqual(tables.toSorted());
    expect(statements.filter((statement) => statement.includes('DROP CONSTRAINT'))).toHaveLength(
      (await foreignKeys()).length,
    );
    expect(statements.filter((statement) => statement.includes('ADD CONSTRAINT'))).toHaveLength(
      (await foreignKeys()).length,
    );
    expect(statements).toContainEqual(
      expect.stringMatching(/^SELECT create_distributed_table\('event', 'project_id', colocate_with => '\w+'\)$/),
    );
  },
);

itOnPostgres('prints the same as a script with one transaction', async () => {
  const { stdout } = await distribute('--dry-run', '--json');
  const statements = (JSON.parse(stdout) as { statement: string }[]).map(({ statement }) => `${statement};`);
  expect((await distribute('--dry-run')).stdout).toBe(['BEGIN;', ...statements, 'COMMIT;', ''].join('\n'));
});

itOnPostgres('adds foreign keys as they were', async () => {
  const { stdout } = await distribute('--dry-run', '--json');
  const statements = (JSON.parse(stdout) as { statement: string }[]).map(({ statement }) => statement);
  const before = await foreignKeys();
  const engine = await temporary.openEngine();
  await engine.changeSchema(async (session) => {
    for (const statement of statements.filter((text) => text.startsWith('ALTER TABLE')))
      await session.run(statement, []);
  });
  await engine.close();
  expect(await foreignKeys()).toEqual(before);
});

async function foreignKeys(): Promise<unknown[]> {
  const engine = await temporary.openEngine();
  const text = `SELECT CAST(conrelid AS regclass)::text AS "table", conname::text AS "name", pg_get_constraintdef(oid) AS "definition"
    FROM pg_constraint WHERE contype = 'f' ORDER BY 1, 2`;
  const rows = await engine.read((session) => session.all(text, []));
  await engine.close();
  return rows;
}
