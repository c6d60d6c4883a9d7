import { describeToken, makerTokenId, type Scope, sortScopes } from '../../domain/access';
import { presentOrganizationToken } from '../../presenters/organization';
import { operation } from '../operation';
import { fieldErrorsOf, findOrganization } from '../subjects';
import {
  expiryOf,
  newToken,
  organizationScopeErrors,
  requireCreator,
  requireFewTokens,
  requireMaker,
  tokenErrors,
} from './tokenCreation';

/** The scopes for uploads of releases and source maps: the scopes of a token that is created with a name only. */
const UPLOAD_SCOPES: readonly Scope[] = ['project:read', 'project:releases', 'org:read'];

/**
 * Creates a token that belongs to the organization and not to a member. If a token makes it, it ends with that token.
 */
export const createOrganizationToken = operation('createOrganizationToken', {
  subject: findOrganization,

  async validate({ body, caller, now }) {
    const errors = fieldErrorsOf('scopes', organizationScopeErrors(body.scopes ?? []));
    return Promise.resolve({ ...tokenErrors({ scopes: UPLOAD_SCOPES, ...body }, caller, now), ...errors });
  },

  async handle({ organization, body, caller, write, audit, now }) {
    const createdBy = requireCreator(caller);
    const owner = { organizationId: organization.id, memberId: null };
    const token = newToken();
    const scopes = sortScopes(body.scopes ?? UPLOAD_SCOPES);
    return write(async (stores) => {
      const expiresAt = expiryOf(body.expiresAt, await requireMaker(stores, caller, now));
      await requireFewTokens(stores, owner, now);
      const created = await stores.tokens.insert({
        ...{ ...owner, name: body.name, ...describeToken(token), scopes, dateCreated: now, expiresAt },
        ...{ createdBy, parentId: makerTokenId(caller) },
      });
      const target = { id: created.id, name: created.name };
      const record = presentOrganizationToken(created);
      const details = { scopes, expiresAt: record.expiresAt };
      await stores.auditLog.insert(audit({ event: 'token.create', target, details }));
      return { status: 201, body: { ...record, token } };
    });
  },
});
