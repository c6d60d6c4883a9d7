import type { Organization } from '../domain/organization';
import { checkName, checkSlug, refuseTaken } from './checks';
import type { Session } from './session';

/** Makes an organization. @throws Error with one sentence */
export async function createOrganization(
  { stores, now }: Session,
  options: { slug: string; name?: string },
): Promise<Organization> {
  const { slug, name = slug } = options;
  checkSlug(slug);
  checkName(name);
  const insert = stores.organizations.insert({ slug, name: name.trim(), dateCreated: now });
  return refuseTaken(`an organization "${slug}"`, insert);
}
