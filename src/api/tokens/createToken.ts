import { describeToken, makerMemberId, makerTokenId, sortScopes } from '../../domain/access';
import { presentNewToken } from '../../presenters/organization';
import { operation } from '../operation';
import { expiryOf, newToken, requireCreator, requireFewTokens, requireMaker, tokenErrors } from './tokenCreation';

/**
 * Creates a token of the caller's member. It ends with the token of the request: expiry and revocation apply to both. A
 * token that is created in a session does not end with the session, but with the token that made the session's link, if
 * one did (openapi/DECISIONS.md, "Signing in").
 */
export const createToken = operation('createToken', {
  async validate({ body, caller, now }) {
    return Promise.resolve(tokenErrors(body, caller, now));
  },

  async handle({ body, caller, write, audit, now }) {
    const owner = { organizationId: caller.organizationId, memberId: requireCreator(caller) };
    const token = newToken();
    const scopes = sortScopes(body.scopes);
    return write(async (stores) => {
      const { tokens, members, auditLog } = stores;
      const expiresAt = expiryOf(body.expiresAt, await requireMaker(stores, caller, now));
      await requireFewTokens(stores, owner, now);
      const created = await tokens.insert({
        ...{ ...owner, name: body.name, ...describeToken(token), scopes, dateCreated: now, expiresAt },
        ...{ createdBy: makerMemberId(caller), parentId: makerTokenId(caller) },
      });
      const member = await members.find(owner.organizationId, owner.memberId);
      const target = { id: created.id, name: member?.email ?? '' };
      const details = { name: body.name, scopes, expiresAt: presentNewToken(created).expiresAt };
      await auditLog.insert(audit({ event: 'token.create', target, details }));
      return { status: 201, body: { ...presentNewToken(created), token } };
    });
  },
});
