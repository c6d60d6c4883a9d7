import { Fixtures, type ProjectFixture } from '../../test/support/fixtures';

/** The organization that everything happens in. */
export interface Tenant {
  readonly organization: string;
  readonly team: string;
  readonly token: string;
  /** Projects whose events all stay. The webhook of the first replies, that of the second hangs. */
  readonly kept: readonly ProjectFixture[];
  /** The project whose issues are removed. */
  readonly removed: ProjectFixture;
  /** The project that keeps its newest events only. */
  readonly expiring: ProjectFixture;
}

/** Creates the organization in an empty database. */
export function createTenant(databaseUrl: string): Promise<Tenant> {
  return Fixtures.fill(databaseUrl, async (fixtures) => {
    const { slug: organization } = await fixtures.organization();
    const { slug: team } = await fixtures.team({ organization });
    const project = (slug: string) => fixtures.project({ organization, team, slug });
    return {
      organization,
      team,
      kept: [await project('answered'), await project('unanswered')],
      removed: await project('removed'),
      expiring: await project('expiring'),
      token: await fixtures.token(organization, { teams: [team] }),
    };
  });
}

export function projectsOf({ kept, removed, expiring }: Tenant): ProjectFixture[] {
  return [...kept, removed, expiring];
}
