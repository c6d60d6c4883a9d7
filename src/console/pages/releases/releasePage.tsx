import { type ReactNode, useState } from 'react';
import { ShareBar } from '../../components/charts';
import { Button, LinkButton, ProjectLinks } from '../../components/controls';
import { ErrorNotice, Loaded } from '../../components/feedback';
import { ConfirmOperation } from '../../components/overlays';
import { Page, PageTabs } from '../../components/shell';
import { TimeAgo, useFormat } from '../../components/time';
import { useOperation, useShownError } from '../../state/api';
import { pathOf } from '../../state/location';
import { useNavigate, useParams } from '../../state/router';
import { useMayDo } from '../../state/session';
import { useTexts } from '../../state/texts';
import { releasesTexts } from '../../texts/releases';
import NotFoundPage from '../notFoundPage';
import { issuesOfRelease } from './releaseLinks';
import { CommitName, Commits, Deploys, ExternalLink, Files, type ReleasePath, type ShownRelease } from './releaseParts';
import { ReleaseOverview } from './releaseOverview';
import styles from './releases.module.css';

/** A release: its issues against the release before, its changes, its deploys and its uploaded files. */
export default function ReleasePage(): ReactNode {
  const texts = useTexts(releasesTexts).releasePage;
  const { organization = '', version = '', tab = 'issues' } = useParams();
  const path: ReleasePath = { organization_slug: organization, version };
  const release = useOperation('getRelease', path);
  const error = useShownError(release);
  const parts = [
    { name: 'issues', text: texts.issues, count: undefined, content: <ReleaseOverview path={path} /> },
    { name: 'commits', text: texts.commits, count: release.data?.commitCount, content: <Commits path={path} /> },
    { name: 'deploys', text: texts.deploys, count: release.data?.deployCount, content: <Deploys path={path} /> },
    { name: 'files', text: texts.files, count: undefined, content: <Files path={path} release={release.data} /> },
  ];
  const openPart = parts.find(({ name }) => name === tab);
  if (openPart === undefined) return <NotFoundPage />;
  const tabs = parts.map(({ name, text, count }) => ({
    to: pathOf(organization, 'releases', version, ...(name === 'issues' ? [] : [name])),
    text: (
      <>
        {text} {count !== undefined && <span className="muted">{count}</span>}
      </>
    ),
  }));
  // Without the release there is nothing to say of its parts.
  if (release.data === undefined && error !== null)
    return (
      <Page title={version}>
        <ErrorNotice error={error} onRetry={() => void release.refetch()} />
      </Page>
    );
  return (
    <Page
      title={version}
      place={`releases/${version}`}
      actions={
        <>
          <LinkButton to={issuesOfRelease(organization, 'release', version)}>{texts.allIssues}</LinkButton>
          <ReleaseRemoval path={path} />
        </>
      }
    >
      <Loaded query={release}>{(data) => <Figures organization={organization} release={data} />}</Loaded>
      <PageTabs label={texts.parts} tabs={tabs} />
      {openPart.content}
    </Page>
  );
}

/** Removes the release, after a question that names everything removed with it. */
function ReleaseRemoval({ path }: { readonly path: ReleasePath }): ReactNode {
  const texts = useTexts(releasesTexts).releasePage;
  const navigate = useNavigate();
  const mayRemove = useMayDo('project:releases', 'project:write', 'project:admin');
  const [isAsking, setAsking] = useState(false);
  if (!mayRemove) return null;
  const { organization_slug, version } = path;
  return (
    <>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {texts.remove}
      </Button>
      {isAsking && (
        <ConfirmOperation
          title={texts.removeTitle(version)}
          action={texts.removeAction}
          operation="removeRelease"
          given={path}
          // The release of this page is gone, and not asked for again.
          outdated={['listReleases', 'listArtifactBundles']}
          done={texts.removed(version)}
          onDone={() => void navigate(pathOf(organization_slug, 'releases'), { replace: true })}
          onClose={() => setAsking(false)}
        >
          <p>{texts.removeText}</p>
        </ConfirmOperation>
      )}
    </>
  );
}

function Figures({
  organization,
  release,
}: {
  readonly organization: string;
  readonly release: ShownRelease;
}): ReactNode {
  const texts = useTexts(releasesTexts).releasePage;
  const format = useFormat();
  const { dateCreated, dateReleased, firstEvent, lastEvent, adoption, recentEvents, projects, authors } = release;
  const figures: readonly (readonly [heading: string, value: ReactNode])[] = [
    [texts.adoption, adoption === null ? texts.noEvent : <ShareBar share={adoption} label={texts.adoption} />],
    [texts.recentEvents, format.number(recentEvents)],
    [texts.projects, projects.length === 0 ? null : <ProjectLinks organization={organization} projects={projects} />],
    [texts.released, dateReleased === null ? null : format.dateTime(dateReleased)],
    [texts.created, format.dateTime(dateCreated)],
    [texts.firstEvent, firstEvent === null ? texts.noEvent : format.dateTime(firstEvent)],
    [texts.lastEvent, lastEvent === null ? null : <TimeAgo time={lastEvent} />],
    [texts.authors, authors.length === 0 ? null : authors.map(({ name, email }) => name ?? email).join(', ')],
    [texts.ref, release.ref === null ? null : <CommitName name={release.ref} />],
    [texts.url, release.url === null ? null : <ExternalLink url={release.url} />],
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
