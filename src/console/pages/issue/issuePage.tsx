import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Button, CopyButton, LinkButton } from '../../components/controls';
import { EmptyState, ErrorNotice, Loading } from '../../components/feedback';
import { useLevelName } from '../../components/levelName';
import { Page, PageTabs } from '../../components/shell';
import { useFormat } from '../../components/time';
import { useAction, useList, useAgreement, useOperation, useShownError } from '../../state/api';
import { type EventFilter, useEventFilter } from '../../state/eventFilter';
import { pathOf } from '../../state/location';
import { PHONE, useMedia } from '../../state/media';
import { Link, Navigate, useLocation, useNavigate, useParams } from '../../state/router';
import { useMayDo } from '../../state/session';
import { useShortcuts } from '../../state/shortcuts';
import { useTexts } from '../../state/texts';
import { issueTexts } from '../../texts/issue';
import { IssueActivities } from './activity';
import { EventsTab } from './eventsTab';
import { EventView, STACK_ID } from './eventView';
import { IssueActions } from './issueActions';
import { issueMarkdown } from './issueMarkdown';
import type { ShownIssue } from './eventParts';
import { NeighbourLinks, useIssueNeighbours } from './issueNeighbours';
import styles from './issuePage.module.css';
import { IssueCounts, IssueFacts, IssuePanels } from './issueSide';
import { StatusBadge } from './issueStatus';
import { GroupingTab, TagsTab } from './issueTabs';
import type { IssueProps } from './useIssueUpdate';
import { LongText } from './valueTree';

const AlertsTab = lazy(() => import('./alertsTab'));
const AttachmentsTab = lazy(() => import('./attachmentsTab'));
const FeedbackTab = lazy(() => import('../feedback/feedbackTab'));

/** Screens that have room for the details beside the event. The event comes first there, also for the keyboard. */
const WIDE = '(width >= 64rem)';

/** Milliseconds after which new events are looked for. */
const POLL = 15_000;

/** The page of an issue: its details, one of its events, and its actions. */
export default function IssuePage(): ReactNode {
  const texts = useTexts(issueTexts).issuePage;
  const { organization = '', issue: given = '', event, tab } = useParams();
  const { search } = useLocation();
  const query = useOperation(
    'getIssue',
    { organization_slug: organization, issue_id: given, collapse: ['stats'] },
    { refetchInterval: POLL },
  );
  const { data: issue, refetch } = query;
  const error = useShownError(query);
  if (issue !== undefined && given !== issue.id && given !== issue.shortId) {
    // The issue of the address was merged into this one.
    const rest = event === undefined ? [tab ?? ''] : ['events', event];
    return (
      <Navigate
        to={pathOf(organization, 'issues', issue.shortId, ...rest.filter((part) => part !== '')) + search}
        replace
      />
    );
  }
  if (issue === undefined || error?.status === 404) {
    return (
      <Page title={error?.status === 404 ? texts.missing : texts.issue}>
        {error === null ? (
          <Loading lines={12} />
        ) : error.status === 404 ? (
          <EmptyState title={texts.missing}>
            <p>{texts.missingText}</p>
            <LinkButton to={pathOf(organization, 'issues')}>{texts.toIssues}</LinkButton>
          </EmptyState>
        ) : (
          <ErrorNotice error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    );
  }
  return (
    <>
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      <IssueView key={issue.id} organization={organization} issue={issue} chosen={event} tab={tab ?? 'event'} />
    </>
  );
}

interface ViewProps extends IssueProps {
  /** The event that the address names, if any. */
  readonly chosen: string | undefined;
  readonly tab: string;
}

function IssueView({ organization, issue, chosen, tab }: ViewProps): ReactNode {
  const texts = useTexts(issueTexts).issuePage;
  const { search } = useLocation();
  const navigate = useNavigate();
  const isWide = useMedia(WIDE);
  const neighbours = useIssueNeighbours(issue.id);
  const mayWrite = useMayDo('event:write', 'event:admin');
  // The tabs use the form of the id in the address, so that the present tab is marked.
  const { issue: given = issue.shortId } = useParams();
  const base = pathOf(organization, 'issues', given);
  const filter = useEventFilter();
  const event = useShownEvent(organization, issue, chosen, filter);
  const eventError = useShownError(event);
  useSeenMark(organization, issue);
  useAgreement(`${issue.status} ${issue.count}`, [
    ...(['getIssueStats', 'listIssueReleases', 'listIssueActivities', 'listIssueTickets'] as const),
  ]);
  useShortcuts(
    mayWrite && tab !== 'activity'
      ? [
          {
            key: 'c',
            label: texts.comment,
            run: () => void navigate(filter.addTo(`${base}activity/`), { state: { focus: 'comment' } }),
          },
        ]
      : [],
  );
  const shownEvent = event.error?.status === 404 ? undefined : event.data;
  const permanent = pathOf(organization, 'issues', issue.shortId);
  const permalink =
    location.origin + (shownEvent === undefined ? permanent : `${permanent}events/${shownEvent.eventID}/`);
  const markdown = shownEvent === undefined ? undefined : () => issueMarkdown(issue, shownEvent, permalink);
  const side = <Side key="side" organization={organization} issue={issue} />;
  const main = (
    <div key="main" className={styles['main']}>
      <div>
        <PageTabs
          label={texts.parts}
          tabs={[
            { to: filter.addTo(chosen === undefined ? base : `${base}events/${chosen}/`), text: texts.event },
            {
              to: filter.addTo(`${base}activity/`),
              text: `${texts.activity}${issue.numComments > 0 ? ` (${issue.numComments})` : ''}`,
            },
            { to: filter.addTo(`${base}events/`), text: texts.events },
            { to: filter.addTo(`${base}attachments/`), text: texts.attachments },
            { to: filter.addTo(`${base}tags/`), text: texts.tags },
            { to: filter.addTo(`${base}hashes/`), text: texts.hashes },
            { to: filter.addTo(`${base}alerts/`), text: texts.alerts },
            ...(issue.issueCategory === 'error'
              ? [{ to: filter.addTo(`${base}feedback/`), text: texts.feedback(issue.userReportCount ?? 0) }]
              : []),
          ]}
        />
        <NewerEvents organization={organization} issue={issue} />
      </div>
      {tab === 'activity' ? (
        <IssueActivities organization={organization} issue={issue} />
      ) : tab === 'events' ? (
        <EventsTab organization={organization} issue={issue} />
      ) : tab === 'attachments' ? (
        <Suspense fallback={<Loading lines={8} />}>
          <AttachmentsTab organization={organization} issue={issue} />
        </Suspense>
      ) : tab === 'tags' ? (
        <TagsTab organization={organization} issue={issue} />
      ) : tab === 'hashes' ? (
        <GroupingTab organization={organization} issue={issue} />
      ) : tab === 'alerts' ? (
        <Suspense fallback={<Loading lines={8} />}>
          <AlertsTab organization={organization} issue={issue} />
        </Suspense>
      ) : tab === 'feedback' ? (
        <Suspense fallback={<Loading lines={6} />}>
          <FeedbackTab organization={organization} issue={issue} />
        </Suspense>
      ) : event.error?.status === 404 ? (
        <EmptyState title={chosen === undefined ? texts.noEvents : texts.eventMissing}>
          <p>{chosen === undefined ? texts.noEventsText : texts.eventMissingText}</p>
          {chosen !== undefined && <LinkButton to={`${base}events/latest/${search}`}>{texts.newest}</LinkButton>}
        </EmptyState>
      ) : (
        <>
          {eventError !== null && <ErrorNotice error={eventError} onRetry={() => void event.refetch()} />}
          {event.data !== undefined ? (
            <EventView organization={organization} issue={issue} event={event.data} chosen={chosen} />
          ) : (
            eventError === null && <Loading lines={16} />
          )}
        </>
      )}
    </div>
  );
  return (
    <Page
      title={`${issue.shortId} ${issue.title.slice(0, 120)}`}
      heading={<Heading issue={issue} />}
      actions={neighbours !== null && <NeighbourLinks {...neighbours} />}
      place={issue.id}
    >
      {tab === 'event' && shownEvent !== undefined && (
        <a className="button skip-link" href={`#${STACK_ID}`}>
          {texts.skip}
        </a>
      )}
      <IssueMeta organization={organization} issue={issue} />
      <div className={`actions ${styles['actions'] ?? ''}`}>
        <IssueActions
          organization={organization}
          issue={issue}
          neighbours={neighbours}
          permalink={permalink}
          markdown={markdown}
        />
      </div>
      <div className={styles['layout']}>{isWide ? [main, side] : [side, main]}</div>
    </Page>
  );
}

/**
 * Reads the event that the address names; without one, the newest that the filter of the list matches, or else the one
 * that says most.
 */
function useShownEvent(organization: string, { id }: ShownIssue, chosen: string | undefined, filter: EventFilter) {
  const issue = { organization_slug: organization, issue_id: id };
  const isFiltered = filter.isActive && chosen === undefined;
  const matching = useList('listIssueEvents', isFiltered ? { ...issue, per_page: 1, ...filter.given } : null, {
    staleTime: 60_000,
  });
  const shown = chosen ?? (isFiltered ? matching.data?.records[0]?.eventID : undefined) ?? 'recommended';
  return useOperation('getIssueEvent', matching.isLoading ? null : { ...issue, event_id: shown }, {
    ...{ keepsPrevious: true, staleTime: 60_000 },
  });
}

/** Marks the issue as seen once it is shown, and again after it was reopened. */
function useSeenMark(organization: string, { id, hasSeen }: ShownIssue): void {
  const { run } = useAction('updateIssue', ['listIssues', 'listOrganizationIssues']);
  useEffect(() => {
    if (hasSeen) return;
    // A failed request is repeated when the page is opened again.
    run({ organization_slug: organization, issue_id: id, body: { hasSeen: true } }).catch(() => undefined);
  }, [run, organization, id, hasSeen]);
}

/** The title of an issue: the type of the exception, and its value, which folds if it is long. */
function Heading({ issue: { type, title } }: { readonly issue: ShownIssue }): ReactNode {
  const [, name, value] = (type === 'error' ? /^(\S+): (.*)$/s.exec(title) : null) ?? [];
  if (name === undefined || value === undefined) return <LongText text={title} limit={200} />;
  return (
    <>
      {name}{' '}
      <span className={styles['headingValue']}>
        <LongText text={value} limit={200} />
      </span>
    </>
  );
}

function IssueMeta({ organization, issue }: IssueProps): ReactNode {
  const texts = useTexts(issueTexts).issuePage;
  const levelName = useLevelName();
  const { level, shortId, project, culprit } = issue;
  return (
    <div className={styles['meta']}>
      <StatusBadge issue={issue} />
      <span className={styles['level']} data-level={level}>
        {levelName(level)}
      </span>
      <CopyButton text={shortId} label={shortId} kind="quiet" />
      <Link to={pathOf(organization, 'projects', project.slug)}>{project.slug}</Link>
      {culprit !== null && <span className={`muted ${styles['culprit'] ?? ''}`}>{culprit}</span>}
      <span className="hidden-text">{texts.issue}</span>
    </div>
  );
}

/**
 * The details of the issue beside the event. Narrow screens have them above, and their larger parts folded; phones have
 * the counts alone.
 */
function Side({ organization, issue }: IssueProps): ReactNode {
  const texts = useTexts(issueTexts).issuePage;
  const isWide = useMedia(WIDE);
  const isPhone = useMedia(PHONE);
  const [isOpen, setOpen] = useState(false);
  const facts = <IssueFacts organization={organization} issue={issue} />;
  const panels = <IssuePanels organization={organization} issue={issue} />;
  return (
    <aside className={styles['side']} aria-label={texts.about}>
      {!isPhone && facts}
      {isWide ? (
        panels
      ) : (
        <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary className={styles['more']}>
            {isPhone && <IssueCounts organization={organization} issue={issue} />}
            <span className={isPhone ? 'hidden-text' : undefined}>{texts.more}</span>
          </summary>
          {isOpen && (
            <div className="stack">
              {isPhone && facts}
              {panels}
            </div>
          )}
        </details>
      )}
    </aside>
  );
}

/** Says that events arrived since the page was opened, and leads to the newest. */
function NewerEvents({ organization, issue }: IssueProps): ReactNode {
  const texts = useTexts(issueTexts).issuePage;
  const format = useFormat();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const count = Number(issue.count);
  const [seenCount, setSeenCount] = useState(count);
  const showNewest = (): void => {
    setSeenCount(count);
    void queries.invalidateQueries({ queryKey: ['getIssueEvent'] });
    void navigate(pathOf(organization, 'issues', issue.shortId, 'events', 'latest'));
  };
  return (
    <div aria-live="polite">
      {count > seenCount && (
        <div className={styles['newer']}>
          <span title={format.number(count)}>{texts.newer(count - seenCount)}</span>
          <Button size="small" onClick={showNewest}>
            {texts.show}
          </Button>
        </div>
      )}
    </div>
  );
}
