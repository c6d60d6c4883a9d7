import { randomBytes } from 'node:crypto';
import {
  type AccessToken,
  describeToken,
  isScope,
  ORGANIZATION_TOKEN_ROLE,
  type Scope,
  SCOPES,
  scopesBeyond,
  sortScopes,
} from '../domain/access';
import { parseTime } from '../domain/text';
import {
  type CommandContext,
  type OutputRow,
  findMember,
  findOrganization,
  isoTime,
  parseName,
  recordChange,
} from './command';

function parseScopes(names: readonly string[]): Scope[] {
  if (names.length === 0) throw new Error(`A token needs at least one --scope; the scopes are ${SCOPES.join(', ')}.`);
  const unknown = names.filter((name) => !isScope(name));
  if (unknown.length > 0)
    throw new Error(`--scope "${unknown.join('", "')}" does not exist; the scopes are ${SCOPES.join(', ')}.`);
  return sortScopes(names.filter(isScope));
}

/** Allowed length of the name of a token, in characters. */
const NAME_LENGTH = { min: 0, max: 64 };

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

interface CreateTokenOptions {
  readonly organization: string;
  readonly email?: string;
  readonly forOrganization?: boolean;
  readonly scope: readonly string[];
  readonly expires?: string;
  readonly name?: string;
}

/**
 * Creates a token of a member, or of the organization. The result contains its text, the database only the hash of it.
 * @throws Error if an option is invalid
 */
export async function createToken(
  context: CommandContext,
  options: CreateTokenOptions,
): Promise<{ id: string; token: string; scopes: readonly Scope[]; expiresAt: string | null }> {
  const { stores, now } = context;
  const { email } = options;
  if ((email === undefined) !== (options.forOrganization ?? false))
    throw new Error('Give either --email for a token of a member, or --for-organization.');
  const scopes = parseScopes(options.scope);
  const expiresAt = parseExpiry(options.expires);
  const token = newToken();
  const organization = await findOrganization(stores, options.organization);
  const member = email === undefined ? null : await findMember(stores, organization, email);
  const role = member?.role ?? ORGANIZATION_TOKEN_ROLE;
  const beyond = scopesBeyond(role, scopes);
  if (beyond.length > 0) {
    const who =
      member === null ? 'a token of an organization can have' : `the role ${role} of "${member.email}" allows`;
    throw new Error(`--scope "${beyond.join('", "')}" is more than ${who}.`);
  }
  const name = parseName(options.name ?? '', NAME_LENGTH);
  const owner = { organizationId: organization.id, memberId: member?.id ?? null, createdBy: null, parentId: null };
  const times = { dateCreated: now, expiresAt };
  const { id } = await stores.tokens.insert({ ...owner, name, ...describeToken(token), scopes, ...times });
  const details = { scopes, expiresAt: isoTime(expiresAt) };
  await recordChange(context, organization.id, {
    event: 'token.create',
    target: { id, name: member?.email ?? name },
    details,
  });
  return { id, token, scopes, expiresAt: isoTime(expiresAt) };
}

/** Lists all tokens, without their secret texts. */
export async function listTokens({ stores }: CommandContext): Promise<OutputRow[]> {
  const tokens = await stores.tokens.list();
  return tokens.map((token) => ({
    id: token.id,
    organization: token.organization,
    email: token.email,
    name: token.name,
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
  const { organizationId, memberId } = token;
  const member = memberId === null ? undefined : await stores.members.find(organizationId, memberId);
  const target = { id, name: member?.email ?? token.name };
  await recordChange(context, token.organizationId, { event: 'token.revoke', target });
  return { id };
}
