import type { Organization } from '../domain/organization';
import { checkName, checkSlug, type CommandContext, recordChange, rejectConflict } from './command';

/** Creates an organization. @throws Error if an option is invalid */
export async function createOrganization(
  context: CommandContext,
  options: { slug: string; name?: string },
): Promise<Organization> {
  const { slug, name = slug } = options;
  checkSlug(slug);
  checkName(name);
  const { stores, now } = context;
  const insert = stores.organizations.insert({ slug, name: name.trim(), dateCreated: now });
  const organization = await rejectConflict(`an organization "${slug}"`, insert);
  const target = { id: organization.id, name: slug };
  await recordChange(context, organization.id, { event: 'organization.create', target });
  return organization;
}
