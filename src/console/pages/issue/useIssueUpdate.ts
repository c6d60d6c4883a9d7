import type { components } from '../../../client/createClient';
import { useToast } from '../../components/overlays';
import { ApiError, type OperationName, useAction } from '../../state/api';
import { useTexts } from '../../state/texts';
import { issueTexts } from '../../texts/issue';
import type { ShownIssue } from './eventParts';

/** The issue that the parts of the page are about. */
export interface IssueProps {
  readonly organization: string;
  readonly issue: ShownIssue;
}

export type IssueEdit = components['schemas']['IssueUpdate'];

/** Operations that show the state of issues, and are read again when one changes. */
export const OUTDATED: readonly OperationName[] = [
  'getIssue',
  'listIssueActivities',
  'listIssues',
  'listOrganizationIssues',
];

/** Operations that show what a merge changes, too. */
export const OUTDATED_BY_MERGE: readonly OperationName[] = [
  ...OUTDATED,
  ...(['getIssueEvent', 'listIssueEvents', 'listIssueHashes'] as const),
];

/**
 * Returns functions that change an issue and announce the change, with a way back. They return true if the issue was
 * changed.
 */
export function useIssueUpdate(organization: string): {
  readonly update: (issue: string, change: IssueEdit, done: string) => Promise<boolean>;
  readonly mergeInto: (issue: ShownIssue, into: string, done: string) => Promise<boolean>;
  readonly isPending: boolean;
} {
  const texts = useTexts(issueTexts).useIssueUpdate;
  const show = useToast();
  const updateIssue = useAction('updateIssue', OUTDATED);
  const updateIssues = useAction('updateIssues', OUTDATED_BY_MERGE);
  const undo = useAction('undoIssueChange', OUTDATED_BY_MERGE);
  const fail = (error: unknown): boolean => {
    if (!(error instanceof ApiError)) throw error;
    show({ text: texts.failed(error.status === 0 ? texts.unreachable : error.message) });
    return false;
  };
  const offerUndo = (text: string, changeId: string | undefined): boolean => {
    if (changeId === undefined) {
      show({ text });
      return true;
    }
    const run = (): void => {
      undo
        .run({ organization_slug: organization, change_id: changeId })
        .then(() => show({ text: texts.undone }))
        .catch(fail);
    };
    show({ text, action: { label: texts.undo, run } });
    return true;
  };
  const update = async (issue: string, body: IssueEdit, done: string): Promise<boolean> => {
    try {
      const { changeId } = await updateIssue.run({ organization_slug: organization, issue_id: issue, body });
      return offerUndo(done, changeId);
    } catch (error) {
      return fail(error);
    }
  };
  const mergeInto = async (issue: ShownIssue, into: string, done: string): Promise<boolean> => {
    try {
      const { changeId } = await updateIssues.run({
        organization_slug: organization,
        project_slug: issue.project.slug,
        id: [Number(issue.id), Number(into)],
        body: { merge: 1, into },
      });
      return offerUndo(done, changeId);
    } catch (error) {
      return fail(error);
    }
  };
  return { update, mergeInto, isPending: updateIssue.isPending || updateIssues.isPending };
}
