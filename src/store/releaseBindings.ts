import type { Release } from '../domain/release';
import { bindDeploys } from './deploys';
import { type Session, idValue } from './sql';

const BIND = `INSERT INTO release_project (project_id, release_id, dated) VALUES (?, ?, ?)
  ON CONFLICT (project_id, release_id) DO NOTHING`;
const MIRROR = `INSERT INTO release_binding (organization_id, release_id, project_id) VALUES (?, ?, ?)
  ON CONFLICT (organization_id, release_id, project_id) DO NOTHING`;
const DATE = `UPDATE release_project SET dated = ? WHERE release_id = ? AND project_id IN (
    SELECT b.project_id FROM release_binding b WHERE b.organization_id = ? AND b.release_id = ?)`;

/** Binds a release to a project; already being bound is fine. */
export async function bindRelease(session: Session, projectId: string, release: Release): Promise<void> {
  const [project, id] = [idValue(projectId), idValue(release.id)];
  const { changes } = await session.run(BIND, [project, id, datedOf(release)]);
  if (changes > 0)
    await completeBinding(session, { organization: idValue(release.organizationId), release: id, project });
}

/** What goes with a new row of `release_project`: being found by release, and the deploys there were before. */
export async function completeBinding(
  session: Session,
  binding: { organization: number; release: number; project: number },
): Promise<void> {
  const { organization, release, project } = binding;
  await session.run(MIRROR, [organization, release, project]);
  await bindDeploys(session, project, organization, release);
}

/** Brings the place of a release in the lists of its projects in line with its dates. */
export async function dateBindings(session: Session, release: Release): Promise<void> {
  const id = idValue(release.id);
  await session.run(DATE, [datedOf(release), id, idValue(release.organizationId), id]);
}

function datedOf({ dateReleased, dateCreated }: Release): number {
  return dateReleased ?? dateCreated;
}
