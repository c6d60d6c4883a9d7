import { isMissingFile, isSame } from '../databaseUrl';
import type { Step } from '../migrate';
import { STEPS } from '../migrations/index';
import { openEngine, openSnapshot } from '../open';
import type { Table } from '../schema';
import type { Engine, Session } from '../sql';
import { readCounters, setCounter } from './counters';
import { prepareTarget, readCopied, requireSource, requireTarget } from './ends';
import { advance, endProgress, readProgress } from './progress';
import { type Extent, insertRows, measure, NOTHING, readRows, type Row } from './rows';

/** A table that was copied, or how far it is. */
export interface CopiedTable extends Extent {
  readonly table: string;
}

/** Told of every batch, and waited for. */
export type Report = (doing: 'copying' | 'comparing', progress: CopiedTable) => void | Promise<void>;

interface Copy {
  readonly source: Session;
  readonly target: Engine;
  readonly tables: readonly Table[];
  readonly report: Report;
}

/**
 * Copies a database into another that is empty, of any kind: what it was when this began, whatever is written to it meanwhile.
 * One that was interrupted goes on, and is refused if the source is not what it was.
 * @returns each table with its count and checksum, which both databases have
 * @throws Error with one sentence if it cannot
 */
export async function copyDatabase(
  from: string,
  to: string,
  report: Report,
  steps: readonly Step[] = STEPS,
): Promise<CopiedTable[]> {
  if (isSame(from, to)) throw new Error('The source and the target are the same database.');
  const source = await openSnapshot(from);
  try {
    await requireSource(source.session, steps);
    await inspectTarget(to, steps);
    const target = await openEngine(to);
    try {
      await prepareTarget(target, steps);
      const tables = await commonTables(source.session, target);
      return await copyTables({ source: source.session, target, tables, report });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Looks before anything is opened to be written. */
async function inspectTarget(url: string, steps: readonly Step[]): Promise<void> {
  if (isMissingFile(url)) return;
  const snapshot = await openSnapshot(url);
  try {
    await requireTarget(snapshot.session, steps);
  } finally {
    await snapshot.close();
  }
}

/** The tables of both, in an order in which each finds its parents. */
async function commonTables(source: Session, target: Engine): Promise<readonly Table[]> {
  const tables = await readCopied(source);
  const others = await target.read(readCopied);
  const unlike = tables.find(
    ({ name, columns }) => String(others.find((other) => other.name === name)?.columns) !== String(columns),
  );
  const surplus = others.find(({ name }) => !tables.some((table) => table.name === name));
  const name = (unlike ?? surplus)?.name;
  if (name !== undefined) throw new Error(`The table ${name} is not the same in the source and in the target.`);
  return tables;
}

async function copyTables(copy: Copy): Promise<CopiedTable[]> {
  const { source, target, tables } = copy;
  const copied: CopiedTable[] = [];
  for (const table of tables) copied.push({ table: table.name, ...(await copyTable(copy, table)) });
  for (const [index, table] of tables.entries()) await compare(copy, table, copied[index] ?? NOTHING);
  const counters = await readCounters(source);
  await target.reshape(async (session) => {
    for (const counter of counters) await setCounter(session, counter);
    await endProgress(session);
  });
  return copied;
}

/** What was copied earlier is read again, and must be what it was. */
async function copyTable({ source, target, report }: Copy, table: Table): Promise<Extent> {
  let done = await target.read((session) => readProgress(session, table.name));
  let whole = NOTHING;
  for await (const { batch, extent } of readRows(source, table)) {
    if (extent.rows > done.rows) {
      requireSame(table, whole, done);
      await append(target, table, { batch, from: done, to: extent });
      done = extent;
    }
    whole = extent;
    await report('copying', { table: table.name, ...whole });
  }
  requireSame(table, whole, done);
  return whole;
}

/** A batch and the note of it, both or neither. */
function append(
  target: Engine,
  table: Table,
  { batch, ...extents }: { batch: readonly Row[]; from: Extent; to: Extent },
): Promise<void> {
  return target.write(async (session) => {
    await advance(session, table.name, extents);
    await insertRows(session, table, batch);
  });
}

function requireSame({ name }: Table, source: Extent, done: Extent): void {
  if (source.rows === done.rows && source.checksum === done.checksum) return;
  throw new Error(
    `The source is not what it was when this copy was begun (table ${name}): copy it into an empty database from the beginning.`,
  );
}

async function compare({ target, report }: Copy, table: Table, copied: Extent): Promise<void> {
  const found = await target.read((session) => {
    return measure(session, table, (extent) => report('comparing', { table: table.name, ...extent }));
  });
  if (found.rows === copied.rows && found.checksum === copied.checksum) return;
  const fault = found.rows === copied.rows ? 'other rows than' : `${found.rows} rows instead of the ${copied.rows} of`;
  throw new Error(
    `The table ${table.name} of the target has ${fault} the source: copy into an empty database from the beginning.`,
  );
}
