import { orderOfVersion } from '../../domain/release';
import type { Migration, SchemaStatement } from '../engine/ddl';
import type { Session } from '../engine/sql';

/**
 * Packages and orders of versions (`orderOfVersion`), so that the newest release of a project is found without reading
 * all releases.
 */
const statements: readonly SchemaStatement[] = [
  'ALTER TABLE release_project ADD COLUMN package TEXT',
  'ALTER TABLE release_project ADD COLUMN version_order TEXT',
  'CREATE INDEX release_project_by_version ON release_project (project_id, package, version_order, dated, release_id)',
];

const ROWS_PER_STEP = 1000;
const NEXT = `SELECT rp.project_id AS "project", r.id AS "id", r.version AS "version" FROM release_project rp CROSS JOIN release r
  WHERE (rp.project_id, rp.release_id) > (?, ?) AND r.id = rp.release_id
  ORDER BY rp.project_id, rp.release_id LIMIT ${ROWS_PER_STEP}`;
const SET = 'UPDATE release_project SET package = ?, version_order = ? WHERE project_id = ? AND release_id = ?';

async function fill(session: Session): Promise<void> {
  let last: readonly [project: number, id: number] | undefined = [0, 0];
  while (last !== undefined) {
    const rows: { project: number; id: number; version: string }[] = await session.all(NEXT, last);
    await session.runMany(
      SET,
      rows.map(({ project, id, version }) => {
        const { package: name, order } = orderOfVersion(version);
        return [name, order, project, id];
      }),
    );
    const end = rows.at(-1);
    last = end && [end.project, end.id];
  }
}

export const versionOrder: Migration = { number: 44, name: 'version-order', statements, fill };
