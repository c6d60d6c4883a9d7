import type { Dialect } from '../dialect';
import type { Session } from '../sql';

/** Where ids of one kind come from: a named sequence, or the identity of a table. */
export interface Counter {
  readonly kind: 'sequence' | 'identity';
  /** Of what it counts: `issue`; or of the table. */
  readonly name: string;
  /** The last number that was given; 0 if none was. */
  readonly value: number;
}

/** PostgreSQL tells of the last number that was given, or nothing if none was. */
const LAST_GIVEN = `COALESCE((SELECT n.last_value FROM pg_sequences n
  WHERE n.schemaname = current_schema() AND n.sequencename = s.relname), 0)`;

const COUNTER_ROWS: Record<Dialect, string> = {
  sqlite: `SELECT 'sequence' AS "kind", name AS "name", value AS "value" FROM sequence
    UNION ALL SELECT 'identity', t.name, COALESCE((SELECT s.seq FROM sqlite_sequence s WHERE s.name = t.name), 0)
      FROM sqlite_master t WHERE t.type = 'table' AND t.sql LIKE '%AUTOINCREMENT%'`,
  postgres: `SELECT CASE WHEN t.relname IS NULL THEN 'sequence' ELSE 'identity' END AS "kind",
      COALESCE(CAST(t.relname AS TEXT), regexp_replace(CAST(s.relname AS TEXT), '_number$', '')) AS "name", ${LAST_GIVEN} AS "value"
    FROM pg_class s LEFT JOIN pg_depend d ON d.objid = s.oid AND d.classid = CAST('pg_class' AS regclass) AND d.deptype = 'i'
      LEFT JOIN pg_class t ON t.oid = d.refobjid
    WHERE s.relkind = 'S' AND s.relnamespace = to_regnamespace(current_schema())`,
};

const WANTED = '(SELECT CAST(? AS BIGINT) AS value, CAST(? AS TEXT) AS name) wanted';
const SEQUENCE_TEXTS: Record<Dialect, string> = {
  sqlite: 'UPDATE sequence SET value = ? WHERE name = ? RETURNING value',
  postgres: `SELECT setval(CAST(wanted.name || '_number' AS regclass), wanted.value) AS value FROM ${WANTED}`,
};
const IDENTITY_TEXTS: Record<Dialect, string> = {
  sqlite: 'UPDATE sqlite_sequence SET seq = ? WHERE name = ? RETURNING seq AS value',
  postgres: `SELECT setval(CAST(pg_get_serial_sequence(wanted.name, 'id') AS regclass), wanted.value) AS value FROM ${WANTED}`,
};

const COUNTERS = (dialect: Dialect) => COUNTER_ROWS[dialect];
const SET_SEQUENCE = (dialect: Dialect) => SEQUENCE_TEXTS[dialect];
const SET_IDENTITY = (dialect: Dialect) => IDENTITY_TEXTS[dialect];
/** SQLite counts for a table from its first row on. */
const BEGIN_IDENTITY = 'INSERT INTO sqlite_sequence (seq, name) VALUES (?, ?)';

/** Every counter of the schema, by kind and name. */
export async function readCounters(session: Session): Promise<Counter[]> {
  const counters = await session.all<Counter>(COUNTERS, []);
  return counters.sort((a, b) => (`${a.kind} ${a.name}` < `${b.kind} ${b.name}` ? -1 : 1));
}

/** Lets a counter go on behind this value. */
export async function setCounter(session: Session, { kind, name, value }: Counter): Promise<void> {
  if (value === 0) return;
  const set = await session.one(kind === 'sequence' ? SET_SEQUENCE : SET_IDENTITY, [value, name]);
  if (set === undefined) await session.run(BEGIN_IDENTITY, [value, name]);
}
