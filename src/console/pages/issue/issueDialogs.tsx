import { type ReactNode, useDeferredValue, useId, useState } from 'react';
import schema from 'virtual:schema/IssueStatusUpdate';
import { Button, TextField } from '../../components/controls';
import { Loaded } from '../../components/feedback';
import { OperationForm } from '../../components/operationForm';
import { ConfirmOperation, Dialog } from '../../components/overlays';
import type { OwnControl } from '../../components/schemaField';
import { useFormat } from '../../components/time';
import { useOperation } from '../../state/api';
import { pathOf } from '../../state/location';
import { useNavigate } from '../../state/router';
import { useTexts } from '../../state/texts';
import { issueTexts } from '../../texts/issue';
import { useReleases } from './choices';
import type { ShownIssue } from './eventParts';
import styles from './issuePage.module.css';
import { type IssueEdit, type IssueProps, OUTDATED, useIssueUpdate } from './useIssueUpdate';

export type EditDetails = NonNullable<IssueEdit['statusDetails']>;
export type DialogName = 'release' | 'commit' | 'ignore' | 'merge' | 'remove';

const DETAILS = schema.properties ?? {};
const COMMIT = DETAILS['inCommit'];

/** Numbers of events or users as the form has them. */
interface IgnoreValues {
  readonly what: 'events' | 'users';
  readonly count: string;
  readonly window: string;
}

interface IssueDialogProps extends IssueProps {
  readonly onClose: () => void;
}

/** The dialog that asks for more than a menu of an issue says. */
export default function IssueDialog({
  dialog,
  onResolve,
  onIgnore,
  ...props
}: IssueDialogProps & {
  readonly dialog: DialogName;
  readonly onResolve: (details: EditDetails) => void;
  readonly onIgnore: (details: EditDetails) => void;
}): ReactNode {
  const texts = useTexts(issueTexts).issueDialogs;
  const { onClose, issue } = props;
  switch (dialog) {
    case 'merge':
      return (
        <Dialog title={texts.merge(issue.shortId)} isOpen onClose={onClose}>
          <MergeChoice {...props} />
        </Dialog>
      );
    case 'ignore':
      return <IgnoreDialog onIgnore={onIgnore} onClose={onClose} />;
    case 'remove':
      return <RemoveDialog {...props} />;
    default:
      return <ResolveDialog {...props} kind={dialog} onResolve={onResolve} />;
  }
}

/** Asks for the release or the commit that resolves an issue. */
function ResolveDialog({
  kind,
  organization,
  issue,
  onResolve,
  onClose,
}: IssueDialogProps & {
  readonly kind: 'release' | 'commit';
  readonly onResolve: (details: EditDetails) => void;
}): ReactNode {
  const texts = useTexts(issueTexts).issueDialogs;
  const resolve = (details: EditDetails): Promise<void> => {
    onClose();
    onResolve(details);
    return Promise.resolve();
  };
  return (
    <Dialog title={kind === 'commit' ? texts.inCommit : texts.inRelease} isOpen onClose={onClose}>
      {kind === 'release' ? (
        <OperationForm
          fields={{
            version: (control) => <VersionField {...control} organization={organization} issue={issue} />,
          }}
          values={{ version: '' }}
          action={texts.resolve}
          onSubmit={({ version }) => resolve({ inRelease: version.trim() })}
        />
      ) : (
        <OperationForm
          schema={COMMIT}
          fields={{
            commit: { label: texts.commit, help: texts.commitHelp },
            repository: { label: texts.repository, help: texts.repositoryHelp },
          }}
          values={{ commit: '', repository: '' }}
          action={texts.resolve}
          onSubmit={({ commit, repository }) => {
            const name = repository.trim();
            return resolve({ inCommit: { commit: commit.trim(), ...(name !== '' && { repository: name }) } });
          }}
        />
      )}
    </Dialog>
  );
}

/** A field for a version, which offers the newest releases of the project. */
function VersionField({ organization, issue, value, errors, onChange }: OwnControl<string> & IssueProps): ReactNode {
  const texts = useTexts(issueTexts).issueDialogs;
  const listId = useId();
  const releases = useReleases(organization, issue.project.id);
  return (
    <>
      <TextField
        label={texts.release}
        help={texts.releaseHelp}
        errors={errors}
        list={listId}
        required
        maxLength={DETAILS['inRelease']?.maxLength}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id={listId}>
        {releases.map((release) => (
          <option key={release.id} value={release.version} />
        ))}
      </datalist>
    </>
  );
}

/** Asks until when an issue is ignored, by numbers of events or users. */
function IgnoreDialog({
  onIgnore,
  onClose,
}: Pick<IssueDialogProps, 'onClose'> & { readonly onIgnore: (details: EditDetails) => void }): ReactNode {
  const texts = useTexts(issueTexts).issueDialogs;
  const ignore = ({ what, count, window }: IgnoreValues): Promise<void> => {
    const minutes = window === '' ? undefined : Number(window);
    onClose();
    onIgnore(
      what === 'events'
        ? { ignoreCount: Number(count), ...(minutes !== undefined && { ignoreWindow: minutes }) }
        : { ignoreUserCount: Number(count), ...(minutes !== undefined && { ignoreUserWindow: minutes }) },
    );
    return Promise.resolve();
  };
  return (
    <Dialog title={texts.ignore} isOpen onClose={onClose}>
      <OperationForm<IgnoreValues>
        fields={({ what, window }) => ({
          what: {
            label: texts.what,
            options: [
              { value: 'events', label: texts.whatEvents },
              { value: 'users', label: texts.whatUsers },
            ],
          },
          // Users are counted within minutes up to a thousand.
          count: {
            label: texts.count,
            type: 'number',
            min: 1,
            max: what === 'users' && window !== '' ? 1000 : DETAILS['ignoreCount']?.maximum,
            required: true,
          },
          window: {
            label: texts.window,
            help: texts.windowHelp,
            type: 'number',
            min: 1,
            max: DETAILS['ignoreWindow']?.maximum,
          },
        })}
        values={{ what: 'events', count: '100', window: '' }}
        action={texts.ignoreAction}
        onSubmit={ignore}
      />
    </Dialog>
  );
}

/** Asks for the issue that an issue is merged into. */
function MergeChoice({ organization, issue, onClose }: IssueDialogProps): ReactNode {
  const texts = useTexts(issueTexts).issueDialogs;
  const format = useFormat();
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const text = useDeferredValue(search.trim());
  const { mergeInto, isPending } = useIssueUpdate(organization);
  const candidates = useOperation(
    'listIssues',
    { organization_slug: organization, project_slug: issue.project.slug, query: text, per_page: 20 },
    { keepsPrevious: true },
  );
  const merge = async (other: ShownIssue): Promise<void> => {
    const isDone = await mergeInto(issue, other.id, texts.merged(issue.shortId, other.shortId));
    if (!isDone) return;
    onClose();
    void navigate(pathOf(organization, 'issues', other.shortId), { replace: true });
  };
  return (
    <>
      <p>{texts.mergeHelp}</p>
      <TextField
        label={texts.search}
        type="search"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Loaded query={candidates}>
        {(issues) => {
          const others = issues.filter(({ id }) => id !== issue.id);
          if (others.length === 0) return <p className="muted">{texts.none}</p>;
          return (
            <ul className={styles['choices']}>
              {others.map((other) => (
                <li key={other.id} className={styles['choice']}>
                  <div className={styles['choiceText']}>
                    <p className="clip">{other.title}</p>
                    <p className="muted small">
                      {other.shortId} · {texts.events(format.number(Number(other.count)))}
                    </p>
                  </div>
                  <Button
                    size="small"
                    icon="merge"
                    disabled={isPending}
                    aria-label={texts.mergeInto(other.shortId)}
                    onClick={() => void merge(other)}
                  >
                    {other.shortId}
                  </Button>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </>
  );
}

/** Asks whether an issue is removed. */
function RemoveDialog({ organization, issue, onClose }: IssueDialogProps): ReactNode {
  const texts = useTexts(issueTexts).issueDialogs;
  const format = useFormat();
  const navigate = useNavigate();
  return (
    <ConfirmOperation
      title={texts.removeTitle(issue.shortId)}
      action={texts.removeAction}
      operation="removeIssue"
      given={{ organization_slug: organization, issue_id: issue.id }}
      outdated={OUTDATED.filter((name) => name.startsWith('listI') || name.startsWith('listO'))}
      done={texts.removed(issue.shortId)}
      onDone={() => void navigate(pathOf(organization, 'issues'))}
      onClose={onClose}
    >
      <p className="clip">{issue.title}</p>
      <p>{texts.removeText(format.number(Number(issue.count)))}</p>
      <p className="muted">{texts.removeAdvice}</p>
    </ConfirmOperation>
  );
}
