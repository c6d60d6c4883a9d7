import { describeToken, sortScopes } from '../../domain/access';
import { Forbidden, InvalidFields } from '../../domain/errors';
import { presentToken } from '../../presenters/token';
import { operation } from '../operation';
import { parseOptionalTime } from '../releases/release';
import { newToken, requireCreator, requireFewTokens, tokenErrors } from './tokenCreation';

/** Creates a token of the caller's member. It ends with the token of the request: expiry and revocation hold for both. */
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
      const parent = await tokens.find(caller.tokenId);
      // The token of the request, or its member, may be gone since it was checked.
      if (parent === undefined || parent.revokedAt !== null) throw new Forbidden();
      const expiresAt = body.expiresAt === undefined ? parent.expiresAt : parseOptionalTime(body.expiresAt);
      if (parent.expiresAt !== null && (expiresAt === null || expiresAt > parent.expiresAt)) {
        const latest = new Date(parent.expiresAt).toISOString();
        throw new InvalidFields({
          expiresAt: [`The token of this request expires at ${latest}; choose no later time.`],
        });
      }
      await requireFewTokens(stores, owner, now);
      const created = await tokens.insert({
        ...{ ...owner, name: body.name, ...describeToken(token), scopes, dateCreated: now, expiresAt },
        ...{ createdBy: null, parentId: caller.tokenId },
      });
      const member = await members.find(owner.organizationId, owner.memberId);
      const target = { id: created.id, name: member?.email ?? '' };
      const details = { name: body.name, scopes, expiresAt: presentToken(created).expiresAt };
      await auditLog.insert(audit({ event: 'token.create', target, details }));
      return { status: 201, body: { ...presentToken(created), token } };
    });
  },
});
