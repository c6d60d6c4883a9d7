import { Unauthenticated } from '../../domain/errors';
import { sessionOperation } from '../operation';
import { readCurrentSession } from './session';

/** Returns the session of the request, with its member and the token against cross-site requests. */
export const getCurrentSession = sessionOperation('getCurrentSession', {
  async handle({ read, caller }) {
    const session = await read((stores) => readCurrentSession(stores, caller));
    if (session === null) throw new Unauthenticated();
    return { status: 200, body: session };
  },
});
