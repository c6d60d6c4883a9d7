import { presentProject } from '../../presenters/project';
import { operation } from '../operation';
import { findProject } from '../subjects';

/** Returns a project with its settings. */
export const getProject = operation('getProject', {
  subject: findProject,

  async handle({ organization, project, read, caller, publicUrl }) {
    return read(async ({ projects, webhooks }) => {
      const relations = await projects.findRelations([project], caller);
      const webhook = await webhooks.find(project.id);
      return { status: 200, body: presentProject({ organization, project, relations, caller, webhook, publicUrl }) };
    });
  },
});
