import type { ReleaseMark } from '../domain/issue';
import { newestRelease, placeRelease } from '../domain/issueState';
import { orderOfVersion } from '../domain/release';
import { type Dialect, isAmong } from './engine/dialect';
import { listValue, type ReadSession } from './engine/sql';

/**
 * Finds the newest release of each package of each project; of versions that are not semantic, the one with the latest
 * time. Reads the packages from an index, and one row for each.
 */
const LIST_NEWEST = (dialect: Dialect) => `SELECT n.project_id AS "project", r.id AS "id",
    r.version AS "version", rp.dated AS "dateCreated"
  FROM (SELECT k.project_id, (SELECT rn.release_id FROM release_project rn WHERE rn.project_id = k.project_id
        AND rn.package = k.package ORDER BY rn.version_order DESC, rn.dated DESC, rn.release_id DESC LIMIT 1) AS newest_id
      FROM (SELECT DISTINCT rk.project_id, rk.package FROM release_project rk
        WHERE ${isAmong(dialect, 'rk.project_id')} AND rk.package IS NOT NULL) k) n
    CROSS JOIN release_project rp CROSS JOIN release r
  WHERE rp.project_id = n.project_id AND rp.release_id = n.newest_id AND r.id = n.newest_id`;
/** The same for one project, by its value in each subquery. */
const FIND_NEWEST = LIST_NEWEST('sqlite')
  .replace(isAmong('sqlite', 'rk.project_id'), 'rk.project_id = ?')
  .replace('rn.project_id = k.project_id', 'rn.project_id = ?')
  .replace('rp.project_id = n.project_id', 'rp.project_id = ?');

type NewestRow = ReleaseMark & { readonly project: number };

/** Finds the release with the earliest time among all releases of a package that have a newer version. */
const FIND_SUCCESSOR = `SELECT r.id AS "id", r.version AS "version", rp.dated AS "dateCreated"
  FROM release_project rp CROSS JOIN release r
  WHERE rp.project_id = ? AND rp.package = ? AND rp.version_order > ? AND r.id = rp.release_id
  ORDER BY rp.dated, rp.release_id LIMIT 1`;

/** Returns the newest release of each project that has one. */
export async function findNewestReleases(
  session: ReadSession,
  projects: readonly number[],
): Promise<Map<number, ReleaseMark>> {
  const [only] = projects;
  if (only !== undefined && projects.length === 1) {
    const release = await findNewestRelease(session, only);
    return new Map(release === undefined ? [] : [[only, release]]);
  }
  const rows = await session.all<NewestRow>(LIST_NEWEST, [listValue(projects)]);
  const newest = new Map<number, ReleaseMark>();
  for (const { project, ...mark } of rows) {
    const release = newestRelease([newest.get(project) ?? mark, mark]);
    if (release !== null) newest.set(project, release);
  }
  return newest;
}

/** Returns the newest release of a project. */
export async function findNewestRelease(session: ReadSession, project: number): Promise<ReleaseMark | undefined> {
  const rows = await session.all<NewestRow>(FIND_NEWEST, [project, project, project]);
  return newestRelease(rows.map(({ project: _, ...mark }) => mark)) ?? undefined;
}

/** Returns a release with its position among the project's releases (`placeRelease`). */
export async function placeInProject(
  session: ReadSession,
  project: number,
  release: ReleaseMark,
): Promise<ReleaseMark> {
  const { package: name, order } = orderOfVersion(release.version);
  if (name === '') return release;
  return placeRelease(release, await session.all<ReleaseMark>(FIND_SUCCESSOR, [project, name, order]));
}
