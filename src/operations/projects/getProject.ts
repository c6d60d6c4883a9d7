import { presentProject } from '../../views/project';
import { findProject } from '../find';
import type { Query } from '../operation';

/** Shows a project with its settings. */
export const getProject: Query<'getProject'> = async (ask) => {
  const { caller, read, publicUrl } = ask;
  const { organization, project } = await findProject(ask);
  return {
    async handle() {
      return read(async ({ projects, webhooks }) => {
        const surroundings = await projects.surroundings([project], caller);
        const webhook = await webhooks.find(project.id);
        return {
          status: 200,
          body: presentProject({ organization, project, surroundings, caller, webhook, publicUrl }),
        };
      });
    },
  };
};
