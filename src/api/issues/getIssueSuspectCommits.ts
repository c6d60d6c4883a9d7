import { NotFound } from '../../domain/errors';
import type { Issue } from '../../domain/issue';
import {
  type FrameInFile,
  type Introduction,
  MAX_BEFORE_ISSUE,
  type ReleaseCommit,
  type SuspectDoubt,
  type SuspectSearch,
  describeSuspects,
  findIntroduction,
  findSuspects,
  framesInFiles,
} from '../../domain/release';
import { presentLastCommit, presentSeenRelease } from '../../presenters/release';
import type { Readers } from '../../store/stores';
import { readResolvedEvent } from '../events/eventDetail';
import { operation } from '../operation';
import { findIssue } from '../subjects';
import { findEvent } from './getIssueEvent';

/** Maximum number of commits, and of their changed files, that are compared. */
const MAX_COMMITS = 1_000;
const MAX_CHANGES = 50_000;

/**
 * Finds the commits that changed the files of an issue's frames, among the commits after the last release without the
 * issue, up to the first release with it.
 */
export const getIssueSuspectCommits = operation('getIssueSuspectCommits', {
  subject: findIssue,

  async handle({ issue, project, organization, query, ...context }) {
    const row = await context.read((stores) => findEvent(stores, issue, query.event ?? 'latest'));
    if (row === undefined) throw new NotFound('Event not search');
    const { event } = await readResolvedEvent(row, project, context);
    const frames = framesInFiles(event);
    const search = await context.read((stores) => searchCommits(stores, organization.id, issue, frames));
    const { introduction, commitCount, comparedCount, suspects, doubt } = search;
    return {
      status: 200,
      body: {
        eventID: row.eventId,
        lastReleaseWithout: presentSeenRelease(introduction?.lastWithout?.version ?? null),
        firstRelease: presentSeenRelease(introduction?.first.version ?? null),
        commitCount,
        isSample: comparedCount < commitCount,
        commits: suspects.map(({ release, commit, frames: changed }) => ({
          release,
          commit: presentLastCommit(commit),
          frames: changed.map(({ frame: { lineno, ...frame }, change }) => ({ ...frame, lineNo: lineno, ...change })),
        })),
        reason: doubt,
        text: describeSuspects(search),
      },
    };
  },
});

async function searchCommits(
  stores: Readers,
  organizationId: string,
  issue: Issue,
  frames: readonly FrameInFile[],
): Promise<SuspectSearch> {
  const { releases, issueReleases } = stores;
  const first = await issueReleases.findFirst(issue);
  const withoutCommits = (doubt: SuspectDoubt): SuspectSearch => {
    const none = { introduction: null, commitCount: 0, comparedCount: 0, suspects: [] };
    return { ...none, firstSeen: first?.version ?? null, doubt };
  };
  if (first === undefined) return withoutCommits('noRelease');
  if (issue.firstSeen < first.firstSeen) return withoutCommits('firstEventWithoutRelease');
  const release = await releases.findByVersion(organizationId, first.version);
  const earlierReleases = release === undefined ? [] : await issueReleases.listUpTo(issue, release);
  const introduction = findIntroduction(earlierReleases);
  if (introduction === undefined) return withoutCommits('unknownRelease');
  const commitCount = introduction.between.reduce((sum, one) => sum + one.commitCount, 0);
  const compared = await readCommits(stores, organizationId, introduction);
  const suspects = findSuspects(frames, compared);
  const search = { firstSeen: first.version, introduction, commitCount, comparedCount: compared.length, suspects };
  if (introduction.lastWithout === null)
    return { ...search, doubt: earlierReleases.length > MAX_BEFORE_ISSUE ? 'tooManyReleases' : 'noEarlierRelease' };
  if (commitCount === 0) return { ...search, doubt: 'noCommits' };
  if (suspects.length > 0) return { ...search, doubt: null };
  if (frames.length === 0) return { ...search, doubt: 'noFrames' };
  const hasFiles = compared.some(({ commit }) => commit.patchSet.length > 0);
  return { ...search, doubt: hasFiles ? 'noMatch' : 'noFiles' };
}

/** Reads the newest commits of the releases in which an issue may have begun. */
async function readCommits(
  { releases }: Readers,
  organizationId: string,
  { between }: Introduction,
): Promise<ReleaseCommit[]> {
  const commits: ReleaseCommit[] = [];
  let changes = 0;
  for (const { id, version, commitCount } of between) {
    const remaining = MAX_COMMITS - commits.length;
    if (commitCount === 0) continue;
    if (remaining === 0 || changes >= MAX_CHANGES) break;
    for (const commit of await releases.listCommits(organizationId, String(id), remaining)) {
      if (changes >= MAX_CHANGES) break;
      changes += commit.patchSet.length;
      commits.push({ release: version, commit });
    }
  }
  return commits;
}
