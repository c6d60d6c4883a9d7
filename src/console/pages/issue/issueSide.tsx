import { Fragment, lazy, type ReactNode, Suspense } from 'react';
import { Button, Choice } from '../../components/controls';
import { stepOf } from '../../components/chartBars';
import { CountChart } from '../../components/charts';
import { Loaded, Loading } from '../../components/feedback';
import { Section } from '../../components/shell';
import { TextWithCode } from '../../components/textWithCode';
import { TimeAgo, useFormat } from '../../components/time';
import { useOperation } from '../../state/api';
import { type EventFilter, NO_FILTER, useEventFilter } from '../../state/eventFilter';
import { pathOf, useSearchState } from '../../state/location';
import { Link } from '../../state/router';
import { useTexts } from '../../state/texts';
import { issueTexts } from '../../texts/issue';
import { useReleases } from './choices';
import styles from './issuePage.module.css';
import { tagTerm } from './tagSearch';
import type { IssueProps } from './useIssueUpdate';

const IssueTickets = lazy(() => import('./issueTickets'));

/** Releases whose names stand below the chart, the last ones of the period. */
const MAX_NAMED = 4;

const PERIODS = ['24h', '14d', '90d'] as const;

/** Tags that say most about where an error happens come first; the others follow by name. */
const FIRST_TAGS = ['environment', 'release', 'user', 'browser', 'os', 'device', 'runtime', 'url', 'transaction'];

/** Since when, how often and for whom, in few words. */
export function IssueFacts({ organization, issue }: IssueProps): ReactNode {
  const texts = useTexts(issueTexts).issueSide;
  const format = useFormat();
  const search = useSearchState();
  const filter = useEventFilter();
  const { firstSeen, firstRelease, lastRelease, assignedTo } = issue;
  const { count, userCount, lastSeen } = useShownCounts(organization, issue);
  const number = (some: number | null, all: number): ReactNode => (
    <dd className={styles['big']}>
      {some === null ? '…' : format.number(some)}
      {some !== null && some !== all && <span className="small muted"> {texts.ofAll(format.number(all))}</span>}
    </dd>
  );
  const releaseLink = (release: typeof firstRelease): ReactNode =>
    release ? (
      <>
        {' '}
        <span className="muted">{texts.in}</span>{' '}
        <Link to={pathOf(organization, 'releases', release.version)}>{release.shortVersion}</Link>
      </>
    ) : null;
  return (
    <dl className={styles['facts']} aria-label={texts.about}>
      {filter.isActive && (
        <div className={styles['filter']}>
          <dt>{texts.filter}</dt>
          <dd>
            <FilterText {...filter.given} />{' '}
            <Button size="small" onClick={() => search.set(NO_FILTER)}>
              {texts.allEvents}
            </Button>
          </dd>
        </div>
      )}
      <div>
        <dt>{texts.events}</dt>
        {number(count, Number(issue.count))}
      </div>
      <div>
        <dt>{texts.users}</dt>
        {number(userCount, issue.userCount)}
      </div>
      <div>
        <dt>{texts.lastSeen}</dt>
        <dd>
          {lastSeen === null ? <span className="muted">…</span> : <TimeAgo time={lastSeen} />}
          {lastSeen === issue.lastSeen && releaseLink(lastRelease)}
        </dd>
      </div>
      <div>
        <dt>{texts.firstSeen}</dt>
        <dd>
          <TimeAgo time={firstSeen} />
          {releaseLink(firstRelease)}
        </dd>
      </div>
      <div>
        <dt>{texts.assignee}</dt>
        <dd>{assignedTo?.name ?? <span className="muted">{texts.nobody}</span>}</dd>
      </div>
    </dl>
  );
}

/** The numbers of an issue that its page shows; null while they are read. */
interface ShownCounts {
  readonly count: number | null;
  readonly userCount: number | null;
  readonly lastSeen: string | null;
}

/** Returns the numbers of the events that the filter of the list matches; of all events without a filter. */
function useShownCounts(organization: string, issue: IssueProps['issue']): ShownCounts {
  const filter = useEventFilter();
  const { data } = useOperation(
    'getIssue',
    filter.isActive
      ? { organization_slug: organization, issue_id: issue.id, collapse: ['stats'], ...filter.given }
      : null,
    { refetchInterval: 15_000 },
  );
  if (!filter.isActive) return { ...issue, count: Number(issue.count) };
  const { count, userCount, lastSeen } = data?.filtered ?? {};
  return {
    count: count === undefined ? null : Number(count),
    userCount: userCount ?? null,
    lastSeen: lastSeen ?? null,
  };
}

/** Names the environments and the time to which the list was narrowed. */
export function FilterText({ environment = [], statsPeriod, start, end }: EventFilter['given']): ReactNode {
  const texts = useTexts(issueTexts).issueSide;
  const format = useFormat();
  const parts = [...environment];
  if (statsPeriod !== undefined) parts.push(texts.last(statsPeriod));
  if (start !== undefined && end !== undefined) parts.push(format.period(start, end));
  else if (start !== undefined) parts.push(texts.from(format.dateTime(start)));
  else if (end !== undefined) parts.push(texts.until(format.dateTime(end)));
  return <span>{parts.join(', ')}</span>;
}

/** How often, for how many and when last, on one line. */
export function IssueCounts({ organization, issue }: IssueProps): ReactNode {
  const texts = useTexts(issueTexts).issueSide;
  const format = useFormat();
  const { count, userCount, lastSeen } = useShownCounts(organization, issue);
  const short = (number: number | null): string => (number === null ? '…' : format.shortNumber(number));
  return (
    <span className={styles['counts']}>
      <span>
        {texts.events} <strong>{short(count)}</strong>
      </span>
      <span>
        {texts.users} <strong>{short(userCount)}</strong>
      </span>
      <span>
        {texts.lastSeen} {lastSeen === null ? '…' : <TimeAgo time={lastSeen} />}
      </span>
    </span>
  );
}

/** The chart, the tickets, the tags and the releases of an issue. */
export function IssuePanels(props: IssueProps): ReactNode {
  return (
    <>
      <IssueChart {...props} />
      <Suspense fallback={<Loading lines={2} />}>
        <IssueTickets {...props} />
      </Suspense>
      <TopTags {...props} />
      <Releases {...props} />
    </>
  );
}

const HOUR = 3_600_000;
/** Hours beyond which a chart has a bar for each day, and hours that it has at most. */
const [MAX_HOURS, MAX_LENGTH] = [48, 90 * 24];

/**
 * Returns the time that the chart shows: the one that the address names, or else a period of the chart's own; `period`
 * is null for a time that the chart does not offer.
 */
function chartTime(
  { start, end, statsPeriod }: EventFilter['given'],
  chosen: string | null,
): {
  readonly period: (typeof PERIODS)[number] | null;
  readonly counted: { statsPeriod?: string; start?: string; end?: string; interval: '1h' | '1d' };
} {
  if (start !== undefined || end !== undefined) {
    const until = end === undefined ? Date.now() : Date.parse(end);
    const hours = start === undefined ? 24 : (until - Date.parse(start)) / HOUR;
    const from = hours > MAX_LENGTH ? new Date(until - MAX_LENGTH * HOUR).toISOString() : start;
    const time = { ...(from !== undefined && { start: from }), ...(end !== undefined && { end }) };
    return { period: null, counted: { ...time, interval: hours > MAX_HOURS ? '1d' : '1h' } };
  }
  const period = PERIODS.find((one) => one === (chosen ?? statsPeriod));
  if (period === undefined && chosen === null && /^[0-9]+h$/.test(statsPeriod ?? ''))
    return { period: null, counted: { ...(statsPeriod !== undefined && { statsPeriod }), interval: '1h' } };
  const shown = period ?? '14d';
  return { period: shown, counted: { statsPeriod: shown, interval: shown === '24h' ? '1h' : '1d' } };
}

function IssueChart({ organization, issue }: IssueProps): ReactNode {
  const texts = useTexts(issueTexts).issueSide;
  const format = useFormat();
  const search = useSearchState();
  const filter = useEventFilter();
  const { period, counted } = chartTime(filter.given, search.get('period'));
  const stats = useOperation(
    'getIssueStats',
    { organization_slug: organization, issue_id: issue.id, ...counted, ...filter.environments },
    { keepsPrevious: true, refetchInterval: 60_000 },
  );
  const eventsPath = pathOf(organization, 'issues', issue.shortId, 'events');
  const releases = useReleases(organization, issue.project.id);
  const marks = releases.map(({ version, shortVersion, dateReleased, dateCreated }) => ({
    seconds: Date.parse(dateReleased ?? dateCreated) / 1000,
    label: shortVersion,
    version,
  }));
  return (
    <Section
      title={texts.chart}
      actions={
        <Choice
          label={texts.period}
          value={period}
          options={PERIODS.map((value) => ({ value, label: value }))}
          onChange={(value) => search.set({ period: value, start: null, end: null, cursor: null }, { replaces: true })}
        />
      }
    >
      <div className={styles['chart']}>
        <Loaded query={stats} lines={6}>
          {(points) => {
            const pairs = points.map(([seconds = 0, count = 0]) => [seconds, count] as const);
            const first = pairs[0]?.[0] ?? 0;
            const visibleMarks = marks
              .filter(({ seconds }) => seconds >= first && seconds < first + pairs.length * stepOf(pairs))
              .sort((one, other) => one.seconds - other.seconds);
            const total = pairs.reduce((sum, [, count]) => sum + count, 0);
            const last = (pairs.at(-1)?.[0] ?? first) + stepOf(pairs);
            const shownTime = format.period(first * 1000, last * 1000);
            return (
              <>
                <CountChart
                  title={texts.chartTitle(period === null ? shownTime : texts[period], format.number(total))}
                  series={[{ label: texts.events, points: pairs, color: '--accent' }]}
                  marks={visibleMarks.map(({ seconds, label }) => ({ seconds, label }))}
                  unit={texts.unit}
                  height={150}
                  pathTo={(start, end) => {
                    const names = (filter.environments.environment ?? []).map((name) => ['environment', name]);
                    return `${eventsPath}?${new URLSearchParams([['start', start], ['end', end], ...names]).toString()}`;
                  }}
                />
                {visibleMarks.length > 0 && (
                  <p className="small muted">
                    {texts.marks}{' '}
                    {visibleMarks.slice(-MAX_NAMED).map(({ version, label, seconds }, index) => (
                      <Fragment key={version}>
                        {index > 0 && ', '}
                        <Link to={pathOf(organization, 'releases', version)}>{label}</Link> (
                        {format.date(seconds * 1000)})
                      </Fragment>
                    ))}
                  </p>
                )}
              </>
            );
          }}
        </Loaded>
      </div>
    </Section>
  );
}

function rankOf(key: string): number {
  const rank = FIRST_TAGS.indexOf(key);
  return rank === -1 ? FIRST_TAGS.length : rank;
}

function TopTags({ organization, issue }: IssueProps): ReactNode {
  const texts = useTexts(issueTexts).issueSide;
  const format = useFormat();
  const filter = useEventFilter();
  const tags = useOperation(
    'listIssueTags',
    { organization_slug: organization, issue_id: issue.id, ...filter.environments },
    { staleTime: 60_000 },
  );
  const tagsPath = pathOf(organization, 'issues', issue.shortId, 'tags');
  return (
    <Section title={texts.tags} actions={<Link to={filter.addTo(tagsPath)}>{texts.allTags}</Link>}>
      <Loaded query={tags} lines={8}>
        {(tags) => {
          const [counted] = tags;
          if (counted === undefined) return <p className="muted">{texts.noTags}</p>;
          const sorted = [...tags].sort((one, other) => rankOf(one.key) - rankOf(other.key));
          const number = format.number(counted.countedEvents);
          return (
            <>
              <p className="small muted">{counted.isSample ? texts.sample(number) : texts.counted(number)}</p>
              <dl className={styles['tagList']}>
                {sorted.slice(0, 10).map(({ key, topValues, uniqueValues }) => (
                  <div key={key}>
                    <dt className="small muted">{key}</dt>
                    {topValues.slice(0, 3).map(({ value, share }) => (
                      <dd key={value}>
                        <TagShare organization={organization} issue={issue} name={key} value={value} share={share} />
                      </dd>
                    ))}
                    {uniqueValues > 3 && (
                      <dd className="small">
                        <Link to={filter.addTo(`${tagsPath}?key=${encodeURIComponent(key)}`)}>
                          {texts.more(format.number(uniqueValues - Math.min(3, topValues.length)))}
                        </Link>
                      </dd>
                    )}
                  </div>
                ))}
              </dl>
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}

/** A value of a tag with its share as a bar. It leads to the events that have it. */
export function TagShare({
  organization,
  issue,
  name,
  value,
  share,
}: IssueProps & { readonly name: string; readonly value: string; readonly share: number }): ReactNode {
  const texts = useTexts(issueTexts).issueSide;
  const format = useFormat();
  const term = tagTerm(name, value);
  const filter = useEventFilter();
  const events = pathOf(organization, 'issues', issue.shortId, 'events');
  return (
    <Link
      className={styles['share']}
      to={filter.addTo(`${events}?query=${encodeURIComponent(term)}`)}
      title={texts.searchValue(term)}
    >
      <span className={styles['shareBar']} style={{ width: `${100 * Math.min(1, share)}%` }} aria-hidden="true" />
      <span className="clip">{value === '' ? '""' : value}</span>
      <span className="numeric">{format.percent(share)}</span>
    </Link>
  );
}

function Releases({ organization, issue }: IssueProps): ReactNode {
  const texts = useTexts(issueTexts).issueSide;
  const format = useFormat();
  const releases = useOperation(
    'listIssueReleases',
    { organization_slug: organization, issue_id: issue.id, per_page: 5 },
    { staleTime: 60_000 },
  );
  return (
    <Section title={texts.releases}>
      <Loaded query={releases} lines={3}>
        {(releases) =>
          releases.length === 0 ? (
            <p className="muted">
              <TextWithCode text={texts.noReleases} />
            </p>
          ) : (
            <ul className={styles['releases']}>
              {releases.map(({ version, count, lastSeen }) => (
                <li key={version}>
                  <Link className="clip" to={pathOf(organization, 'releases', version)} title={version}>
                    {version}
                  </Link>
                  <span className="numeric">{format.number(count)}</span>
                  <span className="muted numeric">
                    <TimeAgo time={lastSeen} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}
