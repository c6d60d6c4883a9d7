import type { Statement, Value } from './sql';

/** A statement with the name under which each connection prepares it once. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
}

/**
 * Maximum number of rows that one statement inserts. Numbers of rows are powers of two, so that few texts are prepared.
 */
const MAX_ROWS = 64;

const INSERT = /^(INSERT INTO [^?]+\bVALUES\s*)(\([^()]*\))([^?]*)$/;

/** Assigns names and numbered parameters to the statements of a database. */
export class PreparedStatements {
  private readonly prepared = new Map<Statement, PreparedStatement[]>();
  private count = 0;

  /** The statement for one row of values. */
  get(statement: Statement): PreparedStatement {
    return this.of(statement, 1);
  }

  /** Splits rows of values into those that one execution takes: several for an INSERT of values, else one. */
  split(statement: Statement, rows: readonly (readonly Value[])[]): { prepared: PreparedStatement; values: Value[] }[] {
    const maxRows = INSERT.test(textOf(statement)) ? MAX_ROWS : 1;
    const parts: { prepared: PreparedStatement; values: Value[] }[] = [];
    for (let from = 0, size = maxRows; from < rows.length; from += size) {
      while (size > rows.length - from) size /= 2;
      parts.push({ prepared: this.of(statement, size), values: rows.slice(from, from + size).flat() });
    }
    return parts;
  }

  private of(statement: Statement, rows: number): PreparedStatement {
    const sizes = this.prepared.get(statement) ?? [];
    this.prepared.set(statement, sizes);
    return (sizes[rows] ??= {
      name: `s${(this.count += 1)}`,
      text: numberPlaceholders(withRows(textOf(statement), rows)),
    });
  }
}

function textOf(statement: Statement): string {
  return typeof statement === 'string' ? statement : statement('postgres');
}

function withRows(text: string, rows: number): string {
  if (rows === 1) return text;
  return text.replace(
    INSERT,
    (_, head: string, row: string, tail: string) => head + Array(rows).fill(row).join(', ') + tail,
  );
}

/** Replaces `?`, `?` by `$1`, `$2`. */
function numberPlaceholders(text: string): string {
  let count = 0;
  return text.replace(/\?/g, () => `$${(count += 1)}`);
}
