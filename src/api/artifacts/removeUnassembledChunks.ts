import { expireUnassembledChunks } from '../../sourcemaps/upload/limits';
import { operation } from '../operation';
import { findOrganization } from '../subjects';

/** Removes chunks that were uploaded but not assembled. A background job deletes their bytes. */
export const removeUnassembledChunks = operation('removeUnassembledChunks', {
  subject: findOrganization,

  async handle({ organization, query: { olderThan: hours = 1 }, write, audit, now }) {
    const removed = await write(async (stores) => {
      const { expired, change } = await expireUnassembledChunks(stores, organization, { hours, now });
      if (change !== null) await stores.auditLog.insert(audit(change));
      return expired;
    });
    return { status: 200, body: { ...removed } };
  },
});
