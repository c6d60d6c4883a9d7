import type { components } from '../../../generated/api';
import { auditOf } from '../../domain/audit';
import type { AccessToken } from '../../domain/access';
import { OAuthRefusal } from '../../domain/errors';
import { READING_SCOPES, resourceOf } from '../../domain/oauth';
import type { Writers } from '../../store/stores';

/* What the operations have in common by which programs obtain tokens (openapi/DECISIONS.md, "Programs that members allow"). */

/** Returns the metadata of the server of tools. */
export function protectedResource(publicUrl: string): components['schemas']['ProtectedResource'] {
  return {
    resource: resourceOf(publicUrl),
    authorization_servers: [publicUrl],
    scopes_supported: [...READING_SCOPES],
    bearer_methods_supported: ['header'],
    resource_name: 'Culprit',
  };
}

/** The parameters of a form. */
export interface OAuthForm {
  readonly get: (name: string) => string | null;
  /** @throws OAuthRefusal if the parameter is missing */
  readonly require: (name: string) => string;
}

/**
 * Reads a form. A parameter without a value is the same as none (RFC 6749, section 3.2).
 * @throws OAuthRefusal for another media type, and for a repeated parameter
 */
export function readOAuthForm({ body, contentType }: { body: Uint8Array; contentType: string }): OAuthForm {
  const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/x-www-form-urlencoded')
    throw new OAuthRefusal('invalid_request', 'Send the parameters as application/x-www-form-urlencoded.');
  const values = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(new TextDecoder().decode(body))) {
    if (value.includes('\0')) throw new OAuthRefusal('invalid_request', 'Null characters are not allowed.');
    if (values.has(name)) throw new OAuthRefusal('invalid_request', `The parameter ${name} is repeated.`);
    values.set(name, value);
  }
  const get = (name: string) => values.get(name) || null;
  return {
    get,
    require(name) {
      const value = get(name);
      if (value === null) throw new OAuthRefusal('invalid_request', `The parameter ${name} is required.`);
      return value;
    },
  };
}

/** Revokes the token of a program, with the tokens made with it. @param reason why it is revoked */
export async function revokeProgram(
  { tokens, members, auditLog }: Writers,
  { id, organizationId, memberId, name }: AccessToken,
  { reason, ipAddress, now }: { readonly reason: string; readonly ipAddress: string | null; readonly now: number },
): Promise<void> {
  await tokens.revoke(id, now);
  const member = await members.find(organizationId, memberId ?? '');
  const audit = auditOf({ organizationId, memberId, tokenId: id }, ipAddress, now);
  const target = { id, name: member?.email ?? '' };
  await auditLog.insert(audit({ event: 'token.revoke', target, details: { name, reason } }));
}
