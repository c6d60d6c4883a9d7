import type { ReactNode } from 'react';
import { Command } from '../../components/controls';
import { Loaded } from '../../components/feedback';
import { Pager } from '../../components/shell';
import { DataTable, type TableColumn } from '../../components/table';
import { TimeAgo, useFormat } from '../../components/time';
import { type RecordOfList, useList } from '../../state/api';
import { pathOf, useSearchState } from '../../state/location';
import { Link } from '../../state/router';
import { useTexts } from '../../state/texts';
import { sourceMapsTexts } from '../../texts/sourceMaps';

const PER_PAGE = 25;

/** The bundles of a project or of one release, the newest first, in pages that the address names. */
export function Bundles({
  organization,
  project,
  release,
  refetchInterval,
}: {
  readonly organization: string;
  readonly project: string;
  /** Null for all. */
  readonly release: string | null;
  /** Milliseconds after which new ones are looked for. */
  readonly refetchInterval: number;
}): ReactNode {
  const texts = useTexts(sourceMapsTexts).bundles;
  const search = useSearchState();
  const cursor = search.get('cursor');
  const bundles = useList(
    'listArtifactBundles',
    {
      organization_slug: organization,
      project_slug: project,
      per_page: PER_PAGE,
      ...(release !== null && { release }),
      ...(cursor !== null && { cursor }),
    },
    { keepsPrevious: true, refetchInterval },
  );
  return (
    <Loaded query={bundles} lines={4}>
      {({ records, previous, next }) =>
        records.length === 0 ? (
          <>
            <p>
              {texts.none} {texts.noneText}
            </p>
            <Command
              text={`sentry-cli sourcemaps inject dist && sentry-cli sourcemaps upload --org ${organization} --project ${project} dist`}
            />
          </>
        ) : (
          <>
            <BundleTable organization={organization} project={project} bundles={records} />
            <Pager previous={previous} next={next} onTurn={(turned) => search.set({ cursor: turned })} />
          </>
        )
      }
    </Loaded>
  );
}

function BundleTable({
  organization,
  project,
  bundles,
}: {
  readonly organization: string;
  readonly project: string;
  readonly bundles: readonly RecordOfList<'listArtifactBundles'>[];
}): ReactNode {
  const texts = useTexts(sourceMapsTexts).bundles;
  const format = useFormat();
  const columns: readonly TableColumn<RecordOfList<'listArtifactBundles'>>[] = [
    {
      heading: texts.bundle,
      cell: ({ id }) => (
        <Link className="nowrap" to={pathOf(organization, 'projects', project, 'source-maps', id)}>
          {texts.open(id)}
        </Link>
      ),
    },
    {
      heading: texts.release,
      cell: ({ release }) =>
        release === null ? (
          <span className="muted">{texts.byIdOnly}</span>
        ) : (
          <Link to={pathOf(organization, 'releases', release)}>{release}</Link>
        ),
    },
    { heading: texts.dist, cell: ({ dist }) => dist },
    { heading: texts.files, kind: 'number', cell: ({ fileCount }) => format.number(fileCount) },
    { heading: texts.errors, kind: 'number', cell: ({ errorCount }) => <Count value={errorCount} kind="danger" /> },
    {
      heading: texts.warnings,
      kind: 'number',
      cell: ({ warningCount }) => <Count value={warningCount} kind="warning" />,
    },
    { heading: texts.uploaded, cell: ({ dateCreated }) => <TimeAgo time={dateCreated} /> },
  ];
  return <DataTable label={texts.bundles} columns={columns} rows={bundles} keyOf={({ id }) => id} />;
}

/** A number of findings, which stands out unless it is 0. */
function Count({ value, kind }: { readonly value: number | null; readonly kind: 'danger' | 'warning' }): ReactNode {
  const texts = useTexts(sourceMapsTexts).bundles;
  const format = useFormat();
  if (value === null) return <span className="muted">{texts.unchecked}</span>;
  if (value === 0) return format.number(value);
  return (
    <span className="badge" data-kind={kind}>
      {format.number(value)}
    </span>
  );
}
