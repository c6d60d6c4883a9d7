import { presentProject } from '../../views/project';
import { findProject } from '../find';
import type { Query } from '../operation';

/** Shows a project with its settings. */
export const getProject: Query<'getProject'> = async (ask) => {
  const { caller, read, publicUrl } = ask;
  const { organization, project } = await findProject(ask);
  return {
    async handle() {
      const surroundings = await read(({ projects }) => projects.surroundings([project], caller));
      return { status: 200, body: presentProject({ organization, project, surroundings, caller, publicUrl }) };
    },
  };
};
