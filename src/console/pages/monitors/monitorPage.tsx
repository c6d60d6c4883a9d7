import { type ReactNode, useState } from 'react';
import { Button, Command } from '../../components/controls';
import { Loaded } from '../../components/feedback';
import { ConfirmOperation } from '../../components/overlays';
import { Page, Pager, Section } from '../../components/shell';
import { DataTable, type TableColumn } from '../../components/table';
import { TimeAgo, TimeUntil, useFormat } from '../../components/time';
import { useAction, useList, useOperation } from '../../state/api';
import { pathOf, useSearchState } from '../../state/location';
import { Link, useNavigate, useParams } from '../../state/router';
import { useMayDo } from '../../state/session';
import { useTexts } from '../../state/texts';
import { monitorsTexts } from '../../texts/monitors';
import { MonitorForm } from './monitorForm';
import styles from './monitors.module.css';
import { KINDS, Schedule, type ShownCheckIn, type ShownMonitor, Timelines } from './timeline';

const PER_PAGE = 60;
/** Milliseconds after which a monitor is read again. */
const RENEWED = 15_000;
const OUTDATED = ['getMonitor', 'listMonitors'] as const;

/** A monitor: its last runs, its check-ins, its configuration, and how a job reports to it. */
export default function MonitorPage(): ReactNode {
  const { organization = '', monitor: id = '' } = useParams();
  const search = useSearchState();
  const given = { organization_slug: organization, monitor_id_or_slug: id };
  const found = useOperation('getMonitor', given, { refetchInterval: RENEWED });
  const cursor = search.get('cursor');
  const checkIns = useList(
    'listCheckIns',
    { ...given, per_page: PER_PAGE, ...(cursor !== null && { cursor }) },
    { keepsPrevious: true, refetchInterval: RENEWED },
  );
  const isEdited = search.get('edit') !== null;
  return (
    <Loaded query={found} lines={8}>
      {(monitor) =>
        isEdited ? (
          <MonitorForm organization={organization} monitor={monitor} onClose={() => search.set({ edit: null })} />
        ) : (
          <Content organization={organization} monitor={monitor} onEdit={() => search.set({ edit: '1' })}>
            <CheckIns checkIns={checkIns} onTurn={(turned) => search.set({ cursor: turned })} monitor={monitor} />
          </Content>
        )
      }
    </Loaded>
  );
}

function Content({
  organization,
  monitor,
  onEdit,
  children,
}: {
  readonly organization: string;
  readonly monitor: ShownMonitor;
  readonly onEdit: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const texts = useTexts(monitorsTexts).monitorPage;
  const navigate = useNavigate();
  const mayWrite = useMayDo('alerts:write', 'org:write', 'org:admin', 'project:write', 'project:admin');
  const [isAsked, setAsked] = useState(false);
  const update = useAction('updateMonitor', OUTDATED);
  const given = { organization_slug: organization, monitor_id_or_slug: monitor.id };
  const mute = () => update.run({ ...given, body: { is_muted: !monitor.isMuted } }).catch(() => undefined);
  const actions = mayWrite && (
    <>
      <Button icon={monitor.isMuted ? 'bell' : 'mute'} onClick={() => void mute()}>
        {monitor.isMuted ? texts.unmute : texts.mute}
      </Button>
      <Button icon="settings" onClick={onEdit}>
        {texts.edit}
      </Button>
      <Button icon="trash" kind="danger" onClick={() => setAsked(true)}>
        {texts.remove}
      </Button>
    </>
  );
  const issues = `${pathOf(organization, 'issues')}?query=${encodeURIComponent(`issue.category:cron monitor.id:${monitor.id}`)}`;
  return (
    <Page title={monitor.name} actions={actions}>
      <div className="stack">
        {monitor.status === 'disabled' && <p className="notice">{texts.disabled}</p>}
        {monitor.isMuted && <p className="notice">{texts.muted}</p>}
        {monitor.environments.length === 0 && <p className="notice">{texts.waiting}</p>}
        <Environments organization={organization} monitor={monitor} mayWrite={mayWrite} />
        <p>
          <Link to={issues}>{texts.issues}</Link>
        </p>
        {children}
        <Configuration monitor={monitor} />
        <SetUp organization={organization} monitor={monitor} />
      </div>
      {isAsked && (
        <ConfirmOperation
          title={texts.remove}
          action={texts.remove}
          operation="removeMonitor"
          given={given}
          outdated={['listMonitors']}
          onDone={() => void navigate(pathOf(organization, 'monitors'))}
          onClose={() => setAsked(false)}
        >
          <p>{texts.removeHelp}</p>
        </ConfirmOperation>
      )}
    </Page>
  );
}

/**
 * The state of each environment, with the button that mutes it. The button stays enabled meanwhile: a disabled one
 * loses the focus, and asking twice for the same changes nothing.
 */
function Environments({
  organization,
  monitor,
  mayWrite,
}: {
  readonly organization: string;
  readonly monitor: ShownMonitor;
  readonly mayWrite: boolean;
}): ReactNode {
  const texts = useTexts(monitorsTexts).monitorPage;
  const { statuses } = useTexts(monitorsTexts);
  const update = useAction('updateMonitorEnvironment', OUTDATED);
  const mute = (environment: string, isMuted: boolean) =>
    update
      .run({ organization_slug: organization, monitor_id_or_slug: monitor.id, environment, body: { isMuted } })
      .catch(() => undefined);
  type Environment = ShownMonitor['environments'][number];
  const columns: readonly TableColumn<Environment>[] = [
    { heading: texts.environment, cell: ({ name }) => name },
    {
      heading: texts.status,
      cell: ({ status, activeIncident }) =>
        activeIncident === null ? (
          status === 'ok' ? (
            <span className="badge" data-kind="success">
              {statuses.ok}
            </span>
          ) : null
        ) : (
          <span className="badge" data-kind="danger">
            {texts.failingSince} <TimeAgo time={activeIncident.startingTimestamp} />
          </span>
        ),
    },
    {
      heading: texts.next,
      cell: ({ nextCheckIn }) => (nextCheckIn === null ? null : <TimeUntil time={nextCheckIn} />),
    },
    {
      heading: texts.mute,
      kind: 'actions',
      cell: ({ name, isMuted }) =>
        mayWrite ? (
          <Button
            size="small"
            aria-label={isMuted ? texts.unmuteEnvironment(name) : texts.muteEnvironment(name)}
            onClick={() => void mute(name, !isMuted)}
          >
            {isMuted ? texts.unmute : texts.mute}
          </Button>
        ) : null,
    },
  ];
  if (monitor.environments.length === 0) return null;
  return (
    <Section title={texts.environments}>
      <DataTable label={texts.environments} columns={columns} rows={monitor.environments} keyOf={({ name }) => name} />
    </Section>
  );
}

function CheckIns({
  monitor,
  checkIns,
  onTurn,
}: {
  readonly monitor: ShownMonitor;
  readonly checkIns: ReturnType<typeof useList<'listCheckIns'>>;
  readonly onTurn: (cursor: string) => void;
}): ReactNode {
  const texts = useTexts(monitorsTexts).monitorPage;
  const { statuses } = useTexts(monitorsTexts);
  const format = useFormat();
  const { organization = '' } = useParams();
  const columns: readonly TableColumn<ShownCheckIn>[] = [
    { heading: texts.time, cell: ({ dateAdded }) => format.dateTime(dateAdded) },
    { heading: texts.environment, cell: ({ environment }) => environment },
    {
      heading: texts.status,
      cell: ({ status }) => (
        <span className="badge" data-kind={KINDS[status]}>
          {statuses[status]}
        </span>
      ),
    },
    {
      heading: texts.duration,
      kind: 'number',
      cell: ({ duration }) => (duration === null ? null : format.span(duration)),
    },
    {
      heading: texts.expected,
      cell: ({ expectedTime }) => (expectedTime === null ? null : format.dateTime(expectedTime)),
    },
    {
      heading: texts.runIssues,
      cell: ({ traceId }) =>
        traceId === null ? null : (
          <Link to={`${pathOf(organization, 'issues')}?query=trace%3A${traceId}`}>{texts.issuesOfRun}</Link>
        ),
    },
  ];
  return (
    <Section title={texts.checkIns}>
      <Loaded query={checkIns} lines={6}>
        {({ records, previous, next }) =>
          records.length === 0 ? (
            <p className="muted">{texts.noCheckIns}</p>
          ) : (
            <div className="stack">
              <Timelines environments={monitor.environments.map(({ name }) => name)} checkIns={records} />
              <DataTable label={texts.checkIns} columns={columns} rows={records} keyOf={({ id }) => id} />
              <Pager previous={previous} next={next} onTurn={onTurn} />
            </div>
          )
        }
      </Loaded>
    </Section>
  );
}

function Configuration({ monitor: { config, owner, isUpserting } }: { readonly monitor: ShownMonitor }): ReactNode {
  const texts = useTexts(monitorsTexts).monitorPage;
  const format = useFormat();
  const minutes = (count: number) => texts.minutes(count, format.number(count));
  return (
    <Section title={texts.configuration}>
      {isUpserting && <p className="muted">{texts.upserting}</p>}
      <dl className={styles.facts}>
        <dt>{texts.schedule}</dt>
        <dd>
          <Schedule config={config} />
        </dd>
        <dt>{texts.timezone}</dt>
        <dd>{config.timezone}</dd>
        <dt>{texts.margin}</dt>
        <dd>{minutes(config.checkin_margin)}</dd>
        <dt>{texts.runtime}</dt>
        <dd>{minutes(config.max_runtime)}</dd>
        <dt>{texts.thresholds}</dt>
        <dd>{texts.opensAfter(config.failure_issue_threshold, config.recovery_threshold)}</dd>
        <dt>{texts.owner}</dt>
        <dd>{owner?.name ?? texts.nobody}</dd>
      </dl>
    </Section>
  );
}

/** The code with which a job reports its runs. */
function SetUp({
  organization,
  monitor: { slug, project },
}: {
  readonly organization: string;
  readonly monitor: ShownMonitor;
}): ReactNode {
  const texts = useTexts(monitorsTexts).monitorPage;
  const keys = useOperation('listProjectKeys', { organization_slug: organization, project_slug: project.slug });
  const key = keys.data?.find(({ isActive }) => isActive)?.public ?? 'PUBLIC_KEY';
  const url = `${location.origin}/api/${project.id}/cron/${slug}/${key}/`;
  const snippets = [
    [texts.shell, `./job.sh && status=ok || status=error\ncurl "${url}?status=$status"`],
    [texts.javascript, `await Sentry.withMonitor('${slug}', () => runJob());`],
    [texts.python, `with sentry_sdk.monitor(monitor_slug="${slug}"):\n    run_job()`],
  ] as const;
  return (
    <Section title={texts.setUp}>
      <p className="muted">{texts.setUpHelp}</p>
      {snippets.map(([name, code]) => (
        <div key={name}>
          <h3 className="small">{name}</h3>
          <Command text={code} />
        </div>
      ))}
    </Section>
  );
}
