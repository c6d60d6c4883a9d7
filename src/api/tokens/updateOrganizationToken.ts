import { presentOrganizationToken } from '../../presenters/organization';
import { operation } from '../operation';
import { findOrganizationToken } from '../subjects';

/** Renames a token of the organization. */
export const updateOrganizationToken = operation('updateOrganizationToken', {
  subject: findOrganizationToken,

  async handle({ token, body: { name = token.name }, write, audit }) {
    return write(async ({ tokens, auditLog }) => {
      const renamed = await tokens.rename(token, name);
      const target = { id: token.id, name };
      const details = { previousName: token.name };
      if (name !== token.name) await auditLog.insert(audit({ event: 'token.update', target, details }));
      return { status: 200, body: presentOrganizationToken(renamed) };
    });
  },
});
