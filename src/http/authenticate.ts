import type { Caller } from '../domain/access';
import { Forbidden, Unauthenticated } from '../domain/errors';
import { hashToken } from '../domain/tokenText';
import type { Read } from '../store/stores';

/**
 * The token of an `Authorization: Bearer …` header (texts: reference/endpoints.md §7.10).
 * @throws Unauthenticated if there is none, or it has another form
 */
function readBearer(header: string | undefined): string {
  const [scheme = '', ...rest] = (header ?? '').trim().split(/\s+/);
  if (scheme.toLowerCase() !== 'bearer') throw new Unauthenticated('Authentication credentials were not provided.');
  const [token, ...surplus] = rest;
  if (token === undefined) throw new Unauthenticated('Invalid token header. No credentials provided.');
  if (surplus.length > 0) throw new Unauthenticated('Invalid token header. Token string should not contain spaces.');
  return token;
}

/**
 * Who sends the request.
 * @throws Unauthenticated for a missing, unknown, revoked or expired token
 */
export async function authenticate(read: Read, header: string | undefined, now: number): Promise<Caller> {
  const hash = hashToken(readBearer(header));
  const token = await read(({ tokens }) => tokens.findByHash(hash));
  if (token === undefined || token.revokedAt !== null) throw new Unauthenticated('Invalid token');
  if (token.expiresAt !== null && token.expiresAt <= now) throw new Unauthenticated('Token expired');
  const { id: tokenId, organizationId, memberId, scopes } = token;
  return { tokenId, organizationId, memberId, scopes };
}

/**
 * No scope stands in for another (decisions.md D7); where none is asked for, every token will do.
 * @throws Forbidden unless the caller holds one of the accepted scopes
 */
export function authorize(caller: Caller, accepted: readonly string[]): void {
  const scopes: readonly string[] = caller.scopes;
  if (accepted.length > 0 && !accepted.some((scope) => scopes.includes(scope)))
    throw new Forbidden(undefined, accepted);
}
