import { presentProject } from '../../presenters/project';
import type { Query } from '../operation';
import { findProject } from '../subjects';

/** Shows a project with its settings. */
export const getProject: Query<'getProject'> = async (ask) => {
  const { caller, read, publicUrl } = ask;
  const { organization, project } = await findProject(ask);
  return {
    async handle() {
      return read(async ({ projects, webhooks }) => {
        const surroundings = await projects.findRelations([project], caller);
        const webhook = await webhooks.find(project.id);
        return {
          status: 200,
          body: presentProject({ organization, project, surroundings, caller, webhook, publicUrl }),
        };
      });
    },
  };
};
