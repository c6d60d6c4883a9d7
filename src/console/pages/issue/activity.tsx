import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { Button, Field } from '../../components/controls';
import { ErrorNotice, Loaded } from '../../components/feedback';
import { ConfirmOperation } from '../../components/overlays';
import { Pager } from '../../components/shell';
import { TimeAgo, useFormat } from '../../components/time';
import { type RecordOfList, useAction, useList } from '../../state/api';
import { useSearchState } from '../../state/location';
import { useLocation } from '../../state/router';
import { useMayDo, useSession } from '../../state/session';
import { useShortcuts } from '../../state/shortcuts';
import { useTexts } from '../../state/texts';
import { issueTexts } from '../../texts/issue';
import { activitySentence, editorSentence, mergedIssues } from './activityTexts';
import { useAssigneeNames } from './choices';
import styles from './issuePage.module.css';
import { type IssueProps, OUTDATED_BY_MERGE } from './useIssueUpdate';

const CHANGED = ['listIssueActivities', 'listIssueComments', 'getIssue'] as const;

/** The history of an issue, with the comments of members. */
export function IssueActivities({ organization, issue }: IssueProps): ReactNode {
  const texts = useTexts(issueTexts).activity;
  const search = useSearchState();
  const cursor = search.get('cursor');
  const mayWrite = useMayDo('event:write', 'event:admin');
  const activities = useList(
    'listIssueActivities',
    { organization_slug: organization, issue_id: issue.id, per_page: 50, ...(cursor !== null && { cursor }) },
    { refetchInterval: 30_000, keepsPrevious: true },
  );
  return (
    <div className="stack">
      {mayWrite ? <NewComment organization={organization} issue={issue} /> : <p className="muted">{texts.readOnly}</p>}
      <Loaded query={activities} lines={6}>
        {({ records, previous, next }) => (
          <>
            <ol className={styles['activities']}>
              {records.map((entry) => (
                <Activity key={entry.id} organization={organization} issue={issue} entry={entry} />
              ))}
            </ol>
            <Pager previous={previous} next={next} onTurn={(to) => search.set({ cursor: to })} />
          </>
        )}
      </Loaded>
    </div>
  );
}

/** Returns a text that is kept in the browser's tab until it is removed. */
function useDraft(key: string): readonly [string, (text: string) => void] {
  const [draft, setDraft] = useState(() => {
    try {
      return sessionStorage.getItem(key) ?? '';
    } catch {
      return '';
    }
  });
  const change = (text: string): void => {
    setDraft(text);
    try {
      if (text === '') sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, text);
    } catch {
      // Browsers can forbid storage: the draft then lasts as long as the page.
      return;
    }
  };
  return [draft, change];
}

/** The box for a comment. Not an `OperationForm`: the box alone is the form, and its text outlives the page. */
function NewComment({ organization, issue }: IssueProps): ReactNode {
  const texts = useTexts(issueTexts).activity;
  const { state } = useLocation() as { readonly state: { readonly focus?: string } | null };
  const [draft, setDraft] = useDraft(`culprit-comment-${issue.id}`);
  const form = useRef<HTMLFormElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const create = useAction('createIssueComment', CHANGED);
  useShortcuts([{ key: 'c', label: texts.write, run: () => box.current?.focus() }]);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    create.run({ organization_slug: organization, issue_id: issue.id, body: { text: draft.trim() } }).then(
      () => {
        setDraft('');
        // The button that has the focus is disabled for an empty text.
        if (form.current?.contains(document.activeElement) === true) box.current?.focus();
      },
      () => undefined,
    );
  };
  return (
    <form ref={form} className="stack" style={{ gap: 'var(--space-2)' }} onSubmit={submit}>
      <Field label={texts.label} help={texts.help} errors={create.error?.fields['text']}>
        {(control) => (
          <textarea
            ref={box}
            className="input"
            maxLength={10_000}
            placeholder={texts.placeholder}
            // The key that leads here is pressed to write.
            autoFocus={state?.focus === 'comment'}
            value={draft}
            onChange={(event) => setDraft(event.currentTarget.value)}
            {...control}
          />
        )}
      </Field>
      {create.error !== null && create.error.fields['text'] === undefined && <ErrorNotice error={create.error} />}
      <div>
        <Button type="submit" isPending={create.isPending} disabled={draft.trim() === ''}>
          {texts.send}
        </Button>
      </div>
    </form>
  );
}

function Activity({
  organization,
  issue,
  entry,
}: IssueProps & { readonly entry: RecordOfList<'listIssueActivities'> }): ReactNode {
  const format = useFormat();
  const words = useTexts(issueTexts).activitySentences;
  const nameOf = useAssigneeNames(organization);
  const { text, dateEdited } = entry.data;
  return (
    <li className={styles['activity']}>
      <p>{activitySentence(entry, words, format, nameOf)}</p>
      <span className="muted small">
        <TimeAgo time={entry.dateCreated} />
        {typeof dateEdited === 'string' && (
          <>
            {' · '}
            {editorSentence(entry, words, nameOf)} <TimeAgo time={dateEdited} />
          </>
        )}
      </span>
      {entry.changeId !== undefined && (
        <UndoButton organization={organization} entry={entry} changeId={entry.changeId} />
      )}
      {entry.type === 'comment' && typeof text === 'string' && (
        <Comment organization={organization} issue={issue} entry={entry} text={text} />
      )}
    </li>
  );
}

/** The button that undoes the change of an entry, after it has said what that means. */
function UndoButton({
  organization,
  entry,
  changeId,
}: {
  readonly organization: string;
  readonly entry: RecordOfList<'listIssueActivities'>;
  readonly changeId: string;
}): ReactNode {
  const texts = useTexts(issueTexts).activity;
  const [isAsking, setAsking] = useState(false);
  const merged = mergedIssues(entry.data).map(({ shortId }) => shortId);
  if (!useMayDo('event:write', 'event:admin')) return null;
  return (
    <div className={`actions ${styles['fill'] ?? ''}`}>
      <Button size="small" onClick={() => setAsking(true)}>
        {texts.undo}
      </Button>
      {isAsking && (
        <ConfirmOperation
          title={texts.undoTitle}
          kind="primary"
          action={texts.undo}
          operation="undoIssueChange"
          given={{ organization_slug: organization, change_id: changeId }}
          outdated={OUTDATED_BY_MERGE}
          done={texts.undone}
          onClose={() => setAsking(false)}
        >
          <p>{merged.length === 0 ? texts.undoText : texts.undoMergeText(merged.join(', '), merged.length)}</p>
        </ConfirmOperation>
      )}
    </div>
  );
}

/** The text of a comment, which its author can change. */
function Comment({
  organization,
  issue,
  entry,
  text,
}: IssueProps & { readonly entry: RecordOfList<'listIssueActivities'>; readonly text: string }): ReactNode {
  const texts = useTexts(issueTexts).activity;
  const { member } = useSession();
  const isOwn = useMayDo('event:write', 'event:admin') && entry.user?.id === member.id;
  const mayChange = useMayDo('event:admin') || isOwn;
  const [edited, setEdited] = useState<string | null>(null);
  const [wasEdited, setWasEdited] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const update = useAction('updateIssueComment', CHANGED);
  const given = { organization_slug: organization, issue_id: issue.id, comment_id: entry.id };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (edited === null) return;
    update.run({ ...given, body: { text: edited.trim() } }).then(
      () => setEdited(null),
      () => undefined,
    );
  };
  if (edited !== null) {
    return (
      <form className={`stack ${styles['fill'] ?? ''}`} onSubmit={submit}>
        <textarea
          className="input"
          aria-label={texts.label}
          maxLength={10_000}
          autoFocus
          value={edited}
          onChange={(event) => setEdited(event.currentTarget.value)}
        />
        {update.error !== null && <ErrorNotice error={update.error} />}
        <div className="actions">
          <Button type="submit" size="small" isPending={update.isPending} disabled={edited.trim() === ''}>
            {texts.save}
          </Button>
          <Button size="small" kind="quiet" onClick={() => setEdited(null)}>
            {texts.cancel}
          </Button>
        </div>
      </form>
    );
  }
  return (
    <>
      <div className={styles['comment']}>{text}</div>
      {mayChange && (
        <div className={`actions ${styles['fill'] ?? ''}`}>
          <Button
            size="small"
            kind="quiet"
            // The form that was here had the focus.
            autoFocus={wasEdited}
            onClick={() => {
              setEdited(text);
              setWasEdited(true);
            }}
          >
            {texts.edit}
          </Button>
          <Button size="small" kind="quiet" onClick={() => setRemoving(true)}>
            {texts.remove}
          </Button>
        </div>
      )}
      {isRemoving && (
        <ConfirmOperation
          title={texts.removeTitle}
          action={texts.remove}
          operation="removeIssueComment"
          given={given}
          outdated={CHANGED}
          onClose={() => setRemoving(false)}
        >
          <p>{texts.removeText}</p>
        </ConfirmOperation>
      )}
    </>
  );
}
