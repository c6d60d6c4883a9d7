import type { Session } from './sql';

const PROJECTS = 'SELECT b.project_id FROM release_binding b WHERE b.organization_id = ? AND b.release_id = ?';
const COUNTED = `DELETE FROM deploy_project WHERE project_id IN (${PROJECTS})
  AND deploy_id IN (SELECT d.id FROM deploy d WHERE d.organization_id = ? AND d.release_id = ?)`;
const DEPLOYS = 'DELETE FROM deploy WHERE organization_id = ? AND release_id = ?';
const COMMITS = 'DELETE FROM release_commit WHERE organization_id = ? AND release_id = ?';
const BOUND = `DELETE FROM release_project WHERE project_id IN (${PROJECTS}) AND release_id = ?`;
const BINDINGS = 'DELETE FROM release_binding WHERE organization_id = ? AND release_id = ?';
const RELEASE = 'DELETE FROM release WHERE organization_id = ? AND id = ?';

/** Removes a release with its commits, its deploys and what binds it to projects. */
export async function removeRelease(session: Session, organization: number, release: number): Promise<void> {
  const place = [organization, release];
  await session.run(COUNTED, [...place, ...place]);
  await session.run(DEPLOYS, place);
  await session.run(COMMITS, place);
  await session.run(BOUND, [...place, release]);
  await session.run(BINDINGS, place);
  await session.run(RELEASE, place);
}
