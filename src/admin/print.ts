type Row = Readonly<Record<string, unknown>>;

/** Prints a command's result on standard output: one JSON value, or lines for people. */
export function print(result: Row | readonly Row[], options: { json?: boolean | undefined }): void {
  process.stdout.write(options.json ? `${JSON.stringify(result)}\n` : forPeople(result));
}

function forPeople(result: Row | readonly Row[]): string {
  const rows = Array.isArray(result) ? (result as readonly Row[]) : [result as Row];
  if (rows.length === 0) return 'none\n';
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
