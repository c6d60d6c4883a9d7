import type { components } from '../../../client/createClient';
import { useToast } from '../../components/overlays';
import { ApiError, type OperationName, useAction } from '../../state/api';
import { useTexts } from '../../state/texts';
import { issuesTexts } from '../../texts/issues';
import type { ListedIssue } from './issueListState';

/** A change of several issues at once. */
export type BulkChange = components['schemas']['IssueBulkUpdate'];

const OUTDATED: readonly OperationName[] = ['listOrganizationIssues', 'listIssues', 'getIssue', 'listIssueActivities'];

/** Functions that change issues of the list and announce the change, with a way back. */
export interface ListChanges {
  /** @param done the announcement of the change */
  readonly change: (issues: readonly ListedIssue[], change: BulkChange, done: string) => Promise<boolean>;
  readonly remove: (issues: readonly ListedIssue[]) => Promise<boolean>;
  readonly isPending: boolean;
}

/** @param onChanged called when the list has been read again after a change */
export function useIssueChanges(organization: string, onChanged: () => void): ListChanges {
  const texts = useTexts(issuesTexts).useIssueChanges;
  const show = useToast();
  const update = useAction('updateOrganizationIssues', OUTDATED);
  const removal = useAction('removeOrganizationIssues', OUTDATED);
  const undo = useAction('undoIssueChange', OUTDATED);
  const scope = { organization_slug: organization };
  const idsOf = (issues: readonly ListedIssue[]): number[] => issues.map(({ id }) => Number(id));
  const fail = (error: unknown): boolean => {
    if (!(error instanceof ApiError)) throw error;
    show({ text: texts.failed(error.status === 0 ? texts.unreachable : error.message) });
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
  return {
    change: (issues, body, done) =>
      update
        .run({ ...scope, id: idsOf(issues), body })
        .then((reply) => say(done, 'changeId' in reply ? reply.changeId : undefined), fail),
    remove: (issues) =>
      removal.run({ ...scope, id: idsOf(issues) }).then(() => say(texts.removed(issues.length), undefined), fail),
    isPending: update.isPending || removal.isPending || undo.isPending,
  };
}
