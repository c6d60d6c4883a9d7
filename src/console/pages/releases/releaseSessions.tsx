import type { ReactNode } from 'react';
import { ChartLegend, CountChart, ShareBar } from '../../components/charts';
import { EmptyState, Loaded } from '../../components/feedback';
import { Section } from '../../components/shell';
import { useFormat } from '../../components/time';
import { type DataOf, useOperation } from '../../state/api';
import { useTexts } from '../../state/texts';
import { releasesTexts } from '../../texts/releases';
import { issuesOfRelease } from './releaseLinks';
import type { ReleasePath } from './releaseParts';
import { releaseTerm } from './releaseTerm';
import styles from './releases.module.css';

/** The statuses of sessions, from the best to the worst, with the colors of the chart. */
const STATUSES = [
  ['healthy', '--success'],
  ['errored', '--level-warning'],
  ['unhandled', '--level-info'],
  ['abnormal', '--level-fatal'],
  ['crashed', '--level-error'],
] as const;

/** Time for which the page shows sessions. */
const PERIOD = { statsPeriod: '14d', interval: '1d' } as const;

/** The numbers of sessions from which `useCrashFreeFigures` reads. */
export const SESSION_SUMS = ['sum(session)', 'count_unique(user)', 'crash_free_rate(session)', 'crash_free_rate(user)'];

type SessionTotals = Readonly<Record<string, number | null>>;
type Figure = readonly [heading: string, value: ReactNode];

/** Returns the shares of sessions and users without a crash, each with the number of which it is a share. */
export function useCrashFreeFigures(totals: SessionTotals): readonly Figure[] {
  const texts = useTexts(releasesTexts).releaseSessions;
  const format = useFormat();
  const rate = (name: 'session' | 'user', of: string): ReactNode => {
    const share = totals[`crash_free_rate(${name})`] ?? null;
    return share === null ? texts.noUsers : `${format.percent(share)} ${of}`;
  };
  return [
    [texts.crashFreeSessions, rate('session', texts.ofSessions(format.number(totals['sum(session)'] ?? 0)))],
    [texts.crashFreeUsers, rate('user', texts.ofUsers(format.number(totals['count_unique(user)'] ?? 0)))],
  ];
}

/** The sessions of a release: shares without a crash, its adoption, and the sessions by status over time. */
export function ReleaseSessions({ path }: { readonly path: ReleasePath }): ReactNode {
  const texts = useTexts(releasesTexts).releaseSessions;
  const { organization_slug, version } = path;
  const request = { organization_slug, query: releaseTerm('release', version), ...PERIOD };
  const sums = useOperation('getOrganizationSessionStats', {
    ...request,
    field: SESSION_SUMS,
  });
  const byStatus = useOperation('getOrganizationSessionStats', {
    ...request,
    field: ['sum(session)'],
    groupBy: ['session.status'],
  });
  return (
    <Section title={texts.title}>
      <Loaded query={sums} lines={3}>
        {({ groups: [all] }) =>
          (all?.totals?.['sum(session)'] ?? 0) === 0 ? (
            <EmptyState title={texts.none}>
              <p className="muted">{texts.noneHelp}</p>
              <pre>{`Sentry.init({ dsn: …, release: '${version}' })`}</pre>
            </EmptyState>
          ) : (
            <>
              <SessionFigures path={path} totals={all?.totals ?? {}} />
              <Loaded query={byStatus} lines={6}>
                {(data) => <SessionChart path={path} stats={data} />}
              </Loaded>
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

/** The shares of sessions and users without a crash, and the adoption. */
function SessionFigures({ path, totals }: { readonly path: ReleasePath; readonly totals: SessionTotals }): ReactNode {
  const texts = useTexts(releasesTexts).releaseSessions;
  const format = useFormat();
  const release = useOperation('getRelease', { ...path, health: '1', adoptionStages: '1' });
  const health = release.data?.projects.flatMap(({ healthData }) => healthData ?? []) ?? [];
  const [recent, ofAll] = (['totalSessions24h', 'totalProjectSessions24h'] as const).map((name) =>
    health.reduce((sum, one) => sum + one[name], 0),
  ) as [number, number];
  const stages = Object.entries(release.data?.adoptionStages ?? {});
  const figures: readonly Figure[] = [
    ...useCrashFreeFigures(totals),
    [texts.recent, format.number(recent)],
    [texts.adoption, ofAll === 0 ? null : <ShareBar share={recent / ofAll} label={texts.adoption} />],
    [
      texts.stages,
      stages.length === 0
        ? null
        : stages.map(([name, { stage }]) => (
            <div key={name}>
              {name === '' ? texts.noEnvironment : name}: {texts.stage[stage]}
            </div>
          )),
    ],
  ];
  return (
    <dl className={styles.figures}>
      {figures.map(
        ([heading, value]) =>
          value !== null && (
            <div key={heading}>
              <dt>{heading}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function SessionChart({
  path: { organization_slug, version },
  stats,
}: {
  readonly path: ReleasePath;
  readonly stats: DataOf<'getOrganizationSessionStats'>;
}): ReactNode {
  const texts = useTexts(releasesTexts).releaseSessions;
  const format = useFormat();
  const series = STATUSES.map(([status, color]) => {
    const group = stats.groups.find(({ by }) => by['session.status'] === status);
    const counts = group?.series?.['sum(session)'] ?? [];
    const points = stats.intervals.map((start, index) => [Date.parse(start) / 1000, counts[index] ?? 0] as const);
    return { label: texts.statuses[status], color, points, total: group?.totals?.['sum(session)'] ?? 0 };
  });
  const counts = series.map(({ label, total }) => `${label} ${format.number(total)}`).join(', ');
  return (
    <>
      <CountChart
        title={texts.chartTitle(counts)}
        series={series.map(({ label, points, color }) => ({ label, points, color }))}
        unit={texts.unit}
        pathTo={(start, end) => issuesOfRelease(organization_slug, 'release', version, { start, end })}
      />
      <ChartLegend series={series} />
    </>
  );
}
