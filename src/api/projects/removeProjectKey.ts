import { operation } from '../operation';
import { findProjectKey, requireKey } from '../subjects';

/** Removes a key for good. The next request with it is refused. */
export const removeProjectKey = operation('removeProjectKey', {
  subject: findProjectKey,

  async handle({ key, write }) {
    const isRemoved = await write(({ projectKeys }) => projectKeys.remove(key));
    requireKey(isRemoved ? key : undefined);
    return { status: 204 };
  },
});
