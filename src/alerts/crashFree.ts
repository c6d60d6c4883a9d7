import type { components } from '../../generated/api';
import type { Delivery } from '../domain/alert';
import type { AlertRule } from '../domain/alertRule';
import type { CrashFreeNotice } from '../domain/releaseHealth';
import type { Organization } from '../domain/organization';
import type { Project } from '../domain/project';
import type { Read } from '../store/stores';

/** The content of a mail or of a webhook's request about sessions or users. */
export interface CrashFreeContent {
  readonly kind: 'crashFree.low' | 'crashFree.recovered';
  readonly notice: CrashFreeNotice;
  readonly organization: Organization;
  readonly project: Project;
  readonly rule: AlertRule;
  /** Address of the page of the project. */
  readonly url: string;
  /** The origin of the service, without a trailing slash. */
  readonly publicUrl: string;
}

/**
 * Reads the content of a delivery. Returns undefined if its project or its condition was removed, or if a newer alert
 * replaces it.
 */
export async function readCrashFreeContent(
  read: Read,
  { projectId, organizationId, digest }: Delivery,
  rule: AlertRule,
  publicUrl: string,
): Promise<CrashFreeContent | undefined> {
  return read(async ({ crashFreeWatches, organizations, projects }) => {
    const organization = await organizations.find(organizationId);
    const project = await projects.findById(organizationId, projectId);
    if (organization === undefined || project === undefined) return undefined;
    const url = `${publicUrl}/organizations/${organization.slug}/projects/${project.slug}/`;
    const found = { organization, project, rule, url, publicUrl };
    for (const { state } of await crashFreeWatches.listOfRule(projectId, rule.id)) {
      if (state?.low.digests.includes(digest)) return { kind: 'crashFree.low', notice: state.low, ...found };
      if (state?.recovered?.digests.includes(digest))
        return { kind: 'crashFree.recovered', notice: state.recovered, ...found };
    }
    return undefined;
  });
}

/** Describes an alert in one line, and its numbers. Facts may be empty. */
export function describeCrashFree({ kind, notice, project }: Omit<CrashFreeContent, 'rule'>): {
  readonly subject: string;
  readonly facts: readonly { readonly name: string; readonly value: string }[];
} {
  const { type, rate, percent, total, crashed, hours, environments, releases, release } = notice;
  const [one, many] = type === 'crashFreeSessions' ? ['session', 'sessions'] : ['user', 'users'];
  const isBack = kind === 'crashFree.recovered';
  return {
    subject: `Crash-free ${many} of ${project.name} ${isBack ? 'are back at' : 'fell to'} ${rate} %`,
    facts: [
      { name: `Crash-free ${many}`, value: `${rate} % (${isBack ? 'at least' : 'below'} ${percent} %)` },
      { name: 'Crashed', value: `${crashed} of ${total} ${total === 1 ? one : many}` },
      { name: 'Time', value: hours === 1 ? 'the last hour' : `the last ${hours} hours` },
      { name: 'Environments', value: environments.map((name) => name || '(none)').join(', ') || 'all' },
      { name: 'Releases', value: releases.join(', ') || 'all' },
      { name: 'Release with most crashed sessions', value: release ?? '' },
    ],
  };
}

/** Composes the body of a webhook's request. */
export function presentCrashFreeAlert(
  { digest, dateCreated }: Pick<Delivery, 'digest' | 'dateCreated'>,
  { kind, notice, organization, project, rule, url }: CrashFreeContent,
): components['schemas']['WebhookCrashFreeAlert'] {
  const { type: condition, rate, total, crashed, percent, hours, release } = notice;
  const filters = { environments: [...notice.environments], releases: [...notice.releases] };
  return {
    id: digest,
    type: kind,
    timestamp: new Date(dateCreated).toISOString(),
    rule: { id: rule.id, name: rule.name },
    organization: { id: organization.id, slug: organization.slug, name: organization.name },
    project: { id: project.id, slug: project.slug, name: project.name },
    sessions: { condition, rate, total, crashed, percent, hours, ...filters, release, url },
  };
}
