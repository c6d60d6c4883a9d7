import type { ReleaseMark } from '../domain/issue';
import { newestRelease } from '../domain/issueState';
import { type Dialect, jsonIntegers } from './dialect';
import { listValue, type Session } from './sql';

const SELECT_ORDERED = (dialect: Dialect) => `SELECT rp.project_id AS "project", r.id AS "id", r.version AS "version",
    rp.dated AS "dateCreated"
  FROM (${jsonIntegers(dialect)}) wanted CROSS JOIN release_project rp CROSS JOIN release r
  WHERE rp.project_id = wanted.value AND r.id = rp.release_id`;
/**
 * The releases of projects that may have a later place than others: those whose version may be a semantic one, and of all others
 * the one with the latest time. The joins begin with the wanted ids.
 */
const LIST_ORDERED = (dialect: Dialect) => `${SELECT_ORDERED(dialect)} AND r.version LIKE '%.%'
  UNION ALL ${SELECT_ORDERED(dialect)} AND rp.release_id = (SELECT n.release_id FROM release_project n CROSS JOIN release nr
    WHERE n.project_id = wanted.value AND nr.id = n.release_id AND nr.version NOT LIKE '%.%'
    ORDER BY n.dated DESC, n.release_id DESC LIMIT 1)`;

/** Those releases of a project on which the place of a release may depend, and the newest one. */
export async function listOrderedReleases(session: Session, project: number): Promise<ReleaseMark[]> {
  return (await listOrdered(session, [project])).get(project) ?? [];
}

/** The newest release of each project that has one. */
export async function findNewestReleases(
  session: Session,
  projects: readonly number[],
): Promise<Map<number, ReleaseMark>> {
  const newest = new Map<number, ReleaseMark>();
  for (const [project, releases] of await listOrdered(session, projects)) {
    const found = newestRelease(releases);
    if (found !== null) newest.set(project, found);
  }
  return newest;
}

/** The newest release of a project. */
export async function findNewestRelease(session: Session, project: number): Promise<ReleaseMark | undefined> {
  return (await findNewestReleases(session, [project])).get(project);
}

async function listOrdered(session: Session, projects: readonly number[]): Promise<Map<number, ReleaseMark[]>> {
  const wanted = listValue(projects);
  const rows = await session.all<ReleaseMark & { readonly project: number }>(LIST_ORDERED, [wanted, wanted]);
  const releases = new Map<number, ReleaseMark[]>();
  for (const { project, ...mark } of rows) {
    const own = releases.get(project);
    if (own === undefined) releases.set(project, [mark]);
    else own.push(mark);
  }
  return releases;
}
