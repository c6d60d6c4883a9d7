import type { AlertReason } from '../domain/alert';
import type { EventTag } from '../domain/event';
import type { Issue } from '../domain/issue';
import type { Organization } from '../domain/organization';
import type { Project } from '../domain/project';
import { shortIdOf } from '../domain/shortId';
import type { AlertRow } from '../store/alertStores';

/** One alert as it is told. */
export interface ToldAlert {
  readonly reason: AlertReason;
  readonly issue: Issue;
  readonly shortId: string;
  readonly url: string;
  readonly eventId: string;
  /** Of the event that opened or reopened the issue. */
  readonly tags: readonly EventTag[];
}

/** What a digest tells. */
export interface AlertContent {
  readonly organization: Organization;
  readonly project: Project;
  /** At least one. */
  readonly alerts: readonly [ToldAlert, ...ToldAlert[]];
  /** How many more there are that are not told one by one. */
  readonly more: number;
  /** Where the service is reached, without a trailing slash. */
  readonly publicUrl: string;
}

/** What the rows of a digest tell; undefined if its issues are gone. */
export function contentOf(
  rows: readonly AlertRow[],
  digest: {
    readonly organization: Organization;
    readonly project: Project;
    readonly more: number;
    readonly publicUrl: string;
  },
): AlertContent | undefined {
  const [first, ...others] = rows.map((row) => tell(row, digest));
  return first && { ...digest, alerts: [first, ...others] };
}

function tell(
  { reason, issue, eventId, record }: AlertRow,
  { organization, project, publicUrl }: Pick<AlertContent, 'organization' | 'project' | 'publicUrl'>,
): ToldAlert {
  const { tags } = JSON.parse(record) as { tags?: EventTag[] };
  const url = issueUrl(publicUrl, organization, issue);
  return { reason, issue, eventId, tags: tags ?? [], url, shortId: shortIdOf(project.slug, issue.number) };
}

/** Where the contract has an issue. */
function issueUrl(publicUrl: string, organization: Organization, { id }: Issue): string {
  return `${publicUrl}/api/0/organizations/${organization.slug}/issues/${id}/`;
}
