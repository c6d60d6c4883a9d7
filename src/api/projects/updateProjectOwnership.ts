import { aboutProject } from '../../domain/audit';
import { changeOwnership, ownershipFields, type OwnershipSettings } from '../../domain/ownership';
import { checkOwnershipUpdate } from '../../ingest/assignOwners';
import { presentOwnership } from '../../presenters/project';
import { operation } from '../operation';
import { fieldErrorsOf, findProject } from '../subjects';

/**
 * Changes the ownership rules of a project, which assign the next issue. A body that changes nothing writes nothing.
 */
export const updateProjectOwnership = operation('updateProjectOwnership', {
  subject: findProject,

  async validate({ project, body: { raw }, read }) {
    if (typeof raw !== 'string') return {};
    return fieldErrorsOf('raw', await read((stores) => checkOwnershipUpdate(stores, project, raw)));
  },

  async handle({ project, body: { raw, fallthrough, autoAssignment }, write, audit, now }) {
    return write(async ({ ownership, auditLog }) => {
      const former = await ownership.find(project.id);
      const changes: Partial<OwnershipSettings> = {
        ...(raw !== undefined && { raw: raw ?? '' }),
        ...(fallthrough !== undefined && { fallthrough }),
        ...(autoAssignment !== undefined && { autoAssignment }),
      };
      const updated = changeOwnership(former, changes, now);
      if (updated === null) return { status: 200, body: presentOwnership(former) };
      await ownership.save(project, updated);
      const details = { fields: ownershipFields(former, changes) };
      await auditLog.insert(audit({ event: 'project.update', ...aboutProject(project), details }));
      return { status: 200, body: presentOwnership(updated) };
    });
  },
});
