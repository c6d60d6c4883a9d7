import { type ReactNode, useState } from 'react';
import { LinkButton } from '../../components/controls';
import { EmptyState, Loaded } from '../../components/feedback';
import { Page, Section } from '../../components/shell';
import { TimeAgo, useFormat } from '../../components/time';
import { useAgreement, useOperation } from '../../state/api';
import { pathOf, useSearchState } from '../../state/location';
import { Link, useParams } from '../../state/router';
import { useTexts } from '../../state/texts';
import { sourceMapsTexts } from '../../texts/sourceMaps';
import type { ShownIssue } from '../issue/eventParts';
import { Bundles } from './bundles';
import {
  countFrames,
  failedFetches,
  isBehind,
  isNewlyMapped,
  lacksMaps,
  remediesOf,
  type SourceMapDebug,
  sourcesOf,
} from './diagnosis';
import { FrameList, Remedies } from './frames';

/** Milliseconds after which uploads are looked for while a frame lacks something. */
const POLL = 10_000;

/**
 * The page that shows which frames of an event are mapped to their source, the reasons why others are not, and the
 * remedies.
 */
export default function SourceMapsPage(): ReactNode {
  const texts = useTexts(sourceMapsTexts).sourceMapsPage;
  const { organization = '', issue: givenIssue = '', event = '' } = useParams();
  const issue = useOperation('getIssue', {
    organization_slug: organization,
    issue_id: givenIssue,
    collapse: ['stats'],
  });
  const project = issue.data?.project.slug;
  const debug = useOperation(
    'getEventSourceMapDebug',
    project === undefined ? null : { organization_slug: organization, project_slug: project, event_id: event },
    { refetchInterval: (debugRecord) => debugRecord !== undefined && lacksMaps(debugRecord) && POLL },
  );
  const back = pathOf(organization, 'issues', issue.data?.shortId ?? givenIssue, 'events', event);
  return (
    <Page
      title={texts.title}
      actions={
        <LinkButton to={back} icon="arrowLeft">
          {texts.back}
        </LinkButton>
      }
    >
      <Loaded query={issue} lines={12}>
        {(issueRecord) => (
          <Loaded query={debug} lines={12}>
            {(debugRecord) => (
              <>
                <DebuggedEvent
                  organization={organization}
                  issue={issueRecord}
                  event={event}
                  debug={debugRecord}
                  back={back}
                />
                <EventBundles organization={organization} project={issueRecord.project.slug} debug={debugRecord} />
              </>
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

interface DebuggedEventProps {
  readonly organization: string;
  readonly issue: ShownIssue;
  readonly event: string;
  readonly debug: SourceMapDebug;
  /** The page of the event. */
  readonly back: string;
}

/**
 * The remedies for the frames of an event, and the frames: the newest exceptions and calls first, as on the page of the
 * event.
 */
function DebuggedEvent({ organization, issue, event, debug, back }: DebuggedEventProps): ReactNode {
  const texts = useTexts(sourceMapsTexts).sourceMapsPage;
  const format = useFormat();
  // The state when the page was opened: frames that are mapped since then are marked.
  const [before] = useState(debug);
  const stored = useOperation(
    'getIssueEvent',
    { organization_slug: organization, issue_id: issue.id, event_id: event },
    {
      refetchInterval: (eventRecord) =>
        eventRecord !== undefined && (lacksMaps(debug) || isBehind(debug, eventRecord)) && POLL,
    },
  );
  const { all, mapped } = countFrames(debug);
  const head = (
    <dl className="definitions">
      <dt>{texts.event}</dt>
      <dd>
        <Link to={back}>{issue.shortId}</Link> {issue.title.slice(0, 200)} · <code>{event.slice(0, 8)}</code>
        {stored.data !== undefined && (
          <>
            {' '}
            · <TimeAgo time={stored.data.dateCreated} />
          </>
        )}
      </dd>
      <EventFacts organization={organization} debug={debug} />
    </dl>
  );
  if (all === 0) {
    return (
      <>
        {head}
        <EmptyState title={texts.noneTitle}>
          <p>{texts.none}</p>
        </EmptyState>
      </>
    );
  }
  const sources = stored.data === undefined ? [] : sourcesOf(debug, stored.data);
  const remedies = remediesOf(debug);
  const exceptions = debug.exceptions.map(({ type, frames }, index) => ({
    type,
    frames: frames.map((frame, position) => ({
      frame,
      source: sources[index]?.[position],
      isNew: isNewlyMapped(before, index, position, frame),
    })),
  }));
  const arrived = exceptions.flatMap(({ frames }) => frames).filter(({ isNew }) => isNew).length;
  return (
    <>
      <div className="notice" data-kind={mapped < all ? 'warning' : undefined} aria-live="polite">
        <p>
          <strong>{texts.summary(format.number(mapped), format.number(all))}</strong>
        </p>
        {arrived > 0 && <p>{texts.arrived(arrived)}</p>}
        {lacksMaps(debug) && <p>{texts.polls}</p>}
      </div>
      {head}
      {remedies.size > 0 && <Remedies remedies={[...remedies.values()]} fetches={failedFetches(debug)} />}
      {exceptions
        .map(({ type, frames }, index) => (
          <Section key={index} title={type ?? texts.exception}>
            <FrameList frames={frames} remedies={remedies} release={debug.release} />
          </Section>
        ))
        .reverse()}
    </>
  );
}

/** The properties of the event and the project by which maps are found. */
function EventFacts({
  organization,
  debug,
}: {
  readonly organization: string;
  readonly debug: SourceMapDebug;
}): ReactNode {
  const texts = useTexts(sourceMapsTexts).sourceMapsPage;
  const { release, dist, sdk_debug_id_support: support } = debug;
  const ofEvent = debug.has_debug_ids
    ? texts.eventHasIds
    : support === 'needs-upgrade'
      ? texts.upgrade(debug.sdk_version ?? '', debug.min_debug_id_sdk_version ?? '')
      : support === 'not-supported'
        ? texts.notSupported
        : texts.eventHasNone;
  const ofProject = debug.has_uploaded_some_artifact_with_a_debug_id ? texts.projectHasIds : texts.projectHasNone;
  return (
    <>
      <dt>{texts.release}</dt>
      <dd>
        {release === null ? (
          texts.noRelease
        ) : (
          <>
            <Link to={pathOf(organization, 'releases', release)}>{release}</Link>
            {': '}
            {debug.release_has_some_artifact ? texts.releaseHasFiles : texts.releaseHasNone}
          </>
        )}
      </dd>
      {dist !== null && (
        <>
          <dt>{texts.dist}</dt>
          <dd>{dist}</dd>
        </>
      )}
      <dt>{texts.debugIds}</dt>
      <dd>
        {ofEvent}; {ofProject}
      </dd>
    </>
  );
}

/** The uploads for the release of the event if it names one, or all uploads of the project. */
function EventBundles({
  organization,
  project,
  debug,
}: {
  readonly organization: string;
  readonly project: string;
  readonly debug: SourceMapDebug;
}): ReactNode {
  const texts = useTexts(sourceMapsTexts).sourceMapsPage;
  const search = useSearchState();
  const { release, release_has_some_artifact: hasFiles } = debug;
  useAgreement(debug, ['listArtifactBundles']);
  const releaseFilter = search.get('bundles') === 'all' ? null : release;
  return (
    <Section
      title={texts.uploaded}
      actions={
        <>
          {release !== null && (
            <LinkButton size="small" to={releaseFilter === null ? '?' : '?bundles=all'}>
              {releaseFilter === null ? texts.showRelease : texts.showAll}
            </LinkButton>
          )}
          {releaseFilter !== null && hasFiles && (
            <LinkButton size="small" to={pathOf(organization, 'releases', releaseFilter, 'files')}>
              {texts.releaseFiles}
            </LinkButton>
          )}
          <LinkButton size="small" to={pathOf(organization, 'projects', project, 'source-maps')}>
            {texts.allUploads}
          </LinkButton>
        </>
      }
    >
      <p className="muted">{releaseFilter === null ? texts.bundlesOfAll : texts.bundlesOf(releaseFilter)}</p>
      <Bundles organization={organization} project={project} release={releaseFilter} refetchInterval={3 * POLL} />
    </Section>
  );
}
