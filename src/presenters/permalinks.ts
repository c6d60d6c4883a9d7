import type { Issue } from '../domain/issue';
import type { Organization } from '../domain/organization';

/** Where people look at the issues of an organization. */
export interface Site {
  /** The origin of the service, without a trailing slash. */
  readonly publicUrl: string;
  readonly organization: Pick<Organization, 'slug'>;
}

/** The address of the page of an issue: that of records, mails and webhooks. */
export function issuePermalink({ publicUrl, organization }: Site, { id }: Pick<Issue, 'id'>): string {
  return `${publicUrl}/organizations/${organization.slug}/issues/${id}/`;
}
