import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '../../components/controls';
import { EmptyState, Loaded } from '../../components/feedback';
import { SearchRow } from '../../components/searchField';
import { Page, Pager } from '../../components/shell';
import { TimeAgo } from '../../components/time';
import { type RecordOfList, useList, useOperation } from '../../state/api';
import { importLater } from '../../state/later';
import { pathOf, useSearchState } from '../../state/location';
import { Link, useLocation, useParams } from '../../state/router';
import { useMayDo } from '../../state/session';
import { useTexts } from '../../state/texts';
import { feedbackTexts } from '../../texts/feedback';
import { useIssueUpdate } from '../issue/useIssueUpdate';
import styles from './feedbackPage.module.css';

const IssueAttachments = lazy(async () => ({
  default: (await importLater(() => import('../issue/eventAttachments'))).IssueAttachments,
}));
const AssignPicker = lazy(() => import('../issue/assignPicker'));

type FeedbackIssue = RecordOfList<'listOrganizationIssues'>;

/** The folders by their names in the address, with the term that finds what is in them. */
const FOLDERS = { inbox: 'is:unresolved', resolved: 'is:resolved', spam: 'is:ignored' } as const;
type Folder = keyof typeof FOLDERS;

/** Returns the folder that feedback is in. */
export function folderOf({ status }: Pick<FeedbackIssue, 'status'>): Folder {
  if (status === 'resolved') return 'resolved';
  return status === 'ignored' ? 'spam' : 'inbox';
}

const PER_PAGE = 25;

/** What people wrote about the applications of an organization: a list beside the one that is read. */
export default function FeedbackPage(): ReactNode {
  const texts = useTexts(feedbackTexts).feedbackPage;
  const { organization = '' } = useParams();
  const search = useSearchState();
  const asked = search.get('folder') ?? 'inbox';
  const folder: Folder = asked in FOLDERS ? (asked as Folder) : 'inbox';
  const words = search.get('query') ?? '';
  const cursor = search.get('cursor');
  const opened = search.get('feedback');
  const issues = useList(
    'listOrganizationIssues',
    {
      organization_slug: organization,
      query: `issue.category:feedback ${FOLDERS[folder]} ${words}`.trim(),
      sort: 'new',
      per_page: PER_PAGE,
      ...(cursor !== null && { cursor }),
    },
    { keepsPrevious: true },
  );
  const listed = issues.data?.records.find(({ id }) => id === opened);
  const isElsewhere = opened !== null && issues.isSuccess && listed === undefined;
  // A link may lead to feedback that is on another page of the list, or that was put into another folder since.
  const other = useOperation('getIssue', isElsewhere ? { organization_slug: organization, issue_id: opened } : null);
  const { key } = useLocation();
  const [movedAt, setMovedAt] = useState<string | null>(null);
  // Who moves feedback out of the folder on the screen has done with it.
  const isDone = movedAt === key && search.get('folder') !== null;
  const isMeant = other.data?.issueCategory === 'feedback' && !isDone;
  const shown = listed ?? (isElsewhere && isMeant ? other.data : undefined);
  return (
    <Page title={texts.title} place={texts.title}>
      <nav className="tabs" aria-label={texts.folders}>
        {(Object.keys(FOLDERS) as Folder[]).map((name) => (
          <Link
            key={name}
            className="tab"
            to={`${pathOf(organization, 'feedback')}?folder=${name}`}
            aria-current={name === folder ? 'page' : undefined}
          >
            {texts[name]}
          </Link>
        ))}
      </nav>
      <SearchRow
        label={texts.search}
        help={texts.searchHelp}
        button={texts.find}
        value={words}
        onSearch={(query) => search.set({ query, cursor: null, feedback: null })}
      />
      <Loaded query={issues} lines={8}>
        {({ records, previous, next }) => {
          if (records.length === 0 && shown === undefined)
            return (
              <EmptyState title={texts.none}>
                <p>{texts.noneHelp}</p>
              </EmptyState>
            );
          return (
            <div className={styles['layout']} data-open={shown !== undefined}>
              <div className={styles['side']}>
                <ul className={styles['list']} aria-label={texts.list}>
                  {records.map((issue) => (
                    <li key={issue.id}>
                      <Entry issue={issue} folder={folder} words={words} cursor={cursor} isShown={issue === shown} />
                    </li>
                  ))}
                </ul>
                <Pager
                  previous={previous}
                  next={next}
                  onTurn={(turned) => search.set({ cursor: turned, feedback: null })}
                />
              </div>
              {shown === undefined ? (
                <p className="muted">{texts.choose}</p>
              ) : (
                <ReadingPane key={shown.id} organization={organization} issue={shown} onMove={() => setMovedAt(key)} />
              )}
            </div>
          );
        }}
      </Loaded>
    </Page>
  );
}

/** Returns the name of who wrote feedback, else their address. */
function useAuthor({ metadata }: FeedbackIssue): string {
  const texts = useTexts(feedbackTexts).feedbackPage;
  return metadata?.name ?? metadata?.contact_email ?? texts.anonymous;
}

/** Feedback in a list, with a link that opens it on this page. */
export function Entry({
  issue,
  folder,
  words,
  cursor,
  isShown,
}: {
  readonly issue: FeedbackIssue;
  readonly folder: Folder;
  readonly words: string;
  readonly cursor: string | null;
  readonly isShown: boolean;
}): ReactNode {
  const texts = useTexts(feedbackTexts).feedbackPage;
  const { organization = '' } = useParams();
  const author = useAuthor(issue);
  const search = new URLSearchParams({ folder, feedback: issue.id });
  if (words !== '') search.set('query', words);
  if (cursor !== null) search.set('cursor', cursor);
  return (
    <Link
      className={styles['entry']}
      to={`${pathOf(organization, 'feedback')}?${search.toString()}`}
      aria-current={isShown ? 'true' : undefined}
    >
      <span className={styles['who']}>
        <strong>{author}</strong>
        <span className="small muted">
          <TimeAgo time={issue.firstSeen} />
        </span>
      </span>
      <span className={styles['lines']}>{issue.metadata?.message ?? issue.title}</span>
      <span className={styles['who']}>
        <span className="small muted">{issue.project.name}</span>
        {issue.metadata?.associated_event_id != null && <span className="badge">{texts.linked}</span>}
      </span>
    </Link>
  );
}

interface ReadFeedback {
  readonly organization: string;
  readonly issue: FeedbackIssue;
  /** Called before the reader puts it into another folder. */
  readonly onMove: () => void;
}

function ReadingPane({ organization, issue, onMove }: ReadFeedback): ReactNode {
  const texts = useTexts(feedbackTexts).feedbackPage;
  const search = useSearchState();
  const author = useAuthor(issue);
  const { metadata, assignedTo, project } = issue;
  const address = metadata?.contact_email ?? null;
  const errorIssue = metadata?.associated_issue_id ?? null;
  return (
    <article className={styles['pane']} aria-label={author}>
      <p className={styles['back']}>
        <Button size="small" icon="arrowLeft" onClick={() => search.set({ feedback: null })}>
          {texts.back}
        </Button>
      </p>
      <header>
        <h2>{author}</h2>
        <p className="small muted">
          {address !== null && <a href={`mailto:${encodeURIComponent(address)}`}>{texts.answer(address)}</a>}{' '}
          <TimeAgo time={issue.firstSeen} />
          {assignedTo !== null && ` · ${texts.assignedTo(assignedTo.name)}`}
        </p>
      </header>
      <Actions organization={organization} issue={issue} onMove={onMove} />
      <p className={styles['message']}>{metadata?.message ?? issue.title}</p>
      <Suspense>
        <IssueAttachments organization={organization} issue={issue} />
      </Suspense>
      <dl className="definitions">
        <dt>{texts.project}</dt>
        <dd>
          <Link to={pathOf(organization, 'projects', project.slug)}>{project.name}</Link>
        </dd>
        {errorIssue !== null && (
          <>
            <dt>{texts.error}</dt>
            <dd>
              <Link to={pathOf(organization, 'issues', errorIssue)}>{texts.openError}</Link>
            </dd>
          </>
        )}
      </dl>
      <p>
        <Link to={pathOf(organization, 'issues', issue.id)}>{texts.details}</Link>
      </p>
    </article>
  );
}

function Actions({ organization, issue, onMove }: ReadFeedback): ReactNode {
  const texts = useTexts(feedbackTexts).feedbackPage;
  const mayWrite = useMayDo('event:write', 'event:admin');
  const { update, isPending } = useIssueUpdate(organization);
  const [isAssigning, setAssigning] = useState(false);
  if (!mayWrite) return null;
  const { id, status } = issue;
  const change = (to: 'resolved' | 'unresolved' | 'ignored', done: string) => (): void => {
    onMove();
    void update(id, { status: to }, done);
  };
  const assign = (
    <Button icon="user" isPending={isPending}>
      {texts.assign}
    </Button>
  );
  return (
    <div className="row">
      {status === 'resolved' ? (
        <Button icon="arrowLeft" isPending={isPending} onClick={change('unresolved', texts.isReopened)}>
          {texts.reopen}
        </Button>
      ) : (
        <Button kind="primary" icon="check" isPending={isPending} onClick={change('resolved', texts.isResolved)}>
          {texts.resolve}
        </Button>
      )}
      {status === 'ignored' ? (
        <Button icon="mute" isPending={isPending} onClick={change('unresolved', texts.isNoSpam)}>
          {texts.noSpam}
        </Button>
      ) : (
        <Button icon="mute" isPending={isPending} onClick={change('ignored', texts.isSpam)}>
          {texts.markSpam}
        </Button>
      )}
      <Suspense fallback={assign}>
        <AssignPicker
          organization={organization}
          button={assign}
          isOpen={isAssigning}
          onOpenChange={setAssigning}
          onAssign={(assignee, label) =>
            void update(id, { assignedTo: assignee }, assignee === null ? texts.unassigned : texts.assigned(label))
          }
        />
      </Suspense>
    </div>
  );
}
