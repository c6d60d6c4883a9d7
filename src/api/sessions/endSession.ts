import { sessionOperation } from '../operation';
import { removeSessionOf } from './session';

/** Ends the session of the request, and makes the browser delete its cookie. */
export const endSession = sessionOperation('endSession', {
  async handle({ caller: { session }, write, audit }) {
    await write((stores) => removeSessionOf(stores, session, audit));
    return { status: 204, cookie: null };
  },
});
