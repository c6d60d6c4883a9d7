import { type Step, migrate, readVersion } from '../migrate';
import { type Table, readTables } from '../schema';
import type { Engine, Session } from '../sql';
import { beginProgress, isUnfinishedCopy, PROGRESS } from './progress';

/** Each database has its own of these; counters are set in other ways. */
const OWN = ['migration', 'sequence', PROGRESS];

/** The tables that are copied, in an order in which each finds its parents: whatever the schema has. */
export async function readCopied(session: Session): Promise<Table[]> {
  const tables = await readTables(session);
  return tables.filter(({ name }) => !OWN.includes(name));
}

/** @throws Error with one sentence unless the database can be copied */
export async function requireSource(session: Session, steps: readonly Step[]): Promise<void> {
  if (await isUnfinishedCopy(session)) throw new Error('The source is itself a copy that is not finished.');
  const version = await readVersion(session);
  if (version === 0) throw new Error('The source holds no database of culprit.');
  requireVersion('source', version, steps);
}

/** @throws Error with one sentence unless the database can be copied into: it is empty, or such a copy was begun */
export async function requireTarget(session: Session, steps: readonly Step[]): Promise<void> {
  const version = await readVersion(session);
  const isBegun = await isUnfinishedCopy(session);
  if (version > 0) requireVersion('target', version, steps);
  if (!isBegun) await requireEmpty(session, version);
}

/** Makes the schema where there is none, and the mark of a copy that is not whole. */
export async function prepareTarget(target: Engine, steps: readonly Step[]): Promise<void> {
  if ((await target.read(readVersion)) === 0) await migrate(target, steps);
  await target.reshape(async (session) => {
    if (await isUnfinishedCopy(session)) return;
    await requireEmpty(session, steps.length);
    await beginProgress(session);
  });
}

function requireVersion(end: 'source' | 'target', version: number, { length }: readonly Step[]): void {
  if (version > length)
    throw new Error(
      `The ${end} has schema version ${version}, but this culprit only knows ${length}: copy with a newer culprit.`,
    );
  if (version === length) return;
  throw new Error(
    `The ${end} has schema version ${version}, but this culprit needs ${length}: any other command brings it up to date.`,
  );
}

/** Without a schema of ours, there must be nothing at all. */
async function requireEmpty(session: Session, version: number): Promise<void> {
  for (const { name } of await readCopied(session)) {
    const found = version === 0 || (await session.one(`SELECT 1 AS found FROM ${name} LIMIT 1`, [])) !== undefined;
    if (found)
      throw new Error(
        `The target is not empty: it has ${version === 0 ? 'a' : 'rows in its'} table ${name}. Name an empty database.`,
      );
  }
}
