import { presentOwnership } from '../../presenters/project';
import { operation } from '../operation';
import { findProject } from '../subjects';

/** Returns the ownership rules of a project. */
export const getProjectOwnership = operation('getProjectOwnership', {
  subject: findProject,

  async handle({ project, read }) {
    return { status: 200, body: presentOwnership(await read(({ ownership }) => ownership.find(project.id))) };
  },
});
