import type { ReactNode } from 'react';
import { Button, LinkButton } from '../../components/controls';
import { ShareBar } from '../../components/charts';
import { ErrorNotice, Loaded } from '../../components/feedback';
import { useToast } from '../../components/overlays';
import { SearchField } from '../../components/searchField';
import { Page, Pager, Section } from '../../components/shell';
import { DataTable, type TableColumn } from '../../components/table';
import { TimeAgo, useFormat } from '../../components/time';
import { type DataOf, useAction, useList, useOperation } from '../../state/api';
import { pathOf, useSearchState } from '../../state/location';
import { Link, useParams } from '../../state/router';
import { useMayDo } from '../../state/session';
import { useTexts } from '../../state/texts';
import { sourceMapsTexts } from '../../texts/sourceMaps';
import { Bundles } from './bundles';
import { FileFindings } from './fileFindings';

/** Milliseconds after which new bundles are looked for. */
const POLL = 30_000;

interface ProjectPath {
  readonly organization: string;
  readonly project: string;
}

/** The uploads of a project: its bundles, or the files of one of them. */
export default function UploadsPage(): ReactNode {
  const { organization = '', project = '', bundle } = useParams();
  return bundle === undefined ? (
    <ProjectBundles organization={organization} project={project} />
  ) : (
    <BundlePage key={bundle} organization={organization} project={project} bundle={bundle} />
  );
}

function ProjectBundles({ organization, project }: ProjectPath): ReactNode {
  const texts = useTexts(sourceMapsTexts).uploadsPage;
  const search = useSearchState();
  const release = search.get('release');
  const projectQuery = useOperation('getProject', { organization_slug: organization, project_slug: project });
  return (
    <Page
      title={texts.title(projectQuery.data?.name ?? project)}
      actions={
        <LinkButton to={pathOf(organization, 'projects', project)} icon="arrowLeft">
          {texts.toProject}
        </LinkButton>
      }
    >
      <Usage organization={organization} />
      <Section title={texts.bundles}>
        <SearchField
          label={texts.release}
          help={texts.releaseHelp}
          value={release ?? ''}
          onSearch={(text) => search.set({ release: text === '' ? null : text, cursor: null })}
        />
        {release !== null && (
          <p>
            <Link to={pathOf(organization, 'releases', release, 'files')}>{texts.ofRelease}</Link>
          </p>
        )}
        <Bundles organization={organization} project={project} release={release} refetchInterval={POLL} />
      </Section>
    </Page>
  );
}

/** The used part of the organization's quota. */
function Usage({ organization }: Pick<ProjectPath, 'organization'>): ReactNode {
  const texts = useTexts(sourceMapsTexts).uploadsPage;
  const format = useFormat();
  const show = useToast();
  const mayRemove = useMayDo('org:write', 'org:admin');
  const usage = useOperation('getUploadUsage', { organization_slug: organization });
  const removal = useAction('removeUnassembledChunks', ['getUploadUsage']);
  const remove = (): void => {
    removal.run({ organization_slug: organization }).then(
      (removed) => show({ text: texts.removed(removed.chunks, format.number(removed.chunks)) }),
      () => undefined,
    );
  };
  return (
    <Section title={texts.usage}>
      {removal.error !== null && <ErrorNotice error={removal.error} />}
      <Loaded query={usage} lines={2}>
        {({ artifactBytes, artifactQuota, chunks, chunkBytes, chunkQuota }) => (
          <dl className="definitions">
            <dt>{texts.stored}</dt>
            <dd className="row">
              {texts.of(format.bytes(artifactBytes), format.bytes(artifactQuota))}
              <ShareBar share={artifactQuota === 0 ? 1 : artifactBytes / artifactQuota} label={texts.stored} />
            </dd>
            {chunks > 0 && (
              <>
                <dt>{texts.unfinished}</dt>
                <dd>
                  {texts.chunks(chunks, format.number(chunks))},{' '}
                  {texts.of(format.bytes(chunkBytes), format.bytes(chunkQuota))}{' '}
                  {mayRemove && (
                    <Button size="small" isPending={removal.isPending} onClick={remove}>
                      {texts.removeChunks}
                    </Button>
                  )}
                </dd>
              </>
            )}
          </dl>
        )}
      </Loaded>
    </Section>
  );
}

/** A bundle with its files, their debug ids, and their problems. */
function BundlePage({ organization, project, bundle }: ProjectPath & { readonly bundle: string }): ReactNode {
  const texts = useTexts(sourceMapsTexts).uploadsPage;
  const format = useFormat();
  const search = useSearchState();
  const cursor = search.get('cursor');
  const page = useList(
    'getArtifactBundle',
    {
      organization_slug: organization,
      project_slug: project,
      bundle_id: bundle,
      per_page: 50,
      ...(cursor !== null && { cursor }),
    },
    { keepsPrevious: true },
  );
  return (
    <Page
      title={texts.bundleTitle(bundle)}
      actions={
        <LinkButton to={pathOf(organization, 'projects', project, 'source-maps')} icon="arrowLeft">
          {texts.toBundles}
        </LinkButton>
      }
    >
      <Loaded query={page} lines={10}>
        {({ data, records, previous, next }) => (
          <>
            <dl className="definitions">
              <dt>{texts.release}</dt>
              <dd>
                {data.release === null ? (
                  texts.byIdOnly
                ) : (
                  <Link to={pathOf(organization, 'releases', data.release)}>{data.release}</Link>
                )}
              </dd>
              {data.dist !== null && (
                <>
                  <dt>{texts.dist}</dt>
                  <dd>{data.dist}</dd>
                </>
              )}
              <dt>{texts.uploaded}</dt>
              <dd>
                <TimeAgo time={data.dateCreated} /> <span className="muted">{format.dateTime(data.dateCreated)}</span>
              </dd>
              {data.checksum !== null && (
                <>
                  <dt>{texts.checksum}</dt>
                  <dd>
                    <code>{data.checksum}</code>
                  </dd>
                </>
              )}
            </dl>
            <Section title={texts.files}>
              {records.length === 0 ? (
                <p className="muted">{texts.replaced}</p>
              ) : (
                <>
                  {records.length < data.fileCount && (
                    <p className="muted">
                      {texts.someReplaced(format.number(data.fileCount), format.number(records.length))}
                    </p>
                  )}
                  <FileTable files={records} />
                  <Pager previous={previous} next={next} onTurn={(turned) => search.set({ cursor: turned })} />
                </>
              )}
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  );
}

type BundleFileRecord = DataOf<'getArtifactBundle'>['files'][number];

function FileTable({ files }: { readonly files: readonly BundleFileRecord[] }): ReactNode {
  const texts = useTexts(sourceMapsTexts).uploadsPage;
  const format = useFormat();
  const columns: readonly TableColumn<BundleFileRecord>[] = [
    {
      heading: texts.name,
      cell: ({ name, findings }) => (
        <>
          <code>{name}</code>
          <FileFindings findings={findings} />
        </>
      ),
    },
    { heading: texts.kind, cell: ({ type }) => texts[type] },
    {
      heading: texts.debugId,
      cell: ({ debugId }) =>
        debugId === null ? <span className="muted">{texts.noDebugId}</span> : <code>{debugId}</code>,
    },
    { heading: texts.size, kind: 'number', cell: ({ size }) => format.bytes(size) },
  ];
  return <DataTable label={texts.files} columns={columns} rows={files} keyOf={({ id }) => id} />;
}
