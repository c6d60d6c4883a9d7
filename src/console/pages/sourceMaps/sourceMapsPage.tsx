import { type ReactNode, useState } from 'react';
import { LinkButton } from '../../components/controls';
import { EmptyState, Loaded } from '../../components/feedback';
import { Page, Section } from '../../components/shell';
import { TimeAgo, useFormat } from '../../components/time';
import { useOperation } from '../../state/api';
import { pathOf, useSearchState } from '../../state/location';
import { Link, useParams } from '../../state/router';
import { defineTexts, useTexts } from '../../state/texts';
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

const TEXTS = defineTexts({
  en: {
    title: 'Source maps of an event',
    back: 'Back to the event',
    summary: (mapped: string, all: string) =>
      `${mapped} of ${all} frames of JavaScript files are mapped to their source.`,
    polls: 'This page looks again every 10 seconds: what you upload takes effect here.',
    arrived: (count: number) =>
      count === 1
        ? '1 frame was mapped while this page was open: the right files arrived.'
        : `${count} frames were mapped while this page was open: the right files arrived.`,
    noneTitle: 'No frame of this event needs a source map',
    none: 'The event has no stack trace with frames of JavaScript files that a build made. Source maps lead from such files to the code that was written.',
    event: 'Event',
    release: 'Release',
    noRelease: 'the event names none',
    releaseHasFiles: 'files were uploaded for it',
    releaseHasNone: 'nothing was uploaded for it',
    dist: 'Distribution',
    debugIds: 'Debug ids',
    eventHasIds: 'the event has them',
    eventHasNone: 'the event has none',
    upgrade: (version: string, first: string) =>
      `the SDK ${version} sends none. Versions from ${first} on do, and their files are found without a release`,
    notSupported: 'no version of this SDK sends them',
    projectHasIds: 'files with debug ids were uploaded to the project',
    projectHasNone: 'no file with a debug id was uploaded to the project',
    fetched: 'Fetched from the web',
    exception: 'Exception without a type',
    uploaded: 'What was uploaded',
    bundlesOf: (release: string) => `Bundles of the release ${release}.`,
    bundlesOfAll: 'Bundles of all releases, and of none.',
    showAll: 'All releases',
    showRelease: 'Only this release',
    allUploads: 'All uploads of the project',
    releaseFiles: 'Files of the release',
  },
  de: {
    title: 'Source Maps eines Events',
    back: 'Zurück zum Event',
    summary: (mapped, all) => `${mapped} von ${all} Frames aus JavaScript-Dateien sind ihrer Quelle zugeordnet.`,
    polls: 'Diese Seite sieht alle 10 Sekunden nach: Was Sie hochladen, wirkt hier.',
    arrived: (count) =>
      count === 1
        ? '1 Frame wurde zugeordnet, während diese Seite offen war: Die richtigen Dateien sind da.'
        : `${count} Frames wurden zugeordnet, während diese Seite offen war: Die richtigen Dateien sind da.`,
    noneTitle: 'Kein Frame dieses Events braucht eine Source Map',
    none: 'Das Event hat keinen Stacktrace mit Frames aus JavaScript-Dateien, die ein Build erzeugt hat. Source Maps führen von solchen Dateien zum geschriebenen Code.',
    event: 'Event',
    release: 'Release',
    noRelease: 'das Event nennt keines',
    releaseHasFiles: 'dafür wurden Dateien hochgeladen',
    releaseHasNone: 'dafür wurde nichts hochgeladen',
    dist: 'Distribution',
    debugIds: 'Debug-IDs',
    eventHasIds: 'das Event hat welche',
    eventHasNone: 'das Event hat keine',
    upgrade: (version, first) =>
      `das SDK ${version} sendet keine. Versionen ab ${first} tun es, und ihre Dateien werden ohne Release gefunden`,
    notSupported: 'keine Version dieses SDKs sendet sie',
    projectHasIds: 'Dateien mit Debug-IDs wurden in das Projekt hochgeladen',
    projectHasNone: 'keine Datei mit einer Debug-ID wurde in das Projekt hochgeladen',
    fetched: 'Aus dem Netz geladen',
    exception: 'Exception ohne Typ',
    uploaded: 'Was hochgeladen wurde',
    bundlesOf: (release) => `Bundles des Release ${release}.`,
    bundlesOfAll: 'Bundles aller Releases und ohne Release.',
    showAll: 'Alle Releases',
    showRelease: 'Nur dieses Release',
    allUploads: 'Alle Uploads des Projekts',
    releaseFiles: 'Dateien des Release',
  },
});

/** Milliseconds after which uploads are looked for while a frame lacks something. */
const POLL = 10_000;

/**
 * The page that shows which frames of an event are mapped to their source, the reasons why others are not, and the
 * remedies.
 */
export default function SourceMapsPage(): ReactNode {
  const texts = useTexts(TEXTS);
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
                <EventBundles
                  organization={organization}
                  project={issueRecord.project.slug}
                  release={debugRecord.release}
                  hasFiles={debugRecord.release_has_some_artifact}
                />
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
  const texts = useTexts(TEXTS);
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
  const texts = useTexts(TEXTS);
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
  release,
  hasFiles,
}: {
  readonly organization: string;
  readonly project: string;
  readonly release: string | null;
  /** True if files were uploaded for the release. */
  readonly hasFiles: boolean;
}): ReactNode {
  const texts = useTexts(TEXTS);
  const search = useSearchState();
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
