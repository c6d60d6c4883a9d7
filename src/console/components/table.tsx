import type { ReactNode } from 'react';
import styles from './table.module.css';

export interface TableColumn<Row> {
  readonly heading: string;
  /** Tells columns apart that can have the same heading. */
  readonly key?: string;
  /** `actions` are buttons, whose heading only screen readers have; `value` is a column that the reader chose. */
  readonly kind?: 'text' | 'number' | 'actions' | 'value';
  /** Returns the contents of the column for a record; null for nothing. */
  readonly cell: (row: Row) => ReactNode;
}

/**
 * Records as a table. Where that is too narrow, each record is a block: its first column as the title, below it the
 * others, each with its heading in front.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
}: {
  /** The name of the records. */
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}): ReactNode {
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ heading, kind, key = heading }) => (
              <th key={key} scope="col" className={kind === 'number' ? 'numeric' : undefined}>
                {kind === 'actions' ? <span className="hidden-text">{heading}</span> : heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ heading, kind = 'text', key = heading, cell }) => {
                const content = cell(row);
                return (
                  <td
                    key={key}
                    className={kind === 'number' ? 'numeric' : undefined}
                    data-kind={kind}
                    data-heading={heading}
                    data-empty={content === null ? '' : undefined}
                  >
                    <div>{content}</div>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
