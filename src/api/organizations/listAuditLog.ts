import { presentAuditEntry } from '../../presenters/organization';
import { operation } from '../operation';
import { findOrganization } from '../subjects';

/** Lists the changes in an organization with their authors, newest first. */
export const listAuditLog = operation('listAuditLog', {
  subject: findOrganization,

  async handle({ organization, query, page, read }) {
    const filter = { event: query.event, actor: query.actor, project: query.project };
    const entries = await read(({ auditLog }) => auditLog.list(organization.id, filter, page));
    return { status: 200, body: entries.rows.map(presentAuditEntry), links: entries };
  },
});
