import type { ActivityActor } from '../../domain/activity';
import { findFixedIssues, type Commit, markOf, type Release } from '../../domain/release';
import type { Writers } from '../../store/stores';

/** A release that is in use from now on. */
export interface ReleasedVersion {
  readonly release: Release;
  /** The projects that use it; all projects of the release, if omitted. */
  readonly projectIds?: readonly string[] | undefined;
  readonly actor: ActivityActor;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
}

/** Maximum number of issues that one release resolves in a project. */
const MAX_ISSUES = 1_000;

/**
 * Resolves the unresolved issues that the commits of a release name as fixed, in the projects that use it, in the
 * transaction of `stores`.
 */
export async function resolveFixedIssues(stores: Writers, released: ReleasedVersion): Promise<void> {
  const { release, projectIds, actor, at } = released;
  if (release.commitCount === 0) return;
  const commits = await stores.releases.listCommits(release.organizationId, release.id);
  const named = commits.flatMap((commit) =>
    findFixedIssues(commit.message ?? '').map((issue) => ({ ...issue, commit })),
  );
  if (named.length === 0) return;
  const relations = await stores.releases.findRelations(release.organizationId, [release]);
  for (const { id, slug } of relations.get(release.id)?.projects ?? []) {
    if (projectIds !== undefined && !projectIds.includes(id)) continue;
    const fixes = named.filter(({ projectSlug }) => projectSlug === slug).slice(0, MAX_ISSUES);
    const commitOf = new Map<string, Commit>();
    for (const { number, commit } of fixes) {
      const issue =
        (await stores.issues.findByNumber(id, number)) ?? (await stores.mergedIssues.findByNumber(id, number));
      if (issue !== undefined && !commitOf.has(issue.id)) commitOf.set(issue.id, commit);
    }
    const mark = await stores.releases.place(id, markOf(release));
    const resolved = await stores.issues.resolveInRelease(id, [...commitOf.keys()], mark);
    const activities = resolved.map((issueId) => {
      const { id: commit = '', repository = null, message = null } = commitOf.get(issueId) ?? {};
      const data = { version: release.version, commit: { id: commit, repository, message } };
      return { issueId, type: 'set_resolved_in_commit', actor, at, data } as const;
    });
    await stores.activities.insert(id, activities);
  }
}
