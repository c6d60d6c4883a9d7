import { presentProjectKey } from '../../presenters/project';
import { operation } from '../operation';
import { findProject } from '../subjects';

/** Lists the keys of a project, oldest first. */
export const listProjectKeys = operation('listProjectKeys', {
  subject: findProject,

  async handle({ project, query: { status }, page, read, publicUrl }) {
    return read(async ({ projectKeys }) => {
      const keys = await projectKeys.list(project.id, page, status === undefined ? null : status === 'active');
      const hasActiveKey = await projectKeys.hasActive(project.id);
      const body = keys.rows.map((key) => presentProjectKey(key, { publicUrl, hasActiveKey }));
      return { status: 200, body, links: keys };
    });
  },
});
