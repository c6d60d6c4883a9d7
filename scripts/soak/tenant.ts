import type { ProjectFixture } from '../../test/support/fixtures';
import { type CheckedOrganization, createOrganization } from '../support/organization';

/** The organization of the run. */
export interface Tenant extends Omit<CheckedOrganization, 'projects'> {
  /** Projects whose events all stay. The webhook of the first replies, the webhook of the second hangs. */
  readonly kept: readonly ProjectFixture[];
  /** The project whose issues are removed. */
  readonly removed: ProjectFixture;
  /** The project that keeps its newest events only. */
  readonly expiring: ProjectFixture;
}

/** Creates the organization in an empty database. */
export async function createTenant(databaseUrl: string): Promise<Tenant> {
  const slugs = ['answered', 'unanswered', 'removed', 'expiring'] as const;
  const { projects, ...organization } = await createOrganization(databaseUrl, slugs);
  const { answered, unanswered, removed, expiring } = projects;
  return { ...organization, kept: [answered, unanswered], removed, expiring };
}

export function projectsOf({ kept, removed, expiring }: Tenant): ProjectFixture[] {
  return [...kept, removed, expiring];
}
