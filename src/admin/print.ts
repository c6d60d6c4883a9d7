export type Row = Readonly<Record<string, unknown>>;

/** How people read a command's result that is not empty. */
export type ForPeople = (rows: readonly Row[]) => string;

/** Prints a command's result on standard output: one JSON value, or lines for people. */
export function print(
  result: Row | readonly Row[],
  options: { json?: boolean | undefined },
  forPeople: ForPeople = oneByOne,
): void {
  if (options.json) return void process.stdout.write(`${JSON.stringify(result)}\n`);
  const rows = Array.isArray(result) ? (result as readonly Row[]) : [result as Row];
  process.stdout.write(rows.length === 0 ? 'none\n' : forPeople(rows));
}

function oneByOne(rows: readonly Row[]): string {
  return rows.map((row) => `${lines(row)}\n`).join('\n');
}

function lines(row: Row): string {
  const width = Math.max(...Object.keys(row).map((name) => name.length));
  return Object.entries(row)
    .map(([name, value]) => `${name.padEnd(width)}  ${text(value)}`)
    .join('\n');
}

function text(value: unknown): string {
  if (value === null) return '-';
  return Array.isArray(value) ? value.join(' ') : String(value);
}
