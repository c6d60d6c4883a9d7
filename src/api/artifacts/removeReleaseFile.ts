import { aboutProject } from '../../domain/audit';
import { NotFound } from '../../domain/errors';
import { operation } from '../operation';
import { findProjectRelease } from '../subjects';

/** Deletes a file of a release, whether it was uploaded alone or in a bundle. */
export const removeReleaseFile = operation('removeReleaseFile', {
  subject: findProjectRelease,

  async handle({ project, release, params: { file_id: id }, write, audit, now }) {
    await write(async ({ artifacts, auditLog }) => {
      if (!(await artifacts.remove(project.id, release.version, id, now))) throw new NotFound('File not found');
      const target = { id, name: release.version };
      await auditLog.insert(audit({ event: 'artifact.remove', ...aboutProject(project), target }));
    });
    return { status: 204 };
  },
});
