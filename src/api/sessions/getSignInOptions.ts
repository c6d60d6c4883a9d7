import { publicOperation } from '../operation';
import { readCurrentSession } from './session';

/** Returns the ways in which members can sign in, and the session of the request. */
export const getSignInOptions = publicOperation('getSignInOptions', {
  async handle({ openId, read, findSession }) {
    const caller = await findSession();
    const session = caller && (await read((stores) => readCurrentSession(stores, caller)));
    const body = { password: openId?.isRequired !== true, openId: openId && { name: openId.name }, session };
    return { status: 200, body };
  },
});
