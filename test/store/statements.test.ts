/** Rules for every statement of the store. */
import { itOnSqlite, openTemporaryDatabase } from '../support/database';
import { statementsOf, storeModules } from '../support/statements';

/**
 * Returns the columns by which a statement orders without the name of a table, although its reply has a column of the
 * same name with another value: databases then order by the value of the reply, such as an id as text, in which 10
 * comes before 9.
 */
function ambiguousOrders(text: string): string[] {
  const aliases = new Set<string>();
  for (const [, value = '', alias = ''] of text.matchAll(/([\w.)]+)\s+AS\s+"?(\w+)"?/gi))
    if (value.split('.').at(-1) !== alias) aliases.add(alias);
  const orders = [...text.matchAll(/ORDER BY\s+((?:[^()]|\([^()]*\))*?)(?=LIMIT|FOR |ON CONFLICT|\)|$)/gi)];
  const keys = orders.flatMap(([, list = '']) => list.match(/(?<![\w."])[a-z_]\w*(?![\w.(])/g) ?? []);
  return keys.filter((key) => aliases.has(key));
}

test.each([
  'SELECT CAST(id AS TEXT) AS "id" FROM member ORDER BY id',
  'SELECT CAST(m.id AS TEXT) AS id FROM member m WHERE m.email = ? ORDER BY CASE WHEN m.email = ? THEN 0 ELSE 1 END, id LIMIT 1',
  'SELECT x.name AS "name" FROM (SELECT LOWER(name) AS name FROM team ORDER BY size, name DESC) x',
])('finds what is ordered by a value of the reply: %s', (text) => expect(ambiguousOrders(text)).not.toEqual([]));

test.each([
  'SELECT CAST(id AS TEXT) AS "id" FROM member ORDER BY member.id',
  'SELECT CAST(m.id AS TEXT) AS "id" FROM member m ORDER BY m.id DESC LIMIT ?',
  'SELECT hash AS "hash", i.number AS "number" FROM issue_hash i ORDER BY hash, number',
])('accepts %s', (text) => expect(ambiguousOrders(text)).toEqual([]));

test('no statement orders by a value of its reply that has the name of a column', () => {
  const statements = storeModules().flatMap((file) => statementsOf(file));
  expect(statements.length).toBeGreaterThan(400);
  expect(statements.filter(({ text }) => ambiguousOrders(text).length > 0).map(({ name }) => name)).toEqual([]);
});

/** PostgreSQL joins such a list with all rows of a project or organization that its statistics do not know yet. */
const LIST_TO_JOIN =
  /(?<!\bNOT )\bIN \(SELECT (?:[\w().]+|CAST\([^)]*\)|decode\([^)]*\))( AS \w+)? FROM json_array_elements/i;

test.each([
  'UPDATE content SET idle_since = ? WHERE sha1 IN (SELECT value FROM json_array_elements_text(CAST(? AS JSON)))',
  'SELECT 1 FROM issue WHERE id IN (SELECT CAST(value AS BIGINT) AS value FROM json_array_elements_text(CAST(? AS JSON)))',
  "DELETE FROM event WHERE event_id IN (SELECT decode(value, 'hex') AS value FROM json_array_elements_text(CAST(? AS JSON)))",
])('finds the list that PostgreSQL joins: %s', (text) => expect(text).toMatch(LIST_TO_JOIN));

test('on PostgreSQL, every list of values to look up is an array', () => {
  const statements = storeModules().flatMap((file) => statementsOf(file, 'postgres'));
  expect(statements.filter(({ text }) => text.includes('= ANY (CAST(? AS ')).length).toBeGreaterThan(80);
  expect(statements.filter(({ text }) => LIST_TO_JOIN.test(text)).map(({ name }) => name)).toEqual([]);
});

/** A plan that reads all rows of a project. */
const READS_PROJECT = /^SEARCH (\w+) USING .*\(project_id=\?\)$/;
/** The names, in the statements with lists of ids, of tables that may have a million rows of one project. */
const LARGE_TABLES = ['event', 'e', 'issue', 'i', 'issue_hash', 'h', 'issue_tag', 't', 'scraped_file'];

itOnSqlite('looks up each id of a list instead of reading all rows of the project', async () => {
  const temporary = await openTemporaryDatabase();
  const engine = await temporary.openEngine();
  try {
    const statements = storeModules()
      .flatMap((file) => statementsOf(file, 'sqlite'))
      .filter(({ text }) => /\bIN \(SELECT (?:value|unhex\(value\)) /.test(text));
    const slow: string[] = [];
    let explained = 0;
    await engine.write(async (session) => {
      for (const { name, text } of statements) {
        const values = Array<null>(text.split('?').length - 1).fill(null);
        const plan = await session.allOnce<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, values).catch(() => []);
        if (plan.length > 0) explained += 1;
        const tables = plan.flatMap(({ detail }) => READS_PROJECT.exec(detail)?.[1] ?? []);
        if (tables.some((table) => LARGE_TABLES.includes(table))) slow.push(name);
      }
    });
    expect(slow).toEqual([]);
    expect(explained).toBeGreaterThan(80);
  } finally {
    await engine.close();
    await temporary.dispose();
  }
});
