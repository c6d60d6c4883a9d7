import { canWriteProject } from '../../domain/access';
import { Conflict, Forbidden, InvalidFields } from '../../domain/errors';
import { presentProject } from '../../presenters/project';
import type { Command } from '../operation';
import { findProject } from '../subjects';
import { digestDelayErrors, projectChangesOf, validateProjectUpdate } from './projectUpdate';

function slugTaken(slug: string): string[] {
  return [`The slug "${slug}" is already used by another project of this organization; choose a different one.`];
}

/** Changes what the body names, all of it or nothing, and answers the whole record. */
export const updateProject: Command<'updateProject'> = async (ask) => {
  const { caller, read, write } = ask;
  const { organization, project } = await findProject(ask);
  return {
    permit(fields) {
      const onlyBookmark = fields.every((field) => field === 'isBookmarked');
      if (!onlyBookmark && !canWriteProject(caller)) {
        throw new Forbidden(undefined, ['project:write', 'project:admin']);
      }
    },

    async refuse(body) {
      const faults = validateProjectUpdate(project, body, ask.now);
      const { slug } = body;
      if (slug === undefined) return faults;
      const holder = await read((stores) => stores.projects.findBySlug(organization.id, slug));
      return holder === undefined || holder.id === project.id ? faults : { ...faults, slug: slugTaken(slug) };
    },

    async handle({ body = {} }) {
      const { isBookmarked } = body;
      const changes = projectChangesOf(body);
      const star = { organizationId: organization.id, projectId: project.id, memberId: caller.memberId };
      try {
        return await write(async (stores) => {
          const updated = await stores.projects.update(project, changes);
          // Another update may have come between; what each asks for is sound, both together need not be.
          const faults = digestDelayErrors(updated.settings);
          if (faults.length > 0) throw new InvalidFields({ digestsMinDelay: faults });
          if (isBookmarked !== undefined) await stores.projects.setBookmark({ ...star, isBookmarked });
          const surroundings = await stores.projects.findRelations([updated], caller);
          const webhook = await stores.webhooks.find(project.id);
          return {
            status: 200,
            body: presentProject({
              organization,
              project: updated,
              surroundings,
              caller,
              webhook,
              publicUrl: ask.publicUrl,
            }),
          };
        });
      } catch (failure) {
        if (failure instanceof Conflict) throw new InvalidFields({ slug: slugTaken(changes.slug ?? '') });
        throw failure;
      }
    },
  };
};
