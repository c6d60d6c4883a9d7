import { randomBytes } from 'node:crypto';
import { type AccessToken, hashToken, isScope, type Scope, SCOPES, sortScopes } from '../domain/access';
import { parseTime } from '../domain/text';
import { type CommandContext, type OutputRow, findMember, findOrganization, isoTime, recordChange } from './command';

function parseScopes(names: readonly string[]): Scope[] {
  if (names.length === 0) throw new Error(`A token needs at least one --scope; there are ${SCOPES.join(', ')}.`);
  const unknown = names.filter((name) => !isScope(name));
  if (unknown.length > 0)
    throw new Error(`--scope "${unknown.join('", "')}" does not exist; there are ${SCOPES.join(', ')}.`);
  return sortScopes(names.filter(isScope));
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

function parseExpiry(text: string | undefined): number | null {
  if (text === undefined) return null;
  const time = TIME.test(text) ? parseTime(text) : null;
  if (time === null) throw new Error(`--expires is "${text}", but must be a time such as 2027-01-01T00:00:00Z.`);
  return time;
}

/** Generates a token: random, and recognizable by its prefix if it leaks. */
export function newToken(): string {
  return `culprit_${randomBytes(32).toString('hex')}`;
}

/**
 * Creates a token for a member. Only the result contains its text; the store has its hash.
 * @throws Error if an option is invalid
 */
export async function createToken(
  context: CommandContext,
  options: { organization: string; email: string; scope: readonly string[]; expires?: string },
): Promise<{ id: string; token: string; scopes: readonly Scope[]; expiresAt: string | null }> {
  const { stores, now } = context;
  const scopes = parseScopes(options.scope);
  const expiresAt = parseExpiry(options.expires);
  const token = newToken();
  const organization = await findOrganization(stores, options.organization);
  const member = await findMember(stores, organization, options.email);
  const owner = { organizationId: organization.id, memberId: member.id };
  const { id } = await stores.tokens.insert({ ...owner, hash: hashToken(token), scopes, dateCreated: now, expiresAt });
  const details = { scopes, expiresAt: isoTime(expiresAt) };
  await recordChange(context, organization.id, { event: 'token.create', target: { id, name: member.email }, details });
  return { id, token, scopes, expiresAt: isoTime(expiresAt) };
}

/** Lists all tokens, without their text. */
export async function listTokens({ stores }: CommandContext): Promise<OutputRow[]> {
  const tokens = await stores.tokens.list();
  return tokens.map((token) => ({
    id: token.id,
    organization: token.organization,
    email: token.email,
    scopes: token.scopes,
    ...presentTimes(token),
  }));
}

function presentTimes({ dateCreated, expiresAt, revokedAt, lastUsedAt }: AccessToken) {
  return {
    dateCreated: isoTime(dateCreated),
    expiresAt: isoTime(expiresAt),
    revokedAt: isoTime(revokedAt),
    lastUsedAt: isoTime(lastUsedAt),
  };
}

/** Revokes a token. @throws Error if there is no such token */
export async function revokeToken(context: CommandContext, options: { id: string }): Promise<{ id: string }> {
  const { stores, now } = context;
  const { id } = options;
  const token = /^[1-9][0-9]{0,15}$/.test(id) ? await stores.tokens.revoke(id, now) : undefined;
  if (token === undefined) throw new Error(`There is no token ${id}; list them with: culprit token list`);
  const member = await stores.members.find(token.organizationId, token.memberId);
  const target = { id, name: member?.email ?? '' };
  await recordChange(context, token.organizationId, { event: 'token.revoke', target });
  return { id };
}
