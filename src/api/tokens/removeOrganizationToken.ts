import { operation } from '../operation';
import { findOrganizationToken } from '../subjects';

/** Revokes a token of the organization. */
export const removeOrganizationToken = operation('removeOrganizationToken', {
  subject: findOrganizationToken,

  async handle({ token: { id, name }, write, audit, now }) {
    await write(async ({ tokens, auditLog }) => {
      await tokens.revoke(id, now);
      await auditLog.insert(audit({ event: 'token.revoke', target: { id, name } }));
    });
    return { status: 204 };
  },
});
