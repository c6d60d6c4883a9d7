import { randomBytes } from 'node:crypto';
import { aboutKey } from '../../domain/audit';
import { DEFAULT_KEY_NAME } from '../../domain/project';
import { copyRateLimit } from '../../domain/rateLimit';
import { presentProjectKey } from '../../presenters/project';
import { operation } from '../operation';
import { findProject } from '../subjects';

/** Creates a key of a project; SDKs can use it at once. */
export const createProjectKey = operation('createProjectKey', {
  subject: findProject,

  async handle({ project, body: { name = DEFAULT_KEY_NAME, rateLimit = null }, write, audit, now, publicUrl }) {
    const publicKey = randomBytes(16).toString('hex');
    const identity = { projectId: project.id, publicKey, name };
    const key = { ...identity, isActive: true, dateCreated: now, rateLimit: copyRateLimit(rateLimit) };
    await write(async ({ projectKeys, auditLog }) => {
      await projectKeys.insert(key);
      await auditLog.insert(audit({ event: 'key.create', ...aboutKey(project, key) }));
    });
    return { status: 201, body: presentProjectKey(key, { publicUrl, hasActiveKey: true }) };
  },
});
