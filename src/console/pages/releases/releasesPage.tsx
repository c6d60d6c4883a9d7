import type { ReactNode } from 'react';
import { ShareBar } from '../../components/charts';
import { Button, SelectField } from '../../components/controls';
import { EmptyState, Loaded } from '../../components/feedback';
import { SearchField } from '../../components/searchField';
import { Page, Pager } from '../../components/shell';
import { type TableColumn, DataTable } from '../../components/table';
import { TimeAgo, useFormat } from '../../components/time';
import { type RecordOfList, useList, useWholeList } from '../../state/api';
import { pathOf, useSearchState } from '../../state/location';
import { Link, useParams } from '../../state/router';
import { useTexts } from '../../state/texts';
import { releasesTexts } from '../../texts/releases';
import { issuesOfRelease } from './releaseLinks';

type ListedRelease = RecordOfList<'listReleases'>;

/** The releases of an organization, newest first. */
export default function ReleasesPage(): ReactNode {
  const texts = useTexts(releasesTexts).releasesPage;
  const { organization = '' } = useParams();
  const search = useSearchState();
  const [query, project, cursor] = [search.get('query') ?? '', search.get('project') ?? '', search.get('cursor')];
  const projects = useWholeList('listOrganizationProjects', { organization_slug: organization });
  const projectId = projects.data?.find(({ slug }) => slug === project)?.id;
  const isUnknown = project !== '' && projects.data !== undefined && projectId === undefined;
  const filters = {
    ...(query !== '' && { query }),
    ...(projectId !== undefined && { project: Number(projectId) }),
    ...(cursor !== null && { cursor }),
  };
  const releases = useList(
    'listReleases',
    // The list of a project is asked for by its id.
    project !== '' && projectId === undefined ? null : { organization_slug: organization, health: '1', ...filters },
    { keepsPrevious: true },
  );
  const isFiltered = query !== '' || project !== '';
  const none = isFiltered ? (
    <EmptyState title={texts.noneFound}>
      <Button onClick={() => search.set({ query: null, project: null, cursor: null })}>{texts.showAll}</Button>
    </EmptyState>
  ) : (
    <EmptyState title={texts.none}>
      <p className="muted">{texts.noneHelp}</p>
      <pre>sentry-cli releases new VERSION</pre>
    </EmptyState>
  );
  return (
    <Page title={texts.title}>
      <div className="filters">
        <SearchField
          label={texts.search}
          value={query}
          onSearch={(text) => search.set({ query: text === '' ? null : text, cursor: null })}
        />
        <SelectField
          label={texts.project}
          value={isUnknown ? '' : project}
          options={[
            { value: '', label: texts.allProjects },
            ...(projects.data ?? []).map(({ slug, name }) => ({ value: slug, label: name })),
          ]}
          onChange={(slug) => search.set({ project: slug === '' ? null : slug, cursor: null })}
        />
      </div>
      {isUnknown ? (
        none
      ) : (
        <Loaded query={releases} lines={8}>
          {({ records, previous, next }) =>
            records.length === 0 ? (
              none
            ) : (
              <>
                <ReleaseTable organization={organization} releases={records} />
                <Pager previous={previous} next={next} onTurn={(to) => search.set({ cursor: to })} />
              </>
            )
          }
        </Loaded>
      )}
    </Page>
  );
}

function ReleaseTable({
  organization,
  releases,
}: {
  readonly organization: string;
  readonly releases: readonly ListedRelease[];
}): ReactNode {
  const texts = useTexts(releasesTexts).releasesPage;
  const format = useFormat();
  const count = (value: number): ReactNode => (
    <span className={value === 0 ? 'muted' : undefined}>{format.number(value)}</span>
  );
  // Sessions have a column only where sessions are sent.
  const hasSessions = releases.some(({ projects }) => projects.some(({ hasHealthData }) => hasHealthData));
  const sessionColumn: TableColumn<ListedRelease> = {
    heading: texts.crashFree,
    kind: 'number',
    cell: (release) => {
      const { sessions, crashed } = sessionsOf(release);
      if (sessions === 0) return null;
      const share = format.percent(Math.max(0, 1 - crashed / sessions));
      return (
        <>
          {share} <span className="muted small">{texts.ofSessions(format.number(sessions))}</span>
        </>
      );
    },
  };
  const columns: readonly TableColumn<ListedRelease>[] = [
    {
      heading: texts.version,
      cell: ({ version, status }) => (
        <>
          <Link to={pathOf(organization, 'releases', version)}>{version}</Link>{' '}
          {status === 'archived' && <span className="badge">{texts.archived}</span>}
        </>
      ),
    },
    {
      heading: texts.projects,
      cell: ({ projects }) => (projects.length === 0 ? null : projects.map(({ name }) => name).join(', ')),
    },
    {
      heading: texts.adoption,
      cell: (release) => {
        const { sessions, ofAll } = sessionsOf(release);
        if (ofAll > 0) return <ShareBar share={sessions / ofAll} label={texts.sessionAdoptionHelp} />;
        const { adoption } = release;
        return adoption === null ? null : <ShareBar share={adoption} label={texts.adoptionHelp} />;
      },
    },
    ...(hasSessions ? [sessionColumn] : []),
    { heading: texts.events, kind: 'number', cell: ({ recentEvents }) => count(recentEvents) },
    {
      heading: texts.newIssues,
      kind: 'number',
      cell: ({ version, newGroups }) =>
        newGroups === 0 ? (
          count(0)
        ) : (
          <Link to={issuesOfRelease(organization, 'firstRelease', version)}>{format.number(newGroups)}</Link>
        ),
    },
    { heading: texts.commits, kind: 'number', cell: ({ commitCount }) => count(commitCount) },
    {
      heading: texts.lastDeploy,
      cell: ({ lastDeploy }) =>
        lastDeploy === null ? null : (
          <>
            {lastDeploy.environment} <TimeAgo time={lastDeploy.dateFinished} />
          </>
        ),
    },
    { heading: texts.date, cell: ({ dateReleased, dateCreated }) => <TimeAgo time={dateReleased ?? dateCreated} /> },
  ];
  return <DataTable label={texts.title} columns={columns} rows={releases} keyOf={({ version }) => version} />;
}

/** Returns the sessions of a release in the last 24 hours, in all of its projects, and those of all releases there. */
function sessionsOf({ projects }: ListedRelease): { sessions: number; crashed: number; ofAll: number } {
  const sums = { sessions: 0, crashed: 0, ofAll: 0 };
  for (const { healthData } of projects) {
    sums.sessions += healthData?.totalSessions24h ?? 0;
    sums.crashed += healthData?.sessionsCrashed ?? 0;
    sums.ofAll += healthData?.totalProjectSessions24h ?? 0;
  }
  return sums;
}
