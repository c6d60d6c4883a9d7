import { byDialect } from '../engine/dialect';
import type { ReadSession } from '../engine/sql';

/** A table as the database's catalog describes it. */
export interface Table {
  readonly name: string;
  /** Names in alphabetical order. */
  readonly columns: readonly string[];
  /** The columns of type TEXT and BLOB, whose values have any length. */
  readonly variableLength: readonly string[];
  /** The columns of the primary key, in order. */
  readonly key: readonly string[];
  /** The other tables that its foreign keys reference. */
  readonly parents: readonly string[];
}

type ColumnRow = { table: string; name: string; isVariableLength: number; keyPosition: number | null };
type ForeignKeyRow = { table: string; parent: string };

const COLUMNS = byDialect({
  sqlite: `SELECT t.name AS "table", c.name AS "name", NULLIF(c.pk, 0) AS "keyPosition",
      CASE WHEN c.type IN ('TEXT', 'BLOB') THEN 1 ELSE 0 END AS "isVariableLength"
    FROM pragma_table_list t CROSS JOIN pragma_table_info(t.name) c WHERE t.type = 'table' AND t.schema = 'main' AND t.name NOT LIKE 'sqlite%'`,
  postgres: `SELECT CAST(t.relname AS TEXT) AS "table", CAST(c.attname AS TEXT) AS "name",
      array_position(CAST(k.indkey AS SMALLINT[]), c.attnum) AS "keyPosition",
      CASE WHEN c.attlen = -1 THEN 1 ELSE 0 END AS "isVariableLength"
    FROM pg_class t JOIN pg_attribute c ON c.attrelid = t.oid AND c.attnum > 0 AND NOT c.attisdropped
      LEFT JOIN pg_index k ON k.indrelid = t.oid AND k.indisprimary
    WHERE t.relkind IN ('r', 'p') AND t.relnamespace = to_regnamespace(current_schema())`,
});
const REFERENCES = byDialect({
  sqlite: `SELECT DISTINCT t.name AS "table", f."table" AS "parent"
    FROM sqlite_master t CROSS JOIN pragma_foreign_key_list(t.name) f WHERE t.type = 'table'`,
  postgres: `SELECT DISTINCT CAST(t.relname AS TEXT) AS "table", CAST(p.relname AS TEXT) AS "parent"
    FROM pg_constraint f JOIN pg_class t ON t.oid = f.conrelid JOIN pg_class p ON p.oid = f.confrelid
    WHERE f.contype = 'f' AND t.relnamespace = to_regnamespace(current_schema())`,
});

/** Reads every table of the schema, in alphabetical order except that each comes after its parents. */
export async function readTables(session: ReadSession): Promise<Table[]> {
  const columns = await session.all<ColumnRow>(COLUMNS, []);
  const references = await session.all<ForeignKeyRow>(REFERENCES, []);
  const names = [...new Set(columns.map(({ table }) => table))].sort();
  return parentsFirst(names.map((name) => tableOf(name, columns, references)));
}

function tableOf(name: string, columns: readonly ColumnRow[], references: readonly ForeignKeyRow[]): Table {
  const own = columns.filter(({ table }) => table === name);
  const keyed = own
    .filter(({ keyPosition }) => keyPosition !== null)
    .sort((a, b) => Number(a.keyPosition) - Number(b.keyPosition));
  return {
    name,
    columns: own.map((column) => column.name).sort(),
    variableLength: own
      .filter(({ isVariableLength }) => isVariableLength === 1)
      .map((column) => column.name)
      .sort(),
    key: keyed.map((column) => column.name),
    parents: references.filter(({ table, parent }) => table === name && parent !== name).map(({ parent }) => parent),
  };
}

function parentsFirst(tables: readonly Table[]): Table[] {
  const sorted: Table[] = [];
  const remaining = [...tables];
  while (remaining.length > 0) {
    const next = remaining.findIndex(({ parents }) => !remaining.some(({ name }) => parents.includes(name)));
    if (next < 0)
      throw new Error(`The tables ${remaining.map(({ name }) => name).join(', ')} reference each other in a cycle.`);
    sorted.push(...remaining.splice(next, 1));
  }
  return sorted;
}
