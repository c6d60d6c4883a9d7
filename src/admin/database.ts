import { copyBetween, type CopiedTable } from '../app';

/** Between two lines about one table. */
const PAUSE_MS = 1_000;

/** Copies one database into another, and tells on standard error how far it is. @throws Error with one sentence */
export async function copyDatabase({ from, to }: { from: string; to: string }): Promise<Record<string, unknown>[]> {
  const copied = await copyBetween(from, to, tellProgress());
  return copied.map(({ table, rows, checksum }) => ({ table, rows, checksum }));
}

function tellProgress(): (doing: string, progress: CopiedTable) => void {
  let last = '';
  let at = 0;
  return (doing, { table, rows }) => {
    const now = performance.now();
    if (`${doing} ${table}` === last && now - at < PAUSE_MS) return;
    [last, at] = [`${doing} ${table}`, now];
    process.stderr.write(`culprit: ${doing} ${table}, ${rows} rows so far\n`);
  };
}
