import type { Issue } from '../domain/issue';
import type { Organization } from '../domain/organization';

/** The public address under which people open the issues of an organization. */
export interface Site {
  /** The origin of the service, without a trailing slash. */
  readonly publicUrl: string;
  readonly organization: Pick<Organization, 'slug'>;
}

/** Returns the address of an issue's page, for records, mails and webhooks. */
export function issuePermalink({ publicUrl, organization }: Site, { id }: Pick<Issue, 'id'>): string {
  return `${publicUrl}/organizations/${organization.slug}/issues/${id}/`;
}
