import { type RowStatement, type RowValueType, sanitizeValues, type Statement, textOf, type Value } from './sql';

/** A statement with the name under which each connection prepares it once; a statement without a name is not kept. */
export interface PreparedStatement {
  readonly name?: string;
  readonly text: string;
  /** True if the names of the reply's columns are marked. */
  readonly isMarked?: boolean;
}

/**
 * Maximum number of rows that one statement inserts. Numbers of rows are powers of two, so that few texts are prepared.
 */
const MAX_ROWS = 64;

const INSERT = /^(INSERT INTO [^?]+\bVALUES\s*)(\([^()]*\))([^?]*)$/;

/** A statement with its parameters. */
export interface PreparedExecution {
  readonly prepared: PreparedStatement;
  readonly values: readonly Value[];
}

/** Assigns names and numbered parameters to the statements of a database. */
export class PreparedStatements {
  private readonly prepared = new Map<Statement | RowStatement, PreparedStatement[]>();
  private count = 0;

  /** @param isCluster true if Citus writes the statements again for its machines */
  constructor(private readonly isCluster: boolean) {}

  /** Returns a statement that is not kept. */
  once(text: string): PreparedStatement {
    return this.withText(numberPlaceholders(text));
  }

  /** Returns the statement for one row of values. */
  get(statement: Statement): PreparedStatement {
    return this.of(statement, 1);
  }

  /**
   * Divides rows of values among executions of a statement: one execution for all rows of a RowStatement, one for
   * several rows of an INSERT of values, and one for each row of any other statement.
   */
  split(statement: Statement | RowStatement, rows: readonly (readonly Value[])[]): PreparedExecution[] {
    if (rows.length === 0) return [];
    const isInsert = INSERT.test(this.textOf(statement));
    if (typeof statement === 'object' && !isInsert)
      return [{ prepared: this.of(statement, 1), values: columnsOf(statement.types, rows) }];
    const maxRows = isInsert ? MAX_ROWS : 1;
    const parts: PreparedExecution[] = [];
    for (let from = 0, size = maxRows; from < rows.length; from += size) {
      while (size > rows.length - from) size /= 2;
      parts.push({ prepared: this.of(statement, size), values: rows.slice(from, from + size).flat() });
    }
    return parts;
  }

  private of(statement: Statement | RowStatement, rows: number): PreparedStatement {
    const sizes = this.prepared.get(statement) ?? [];
    this.prepared.set(statement, sizes);
    return (sizes[rows] ??= {
      name: `s${(this.count += 1)}`,
      ...this.withText(numberPlaceholders(withRows(this.textOf(statement), rows))),
    });
  }

  /**
   * Returns the text of a statement. On a cluster, rows are inserted as values: Citus stores the result of a query on
   * the coordinator first, and commits its copy to the machine in two phases.
   */
  private textOf(statement: Statement | RowStatement): string {
    const isValues = this.isCluster && typeof statement === 'object' && INSERT.test(statement.sqlite);
    return isValues ? statement.sqlite : textOf(statement, 'postgres');
  }

  private withText(text: string): PreparedStatement {
    if (!this.isCluster) return { text };
    const routed = compareOwnersWithValues(text);
    return WITH_REPLY.test(routed) ? { text: markNames(routed), isMarked: true } : { text: routed };
  }
}

const OWNER_VALUE = /\b(\w+\.(?:project_id|organization_id)) = (\$\d+)/g;
const SAME_OWNER = /\b(\w+\.(project_id|organization_id)) = (\w+\.\2)\b/g;

/**
 * Replaces comparisons of the project or organization of two rows by comparisons with its value. Citus asks all
 * machines for a subquery that compares its project with an outer row, even if the outer query has the value.
 */
function compareOwnersWithValues(text: string): string {
  const values = new Map([...text.matchAll(OWNER_VALUE)].map(([, column = '', value = '']) => [column, value]));
  const replaced = text.replace(SAME_OWNER, (all, left: string, _, right: string) => {
    const [known, other] = values.has(right) ? [right, left] : [left, right];
    const value = values.get(known);
    return value === undefined ? all : `${other} = ${value}`;
  });
  return replaced === text ? text : compareOwnersWithValues(replaced);
}

/** A text, or a name in quotation marks: the names of a reply's columns. */
const QUOTED = /'[^']*'|"(\w+)"/g;
const MARK = '_';
const WITH_REPLY = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/;

/**
 * Makes the names of a reply's columns differ from the names of the table's. Citus writes `ORDER BY issue.id` as
 * `ORDER BY id` for its machines, which then order by the value of the reply: an id as text, in which 10 comes before
 * 9.
 */
function markNames(text: string): string {
  return text.replace(QUOTED, (all, name?: string) => (name === undefined ? all : `"${name}${MARK}"`));
}

/** Returns the row of a reply with the names that the statement gave its columns. */
export function unmarkNames(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name.endsWith(MARK) ? name.slice(0, -MARK.length) : name, value]),
  );
}

function withRows(text: string, rows: number): string {
  if (rows === 1) return text;
  return text.replace(
    INSERT,
    (_, head: string, row: string, tail: string) => head + Array(rows).fill(row).join(', ') + tail,
  );
}

/** Replaces `?`, `?` by `$1`, `$2`, and `?9`, a parameter by its number, by `$9`. */
function numberPlaceholders(text: string): string {
  let count = 0;
  return text.replace(/\?(\d*)/g, (_, number: string) => `$${number || (count += 1)}`);
}

/** Returns the parameters of a RowStatement: an array for each column, or the value that all rows have. */
function columnsOf(types: readonly RowValueType[], rows: readonly (readonly Value[])[]): Value[] {
  return types.map((type, column) => {
    const values = rows.map((row) => row[column] ?? null);
    return type === 'SAME' ? (values[0] ?? null) : encodeArray(type, values);
  });
}

/** PostgreSQL's numbers of the types. */
const OIDS = { INTEGER: 20, TEXT: 25, BLOB: 17 } as const;
/**
 * Size of the header: number of dimensions, whether there are nulls, element type, length, index of the first element.
 */
const HEADER_BYTES = 20;
const NULL_LENGTH = -1;

/**
 * Encodes an array in PostgreSQL's binary format. The driver sends bytes unchanged; it would convert a JavaScript array
 * to text, in which bytes take twice the space and every element is escaped.
 */
function encodeArray(type: keyof typeof OIDS, values: readonly Value[]): Buffer {
  const elements = sanitizeValues(values).map((value) => (value === null ? null : encodeElement(value)));
  const size = elements.reduce((sum, element) => sum + 4 + (element?.length ?? 0), HEADER_BYTES);
  const array = Buffer.allocUnsafe(size);
  array.writeInt32BE(1, 0);
  array.writeInt32BE(elements.includes(null) ? 1 : 0, 4);
  array.writeInt32BE(OIDS[type], 8);
  array.writeInt32BE(elements.length, 12);
  array.writeInt32BE(1, 16);
  let at = HEADER_BYTES;
  for (const element of elements) {
    at = array.writeInt32BE(element?.length ?? NULL_LENGTH, at);
    if (element !== null) array.set(element, at);
    at += element?.length ?? 0;
  }
  return array;
}

function encodeElement(value: string | number | Uint8Array): Uint8Array {
  if (typeof value === 'string') return Buffer.from(value);
  if (typeof value !== 'number') return value;
  const bytes = Buffer.allocUnsafe(8);
  const high = Math.floor(value / 2 ** 32);
  bytes.writeInt32BE(high, 0);
  bytes.writeUInt32BE(value - high * 2 ** 32, 4);
  return bytes;
}
