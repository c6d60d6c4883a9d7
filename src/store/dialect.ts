/** The databases that the store speaks to. A further name makes the compiler ask for its words below and in each migration. */
export type Dialect = 'sqlite' | 'postgres';

const JSON_INTEGERS: Record<Dialect, string> = {
  sqlite: 'SELECT value FROM json_each(?)',
  postgres: 'SELECT CAST(value AS BIGINT) AS value FROM json_array_elements_text(CAST(? AS JSON))',
};

const JSON_TEXTS: Record<Dialect, string> = {
  sqlite: 'SELECT value FROM json_each(?)',
  postgres: 'SELECT value FROM json_array_elements_text(CAST(? AS JSON))',
};

const JSON_TAGS: Record<Dialect, string> = {
  sqlite: `SELECT json_extract(value, '$[0]') AS issue, json_extract(value, '$[1]') AS key, json_extract(value, '$[2]') AS value
    FROM json_each(?)`,
  postgres: `SELECT CAST(value ->> 0 AS BIGINT) AS issue, value ->> 1 AS key, value ->> 2 AS value
    FROM json_array_elements(CAST(? AS JSON))`,
};

/** The sequence of PostgreSQL that a name stands for: taking a number from it locks no row that another transaction waits for. */
const SEQUENCE = "CAST(CAST(? AS TEXT) || '_number' AS regclass)";

const NEXT_ID: Record<Dialect, string> = {
  sqlite: 'UPDATE sequence SET value = value + 1 WHERE name = ? RETURNING value',
  postgres: `SELECT nextval(${SEQUENCE}) AS value`,
};

const NEXT_IDS: Record<Dialect, string> = {
  sqlite: 'UPDATE sequence SET value = value + ? WHERE name = ? RETURNING value',
  postgres: `SELECT nextval(wanted.name) AS value
    FROM (SELECT CAST(? AS BIGINT) AS amount, ${SEQUENCE} AS name) wanted CROSS JOIN LATERAL generate_series(1, wanted.amount)`,
};

const MERGED_SETTINGS: Record<Dialect, string> = {
  sqlite: 'json_patch(settings, ?)',
  postgres: 'CAST(jsonb_strip_nulls(CAST(settings AS JSONB) || CAST(? AS JSONB)) AS TEXT)',
};

const MIGRATION_TABLE_EXISTS: Record<Dialect, string> = {
  sqlite: "SELECT 1 AS found FROM sqlite_master WHERE type = 'table' AND name = 'migration'",
  postgres: "SELECT 1 AS found WHERE to_regclass('migration') IS NOT NULL",
};

/** A query of one column, the integers of a JSON list: any number of ids in one value. */
export function jsonIntegers(dialect: Dialect): string {
  return JSON_INTEGERS[dialect];
}

/**
 * A query of the columns `issue`, `key` and `value`, from a JSON list of lists of the three.
 */
export function jsonTags(dialect: Dialect): string {
  return JSON_TAGS[dialect];
}

/** The same for texts. */
export function jsonTexts(dialect: Dialect): string {
  return JSON_TEXTS[dialect];
}

/** Takes the next number of the sequence whose name is the value; a number that was committed is never given again. */
export function nextId(dialect: Dialect): string {
  return NEXT_ID[dialect];
}

/**
 * Takes as many numbers as the first value says, of the sequence that the second names: either in one row that holds the last of
 * them, or in a row for each. `takeNumbers` reads both.
 */
export function nextIds(dialect: Dialect): string {
  return NEXT_IDS[dialect];
}

/** The JSON object of the column `settings` with the members of the one that is the value; members that are null go. */
export function mergedSettings(dialect: Dialect): string {
  return MERGED_SETTINGS[dialect];
}

/** Finds out whether the table of migrations is there. */
export function migrationTableExists(dialect: Dialect): string {
  return MIGRATION_TABLE_EXISTS[dialect];
}
