import { describeToken, type Scope, sortScopes } from '../../domain/access';
import { presentOrganizationToken } from '../../presenters/token';
import { operation } from '../operation';
import { parseOptionalTime } from '../releases/release';
import { fieldErrorsOf, findOrganization } from '../subjects';
import { newToken, organizationScopeErrors, requireCreator, requireFewTokens, tokenErrors } from './tokenCreation';

/** What uploads of releases and source maps need: the scopes of a token that is created by its name alone. */
const UPLOAD_SCOPES: readonly Scope[] = ['project:read', 'project:releases', 'org:read'];

/** Creates a token that belongs to the organization and to none of its members. */
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
    const expiresAt = parseOptionalTime(body.expiresAt);
    return write(async (stores) => {
      await requireFewTokens(stores, owner, now);
      const created = await stores.tokens.insert({
        ...{ ...owner, name: body.name, ...describeToken(token), scopes, dateCreated: now, expiresAt },
        ...{ createdBy, parentId: null },
      });
      const target = { id: created.id, name: created.name };
      const body201 = presentOrganizationToken(created);
      const details = { scopes, expiresAt: body201.expiresAt };
      await stores.auditLog.insert(audit({ event: 'token.create', target, details }));
      return { status: 201, body: { ...body201, token } };
    });
  },
});
