import { isScope, orderScopes, SCOPES, type Scope } from '../domain/access';
import { readTime } from '../domain/time';
import type { Token } from '../domain/token';
import { hashToken, newToken } from '../domain/tokenText';
import { findMember, findOrganization } from './find';
import type { Session } from './session';

/** ISO 8601 in UTC, or null. */
function moment(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}

function readScopes(names: readonly string[]): Scope[] {
  if (names.length === 0) throw new Error(`A token needs at least one --scope; there are ${SCOPES.join(', ')}.`);
  const unknown = names.filter((name) => !isScope(name));
  if (unknown.length > 0)
    throw new Error(`--scope "${unknown.join('", "')}" does not exist; there are ${SCOPES.join(', ')}.`);
  return orderScopes(names.filter(isScope));
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

function readExpiry(text: string | undefined): number | null {
  if (text === undefined) return null;
  const time = TIME.test(text) ? readTime(text) : null;
  if (time === null) throw new Error(`--expires is "${text}", but must be a time such as 2027-01-01T00:00:00Z.`);
  return time;
}

/** Makes a token for a member; its text is known only here and now. @throws Error with one sentence */
export async function createToken(
  { stores, now }: Session,
  options: { organization: string; email: string; scope: readonly string[]; expires?: string },
): Promise<{ id: string; token: string; scopes: readonly Scope[]; expiresAt: string | null }> {
  const scopes = readScopes(options.scope);
  const expiresAt = readExpiry(options.expires);
  const token = newToken();
  const organization = await findOrganization(stores, options.organization);
  const member = await findMember(stores, organization, options.email);
  const owner = { organizationId: organization.id, memberId: member.id };
  const { id } = await stores.tokens.insert({ ...owner, hash: hashToken(token), scopes, dateCreated: now, expiresAt });
  return { id, token, scopes, expiresAt: moment(expiresAt) };
}

/** Every token, without its text. */
export async function listTokens({ stores }: Session): Promise<Record<string, unknown>[]> {
  const tokens = await stores.tokens.list();
  return tokens.map((token) => ({
    id: token.id,
    organization: token.organization,
    email: token.email,
    scopes: token.scopes,
    ...times(token),
  }));
}

function times({ dateCreated, expiresAt, revokedAt }: Token) {
  return { dateCreated: moment(dateCreated), expiresAt: moment(expiresAt), revokedAt: moment(revokedAt) };
}

/** Ends a token at once. @throws Error with one sentence if there is none of that id */
export async function revokeToken({ stores, now }: Session, options: { id: string }): Promise<{ id: string }> {
  const { id } = options;
  const exists = /^[1-9][0-9]{0,15}$/.test(id) && (await stores.tokens.revoke(id, now));
  if (!exists) throw new Error(`There is no token ${id}; culprit token list shows them.`);
  return { id };
}
