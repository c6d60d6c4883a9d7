import { type Dialect, isAmong } from './engine/dialect';
import { listValue, type ReadSession } from './engine/sql';

/** A release of a project. */
interface ReleaseOfProject {
  readonly project: number;
  readonly release: number;
}

/** The times of the events of a release in a project, and the number of issues that they opened. */
export interface ReleaseEvents extends ReleaseOfProject {
  readonly firstEvent: number | null;
  readonly lastEvent: number | null;
  readonly newGroups: number;
}

const LIST = (dialect: Dialect) => `SELECT rp.project_id AS "project", rp.release_id AS "release",
    rp.first_event AS "firstEvent", rp.last_event AS "lastEvent", rp.new_groups AS "newGroups"
  FROM release_project rp WHERE ${isAmong(dialect, 'rp.project_id')} AND ${isAmong(dialect, 'rp.release_id')}`;

/** Returns the rows of `release_project` of releases of projects. */
export async function readReleaseEvents(
  session: ReadSession,
  wanted: readonly ReleaseOfProject[],
): Promise<ReleaseEvents[]> {
  if (wanted.length === 0) return [];
  const [projects, releases] = (['project', 'release'] as const).map((key) =>
    listValue([...new Set(wanted.map((one) => one[key]))]),
  );
  const rows = await session.all<ReleaseEvents>(LIST, [projects ?? '', releases ?? '']);
  const names = new Set(wanted.map(nameOf));
  return rows.filter((row) => names.has(nameOf(row)));
}

function nameOf({ project, release }: ReleaseOfProject): string {
  return `${project} ${release}`;
}
