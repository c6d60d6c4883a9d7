import { presentProjectKey } from '../../presenters/project';
import { operation } from '../operation';
import { findProjectKey } from '../subjects';

/** Returns a key of a project. */
export const getProjectKey = operation('getProjectKey', {
  subject: findProjectKey,

  async handle({ project, key, read, publicUrl }) {
    const hasActiveKey = await read(({ projectKeys }) => projectKeys.hasActive(project.id));
    return { status: 200, body: presentProjectKey(key, { publicUrl, hasActiveKey }) };
  },
});
