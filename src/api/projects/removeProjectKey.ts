import { aboutKey } from '../../domain/audit';
import { operation } from '../operation';
import { findProjectKey, requireKey } from '../subjects';

/** Removes a key permanently. The next request with it is refused. */
export const removeProjectKey = operation('removeProjectKey', {
  subject: findProjectKey,

  async handle({ project, key, write, audit }) {
    await write(async ({ projectKeys, auditLog }) => {
      requireKey((await projectKeys.remove(key)) ? key : undefined);
      await auditLog.insert(audit({ event: 'key.remove', ...aboutKey(project, key) }));
    });
    return { status: 204 };
  },
});
