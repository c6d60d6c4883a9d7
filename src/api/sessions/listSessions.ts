import { presentSession } from '../../presenters/organization';
import { sessionOperation } from '../operation';

/** Lists the sessions of the caller, the last used first. */
export const listSessions = sessionOperation('listSessions', {
  async handle({ caller: { session }, read, now }) {
    const sessions = await read(({ memberSessions }) => memberSessions.list(session, now));
    return { status: 200, body: sessions.map((one) => presentSession(one, session)) };
  },
});
