import { operation } from '../operation';
import { findTeam } from '../subjects';

/** Returns a team. */
export const getTeam = operation('getTeam', {
  subject: findTeam,

  async handle({ team: { id, slug, name } }) {
    return Promise.resolve({ status: 200, body: { id, slug, name } });
  },
});
