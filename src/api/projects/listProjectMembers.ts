import { presentMember } from '../../presenters/organization';
import { operation } from '../operation';
import { findProject } from '../subjects';

/** Lists the members of a project's teams by id. */
export const listProjectMembers = operation('listProjectMembers', {
  subject: findProject,

  async handle({ project, page, read }) {
    const members = await read((stores) => stores.members.listByProject(project, page));
    return { status: 200, body: members.rows.map(presentMember), links: members };
  },
});
