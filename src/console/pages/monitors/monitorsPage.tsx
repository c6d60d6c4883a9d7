import type { ReactNode } from 'react';
import { Button } from '../../components/controls';
import { EmptyState, Loaded } from '../../components/feedback';
import { Page, Pager } from '../../components/shell';
import { DataTable, type TableColumn } from '../../components/table';
import { TimeUntil } from '../../components/time';
import { useList } from '../../state/api';
import { pathOf, useSearchState } from '../../state/location';
import { Link, useNavigate, useParams } from '../../state/router';
import { useMayDo } from '../../state/session';
import { useTexts } from '../../state/texts';
import { monitorsTexts } from '../../texts/monitors';
import { MonitorForm } from './monitorForm';
import { type ShownMonitor, Schedule, Timelines } from './timeline';

/** Monitors of a page: each reads its check-ins. */
const PER_PAGE = 25;
/** Milliseconds after which the monitors are read again. */
const RENEWED = 30_000;

/** The monitors of all projects of an organization, with the last runs of each. */
export default function MonitorsPage(): ReactNode {
  const texts = useTexts(monitorsTexts).monitorsPage;
  const { organization = '' } = useParams();
  const navigate = useNavigate();
  const search = useSearchState();
  const cursor = search.get('cursor');
  const mayWrite = useMayDo('alerts:write', 'org:write', 'org:admin', 'project:write', 'project:admin');
  const isNew = mayWrite && search.get('new') !== null;
  const monitors = useList(
    'listMonitors',
    { organization_slug: organization, per_page: PER_PAGE, ...(cursor !== null && { cursor }) },
    { keepsPrevious: true, refetchInterval: RENEWED },
  );
  const create = (
    <Button kind="primary" icon="plus" onClick={() => search.set({ new: '1' })}>
      {texts.create}
    </Button>
  );
  if (isNew)
    return (
      <MonitorForm
        organization={organization}
        monitor={null}
        onClose={(slug) => {
          if (slug === null) search.set({ new: null });
          else void navigate(pathOf(organization, 'monitors', slug));
        }}
      />
    );
  return (
    <Page title={texts.title} actions={mayWrite && create}>
      <Loaded query={monitors} lines={8}>
        {({ records, previous, next }) =>
          records.length === 0 ? (
            <EmptyState title={texts.none}>
              <p>{texts.noneHelp}</p>
              <p className="muted">{texts.noneNext}</p>
            </EmptyState>
          ) : (
            <>
              <MonitorTable organization={organization} monitors={records} />
              <Pager previous={previous} next={next} onTurn={(turned) => search.set({ cursor: turned })} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function MonitorTable({
  organization,
  monitors,
}: {
  readonly organization: string;
  readonly monitors: readonly ShownMonitor[];
}): ReactNode {
  const texts = useTexts(monitorsTexts).monitorsPage;
  const columns: readonly TableColumn<ShownMonitor>[] = [
    {
      heading: texts.monitor,
      cell: ({ id, name }) => <Link to={pathOf(organization, 'monitors', id)}>{name}</Link>,
    },
    {
      heading: texts.project,
      cell: ({ project }) => <Link to={pathOf(organization, 'projects', project.slug)}>{project.name}</Link>,
    },
    { heading: texts.schedule, cell: ({ config }) => <Schedule config={config} /> },
    { heading: texts.runs, cell: (monitor) => <LastRuns organization={organization} monitor={monitor} /> },
    {
      heading: texts.next,
      cell: ({ environments }) => {
        const [first] = environments.flatMap(({ nextCheckIn }) => nextCheckIn ?? []).sort();
        return first === undefined ? <span className="muted">{texts.noNext}</span> : <TimeUntil time={first} />;
      },
    },
  ];
  return <DataTable label={texts.title} columns={columns} rows={monitors} keyOf={({ id }) => id} />;
}

function LastRuns({
  organization,
  monitor: { id, environments },
}: {
  readonly organization: string;
  readonly monitor: ShownMonitor;
}): ReactNode {
  const texts = useTexts(monitorsTexts).monitorsPage;
  const given = { organization_slug: organization, monitor_id_or_slug: id, per_page: 60 };
  const checkIns = useList('listCheckIns', environments.length === 0 ? null : given, { refetchInterval: RENEWED });
  if (environments.length === 0) return <span className="muted">{texts.noRuns}</span>;
  return <Timelines environments={environments.map(({ name }) => name)} checkIns={checkIns.data?.records ?? []} />;
}
