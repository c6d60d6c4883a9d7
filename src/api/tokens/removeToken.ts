import { makerTokenId } from '../../domain/access';
import { BadRequest } from '../../domain/errors';
import { operation } from '../operation';
import { findOwnToken } from '../subjects';
import { excessError } from './tokenCreation';

/** Revokes a token of the caller's member, and the tokens that it created. */
export const removeToken = operation('removeToken', {
  subject: findOwnToken,

  async handle({ token, caller, write, audit, now }) {
    const [error] = excessError(token.scopes, caller, 'revoke tokens whose scopes it holds');
    const makerId = makerTokenId(caller);
    // A member who has signed in may have tokens with scopes of a former role.
    if (error !== undefined && makerId !== null && token.id !== makerId) throw new BadRequest(error);
    await write(async ({ tokens, members, auditLog }) => {
      await tokens.revoke(token.id, now);
      const member = await members.find(caller.organizationId, caller.memberId ?? '');
      const target = { id: token.id, name: member?.email ?? '' };
      await auditLog.insert(audit({ event: 'token.revoke', target, details: { name: token.name } }));
    });
    return { status: 204 };
  },
});
