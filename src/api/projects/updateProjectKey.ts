import { keyUpdate } from '../../domain/audit';
import { copyRateLimit } from '../../domain/rateLimit';
import { presentProjectKey } from '../../presenters/project';
import { operation } from '../operation';
import { findProjectKey, requireKey } from '../subjects';

/** Renames, limits, disables or enables a key. The next request with a disabled key is refused. */
export const updateProjectKey = operation('updateProjectKey', {
  subject: findProjectKey,

  async handle({ project, key, body: { name, isActive, rateLimit }, write, audit, publicUrl }) {
    return write(async ({ projectKeys, auditLog }) => {
      const changes = {
        ...(name !== undefined && { name }),
        ...(isActive !== undefined && { isActive }),
        ...(rateLimit !== undefined && { rateLimit: copyRateLimit(rateLimit) }),
      };
      const updated = requireKey(await projectKeys.update(key, changes));
      const change = keyUpdate(project, changes, key, updated);
      if (change !== null) await auditLog.insert(audit(change));
      const hasActiveKey = await projectKeys.hasActive(project.id);
      return { status: 200, body: presentProjectKey(updated, { publicUrl, hasActiveKey }) };
    });
  },
});
