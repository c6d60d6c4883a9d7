import { aboutProject } from '../../domain/audit';
import { NotFound } from '../../domain/errors';
import { operation } from '../operation';
import { findProject } from '../subjects';

/** Removes a project permanently: it disappears at once, and its rows are deleted in small steps. */
export const removeProject = operation('removeProject', {
  subject: findProject,

  async handle({ organization, project, write, audit, now }) {
    await write(async ({ removals, auditLog }) => {
      if (!(await removals.removeProject(organization.id, project.id, now))) throw new NotFound();
      await auditLog.insert(audit({ event: 'project.remove', ...aboutProject(project) }));
    });
    return { status: 204 };
  },
});
