import { type Dialect, listedTexts } from './dialect';
import { type Session, listValue } from './sql';

/** How many idle contents one step looks at. */
const CONTENTS_PER_STEP = 100;

const NEXT_ORGANIZATION = `SELECT organization_id AS "organization" FROM content WHERE idle_since < ?
  ORDER BY idle_since, organization_id, sha1 LIMIT 1`;
const IDLE = `SELECT sha1 AS "sha1" FROM content WHERE organization_id = ? AND idle_since < ?
  ORDER BY idle_since, organization_id, sha1 LIMIT ?`;
const USED = (dialect: Dialect) =>
  `SELECT DISTINCT sha1 AS "sha1" FROM artifact WHERE organization_id = ? AND sha1 IN (${listedTexts(dialect)})`;
const SCRAPED = (dialect: Dialect) =>
  `SELECT DISTINCT sha1 AS "sha1" FROM scraped_file WHERE organization_id = ? AND sha1 IN (${listedTexts(dialect)})`;
const REVIVE = (dialect: Dialect) =>
  `UPDATE content SET idle_since = NULL WHERE organization_id = ? AND sha1 IN (${listedTexts(dialect)})`;
const BREAK = (dialect: Dialect) =>
  `UPDATE content SET slice_count = NULL WHERE organization_id = ? AND sha1 IN (${listedTexts(dialect)})`;
const DELETE_SLICES = (dialect: Dialect) => `DELETE FROM content_slice
  WHERE organization_id = ? AND (sha1, number) IN (SELECT s.sha1, s.number FROM content_slice s
    WHERE s.organization_id = ? AND s.sha1 IN (${listedTexts(dialect)}) LIMIT ?)`;
const FORGET = (dialect: Dialect) =>
  `DELETE FROM content WHERE organization_id = ? AND sha1 IN (${listedTexts(dialect)})`;
/** Of these contents something that referred to them is gone; whether it was the last is found out when they are collected. */
const SUSPECT = (dialect: Dialect) =>
  `UPDATE content SET idle_since = ? WHERE organization_id = ? AND sha1 IN (${listedTexts(dialect)})`;

/** Notes that something that referred to each of these contents is gone. */
export async function suspectContents(
  session: Session,
  organization: number,
  sha1s: readonly string[],
  at: number,
): Promise<void> {
  await session.run(SUSPECT, [at, organization, listValue(sha1s)]);
}

/** Whether there are contents that nothing has used since `before`. */
export async function anyIdle(session: Session, before: number): Promise<boolean> {
  return (await session.one(NEXT_ORGANIZATION, [before])) !== undefined;
}

/**
 * Deletes at most `limit` slices of contents that nothing has used since `before` and nothing refers to. A content ceases
 * to be whole before its first slice goes. Answers whether there is more to do.
 */
export async function collectContents(session: Session, before: number, limit: number): Promise<boolean> {
  const next = await session.one<{ organization: number }>(NEXT_ORGANIZATION, [before]);
  if (next === undefined) return false;
  const { organization } = next;
  const idle = names(await session.all(IDLE, [organization, before, CONTENTS_PER_STEP]));
  const used = new Set<string>();
  for (const users of [USED, SCRAPED])
    names(await session.all(users, [organization, listValue(idle)])).forEach((sha1) => used.add(sha1));
  await session.run(REVIVE, [organization, listValue([...used])]);
  const garbage = listValue(idle.filter((sha1) => !used.has(sha1)));
  await session.run(BREAK, [organization, garbage]);
  const { changes } = await session.run(DELETE_SLICES, [organization, organization, garbage, limit]);
  if (changes < limit) await session.run(FORGET, [organization, garbage]);
  return true;
}

function names(rows: readonly { sha1: string }[]): string[] {
  return rows.map(({ sha1 }) => sha1);
}
