import { randomBytes } from 'node:crypto';
import { aboutKey } from '../../domain/audit';
import { InvalidFields } from '../../domain/errors';
import { DEFAULT_KEY_NAME } from '../../domain/project';
import { copyRateLimit } from '../../domain/rateLimit';
import { presentProjectKey } from '../../presenters/project';
import { operation } from '../operation';
import { findProject } from '../subjects';

/** Creates a key of a project; SDKs can use it at once. */
export const createProjectKey = operation('createProjectKey', {
  subject: findProject,

  async handle({ project, body, write, audit, now, publicUrl }) {
    const { name = DEFAULT_KEY_NAME, rateLimit = null, public: sent, formerProjectId = null } = body;
    const publicKey = sent ?? randomBytes(16).toString('hex');
    const identity = { projectId: project.id, publicKey, name };
    const key = { ...identity, isActive: true, dateCreated: now, rateLimit: copyRateLimit(rateLimit) };
    await write(async ({ projectKeys, auditLog }) => {
      // Some clients send only the key, so it must belong to one project.
      if (sent !== undefined && (await projectKeys.isTaken(sent)))
        throw new InvalidFields({ public: ['A project has this key already.'] });
      await projectKeys.insert({ ...key, formerProjectId });
      await auditLog.insert(audit({ event: 'key.create', ...aboutKey(project, key) }));
    });
    return { status: 201, body: presentProjectKey(key, { publicUrl, hasActiveKey: true }) };
  },
});
