import { aboutProject } from '../../domain/audit';
import { operation } from '../operation';
import { findProject } from '../subjects';

/** Deletes all files of a release in one project. Succeeds even if there are none. */
export const removeReleaseArtifacts = operation('removeReleaseArtifacts', {
  subject: findProject,

  async handle({ project, query, write, audit, now }) {
    await write(async ({ artifacts, auditLog }) => {
      const count = await artifacts.removeByRelease(project.id, query.name, now);
      const target = { id: query.name, name: query.name };
      if (count > 0) await auditLog.insert(audit({ event: 'artifact.remove', ...aboutProject(project), target }));
    });
    return { status: 204 };
  },
});
