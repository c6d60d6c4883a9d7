import type { ReactNode } from 'react';
import { Sparkline } from '../../components/charts';
import { IconButton, LinkButton } from '../../components/controls';
import { EmptyState, Loaded } from '../../components/feedback';
import { useToast } from '../../components/overlays';
import { Page, Pager } from '../../components/shell';
import { type TableColumn, DataTable } from '../../components/table';
import { useFormat } from '../../components/time';
import { type RecordOfList, useAction, useList, useOperation } from '../../state/api';
import { pathOf, useSearchState } from '../../state/location';
import { Link, useParams } from '../../state/router';
import { useMayDo } from '../../state/session';
import { useTexts } from '../../state/texts';
import { projectsTexts } from '../../texts/projects';
import styles from './projects.module.css';

type ListedProject = RecordOfList<'listOrganizationProjects'>;

/** Projects of a page. Each asks for its numbers. */
const PER_PAGE = 25;

/** The projects of an organization, with their health at a glance. */
export default function ProjectsPage(): ReactNode {
  const texts = useTexts(projectsTexts).projectsPage;
  const { organization = '' } = useParams();
  const search = useSearchState();
  const cursor = search.get('cursor');
  const mayCreate = useMayDo('project:write', 'project:admin');
  const projects = useList(
    'listOrganizationProjects',
    { organization_slug: organization, per_page: PER_PAGE, ...(cursor !== null && { cursor }) },
    { keepsPrevious: true },
  );
  return (
    <Page
      title={texts.title}
      actions={
        mayCreate && (
          <LinkButton kind="primary" icon="plus" to={pathOf(organization, 'projects', 'new')}>
            {texts.create}
          </LinkButton>
        )
      }
    >
      <Loaded query={projects} lines={10}>
        {({ records, previous, next }) =>
          records.length === 0 ? (
            <EmptyState title={texts.none}>
              <p>{mayCreate ? texts.noneHelp : texts.noneReader}</p>
            </EmptyState>
          ) : (
            <>
              <ProjectTable organization={organization} projects={records} />
              <Pager previous={previous} next={next} onTurn={(turned) => search.set({ cursor: turned })} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

/** The contract counts no further. */
const MAX_COUNTED = 1000;

function ProjectTable({
  organization,
  projects,
}: {
  readonly organization: string;
  readonly projects: readonly ListedProject[];
}): ReactNode {
  const texts = useTexts(projectsTexts).projectsPage;
  const format = useFormat();
  const columns: readonly TableColumn<ListedProject>[] = [
    {
      heading: texts.name,
      cell: (project) => (
        <span className={styles.name}>
          <Bookmark organization={organization} project={project} />
          <Link to={pathOf(organization, 'projects', project.slug)}>{project.name}</Link>
        </span>
      ),
    },
    { heading: texts.platform, cell: ({ platform }) => platform && <span className="muted">{platform}</span> },
    {
      heading: texts.events,
      cell: (project) =>
        project.firstEvent === null ? (
          <span className="muted small">{texts.noEvent}</span>
        ) : (
          <DayOfEvents organization={organization} project={project} />
        ),
    },
    {
      heading: texts.issues,
      kind: 'number',
      cell: ({ slug, name, firstEvent, unresolvedIssues }) => {
        if (firstEvent === null) return null;
        const unresolved = `${format.number(unresolvedIssues)}${unresolvedIssues === MAX_COUNTED ? '+' : ''}`;
        return (
          <Link
            to={`${pathOf(organization, 'issues')}?project=${encodeURIComponent(slug)}&statsPeriod=all`}
            aria-label={texts.unresolved(unresolved, name)}
          >
            {unresolved}
          </Link>
        );
      },
    },
    {
      heading: texts.release,
      cell: ({ latestRelease }) =>
        latestRelease && (
          <Link to={pathOf(organization, 'releases', latestRelease.version)}>{latestRelease.version}</Link>
        ),
    },
    {
      heading: texts.teams,
      cell: ({ teams }) => (teams.length === 0 ? null : teams.map((team) => `#${team.slug}`).join(', ')),
    },
  ];
  return <DataTable label={texts.title} columns={columns} rows={projects} keyOf={({ id }) => id} />;
}

function DayOfEvents({
  organization,
  project,
}: {
  readonly organization: string;
  readonly project: ListedProject;
}): ReactNode {
  const texts = useTexts(projectsTexts).projectsPage;
  const format = useFormat();
  const { data } = useOperation(
    'getProjectStats',
    { organization_slug: organization, project_slug: project.slug },
    { staleTime: 60_000 },
  );
  // The place is kept while the numbers are read.
  if (data === undefined) return <span className="sparkline" />;
  const points = data.map(([seconds = 0, count = 0]) => [seconds, count] as const);
  const count = format.number(points.reduce((sum, [, one]) => sum + one, 0));
  return (
    <span className={styles.day}>
      <Sparkline points={points} label={texts.sparkline(count, project.name)} />
      <span className="numeric">{count}</span>
    </span>
  );
}

function Bookmark({
  organization,
  project: { slug, name, isBookmarked },
}: {
  readonly organization: string;
  readonly project: ListedProject;
}): ReactNode {
  const texts = useTexts(projectsTexts).projectsPage;
  const show = useToast();
  const update = useAction('updateProject', ['listOrganizationProjects', 'getProject']);
  const toggle = (): void => {
    const given = { organization_slug: organization, project_slug: slug, body: { isBookmarked: !isBookmarked } };
    update
      .run(given)
      .catch((error: unknown) => show({ text: texts.failed(error instanceof Error ? error.message : String(error)) }));
  };
  return (
    <span className={isBookmarked ? styles.starred : undefined}>
      <IconButton
        icon="bookmark"
        kind="quiet"
        size="small"
        label={isBookmarked ? texts.unmark(name) : texts.bookmark(name)}
        isPending={update.isPending}
        onClick={toggle}
      />
    </span>
  );
}
