import { type Dialect, listedIntegers } from './dialect';
import { suspectContents } from './garbage';
import { type Session, listValue } from './sql';

/** What the removal of an artifact needs to know of it. */
export interface GoneRow {
  readonly id: number;
  readonly sha1: string;
  readonly bundle: number | null;
}

const DELETE = (dialect: Dialect) => `DELETE FROM artifact WHERE project_id = ? AND id IN (${listedIntegers(dialect)})`;
const FORGET_BUNDLES = (dialect: Dialect) =>
  `DELETE FROM artifact_bundle WHERE organization_id = ? AND id IN (${listedIntegers(dialect)})`;

/** Removes artifacts of one project. Their bundles are no longer whole, and so the same archive would be taken in anew. */
export async function dropArtifacts(
  session: Session,
  gone: { project: number; organization: number; rows: readonly GoneRow[]; at: number },
): Promise<void> {
  const { project, organization, rows, at } = gone;
  const bundles = new Set(rows.map(({ bundle }) => bundle).filter((bundle) => bundle !== null));
  await session.run(DELETE, [project, listValue(rows.map(({ id }) => id))]);
  await session.run(FORGET_BUNDLES, [organization, listValue([...bundles])]);
  await suspectContents(session, organization, [...new Set(rows.map(({ sha1 }) => sha1))], at);
}
