import { canWriteProject } from '../../domain/access';
import { aboutProject, changedFields } from '../../domain/audit';
import { Conflict, Forbidden, InvalidFields } from '../../domain/errors';
import type { Project } from '../../domain/project';

import { operation } from '../operation';
import { findProject, requireMember } from '../subjects';
import { readProjectRecord } from './projectRecord';
import { digestDelayErrors, projectChangesOf, validateProjectUpdate } from './projectUpdate';

/** Changes the fields that the body has, all of them or none, and returns the whole record. */
export const updateProject = operation('updateProject', {
  subject: findProject,

  authorizeFields({ caller }, fields) {
    const onlyBookmark = fields.every((field) => field === 'isBookmarked');
    if (!onlyBookmark && !canWriteProject(caller)) throw new Forbidden(undefined, ['project:write', 'project:admin']);
  },

  async validate({ organization, project, body, read, now }) {
    const errors = validateProjectUpdate(project, body, now);
    const { slug } = body;
    if (slug === undefined) return errors;
    const holder = await read(({ projects }) => projects.findBySlug(organization.id, slug));
    return holder === undefined || holder.id === project.id ? errors : { ...errors, slug: slugTaken(slug) };
  },

  async handle({ organization, project, body, write, audit, caller, publicUrl }) {
    const { isBookmarked } = body;
    const changes = projectChangesOf(body);
    try {
      return await write(async (stores) => {
        const { projects, auditLog } = stores;
        const updated = await projects.update(project, changes);
        // Another update may have been committed since validation: each of the two is valid, but perhaps not both
        // together.
        const errors = digestDelayErrors(updated.settings);
        if (errors.length > 0) throw new InvalidFields({ digestsMinDelay: errors });
        let isMarked = false;
        if (isBookmarked !== undefined) {
          const memberId = requireMember(caller);
          const owner = { organizationId: organization.id, memberId };
          isMarked = await projects.setBookmark({ ...owner, projectId: project.id, isBookmarked });
        }
        const fields = [...changedSettings(body, project, updated), ...(isMarked ? ['isBookmarked'] : [])];
        const details = { fields, ...(updated.slug !== project.slug && { previousSlug: project.slug }) };
        if (fields.length > 0)
          await auditLog.insert(audit({ event: 'project.update', ...aboutProject(updated), details }));
        const subject = { organization, project: updated, caller, publicUrl };
        return { status: 200, body: await readProjectRecord(stores, subject) };
      });
    } catch (error) {
      if (error instanceof Conflict) throw new InvalidFields({ slug: slugTaken(changes.slug ?? '') });
      throw error;
    }
  },
});

/** Returns the fields of a body whose settings an update has changed. */
function changedSettings(body: Parameters<typeof projectChangesOf>[0], before: Project, after: Project): string[] {
  return Object.entries(body)
    .filter(([name, value]) => {
      const { settings = {}, ...columns } = projectChangesOf({ [name]: value });
      return (
        changedFields(Object.keys(columns), before, after).length > 0 ||
        changedFields(Object.keys(settings), before.settings, after.settings).length > 0
      );
    })
    .map(([name]) => name);
}

/** Returns the error of a slug that another project has. */
export function slugTaken(slug: string): string[] {
  return [`The slug "${slug}" is already used by another project of this organization; choose a different one.`];
}
