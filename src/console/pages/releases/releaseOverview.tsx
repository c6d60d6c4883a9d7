import { Fragment, type ReactNode } from 'react';
import { ChartLegend, CountChart } from '../../components/charts';
import { Choice } from '../../components/controls';
import { EmptyState, Loaded } from '../../components/feedback';
import { Section } from '../../components/shell';
import { type TableColumn, DataTable } from '../../components/table';
import { TimeAgo, useFormat } from '../../components/time';
import { type DataOf, useList, useOperation } from '../../state/api';
import { pathOf, useSearchState } from '../../state/location';
import { Link } from '../../state/router';
import { useMayDo } from '../../state/session';
import { useTexts } from '../../state/texts';
import { releasesTexts } from '../../texts/releases';
import { substatusKind } from '../issue/substatusKind';
import { issuesOfRelease } from './releaseLinks';
import { CommitName, type ReleasePath } from './releaseParts';
import { ReleaseSessions } from './releaseSessions';
import { ReleaseVerdict } from './releaseVerdict';
import styles from './releases.module.css';

type ShownComparison = DataOf<'getReleaseComparison'>;
type ShownComparedIssue = ShownComparison['issues'][number];

/** The kinds of issues that a release may be guilty of, those that hurt most first. */
const KINDS = ['escalating', 'regressed', 'new'] as const;
const ORDERS = ['events', 'users'] as const;
/** Number of commits that are shown beside the issues. */
const MAX_COMMITS = 5;
/** Issues of the list of those with most events. */
const MAX_MOST = 25;

/** What a release changed: its events over time, its commits, and its issues against the release before. */
export function ReleaseOverview({ path }: { readonly path: ReleasePath }): ReactNode {
  const texts = useTexts(releasesTexts).releaseOverview;
  const comparison = useOperation('getReleaseComparison', path, { refetchInterval: 60_000 });
  const search = useSearchState();
  const order = ORDERS.find((one) => one === search.get('sort')) ?? 'events';
  return (
    <>
      <ReleaseVerdict path={path} />
      <ReleaseSessions path={path} />
      <Loaded query={comparison} lines={12}>
        {(data) => {
          const sorted = [...data.issues].sort((one, other) => other[order] - one[order] || other.events - one.events);
          return (
            <>
              {data.issues.length === 0 ? (
                <EmptyState title={texts.none}>
                  <p className="muted">{texts.noneHelp}</p>
                </EmptyState>
              ) : (
                <>
                  <Before path={path} comparison={data} />
                  <ReleaseChart path={path} stats={data.stats} />
                </>
              )}
              <LastCommits path={path} />
              {data.issues.length > 0 && (
                <>
                  <div className="actions">
                    <Choice
                      label={texts.order}
                      value={order}
                      options={ORDERS.map((value) => ({ value, label: texts.orders[value] }))}
                      onChange={(value) => search.set({ sort: value === 'events' ? null : value }, { replaces: true })}
                    />
                  </div>
                  {KINDS.map((kind) => (
                    <Issues
                      key={kind}
                      path={path}
                      title={`${texts[kind]} (${data.counts[kind]})`}
                      none={texts.noneOf[kind]}
                      issues={sorted.filter(({ kinds }) => kinds.includes(kind))}
                      {...(kind === 'new' && {
                        all: issuesOfRelease(path.organization_slug, 'firstRelease', path.version),
                      })}
                    />
                  ))}
                  <Issues
                    path={path}
                    title={texts.most}
                    issues={sorted.slice(0, MAX_MOST)}
                    all={issuesOfRelease(path.organization_slug, 'release', path.version)}
                  />
                </>
              )}
            </>
          );
        }}
      </Loaded>
    </>
  );
}

/** Names the releases with which the issues are compared. */
function Before({ path, comparison }: { readonly path: ReleasePath; readonly comparison: ShownComparison }): ReactNode {
  const texts = useTexts(releasesTexts).releaseOverview;
  const format = useFormat();
  const { projects, events, isSample } = comparison;
  return (
    <p>
      {texts.events(format.number(events))}{' '}
      {projects.map(({ slug, name, previousRelease }) => (
        <span key={slug}>
          {projects.length > 1 && `${name}: `}
          {previousRelease === null ? (
            texts.first
          ) : (
            <>
              {texts.before}{' '}
              <Link to={pathOf(path.organization_slug, 'releases', previousRelease.version)}>
                {previousRelease.version}
              </Link>
              .
            </>
          )}{' '}
        </span>
      ))}
      {isSample && <span className="muted">{texts.sample}</span>}
    </p>
  );
}

/** The events of the release, of the one before and of all others over time, with the deploys of the release. */
function ReleaseChart({
  path,
  stats,
}: {
  readonly path: ReleasePath;
  readonly stats: ShownComparison['stats'];
}): ReactNode {
  const texts = useTexts(releasesTexts).releaseOverview;
  const format = useFormat();
  const mayRead = useMayDo('project:read', 'project:write', 'project:admin', 'project:releases');
  const deploys = useOperation('listDeploys', mayRead ? path : null);
  const marks = (deploys.data ?? [])
    .map(({ environment, dateFinished }) => ({ seconds: Date.parse(dateFinished) / 1000, label: environment }))
    .sort((one, other) => one.seconds - other.seconds);
  const others = stats.all.map(([seconds = 0, count = 0], index) => {
    return [seconds, Math.max(0, count - (stats.release[index]?.[1] ?? 0) - (stats.previous[index]?.[1] ?? 0))];
  });
  const series = [
    { label: path.version, points: stats.release, color: '--accent' },
    { label: texts.previous, points: stats.previous, color: '--level-warning' },
    { label: texts.others, points: others, color: '--border-strong' },
  ].map(({ points, ...one }) => ({
    ...one,
    points: points.map(([seconds = 0, count = 0]) => [seconds, count] as const),
    total: points.reduce((sum, [, count = 0]) => sum + count, 0),
  }));
  const counts = series.map(({ label, total }) => `${label} ${format.number(total)}`).join(', ');
  return (
    <Section title={texts.chart}>
      <CountChart
        title={texts.chartTitle(counts)}
        series={series.map(({ label, points, color }) => ({ label, points, color }))}
        marks={marks}
        unit={texts.unit}
        pathTo={(start, end) => issuesOfRelease(path.organization_slug, 'release', path.version, { start, end })}
      />
      <ChartLegend series={series} />
      <p className="small muted">{texts.chartHelp}</p>
    </Section>
  );
}

/** The newest commits of the release: what may have caused its issues, and who made it. */
function LastCommits({ path }: { readonly path: ReleasePath }): ReactNode {
  const texts = useTexts(releasesTexts).releaseOverview;
  const mayRead = useMayDo('project:read', 'project:write', 'project:admin', 'project:releases');
  const commits = useList('listReleaseCommits', mayRead ? path : null).data?.records ?? [];
  if (commits.length === 0) return null;
  return (
    <Section
      title={texts.commits}
      actions={
        commits.length > MAX_COMMITS && (
          <Link to={pathOf(path.organization_slug, 'releases', path.version, 'commits')}>{texts.all}</Link>
        )
      }
    >
      <ul className="stack">
        {commits.slice(0, MAX_COMMITS).map(({ id, message, author, dateCreated, patchSet }) => (
          <li key={id} className={styles.commit}>
            <span>{message?.split('\n')[0] ?? id}</span>{' '}
            <span className="muted small">
              <CommitName name={id} />
              {author !== null && ` · ${author.name ?? author.email ?? ''}`}
              {dateCreated !== null && (
                <>
                  {' · '}
                  <TimeAgo time={dateCreated} />
                </>
              )}
              {patchSet.length > 0 && ` · ${patchSet.map((file) => file.path).join(', ')}`}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The name of an assignee; an address breaks only before its host. */
function AssigneeName({ name }: { readonly name: string }): ReactNode {
  const [mailbox = '', host] = name.split('@');
  return (
    <div className={styles.assignee}>
      {mailbox}
      {host !== undefined && (
        <>
          <wbr />@{host}
        </>
      )}
    </div>
  );
}

function Issues({
  path,
  title,
  none,
  issues,
  all,
}: {
  readonly path: ReleasePath;
  readonly title: string;
  /** Says that there is no such issue. */
  readonly none?: string;
  readonly issues: readonly ShownComparedIssue[];
  /** The address of the list of all of them. */
  readonly all?: string;
}): ReactNode {
  const texts = useTexts(releasesTexts).releaseOverview;
  const format = useFormat();
  const columns: readonly TableColumn<ShownComparedIssue>[] = [
    {
      heading: texts.issue,
      cell: ({ issue, kinds }) => (
        <>
          <Link to={pathOf(path.organization_slug, 'issues', issue.shortId)}>{issue.title}</Link>{' '}
          <span className="muted small nowrap">{issue.shortId}</span>
          {none === undefined &&
            kinds.map((kind) => (
              <Fragment key={kind}>
                {' '}
                <span className="badge" data-kind={substatusKind(kind)}>
                  {texts.badges[kind]}
                </span>
              </Fragment>
            ))}
          {issue.status !== 'unresolved' && (
            <>
              {' '}
              <span className="badge">{texts[issue.status]}</span>
            </>
          )}
        </>
      ),
    },
    {
      heading: texts.inRelease,
      kind: 'number',
      cell: ({ events, issue }) => texts.ofAll(format.number(events), format.number(Number(issue.count))),
    },
    { heading: texts.inPrevious, kind: 'number', cell: ({ previousEvents }) => format.number(previousEvents) },
    { heading: texts.users, kind: 'number', cell: ({ users }) => format.number(users) },
    {
      heading: texts.assignee,
      cell: ({ issue: { assignedTo } }) => assignedTo && <AssigneeName name={assignedTo.name} />,
    },
  ];
  return (
    <Section title={title} actions={all !== undefined && issues.length > 0 && <Link to={all}>{texts.all}</Link>}>
      {issues.length === 0 ? (
        <p className="muted">{none}</p>
      ) : (
        <DataTable label={title} columns={columns} rows={issues} keyOf={({ issue }) => issue.id} />
      )}
    </Section>
  );
}
