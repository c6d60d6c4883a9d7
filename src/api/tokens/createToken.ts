import { type Caller, describeToken, sortScopes } from '../../domain/access';
import { InvalidFields, Unauthenticated } from '../../domain/errors';
import { presentToken } from '../../presenters/token';
import type { Readers } from '../../store/stores';
import { operation } from '../operation';
import { parseOptionalTime } from '../releases/release';
import { newToken, requireCreator, requireFewTokens, tokenErrors } from './tokenCreation';

/**
 * Creates a token of the caller's member. It ends with the token of the request: expiry and revocation hold for both. One that is created
 * in a session does not end with it (openapi/DECISIONS.md, "Signing in").
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
      const latestExpiry = await requireLatestExpiry(stores, caller, now);
      const expiresAt = body.expiresAt === undefined ? latestExpiry : parseOptionalTime(body.expiresAt);
      if (latestExpiry !== null && (expiresAt === null || expiresAt > latestExpiry)) {
        const latest = new Date(latestExpiry).toISOString();
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

/**
 * Returns when the token of the request expires; null if it does not, or if the request has a session.
 * @throws Unauthenticated if the token or the session is gone since it was checked, or its member
 */
async function requireLatestExpiry(
  { tokens, memberSessions }: Pick<Readers, 'tokens' | 'memberSessions'>,
  caller: Caller,
  now: number,
): Promise<number | null> {
  if (caller.session !== null) {
    if ((await memberSessions.find(caller.session, now)) === undefined) throw new Unauthenticated();
    return null;
  }
  const token = await tokens.find(caller.tokenId);
  if (token === undefined || token.revokedAt !== null) throw new Unauthenticated('Invalid token');
  return token.expiresAt;
}
