import type { components } from '../../generated/api';
import type { AccessToken } from '../domain/access';
import { presentTime } from './format';

/** Presents a token of a member, without its text. */
export function presentToken(token: AccessToken): components['schemas']['Token'] {
  const { id, name, scopes, dateCreated, expiresAt, lastUsedAt, lastCharacters } = token;
  return {
    id,
    name,
    scopes: [...scopes],
    dateCreated: presentTime(dateCreated),
    expiresAt: expiresAt === null ? null : presentTime(expiresAt),
    lastUsedAt: lastUsedAt === null ? null : presentTime(lastUsedAt),
    tokenLastCharacters: lastCharacters,
  };
}

/** Presents a token of an organization, without its text. */
export function presentOrganizationToken(token: AccessToken): components['schemas']['OrganizationToken'] {
  const presented = presentToken(token);
  return { ...presented, dateLastUsed: presented.lastUsedAt, createdBy: token.createdBy };
}
