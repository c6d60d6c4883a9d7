import { type DataOf, useOperation } from '../../state/api';
import { useMayDo, useSession } from '../../state/session';

/** Returns the members and the teams of an organization, as far as the caller may read them. */
export function useAssignees(
  organization: string,
  isNeeded = true,
): {
  readonly members: readonly { readonly id: string; readonly email: string }[];
  readonly teams: readonly { readonly id: string; readonly slug: string }[];
} {
  const { member } = useSession();
  const mayReadMembers = useMayDo('member:read', 'member:write', 'member:admin');
  const mayReadTeams = useMayDo('team:read', 'team:write', 'team:admin', 'org:read', 'org:write', 'org:admin');
  const given = { organization_slug: organization, per_page: 100 };
  const members = useOperation('listMembers', isNeeded && mayReadMembers ? given : null, { staleTime: 60_000 });
  const teams = useOperation('listTeams', isNeeded && mayReadTeams ? given : null, { staleTime: 60_000 });
  return { members: members.data ?? [member], teams: teams.data ?? [] };
}

/** Returns the function that names a member or a team by its id, or null if it is unknown. */
export function useAssigneeNames(organization: string): (type: unknown, id: unknown) => string | null {
  const { members, teams } = useAssignees(organization);
  return (type, id) => {
    if (type !== 'team') return members.find((one) => one.id === id)?.email ?? null;
    const team = teams.find((one) => one.id === id);
    return team === undefined ? null : `#${team.slug}`;
  };
}

/**
 * The version of the newest release of a project, which is not always the last one by date; null if there is none or
 * the caller may not read it.
 */
export function useNewestRelease(organization: string, projectSlug: string): string | null {
  const mayRead = useMayDo('project:read', 'project:write', 'project:admin');
  const given = { organization_slug: organization, project_slug: projectSlug };
  return useOperation('getProject', mayRead ? given : null, { staleTime: 60_000 }).data?.latestRelease?.version ?? null;
}

/** Returns the newest releases of a project by date, as far as the caller may read them. */
export function useReleases(organization: string, projectId: string): DataOf<'listReleases'> {
  const mayRead = useMayDo('project:read', 'project:write', 'project:admin', 'project:releases');
  const given = { organization_slug: organization, project: Number(projectId), per_page: 100 };
  return useOperation('listReleases', mayRead ? given : null, { staleTime: 60_000 }).data ?? [];
}
