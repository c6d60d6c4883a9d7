import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useToast } from '../../components/overlays';
import { ApiError, type ListPage, type OperationName, useAction, useApi } from '../../state/api';
import { useTexts } from '../../state/texts';
import { issuesTexts } from '../../texts/issues';
import {
  type ListedAssignee,
  type BulkChange,
  changedIssue,
  queriesOf,
  type SelectedIssues,
  type ListedIssue,
  refreshed,
} from './issueListState';

const OUTDATED: readonly OperationName[] = ['listOrganizationIssues', 'listIssues', 'getIssue', 'listIssueActivities'];

/** Functions that change issues of the list and announce the change, with a way back. */
export interface ListChanges {
  /** @param done the announcement of the change */
  readonly change: (selection: SelectedIssues, change: BulkChange, done: string) => Promise<boolean>;
  readonly assign: (selection: SelectedIssues, assignee: ListedAssignee | null, done: string) => Promise<boolean>;
  readonly remove: (selection: SelectedIssues) => Promise<boolean>;
  readonly isPending: boolean;
}

/** Shows issues in the lists that have them, until these are read again. */
function showIssues(queries: QueryClient, issues: readonly ListedIssue[]): void {
  queries.setQueriesData<ListPage<ListedIssue>>(
    { queryKey: ['listOrganizationIssues', 'page'] },
    (page) => page && { ...page, records: refreshed(page.records, issues) },
  );
}

/**
 * Issues are shown as changed at once, and as before if the service refuses.
 * @param onChanged called when the list has been read again after a change
 */
export function useIssueChanges(organization: string, onChanged: () => void): ListChanges {
  const texts = useTexts(issuesTexts).useIssueChanges;
  const show = useToast();
  const api = useApi();
  const queries = useQueryClient();
  const update = useAction('updateOrganizationIssues', OUTDATED);
  const removal = useAction('removeOrganizationIssues', OUTDATED);
  const undo = useAction('undoIssueChange', OUTDATED);
  const scope = { organization_slug: organization };
  const namesOf = ({ issues, search }: SelectedIssues) => search ?? { id: issues.map(({ id }) => Number(id)) };
  const fail = (error: unknown): boolean => {
    if (!(error instanceof ApiError)) throw error;
    show({ text: texts.failed(error.status === 0 ? texts.unreachable : error.message) });
    return false;
  };
  // The service changes none of the named issues if one of them is gone, and its reply is the same.
  const countPresent = async ({ issues, search }: SelectedIssues): Promise<number | null> => {
    if (search !== null) return null;
    const pages = queriesOf(issues).map((query) => api.page('listOrganizationIssues', { ...scope, query }));
    try {
      const found = new Set((await Promise.all(pages)).flatMap(({ records }) => records.map(({ id }) => id)));
      return issues.filter(({ id }) => found.has(id)).length;
    } catch (error) {
      if (error instanceof ApiError) return null;
      throw error;
    }
  };
  const sayGone = ({ count }: SelectedIssues): boolean => {
    onChanged();
    show({ text: texts.failed(texts.gone(count)) });
    return false;
  };
  const say = (text: string, changeId: string | undefined): boolean => {
    onChanged();
    if (changeId === undefined) {
      show({ text });
      return true;
    }
    const run = (): void => {
      undo.run({ ...scope, change_id: changeId }).then(() => say(texts.undone, undefined), fail);
    };
    show({ text, action: { label: texts.undo, run } });
    return true;
  };
  const run = async (
    selection: SelectedIssues,
    body: BulkChange,
    done: string,
    assignee?: ListedAssignee | null,
  ): Promise<boolean> => {
    const { issues } = selection;
    // A reply from before the change would show the issues as they were.
    await queries.cancelQueries({ queryKey: ['listOrganizationIssues'] });
    showIssues(
      queries,
      issues.map((issue) => changedIssue(issue, body, assignee)),
    );
    try {
      const reply = await update.run({ ...scope, ...namesOf(selection), body });
      const changeId = 'changeId' in reply ? reply.changeId : undefined;
      const present = changeId === undefined ? await countPresent(selection) : null;
      if (present === null || present === selection.count) return say(done, changeId);
      showIssues(queries, issues);
      return sayGone(selection);
    } catch (error) {
      showIssues(queries, issues);
      void queries.invalidateQueries({ queryKey: ['listOrganizationIssues'] });
      return fail(error);
    }
  };
  return {
    change: run,
    assign: (selection, assignee, done) => {
      const assignedTo = assignee === null ? null : `${assignee.type}:${assignee.id}`;
      return run(selection, { assignedTo }, done, assignee);
    },
    remove: async (selection) => {
      try {
        await removal.run({ ...scope, ...namesOf(selection) });
        const present = await countPresent(selection);
        return present === null || present === 0 ? say(texts.removed(selection.count), undefined) : sayGone(selection);
      } catch (error) {
        return fail(error);
      }
    },
    isPending: update.isPending || removal.isPending || undo.isPending,
  };
}
