import type { ReactNode } from 'react';
import { Loaded } from '../../components/feedback';
import { Section } from '../../components/shell';
import { type TableColumn, DataTable } from '../../components/table';
import { useFormat } from '../../components/time';
import { type DataOf, useOperation } from '../../state/api';
import { pathOf } from '../../state/location';
import { Link } from '../../state/router';
import { useTexts } from '../../state/texts';
import { releasesTexts } from '../../texts/releases';
import type { ReleasePath } from './releaseParts';
import styles from './releases.module.css';

type ShownVerdict = DataOf<'getReleaseVerdict'>;
type VerdictOfProject = ShownVerdict['projects'][number];
type ShownReason = VerdictOfProject['reasons'][number];
type ShownRate = NonNullable<VerdictOfProject['errorRate']>;

const MINUTE_MS = 60_000;
const KINDS = { good: 'success', bad: 'danger', unknown: 'warning' } as const;

/** Whether the release is good in each of its projects, and why. */
export function ReleaseVerdict({ path }: { readonly path: ReleasePath }): ReactNode {
  const texts = useTexts(releasesTexts).releaseVerdict;
  const verdict = useOperation('getReleaseVerdict', path, { refetchInterval: 60_000 });
  return (
    <Loaded query={verdict} lines={6}>
      {(data) =>
        data.projects.length > 0 && (
          <Section title={texts.title} actions={<Mark verdict={data.verdict} />}>
            {data.projects.map((project) => (
              <Judged key={project.id} path={path} project={project} isOnly={data.projects.length === 1} />
            ))}
          </Section>
        )
      }
    </Loaded>
  );
}

function Mark({ verdict }: Pick<ShownVerdict, 'verdict'>): ReactNode {
  const texts = useTexts(releasesTexts).releaseVerdict;
  return (
    <span className="badge" data-kind={KINDS[verdict]}>
      {texts.verdicts[verdict]}
    </span>
  );
}

function Judged({
  path: { organization_slug: organization },
  project,
  isOnly,
}: {
  readonly path: ReleasePath;
  readonly project: VerdictOfProject;
  /** True if the release has no other project, so that its name says nothing. */
  readonly isOnly: boolean;
}): ReactNode {
  const texts = useTexts(releasesTexts).releaseVerdict;
  const { name, verdict, baseline, reasons, errorRate } = project;
  const columns: readonly TableColumn<ShownReason>[] = [
    { heading: texts.reason, cell: ({ type }) => texts.types[type] },
    { heading: texts.verdict, cell: (reason) => <Mark verdict={reason.verdict} /> },
    {
      heading: texts.why,
      cell: (reason) => (
        <>
          <Why reason={reason} rate={errorRate} />
          {reason.issues.map(({ id, shortId, title }) => (
            <div key={id} className={styles['commit']}>
              <Link to={pathOf(organization, 'issues', shortId)}>{title}</Link>{' '}
              <span className="muted small nowrap">{shortId}</span>
            </div>
          ))}
        </>
      ),
    },
  ];
  return (
    <>
      <p>
        {!isOnly && (
          <>
            <strong>{name}</strong> <Mark verdict={verdict} />{' '}
          </>
        )}
        {baseline === null ? (
          texts.noBaseline
        ) : (
          <>
            {texts.against} <Link to={pathOf(organization, 'releases', baseline.version)}>{baseline.version}</Link>
          </>
        )}
      </p>
      <DataTable label={`${texts.title}: ${name}`} columns={columns} rows={reasons} keyOf={({ type }) => type} />
    </>
  );
}

/** Says a reason in a sentence. */
function Why({ reason, rate }: { readonly reason: ShownReason; readonly rate: ShownRate | null }): ReactNode {
  const texts = useTexts(releasesTexts).releaseVerdict;
  const format = useFormat();
  const { type, cause, value, limit } = reason;
  if (type === 'exposure')
    return value === null
      ? texts.causes.noData
      : texts.used(format.span(value * MINUTE_MS), format.span(limit * MINUTE_MS));
  const counted =
    type === 'errorRate'
      ? rate && <Rate rate={rate} />
      : texts.counted(format.number(value ?? 0), format.number(limit));
  const isPlain = cause === 'within' || cause === 'above';
  return (
    <>
      {counted} {!isPlain && texts.causes[cause]}
    </>
  );
}

/** The rates of both releases, and the interval of their ratio. */
function Rate({
  rate: { unit, release, baseline, ratio, lower, upper, maxRatio },
}: {
  readonly rate: ShownRate;
}): ReactNode {
  const texts = useTexts(releasesTexts).releaseVerdict;
  const format = useFormat();
  const short = (number: number) => format.number(Number(number.toPrecision(3)));
  const rateOf = ({ rate }: ShownRate['release']) =>
    unit === 'session' ? texts.perSession(format.percent(rate)) : texts.perHour(short(rate));
  return (
    <>
      {texts.rates(rateOf(release), rateOf(baseline))}
      {ratio !== null && upper !== null && (
        <> {texts.ratio(short(ratio), short(lower), short(upper), short(maxRatio))}</>
      )}
    </>
  );
}
