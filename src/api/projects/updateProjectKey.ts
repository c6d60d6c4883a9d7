import { aboutKey, keyDetails, changedFields } from '../../domain/audit';
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
      const fields = changedFields(Object.keys(changes), key, updated);
      const details = keyDetails(Object.fromEntries(Object.entries(changes).filter(([name]) => fields.includes(name))));
      if (fields.length > 0)
        await auditLog.insert(audit({ event: 'key.update', ...aboutKey(project, updated), details }));
      const hasActiveKey = await projectKeys.hasActive(project.id);
      return { status: 200, body: presentProjectKey(updated, { publicUrl, hasActiveKey }) };
    });
  },
});
