import { randomBytes } from 'node:crypto';
import { aboutKey, maskedKey } from '../../domain/audit';
import { presentProjectKey } from '../../presenters/project';
import { operation } from '../operation';
import { findProjectKey, requireKey } from '../subjects';

/** Gives a key a new public key. The next request with the former one is refused. */
export const rotateProjectKey = operation('rotateProjectKey', {
  subject: findProjectKey,

  async handle({ project, key, write, audit, now, publicUrl }) {
    const publicKey = randomBytes(16).toString('hex');
    return write(async ({ projectKeys, auditLog }) => {
      const rotated = requireKey(await projectKeys.replace(key, { publicKey, dateCreated: now }));
      const details = { former: maskedKey(key.publicKey) };
      await auditLog.insert(audit({ event: 'key.rotate', ...aboutKey(project, rotated), details }));
      const hasActiveKey = await projectKeys.hasActive(project.id);
      return { status: 200, body: presentProjectKey(rotated, { publicUrl, hasActiveKey }) };
    });
  },
});
