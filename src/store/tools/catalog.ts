import type { Dialect } from '../dialect';
import type { Session } from '../sql';

/** A table as the schema itself tells of it. */
export interface Table {
  readonly name: string;
  /** In alphabetic order. */
  readonly columns: readonly string[];
  /** Those of them whose values are of any length. */
  readonly lengthy: readonly string[];
  /** The columns of the primary key, in its order. */
  readonly key: readonly string[];
  /** The other tables that its foreign keys lead to. */
  readonly parents: readonly string[];
}

type ColumnRow = { table: string; name: string; isLengthy: number; place: number | null };
type ForeignKeyRow = { table: string; parent: string };

const COLUMN_ROWS: Record<Dialect, string> = {
  sqlite: `SELECT t.name AS "table", c.name AS "name", NULLIF(c.pk, 0) AS "place",
      CASE WHEN c.type IN ('TEXT', 'BLOB') THEN 1 ELSE 0 END AS "isLengthy"
    FROM sqlite_master t CROSS JOIN pragma_table_info(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%'`,
  postgres: `SELECT CAST(t.relname AS TEXT) AS "table", CAST(c.attname AS TEXT) AS "name",
      array_position(CAST(k.indkey AS SMALLINT[]), c.attnum) AS "place",
      CASE WHEN c.attlen = -1 THEN 1 ELSE 0 END AS "isLengthy"
    FROM pg_class t JOIN pg_attribute c ON c.attrelid = t.oid AND c.attnum > 0 AND NOT c.attisdropped
      LEFT JOIN pg_index k ON k.indrelid = t.oid AND k.indisprimary
    WHERE t.relkind IN ('r', 'p') AND t.relnamespace = to_regnamespace(current_schema())`,
};
const REFERENCE_ROWS: Record<Dialect, string> = {
  sqlite: `SELECT DISTINCT t.name AS "table", f."table" AS "parent"
    FROM sqlite_master t CROSS JOIN pragma_foreign_key_list(t.name) f WHERE t.type = 'table'`,
  postgres: `SELECT DISTINCT CAST(t.relname AS TEXT) AS "table", CAST(p.relname AS TEXT) AS "parent"
    FROM pg_constraint f JOIN pg_class t ON t.oid = f.conrelid JOIN pg_class p ON p.oid = f.confrelid
    WHERE f.contype = 'f' AND t.relnamespace = to_regnamespace(current_schema())`,
};
const COLUMNS = (dialect: Dialect) => COLUMN_ROWS[dialect];
const REFERENCES = (dialect: Dialect) => REFERENCE_ROWS[dialect];

/** Every table of the schema in alphabetic order, but those first that others refer to. */
export async function readTables(session: Session): Promise<Table[]> {
  const columns = await session.all<ColumnRow>(COLUMNS, []);
  const references = await session.all<ForeignKeyRow>(REFERENCES, []);
  const names = [...new Set(columns.map(({ table }) => table))].sort();
  return parentsFirst(names.map((name) => tableOf(name, columns, references)));
}

function tableOf(name: string, columns: readonly ColumnRow[], references: readonly ForeignKeyRow[]): Table {
  const own = columns.filter(({ table }) => table === name);
  const keyed = own.filter(({ place }) => place !== null).sort((a, b) => Number(a.place) - Number(b.place));
  return {
    name,
    columns: own.map((column) => column.name).sort(),
    lengthy: own
      .filter(({ isLengthy }) => isLengthy === 1)
      .map((column) => column.name)
      .sort(),
    key: keyed.map((column) => column.name),
    parents: references.filter(({ table, parent }) => table === name && parent !== name).map(({ parent }) => parent),
  };
}

function parentsFirst(tables: readonly Table[]): Table[] {
  const sorted: Table[] = [];
  const left = [...tables];
  while (left.length > 0) {
    const next = left.findIndex(({ parents }) => !left.some(({ name }) => parents.includes(name)));
    if (next < 0)
      throw new Error(`The tables ${left.map(({ name }) => name).join(', ')} refer to one another in a circle.`);
    sorted.push(...left.splice(next, 1));
  }
  return sorted;
}
