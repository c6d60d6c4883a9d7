import { operation } from '../operation';
import { findProject } from '../subjects';

/** Lists the environments of a project by name. None can be hidden. */
export const listProjectEnvironments = operation('listProjectEnvironments', {
  subject: findProject,

  async handle({ project, query, read }) {
    if (query.visibility === 'hidden') return { status: 200, body: [] };
    const names = await read(({ projects }) => projects.listEnvironments(project.id));
    return { status: 200, body: names.map((name) => ({ id: name, name, isHidden: false as const })) };
  },
});
