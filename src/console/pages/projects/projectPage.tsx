import { Fragment, type ReactNode, useState } from 'react';
import { ChartLegend, CountChart, ShareBar } from '../../components/charts';
import { Choice, LinkButton } from '../../components/controls';
import { Loaded } from '../../components/feedback';
import { Page, Section } from '../../components/shell';
import { TimeAgo, useFormat } from '../../components/time';
import { type DataOf, useOperation } from '../../state/api';
import { pathOf, useSearchState } from '../../state/location';
import { Link, useParams } from '../../state/router';
import { useTexts } from '../../state/texts';
import { projectsTexts } from '../../texts/projects';
import { SESSION_SUMS, useCrashFreeFigures } from '../releases/releaseSessions';
import { releaseTerm } from '../releases/releaseTerm';
import { Onboarding } from './onboarding';
import { type OutcomeCounts, OUTCOMES, outcomeSeries } from './outcomeSeries';
import styles from './projects.module.css';

interface ProjectProps {
  readonly organization: string;
  readonly project: DataOf<'getProject'>;
}

/** A project: how to send its first error, and afterwards the outcomes of its events, and its sessions. */
export default function ProjectPage(): ReactNode {
  const texts = useTexts(projectsTexts).projectPage;
  const { organization = '', project: slug = '' } = useParams();
  const project = useOperation('getProject', { organization_slug: organization, project_slug: slug });
  // The instructions stay until the reader leaves, so that the link to the first issue is not taken away.
  const [wasEmpty, setWasEmpty] = useState(false);
  const isEmpty = project.data?.firstEvent === null;
  if (isEmpty && !wasEmpty) setWasEmpty(true);
  return (
    <Page
      title={project.data?.name ?? texts.title}
      actions={
        <LinkButton icon="settings" to={pathOf(organization, 'projects', slug, 'settings')}>
          {texts.settings}
        </LinkButton>
      }
    >
      <Loaded query={project} lines={12}>
        {(data) =>
          data.firstEvent === null || wasEmpty ? (
            <Onboarding organization={organization} project={data} />
          ) : (
            <>
              <Outcomes organization={organization} project={data} />
              <Sessions organization={organization} project={data} />
              <Issues organization={organization} project={data} />
              <About organization={organization} project={data} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

const PERIODS = ['24h', '14d', '90d'] as const;

function readPeriod(search: ReturnType<typeof useSearchState>): (typeof PERIODS)[number] {
  return PERIODS.find((one) => one === search.get('statsPeriod')) ?? '14d';
}

function Outcomes({ organization, project }: ProjectProps): ReactNode {
  const texts = useTexts(projectsTexts).projectPage;
  const format = useFormat();
  const search = useSearchState();
  const period = readPeriod(search);
  const outcomes = useOperation(
    'getProjectOutcomes',
    {
      organization_slug: organization,
      project_slug: project.slug,
      statsPeriod: period,
      interval: period === '24h' ? '1h' : '1d',
    },
    { keepsPrevious: true, refetchInterval: 60_000 },
  );
  return (
    <Section
      title={texts.outcomes}
      actions={
        <Choice
          label={texts.period}
          value={period}
          options={PERIODS.map((value) => ({ value, label: texts[value] }))}
          onChange={(value) => search.set({ statsPeriod: value === '14d' ? null : value })}
        />
      }
    >
      <Loaded query={outcomes} lines={8}>
        {(data) => {
          const { series, totals } = outcomeSeries(data, texts);
          const counts = OUTCOMES.map(({ name }) => `${texts[name]} ${format.number(totals[name])}`).join(', ');
          return (
            <>
              <CountChart
                title={texts.chart(counts)}
                series={series}
                unit={texts.unit}
                pathTo={(start, end) => {
                  const list = new URLSearchParams({ project: project.slug, query: '', start, end });
                  return `${pathOf(organization, 'issues')}?${list.toString()}`;
                }}
              />
              <ChartLegend
                series={OUTCOMES.map(({ name, color }) => ({ label: texts[name], color, total: totals[name] }))}
              />
              {data.clientDiscards.length > 0 && <ClientDiscards discards={data.clientDiscards} />}
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}

/** The shares of sessions and users without a crash in the period; nothing for a project without sessions. */
function Sessions({ organization, project: { slug, latestRelease } }: ProjectProps): ReactNode {
  const period = readPeriod(useSearchState());
  const request = {
    organization_slug: organization,
    project: [slug],
    statsPeriod: period,
    interval: period === '24h' ? '1h' : '1d',
    includeSeries: '0' as const,
  };
  const settings = { keepsPrevious: true } as const;
  const all = useOperation('getOrganizationSessionStats', { ...request, field: SESSION_SUMS }, settings);
  const totals = all.data?.groups[0]?.totals ?? {};
  const sessions = totals['sum(session)'] ?? 0;
  const latest = useOperation(
    'getOrganizationSessionStats',
    sessions === 0 || latestRelease === null
      ? null
      : { ...request, query: releaseTerm('release', latestRelease.version), field: ['sum(session)'] },
    settings,
  );
  const texts = useTexts(projectsTexts).projectPage;
  const figures = useCrashFreeFigures(totals);
  if (sessions === 0) return null;
  const ofLatest = latest.data?.groups[0]?.totals?.['sum(session)'];
  return (
    <Section title={texts.sessions}>
      <dl className="definitions">
        {figures.map(([heading, value]) => (
          <Fragment key={heading}>
            <dt>{heading}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
        {latestRelease !== null && (
          <>
            <dt>{texts.adoption}</dt>
            <dd>
              <Link to={pathOf(organization, 'releases', latestRelease.version)}>{latestRelease.version}</Link>{' '}
              {latest.data !== undefined && <ShareBar share={(ofLatest ?? 0) / sessions} label={texts.adoption} />}
            </dd>
          </>
        )}
      </dl>
    </Section>
  );
}

/** What SDKs dropped before they sent it, most first. The names are those that SDKs use. */
function ClientDiscards({ discards }: { readonly discards: OutcomeCounts['clientDiscards'] }): ReactNode {
  const texts = useTexts(projectsTexts).projectPage;
  const format = useFormat();
  const sorted = discards.toSorted((a, b) => b.totals['sum(quantity)'] - a.totals['sum(quantity)']);
  return (
    <>
      <h3>{texts.discarded}</h3>
      <p className="muted small">{texts.discardedHelp}</p>
      <dl className="definitions">
        {sorted.map(({ by: { reason, category }, totals }) => (
          <Fragment key={`${reason} ${category}`}>
            <dt>
              <code>{reason}</code> <span className="muted">{category}</span>
            </dt>
            <dd>{format.number(totals['sum(quantity)'])}</dd>
          </Fragment>
        ))}
      </dl>
    </>
  );
}

/** Issues that each list shows. */
const SHOWN_ISSUES = 5;

function Issues({ organization, project }: ProjectProps): ReactNode {
  const texts = useTexts(projectsTexts).projectPage;
  return (
    <>
      <IssueList
        organization={organization}
        project={project}
        title={texts.unresolved}
        query="is:unresolved"
        none={texts.noUnresolved}
      />
      <IssueList
        organization={organization}
        project={project}
        title={texts.fresh}
        query="is:unresolved firstSeen:-24h"
        none={texts.noFresh}
      />
    </>
  );
}

function IssueList({
  organization,
  project,
  title,
  query,
  none,
}: ProjectProps & { readonly title: string; readonly query: string; readonly none: string }): ReactNode {
  const texts = useTexts(projectsTexts).projectPage;
  const format = useFormat();
  const issues = useOperation('listIssues', {
    organization_slug: organization,
    project_slug: project.slug,
    query,
    per_page: SHOWN_ISSUES,
  });
  const list = new URLSearchParams({ project: project.slug, query, statsPeriod: 'all' });
  return (
    <Section
      title={title}
      actions={<Link to={`${pathOf(organization, 'issues')}?${list.toString()}`}>{texts.allOf}</Link>}
    >
      <Loaded query={issues} lines={SHOWN_ISSUES}>
        {(records) =>
          records.length === 0 ? (
            <p className="muted">{none}</p>
          ) : (
            <ul className="stack">
              {records.map(({ id, title: text, count, lastSeen }) => (
                <li key={id} className={styles.wrap}>
                  <Link to={pathOf(organization, 'issues', id)}>{text}</Link>{' '}
                  <span className="muted small">
                    {texts.events(format.number(Number(count)))} · <TimeAgo time={lastSeen} />
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

function About({ organization, project }: ProjectProps): ReactNode {
  const texts = useTexts(projectsTexts).projectPage;
  const format = useFormat();
  const { days, events } = project.retention;
  const kept = [
    ...(days > 0 ? [texts.days(format.number(days))] : []),
    ...(events > 0 ? [texts.newest(format.number(events))] : []),
  ];
  return (
    <Section title={texts.about}>
      <dl className="definitions">
        <dt>{texts.platform}</dt>
        <dd>{project.platform ?? texts.none}</dd>
        <dt>{texts.created}</dt>
        <dd>{format.date(project.dateCreated)}</dd>
        {project.firstEvent !== null && (
          <>
            <dt>{texts.firstEvent}</dt>
            <dd>{format.dateTime(project.firstEvent)}</dd>
          </>
        )}
        <dt>{texts.latest}</dt>
        <dd>
          {project.latestRelease === null ? (
            texts.none
          ) : (
            <Link to={pathOf(organization, 'releases', project.latestRelease.version)}>
              {project.latestRelease.version}
            </Link>
          )}
        </dd>
        <dt>{texts.retention}</dt>
        <dd>{kept.length === 0 ? texts.forever : kept.join(', ')}</dd>
        <dt>{texts.keys}</dt>
        <dd>
          <Link to={pathOf(organization, 'projects', project.slug, 'settings', 'keys')}>{texts.manageKeys}</Link>
        </dd>
        <dt>{texts.sourceMaps}</dt>
        <dd>
          <Link to={pathOf(organization, 'projects', project.slug, 'source-maps')}>{texts.uploads}</Link>
        </dd>
      </dl>
    </Section>
  );
}
