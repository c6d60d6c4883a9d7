import type { ActivityActor } from '../../domain/activity';
import { aboutProject, type Audit, listedValues } from '../../domain/audit';
import { BadRequest } from '../../domain/errors';
import { formatShortId, type Issue } from '../../domain/issue';
import { type MergedChild, stateOf } from '../../domain/issueState';
import type { Project } from '../../domain/project';
import type { Writers } from '../../store/stores';

const MAX_ISSUES = 100;
/**
 * Maximum number of stored events, and of tags, of the issues that are merged into another one: they move in one
 * transaction.
 */
export const MAX_MERGED_ROWS = 5_000;

/** The issues to merge. */
export interface IssueMerge {
  readonly ids: readonly number[];
  /** The id of the issue that the others are merged into; if omitted, the one with the most events. */
  readonly into?: number | undefined;
  readonly actor: ActivityActor;
  readonly audit: Audit;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
}

/** The issue that now has all events, and the former ones. */
export interface MergeResult {
  readonly merge: { readonly parent: string; readonly children: string[] };
  /** Id of the stored change. */
  readonly changeId?: string;
}

/**
 * Merges issues of a project, or none of them, in the transaction of `stores`.
 * @throws BadRequest if they cannot be merged
 */
export async function mergeIssues(
  stores: Writers,
  project: Pick<Project, 'id' | 'slug'>,
  { ids, into, actor, at, audit }: IssueMerge,
): Promise<MergeResult> {
  const requested = [...new Set(ids)];
  if (requested.length < 2) throw new BadRequest("Name at least two issues to merge by the query parameter 'id'.");
  if (requested.length > MAX_ISSUES)
    throw new BadRequest(`${requested.length} issues are named; at most ${MAX_ISSUES} can be merged at once.`);
  if (into !== undefined && !requested.includes(into))
    throw new BadRequest("'into' must be the id of one of the issues that the query names.");
  const locked = await stores.mergedIssues.lock(project.id, requested);
  const unknown = requested.find((id) => !locked.some((issue) => Number(issue.id) === id));
  if (unknown !== undefined)
    throw new BadRequest(`Issue ${unknown} is not an issue of this project. No issue was merged.`);
  const target = findTarget(locked, into);
  const merged = locked.filter(({ id }) => id !== target.id);
  const children = merged.map(({ id }) => id);
  const { events, tags } = await stores.mergedIssues.countRows(project.id, children, MAX_MERGED_ROWS + 1);
  if (Math.max(events, tags) > MAX_MERGED_ROWS) throw tooManyRows(formatShortId(project.slug, target.number), events);
  const merge = { target: target.id, children: await describeChildren(stores, project.id, merged) };
  await stores.issueStats.merge(project.id, children, target.id);
  await stores.issueReleases.merge(project.id, children, target.id);
  await stores.mergedIssues.merge(target, merged, at);
  const issues = merged.map(({ id, number, title }) => ({ id, shortId: formatShortId(project.slug, number), title }));
  await stores.activities.insert(project.id, [{ issueId: target.id, type: 'merge', actor, at, data: { issues } }]);
  const details = { into: target.id, ids: listedValues(children) };
  await stores.auditLog.insert(audit({ event: 'issue.merge', ...aboutProject(project), details }));
  const change = { projectId: project.id, states: [], bookmarks: null, merge };
  const changeId = await stores.issueChanges.insert([change], at);
  return { merge: { parent: target.id, children }, ...(changeId !== undefined && { changeId }) };
}

/** Returns the data with which issues that are merged into another one can be restored. */
async function describeChildren(
  { mergedIssues, activities }: Writers,
  projectId: string,
  merged: readonly Issue[],
): Promise<MergedChild[]> {
  const children: MergedChild[] = [];
  for (const issue of merged)
    children.push({
      ...{ id: issue.id, state: stateOf(issue), commentCount: issue.commentCount },
      hashes: await mergedIssues.listHashes(issue),
      formerIds: await mergedIssues.listFormerIds(issue),
      activityIds: await activities.listIds({ id: issue.id, projectId }),
    });
  return children;
}

/** Returns the named issue, or else the one with the most events; of several, the oldest. */
function findTarget(issues: readonly Issue[], into: number | undefined): Issue {
  const rank = ({ id, timesSeen }: Issue) => (Number(id) === into ? Infinity : timesSeen);
  return issues.reduce((best, issue) => (rank(issue) > rank(best) ? issue : best));
}

function tooManyRows(target: string, events: number): BadRequest {
  const what = events > MAX_MERGED_ROWS ? 'stored events' : 'different tags';
  return new BadRequest(
    `The issues to merge into ${target} have more than ${MAX_MERGED_ROWS} ${what} together; merge fewer at once, or name the largest as 'into'.`,
  );
}
