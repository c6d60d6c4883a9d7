import { aboutProject } from '../../domain/audit';
import { NotFound } from '../../domain/errors';
import { operation } from '../operation';
import { findRelease } from '../subjects';

/** Deletes a file of a release in the project that has it. */
export const removeOrganizationReleaseFile = operation('removeOrganizationReleaseFile', {
  subject: findRelease,

  async handle({ release, params: { file_id: id }, write, audit, now }) {
    await write(async ({ artifacts, releases, auditLog }) => {
      const file = await artifacts.findInRelease(release, id);
      const relations = await releases.findRelations(release.organizationId, [release]);
      const project = relations.get(release.id)?.projects.find((one) => one.id === file?.projectId);
      if (project === undefined) throw new NotFound('File not found');
      await artifacts.removeByIds(project.id, [Number(id)], now);
      const target = { id, name: release.version };
      await auditLog.insert(audit({ event: 'artifact.remove', ...aboutProject(project), target }));
    });
    return { status: 204 };
  },
});
