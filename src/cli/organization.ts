import type { Organization } from '../domain/organization';
import { checkName, checkSlug, type CommandContext, rejectConflict } from './command';

/** Creates an organization. @throws Error if an option is invalid */
export async function createOrganization(
  { stores, now }: CommandContext,
  options: { slug: string; name?: string },
): Promise<Organization> {
  const { slug, name = slug } = options;
  checkSlug(slug);
  checkName(name);
  const insert = stores.organizations.insert({ slug, name: name.trim(), dateCreated: now });
  return rejectConflict(`an organization "${slug}"`, insert);
}
