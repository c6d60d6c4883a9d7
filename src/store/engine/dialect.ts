/** The supported databases. Adding one makes the compiler require its text below and in the migrations. */
export type Dialect = 'sqlite' | 'postgres';

/** Returns a function that chooses the SQL text for a database. */
export function byDialect(texts: Readonly<Record<Dialect, string>>): (dialect: Dialect) => string {
  return (dialect) => texts[dialect];
}

/** Query with one column `value`: the integers of a JSON array. One parameter carries any number of ids. */
export const jsonIntegers = byDialect({
  sqlite: 'SELECT value FROM json_each(?)',
  postgres: 'SELECT CAST(value AS BIGINT) AS value FROM json_array_elements_text(CAST(? AS JSON))',
});

/**
 * Returns an expression for a JSON array of the integers of a column, as text; it is null or empty if there are no
 * rows.
 */
export function jsonList(dialect: Dialect, column: string): string {
  return dialect === 'sqlite' ? `json_group_array(${column})` : `CAST(json_agg(${column}) AS TEXT)`;
}

/** Query with one column `value`: the texts of a JSON array. */
export const jsonTexts = byDialect({
  sqlite: 'SELECT value FROM json_each(?)',
  postgres: 'SELECT value FROM json_array_elements_text(CAST(? AS JSON))',
});

/** Query with one column `value`: the bytes whose hexadecimal digits are the texts of a JSON array. */
export const jsonBytes = byDialect({
  sqlite: 'SELECT unhex(value) AS value FROM json_each(?)',
  postgres: "SELECT decode(value, 'hex') AS value FROM json_array_elements_text(CAST(? AS JSON))",
});

/** On PostgreSQL, the array of the same values: the driver encodes the JSON array as one (`PreparedStatements`). */
const ARRAYS = new Map([
  [jsonIntegers('postgres'), 'CAST(? AS BIGINT[])'],
  [jsonTexts('postgres'), 'CAST(? AS TEXT[])'],
  [jsonBytes('postgres'), 'CAST(? AS BYTEA[])'],
]);

/**
 * Returns a condition that a column has one of the values of a query. PostgreSQL turns IN into a join, whose plan
 * depends on its statistics: before they know a new project or organization, it compares each of its rows with each
 * value. With an array, it looks up each value in an index. A parameter in place of the query lets Citus find the
 * machines when it plans, and spares it most of its planning.
 */
export function isOneOf(dialect: Dialect, column: string, query: string): string {
  return dialect === 'sqlite'
    ? `${column} IN (${query})`
    : `${column} = ANY (${ARRAYS.get(query) ?? `ARRAY(${query})`})`;
}

/** Returns a condition that a column has one of the integers of a JSON array, the parameter. */
export function isAmong(dialect: Dialect, column: string): string {
  return isOneOf(dialect, column, jsonIntegers(dialect));
}

/** Returns a condition that a column has one of the texts of a JSON array, the parameter. */
export function isAmongTexts(dialect: Dialect, column: string): string {
  return isOneOf(dialect, column, jsonTexts(dialect));
}

/** Returns a condition that a column has the bytes of one of the texts of a JSON array, as in `jsonBytes`. */
export function isAmongBytes(dialect: Dialect, column: string): string {
  return isOneOf(dialect, column, jsonBytes(dialect));
}

/** Returns an expression for the hexadecimal digits of a column of bytes, in lower case. */
export function hexText(dialect: Dialect, column: string): string {
  return dialect === 'sqlite' ? `lower(hex(${column}))` : `encode(${column}, 'hex')`;
}

/** Returns an expression for the bytes of an expression of hexadecimal digits. */
export function bytesOf(dialect: Dialect, digits: string): string {
  return dialect === 'sqlite' ? `unhex(${digits})` : `decode(${digits}, 'hex')`;
}

/** Query with the columns `issue`, `key` and `value`, from a JSON array of arrays of these three. */
export const jsonTags = byDialect({
  sqlite: `SELECT json_extract(value, '$[0]') AS issue, json_extract(value, '$[1]') AS key, json_extract(value, '$[2]') AS value
    FROM json_each(?)`,
  postgres: `SELECT CAST(value ->> 0 AS BIGINT) AS issue, value ->> 1 AS key, value ->> 2 AS value
    FROM json_array_elements(CAST(? AS JSON))`,
});

/**
 * Query with the columns of `jsonTags`, from a JSON object: issue id → object of values by their keys. An id may occur
 * more than once.
 */
export const jsonTagsOfIssues = byDialect({
  sqlite: `SELECT CAST(i.key AS INTEGER) AS issue, t.key AS key, t.value AS value
    FROM json_each(?) i CROSS JOIN json_each(i.value) t`,
  postgres: `SELECT CAST(i.key AS BIGINT) AS issue, t.key AS key, t.value AS value
    FROM json_each(CAST(? AS JSON)) i CROSS JOIN LATERAL json_each_text(i.value) t`,
});

/**
 * End of a query whose rows the transaction changes. On PostgreSQL it locks them; on SQLite there is no other writer.
 */
export const rowLock = byDialect({ sqlite: '', postgres: 'FOR NO KEY UPDATE' });

/** The PostgreSQL sequence of a name. Transactions do not wait for another one that takes a number from it. */
const SEQUENCE = "CAST(CAST(? AS TEXT) || '_number' AS regclass)";

/** Takes the next id from the sequence whose name is the parameter. A committed id is never issued again. */
export const nextId = byDialect({
  sqlite: 'UPDATE sequence SET value = value + 1 WHERE name = ? RETURNING value',
  postgres: `SELECT nextval(${SEQUENCE}) AS value`,
});

/**
 * Takes several ids; the parameters are their number and the name of the sequence. SQLite returns one row with the last
 * id, PostgreSQL one row for each. `allocateIds` reads both.
 */
export const nextIds = byDialect({
  sqlite: 'UPDATE sequence SET value = value + ? WHERE name = ? RETURNING value',
  postgres: `SELECT nextval(wanted.name) AS value
    FROM (SELECT CAST(? AS BIGINT) AS amount, ${SEQUENCE} AS name) wanted CROSS JOIN LATERAL generate_series(1, wanted.amount)`,
});

/** The JSON object in the column `settings`, merged with the members of the parameter; null removes a member. */
export const mergedSettings = byDialect({
  sqlite: 'json_patch(settings, ?)',
  postgres: 'CAST(jsonb_strip_nulls(CAST(settings AS JSONB) || CAST(? AS JSONB)) AS TEXT)',
});

/** Returns an expression for a member of a JSON text, by the names that lead to it; null if there is none. */
export function jsonMember(dialect: Dialect, column: string, type: 'INTEGER' | 'TEXT', ...path: string[]): string {
  if (dialect === 'sqlite') return `json_extract(${column}, '$.${path.join('.')}')`;
  const text = `(CAST(${column} AS JSON) #>> '{${path.join(',')}}')`;
  return type === 'TEXT' ? text : `CAST(${text} AS BIGINT)`;
}

/** Query for the tables out of which a migration moves rows: `RowMove.from`. */
export const formerTables = byDialect({
  sqlite: `SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'former\\_%' ESCAPE '\\'`,
  postgres: 'SELECT NULL AS name WHERE FALSE',
});

/** Query that returns a row if the table `migration` exists. */
export const migrationTableExists = byDialect({
  sqlite: "SELECT 1 AS found FROM sqlite_master WHERE type = 'table' AND name = 'migration'",
  postgres: "SELECT 1 AS found WHERE to_regclass('migration') IS NOT NULL",
});

/** Sorts after all characters of texts: a prefix with it is the end of the range of texts with the prefix. */
export const LAST_CHARACTER = '\u{10ffff}';

/** Escapes a text for a LIKE pattern, in which it then matches itself. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
