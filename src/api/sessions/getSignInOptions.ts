import { publicOperation } from '../operation';
import { readCurrentSession } from './session';

/** Returns the ways in which members can sign in, and the session of the request. */
export const getSignInOptions = publicOperation('getSignInOptions', {
  async handle({ openId, read, findSession }) {
    const caller = await findSession();
    const session = caller && (await read((stores) => readCurrentSession(stores, caller)));
    return { status: 200, body: { password: true, openId: openId && { name: openId.name }, session } };
  },
});
