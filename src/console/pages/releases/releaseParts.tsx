import { type ReactNode, useState } from 'react';
import schema from 'virtual:schema/DeployCreation';
import { Button, Choice, Command } from '../../components/controls';
import { EmptyState, Loaded, Loading } from '../../components/feedback';
import { OperationForm } from '../../components/operationForm';
import { Dialog, useToast } from '../../components/overlays';
import { Pager, Section } from '../../components/shell';
import { shellWord } from '../../components/shellText';
import { type TableColumn, DataTable } from '../../components/table';
import { TimeAgo, useFormat } from '../../components/time';
import { type DataOf, type RecordOfList, useAction, useList } from '../../state/api';
import { pathOf, useSearchState } from '../../state/location';
import { Link } from '../../state/router';
import { useMayDo } from '../../state/session';
import { useTexts } from '../../state/texts';
import { releasesTexts } from '../../texts/releases';
import { FileFindings } from '../sourceMaps/fileFindings';
import styles from './releases.module.css';

/** The path parameters of a release in the contract. */
export interface ReleasePath {
  readonly organization_slug: string;
  readonly version: string;
}

export type ShownRelease = DataOf<'getRelease'>;

/** A commit, tag or branch; of a commit, its first digits. */
export function CommitName({ name }: { readonly name: string }): ReactNode {
  const isHash = /^[0-9a-f]{40,64}$/.test(name);
  return <code title={name}>{isHash ? name.slice(0, 10) : name}</code>;
}

/** A link that tools gave; text if it leads to no page. */
export function ExternalLink({ url }: { readonly url: string }): ReactNode {
  if (!/^https?:\/\//i.test(url)) return url;
  return (
    <a href={url} rel="noreferrer">
      {url}
    </a>
  );
}

export function Commits({ path }: { readonly path: ReleasePath }): ReactNode {
  const texts = useTexts(releasesTexts).releaseParts;
  const commits = useList('listReleaseCommits', path);
  const columns: readonly TableColumn<RecordOfList<'listReleaseCommits'>>[] = [
    {
      heading: texts.message,
      cell: ({ message, id }) => <span className={styles.message}>{message ?? id}</span>,
    },
    {
      heading: texts.commit,
      cell: ({ id, repository }) => (
        <>
          <CommitName name={id} /> {repository !== null && <span className="muted">{repository}</span>}
        </>
      ),
    },
    { heading: texts.author, cell: ({ author }) => author?.name ?? author?.email ?? null },
    {
      heading: texts.date,
      cell: ({ dateCreated }) => (dateCreated === null ? null : <TimeAgo time={dateCreated} />),
    },
  ];
  return (
    <Section title={texts.commits}>
      <Loaded query={commits}>
        {({ records }) =>
          records.length === 0 ? (
            <EmptyState title={texts.noCommit}>
              <p className="muted">{texts.noCommitHelp}</p>
              <pre>sentry-cli releases set-commits {shellWord(path.version)} --auto</pre>
            </EmptyState>
          ) : (
            <DataTable label={texts.commits} columns={columns} rows={records} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
    </Section>
  );
}

export function Deploys({ path }: { readonly path: ReleasePath }): ReactNode {
  const texts = useTexts(releasesTexts).releaseParts;
  const format = useFormat();
  const show = useToast();
  const deploys = useList('listDeploys', path);
  const mayCreate = useMayDo('project:releases', 'project:write', 'project:admin');
  const [isRecording, setRecording] = useState(false);
  const columns: readonly TableColumn<RecordOfList<'listDeploys'>>[] = [
    { heading: texts.environment, cell: ({ environment }) => environment },
    { heading: texts.finished, cell: ({ dateFinished }) => format.dateTime(dateFinished) },
    { heading: texts.name, cell: ({ name }) => name },
    { heading: texts.url, cell: ({ url }) => (url === null ? null : <ExternalLink url={url} />) },
  ];
  return (
    <Section
      title={texts.deploys}
      actions={
        mayCreate && (
          <Button icon="plus" onClick={() => setRecording(true)}>
            {texts.record}
          </Button>
        )
      }
    >
      <Loaded query={deploys}>
        {({ records }) =>
          records.length === 0 ? (
            <EmptyState title={texts.noDeploy}>
              <p className="muted">{texts.noDeployHelp}</p>
              <pre>sentry-cli releases deploys {shellWord(path.version)} new -e production</pre>
            </EmptyState>
          ) : (
            <DataTable label={texts.deploys} columns={columns} rows={records} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
      <Dialog title={texts.record} isOpen={isRecording} onClose={() => setRecording(false)}>
        <DeployForm
          path={path}
          onRecorded={(environment) => {
            setRecording(false);
            show({ text: texts.recorded(environment) });
          }}
        />
      </Dialog>
    </Section>
  );
}

function DeployForm({
  path,
  onRecorded,
}: {
  readonly path: ReleasePath;
  readonly onRecorded: (environment: string) => void;
}): ReactNode {
  const texts = useTexts(releasesTexts).releaseParts;
  const create = useAction('createDeploy', ['listDeploys', 'getRelease', 'listReleases', 'listOrganizationIssues']);
  return (
    <OperationForm
      schema={schema}
      fields={{ environment: { label: texts.environment }, name: { label: texts.name, help: texts.nameHelp } }}
      values={{ environment: 'production', name: '' }}
      action={texts.recordAction}
      onSubmit={async ({ environment, name }) => {
        await create.run({ ...path, body: { environment, ...(name.trim() !== '' && { name }) } });
        onRecorded(environment);
      }}
    >
      <p className="muted">{texts.recordHelp}</p>
    </OperationForm>
  );
}

/** The files that were uploaded for the release, by project. */
export function Files({
  path,
  release,
}: {
  readonly path: ReleasePath;
  readonly release: ShownRelease | undefined;
}): ReactNode {
  const texts = useTexts(releasesTexts).releaseParts;
  const search = useSearchState();
  const projects = release?.projects ?? [];
  const project = projects.find(({ slug }) => slug === search.get('project')) ?? projects[0];
  if (release === undefined) return <Loading />;
  return (
    <Section
      title={texts.files}
      actions={
        project !== undefined && (
          <>
            {projects.length > 1 && (
              <Choice
                label={texts.projects}
                value={project.slug}
                options={projects.map(({ slug, name }) => ({ value: slug, label: name }))}
                onChange={(slug) => search.set({ project: slug, cursor: null })}
              />
            )}
            <Link
              to={`${pathOf(path.organization_slug, 'projects', project.slug, 'source-maps')}?release=${encodeURIComponent(path.version)}`}
            >
              {texts.bundles}
            </Link>
          </>
        )
      }
    >
      {project === undefined ? (
        <EmptyState title={texts.noProject} />
      ) : (
        <FileList path={{ ...path, project_slug: project.slug }} />
      )}
    </Section>
  );
}

function FileList({ path }: { readonly path: ReleasePath & { readonly project_slug: string } }): ReactNode {
  const texts = useTexts(releasesTexts).releaseParts;
  const format = useFormat();
  const search = useSearchState();
  const cursor = search.get('cursor');
  const files = useList('listReleaseFiles', { ...path, ...(cursor !== null && { cursor }) });
  const columns: readonly TableColumn<RecordOfList<'listReleaseFiles'>>[] = [
    {
      heading: texts.name,
      cell: ({ name, findings }) => (
        <>
          <code>{name}</code>
          <FileFindings findings={findings} />
        </>
      ),
    },
    { heading: texts.dist, cell: ({ dist }) => dist },
    { heading: texts.size, kind: 'number', cell: ({ size }) => format.bytes(size) },
    { heading: texts.uploaded, cell: ({ dateCreated }) => <TimeAgo time={dateCreated} /> },
  ];
  return (
    <Loaded query={files}>
      {({ records, previous, next }) =>
        records.length === 0 ? (
          <EmptyState title={texts.noFile}>
            <p className="muted">{texts.noFileHelp}</p>
            <Command text={`sentry-cli sourcemaps upload --release=${shellWord(path.version)} dist`} />
          </EmptyState>
        ) : (
          <>
            <DataTable label={texts.files} columns={columns} rows={records} keyOf={({ id }) => id} />
            <Pager previous={previous} next={next} onTurn={(to) => search.set({ cursor: to })} />
          </>
        )
      }
    </Loaded>
  );
}
