import { isDeepStrictEqual } from 'node:util';
import { aboutProject } from '../../domain/audit';
import { DEFAULT_OWNERSHIP, type OwnershipSettings } from '../../domain/ownership';
import { checkOwnershipRules } from '../../ingest/assignOwners';
import { presentOwnership } from '../../presenters/ownership';
import { operation } from '../operation';
import { fieldErrorsOf, findProject } from '../subjects';

/** Changes the ownership rules of a project, which assign the next issue. A body that changes nothing writes nothing. */
export const updateProjectOwnership = operation('updateProjectOwnership', {
  subject: findProject,

  async validate({ project, body, read }) {
    const { raw } = body;
    if (typeof raw !== 'string') return {};
    const former = await read(({ ownership }) => ownership.find(project.id));
    // Owners of stored rules may have been removed since: a client that repeats the rules changes nothing.
    if (former?.raw === raw) return {};
    return fieldErrorsOf('raw', await read((stores) => checkOwnershipRules(stores, project.organizationId, raw)));
  },

  async handle({ project, body: { raw, fallthrough, autoAssignment }, write, audit, now }) {
    return write(async ({ ownership, auditLog }) => {
      const former = await ownership.find(project.id);
      const {
        dateCreated,
        lastUpdated: _,
        ...settings
      } = former ?? { ...DEFAULT_OWNERSHIP, dateCreated: now, lastUpdated: now };
      const changes: Partial<OwnershipSettings> = {
        ...(raw !== undefined && { raw: raw ?? '' }),
        ...(fallthrough !== undefined && { fallthrough }),
        ...(autoAssignment !== undefined && { autoAssignment }),
      };
      const changed = { ...settings, ...changes };
      if (isDeepStrictEqual(changed, settings)) return { status: 200, body: presentOwnership(former) };
      const updated = { ...changed, dateCreated, lastUpdated: now };
      await ownership.save(project, updated);
      const fields = Object.keys(changes).map((field) => `ownership.${field}`);
      await auditLog.insert(audit({ event: 'project.update', ...aboutProject(project), details: { fields } }));
      return { status: 200, body: presentOwnership(updated) };
    });
  },
});
