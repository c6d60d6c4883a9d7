import type { components } from '../../../generated/api';
import { type Caller, canWriteProject } from '../../domain/access';
import { type Issue, type NewActivity, actorOf, assigneeTypeOf } from '../../domain/issue';
import { aboutProject, type Audit, listedValues } from '../../domain/audit';
import { BadRequest, Forbidden, NotFound } from '../../domain/errors';
import { type BookmarkChange, type StateChange, assign, type IssueState, isSameState } from '../../domain/issueState';
import type { Project } from '../../domain/project';
import type { ProjectChange } from '../../store/issues/issueStates';
import type { Writers } from '../../store/stores';
import { OwnerDirectory } from '../../ingest/assignOwners';
import { operation } from '../operation';
import { findOrganization } from '../subjects';
import { requireWriteIssues } from './issueUpdateErrors';
import { HashedEvents } from './storedEvents';
import { changedSince, separateIssues } from './mergeIssues';
import { beginReturn } from './regroupIssue';

type Undone = components['schemas']['IssueChangeUndone'];

/** Undoes a change of issues by any operation, completely or not at all. */
export const undoIssueChange = operation('undoIssueChange', {
  subject: findOrganization,

  async handle({ organization, params: { change_id: id }, caller, read, write, audit, now }) {
    const changes = await read((stores) => stores.issueChanges.find(organization.id, id, now));
    if (changes.length === 0) throw unknownChange();
    const regrouped = changes.find(({ regrouping }) => regrouping !== undefined);
    if (regrouped !== undefined || changes.some(({ states, merge }) => states.length > 0 || merge !== null))
      requireWriteIssues(caller);
    if (regrouped !== undefined && !canWriteProject(caller))
      throw new Forbidden(undefined, ['project:write', 'project:admin']);
    const context = { caller, audit, now, events: new Map<string, HashedEvents>() };
    for (const { projectId, merge } of changes) {
      if (merge === null) continue;
      const events = new HashedEvents({ id: merge.target, projectId });
      // Most bodies are read before the transaction.
      await events.read(read);
      context.events.set(projectId, events);
    }
    const issues = await write(
      async (stores) => {
        const undone: string[] = [];
        for (const change of changes) {
          const project = await stores.projects.findById(organization.id, change.projectId);
          // Another request may have undone it, or removed the project, since.
          if (project === undefined || !(await stores.issueChanges.remove(change.projectId, id))) throw unknownChange();
          undone.push(...(await undoChange(stores, project, change, context)));
        }
        return undone;
      },
      { projects: changes.map(({ projectId }) => projectId) },
    );
    const settings = regrouped && (await read(({ regroupings }) => regroupings.find(regrouped.projectId)))?.settings;
    return { status: 200, body: { issues, ...(settings && { groupingSettings: settings }) } satisfies Undone };
  },
});

function unknownChange(): NotFound {
  return new NotFound('There is no such change to undo: it is unknown, older than 24 hours, or undone already.');
}

interface UndoContext {
  readonly caller: Caller;
  readonly audit: Audit;
  readonly now: number;
  /** Id of the project → events of the issue that others were merged into. */
  readonly events: ReadonlyMap<string, HashedEvents>;
}

/**
 * Undoes the changes that a request has made to the issues of a project, in the transaction of `stores`. Returns the
 * ids of the issues.
 * @throws BadRequest if one of them has changed since
 */
async function undoChange(
  stores: Writers,
  project: Project,
  { states, bookmarks, merge, regrouping }: ProjectChange,
  context: UndoContext,
): Promise<string[]> {
  if (regrouping !== undefined && !(await beginReturn(stores, project, regrouping, context.now))) throw unknownChange();
  const marked = bookmarks?.issueIds ?? [];
  const ids = [...new Set([...states.map(({ id }) => id), ...marked])];
  const locked = new Map((await stores.issueStates.lock(project.id, ids.map(Number))).map((one) => [one.id, one]));
  const missing = ids.find((id) => !locked.has(id));
  if (missing !== undefined)
    throw new BadRequest(`Issue ${missing} was removed or merged since the change. Nothing was undone.`);
  await restoreStates(stores, project, states, locked, context);
  if (bookmarks !== null) await restoreBookmarks(stores, project, bookmarks, context);
  const author = { actor: actorOf(context.caller), at: context.now };
  const events = context.events.get(project.id);
  const separated =
    merge === null || events === undefined ? [] : await separateIssues(stores, project, merge, { ...author, events });
  const changed = [...ids, ...separated];
  const details = { count: changed.length, ids: listedValues(changed) };
  await stores.auditLog.insert(context.audit({ event: 'issue.undo', ...aboutProject(project), details }));
  return changed;
}

async function restoreStates(
  stores: Writers,
  project: Project,
  changes: readonly StateChange[],
  locked: ReadonlyMap<string, Issue>,
  { caller, now }: UndoContext,
): Promise<void> {
  const restored = new Map<string, IssueState>();
  const activities: NewActivity[] = [];
  const directory = new OwnerDirectory(stores, project.organizationId);
  for (const { id, before, after } of changes) {
    const issue = locked.get(id);
    if (issue === undefined) continue;
    if (!isSameState(issue, after) || issue.reopenedAt !== after.reopenedAt) throw changedSince(project, issue);
    const isPresent = before.assignee === null || (await directory.has(before.assignee));
    const state = isPresent ? before : assign(before, null);
    restored.set(id, state);
    const { status, substatus, assignee } = state;
    const assignedTo = assignee === null ? null : { type: assigneeTypeOf(assignee), id: assignee.id };
    const data = { status, substatus, assignedTo };
    activities.push({ issueId: id, type: 'undo', actor: actorOf(caller), at: now, data });
  }
  await stores.issueStates.save(project.id, restored);
  await stores.activities.insert(project.id, activities);
}

async function restoreBookmarks(
  { issueMarks }: Writers,
  { id: projectId }: Project,
  { memberId, isBookmarked, issueIds }: BookmarkChange,
  { caller }: UndoContext,
): Promise<void> {
  if (issueIds.length === 0) return;
  if (caller.memberId !== memberId)
    throw new BadRequest(
      'The change set bookmarks of another member; only that member can undo it. Nothing was undone.',
    );
  await issueMarks.setBookmarks({ projectId, memberId, issueIds }, !isBookmarked);
}
