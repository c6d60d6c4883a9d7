import { createContext, type ReactNode, useContext } from 'react';
import { Section } from '../../components/shell';
import { TimeAgo, useFormat } from '../../components/time';
import { type DataOf, useOperation } from '../../state/api';
import { pathOf } from '../../state/location';
import { Link, useParams } from '../../state/router';
import { useTexts } from '../../state/texts';
import { issueTexts } from '../../texts/issue';
import type { StackFrame } from './eventParts';
import styles from './stack.module.css';

type FoundCommits = DataOf<'getIssueSuspectCommits'>;
type FoundCommit = FoundCommits['commits'][number];

/** The commits that changed files of the shown event, the most suspect first. */
export const SuspectCommits = createContext<readonly FoundCommit[]>([]);

/** Reads the commits that may have caused an issue, by the frames of an event. */
export function useSuspectCommits(organization: string, issue: string, event: string): FoundCommits | undefined {
  const given = { organization_slug: organization, issue_id: issue, event };
  return useOperation('getIssueSuspectCommits', given, { staleTime: 60_000 }).data;
}

/** Names the most suspect commit that changed the file of a frame, with its author. */
export function SuspectOfFrame({ frame }: { readonly frame: StackFrame }): ReactNode {
  const texts = useTexts(issueTexts).suspectCommits;
  const { filename, absPath, inApp } = frame;
  const suspect = useContext(SuspectCommits).find(({ frames }) =>
    frames.some((one) => inApp && one.filename === filename && one.absPath === absPath),
  );
  if (suspect === undefined) return null;
  return (
    <p className={`small ${styles['suspect'] ?? ''}`}>
      <span className="badge" data-kind="warning">
        {texts.suspect}
      </span>{' '}
      <CommitLine found={suspect} />
    </p>
  );
}

/** The first line of a commit's message, its author, release and time. */
function CommitLine({ found: { release, commit } }: { readonly found: FoundCommit }): ReactNode {
  const { organization = '' } = useParams();
  return (
    <>
      <Link to={pathOf(organization, 'releases', release, 'commits')}>
        {commit.message?.split('\n')[0] ?? commit.id.slice(0, 10)}
      </Link>{' '}
      <span className="muted">
        {commit.author !== null && `${commit.author.name ?? commit.author.email ?? ''} · `}
        {release}
        {commit.dateCreated !== null && (
          <>
            {' · '}
            <TimeAgo time={commit.dateCreated} />
          </>
        )}
      </span>
    </>
  );
}

/** The release in which an issue began, and the commits that may have caused it, or why they are not known. */
export function IssueOrigin({ found }: { readonly found: FoundCommits }): ReactNode {
  const texts = useTexts(issueTexts).suspectCommits;
  const format = useFormat();
  const { organization = '' } = useParams();
  const { firstRelease, lastReleaseWithout, commitCount, commits, reason } = found;
  const release = ({ version }: { readonly version: string }) => (
    <Link to={pathOf(organization, 'releases', version)}>{version}</Link>
  );
  const isCounted = firstRelease !== null && commitCount > 0;
  return (
    <Section title={texts.title}>
      <div className={styles['origin']}>
        {firstRelease !== null && (
          <p>
            {texts.first}: {release(firstRelease)}
            {lastReleaseWithout !== null && (
              <>
                {' · '}
                {texts.lastWithout}: {release(lastReleaseWithout)}
              </>
            )}
          </p>
        )}
        {reason !== null && <p className="muted">{texts.reasons[reason]}</p>}
        {isCounted && reason !== 'noMatch' && reason !== 'noFiles' && (
          <p className="muted">
            {texts.changed(commits.length, format.number(commits.length), format.number(commitCount))}
            {found.isSample && ` ${texts.sample}`}
          </p>
        )}
        {commits.length > 0 && (
          <ol>
            {commits.map((one) => (
              <li key={`${one.release} ${one.commit.id}`}>
                <CommitLine found={one} />
                <br />
                <code className="small">{one.frames.map(({ path }) => path).join(', ')}</code>
              </li>
            ))}
          </ol>
        )}
      </div>
    </Section>
  );
}
