import { type Commit, type Release, authorsOf } from '../domain/release';
import { COLUMNS as RELEASE_COLUMNS, type ReleaseRow, readRelease } from './releaseRow';
import { type Session, idValue, inserted } from './sql';

const COLUMNS = `c.commit_id AS "id", c.repository AS "repository", c.message AS "message", c.author_name AS "authorName",
  c.author_email AS "authorEmail", c.timestamp AS "timestamp", c.patch_set AS "patchSet"`;
const LIST = `SELECT ${COLUMNS} FROM release_commit c WHERE c.organization_id = ? AND c.release_id = ? ORDER BY c.position`;
const CLEAR = 'DELETE FROM release_commit WHERE organization_id = ? AND release_id = ?';
const INSERT = `INSERT INTO release_commit (organization_id, release_id, position, commit_id, repository, message, author_name,
    author_email, timestamp, patch_set)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const SUM_UP = `UPDATE release SET commit_count = ?, authors = ? WHERE organization_id = ? AND id = ?
  RETURNING ${RELEASE_COLUMNS}`;

/** The columns of a commit, for queries that call its table `c`. */
export const COMMIT_COLUMNS = COLUMNS;

/** A row of those columns: the patch set as JSON. */
export type CommitRow = Omit<Commit, 'patchSet'> & { patchSet: string };

/** The commit that a row tells. */
export function readCommit({ id, repository, message, authorName, authorEmail, timestamp, patchSet }: CommitRow): Commit {
  return { id, repository, message, authorName, authorEmail, timestamp, patchSet: JSON.parse(patchSet) as Commit['patchSet'] };
}

/** The commits of a release in the order they were set. */
export async function readCommits(session: Session, organizationId: string, releaseId: string): Promise<Commit[]> {
  const rows = await session.all<CommitRow>(LIST, [idValue(organizationId), idValue(releaseId)]);
  return rows.map(readCommit);
}

/** Replaces the commits of a release, and notes with it what they come to. */
export async function writeCommits(session: Session, release: Release, commits: readonly Commit[]): Promise<Release> {
  const place = [idValue(release.organizationId), idValue(release.id)];
  await session.run(CLEAR, place);
  for (const [position, commit] of commits.entries()) {
    const { id, repository, message, authorName, authorEmail, timestamp, patchSet } = commit;
    const values = [id, repository, message, authorName, authorEmail, timestamp, JSON.stringify(patchSet)];
    await session.run(INSERT, [...place, position, ...values]);
  }
  const summary = [commits.length, JSON.stringify(authorsOf(commits))];
  return readRelease(await inserted<ReleaseRow>(session, SUM_UP, [...summary, ...place]));
}
