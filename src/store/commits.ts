import { type Commit, type CommitSummary, type Release, authorsOf } from '../domain/release';
import { COLUMNS, type ReleaseRow, readRelease } from './releaseRow';
import { type Session, idValue, inserted } from './sql';

/** The columns of a commit without the files it touches, for queries that call its table `c`. */
export const SUMMARY_COLUMNS = `c.commit_id AS "id", c.repository AS "repository", c.message AS "message",
  c.author_name AS "authorName", c.author_email AS "authorEmail", c.timestamp AS "timestamp"`;
const LIST = `SELECT ${SUMMARY_COLUMNS}, c.patch_set AS "patchSet" FROM release_commit c
  WHERE c.organization_id = ? AND c.release_id = ? ORDER BY c.position`;
const CLEAR = 'DELETE FROM release_commit WHERE organization_id = ? AND release_id = ?';
const INSERT = `INSERT INTO release_commit (organization_id, release_id, position, commit_id, repository, message, author_name,
    author_email, timestamp, patch_set)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const SUM_UP = `UPDATE release SET commit_count = ?, authors = ? WHERE organization_id = ? AND id = ?
  RETURNING ${COLUMNS}`;

/** The commits of a release in the order they were set. */
export async function readCommits(session: Session, organizationId: string, releaseId: string): Promise<Commit[]> {
  const rows = await session.all<CommitSummary & { patchSet: string }>(LIST, [
    idValue(organizationId),
    idValue(releaseId),
  ]);
  return rows.map((row) => ({ ...row, patchSet: JSON.parse(row.patchSet) as Commit['patchSet'] }));
}

/** Replaces the commits of a release, and notes with it what they come to. */
export async function writeCommits(session: Session, release: Release, commits: readonly Commit[]): Promise<Release> {
  const place = [idValue(release.organizationId), idValue(release.id)];
  await session.run(CLEAR, place);
  const rows = commits.map((commit, position) => {
    const { id, repository, message, authorName, authorEmail, timestamp, patchSet } = commit;
    return [...place, position, id, repository, message, authorName, authorEmail, timestamp, JSON.stringify(patchSet)];
  });
  await session.runMany(INSERT, rows);
  const summary = [commits.length, JSON.stringify(authorsOf(commits))];
  return readRelease(await inserted<ReleaseRow>(session, SUM_UP, [...summary, ...place]));
}
