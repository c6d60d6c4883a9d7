import type { Project } from './project';

/** What the servers of a project know its requests by: the header it has chosen, with its token; none unless there are both. */
export function tokenHeader({ securityToken, settings: { securityTokenHeader } }: Project): Record<string, string> {
  return securityTokenHeader === null || securityToken === '' ? {} : { [securityTokenHeader]: securityToken };
}
