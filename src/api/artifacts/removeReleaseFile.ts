import { aboutProject } from '../../domain/audit';
import { NotFound } from '../../domain/errors';
import type { Project } from '../../domain/project';
import type { Writers } from '../../store/stores';
import { operation, type TokenContext } from '../operation';
import { findProjectRelease } from '../subjects';

/** Deletes a file of a release, whether it was uploaded alone or in a bundle. */
export const removeReleaseFile = operation('removeReleaseFile', {
  subject: findProjectRelease,

  async handle({ project, release, params: { file_id: id }, write, audit, now }) {
    await write((stores) => removeFile(stores, project, { id, version: release.version, audit, now }));
    return { status: 204 };
  },
});

interface FileRemoval extends Pick<TokenContext<'removeReleaseFile'>, 'audit' | 'now'> {
  readonly id: string;
  /** The version of the release. */
  readonly version: string;
}

/** Removes a file of a release from a project. @throws NotFound */
export async function removeFile(
  { artifacts, auditLog }: Pick<Writers, 'artifacts' | 'auditLog'>,
  project: Pick<Project, 'id' | 'slug'>,
  { id, version, audit, now }: FileRemoval,
): Promise<void> {
  if (!(await artifacts.remove(project.id, version, id, now))) throw new NotFound('File not found');
  const target = { id, name: version };
  await auditLog.insert(audit({ event: 'artifact.remove', ...aboutProject(project), target }));
}
