import { NotFound } from '../domain/errors';
import type { Deploy } from '../domain/deploy';
import type { Page, PageRequest } from '../domain/page';
import type { Commit, Release, ReleaseChanges, ReleaseSurroundings } from '../domain/release';
import { readCommits, writeCommits } from './commits';
import { insertDeploy, readDeploys } from './deploys';
import { bindRelease, dateBindings } from './releaseBindings';
import { readOrganizationReleases, readProjectReleases } from './releaseLists';
import { COLUMNS, type ReleaseRow, readRelease } from './releaseRow';
import { readReleaseSurroundings } from './releaseSurroundings';
import { removeRelease } from './releaseRemoval';
import { type Session, type Value, idValue, inserted } from './sql';
import type { NewDeploy, ReleaseWriter } from './releaseStores';

const FIND_BY_VERSION = `SELECT ${COLUMNS} FROM release WHERE release.organization_id = ? AND release.version = ?`;
const IS_BOUND = 'SELECT 1 AS found FROM release_project WHERE project_id = ? AND release_id = ?';
const FIND_PREVIOUS = `SELECT ${COLUMNS} FROM release
  WHERE release.organization_id = ? AND release.commit_count > 0 AND (release.date_created, release.id) < (?, ?)
    AND EXISTS (SELECT 1 FROM release_binding own
      JOIN release_binding other ON other.organization_id = own.organization_id AND other.project_id = own.project_id
      WHERE own.organization_id = release.organization_id AND own.release_id = ? AND other.release_id = release.id)
  ORDER BY release.date_created DESC, release.id DESC LIMIT 1`;
const INSERT = `INSERT INTO release (organization_id, version, date_created, dated) VALUES (?, ?, ?, ?) RETURNING ${COLUMNS}`;
/** Null is a value of these columns: a mark before each tells whether it is given. */
const UPDATE = `UPDATE release SET status = COALESCE(?, status),
    ref = CASE WHEN ? = 1 THEN ? ELSE ref END,
    url = CASE WHEN ? = 1 THEN ? ELSE url END,
    date_started = CASE WHEN ? = 1 THEN ? ELSE date_started END,
    date_released = CASE WHEN ? = 1 THEN ? ELSE date_released END,
    dated = COALESCE(CASE WHEN ? = 1 THEN ? ELSE date_released END, date_created)
  WHERE organization_id = ? AND id = ? RETURNING ${COLUMNS}`;

/** The rows of `release`, its bindings to projects, commits and deploys. */
export class Releases implements ReleaseWriter {
  constructor(private readonly session: Session) {}

  async findByVersion(organizationId: string, version: string): Promise<Release | undefined> {
    const row = await this.session.one<ReleaseRow>(FIND_BY_VERSION, [idValue(organizationId), version]);
    return row && readRelease(row);
  }

  async findPrevious({ id, organizationId, dateCreated }: Release): Promise<Release | undefined> {
    const values = [idValue(organizationId), dateCreated, idValue(id), idValue(id)];
    const row = await this.session.one<ReleaseRow>(FIND_PREVIOUS, values);
    return row && readRelease(row);
  }

  async isBound(projectId: string, releaseId: string): Promise<boolean> {
    return (await this.session.one(IS_BOUND, [idValue(projectId), idValue(releaseId)])) !== undefined;
  }

  surroundings(organizationId: string, releases: readonly Release[]): Promise<Map<string, ReleaseSurroundings>> {
    return readReleaseSurroundings(this.session, organizationId, releases);
  }

  listOfOrganization(organizationId: string, page: PageRequest): Promise<Page<Release>> {
    return readOrganizationReleases(this.session, organizationId, page);
  }

  listOfProject(projectId: string, page: PageRequest): Promise<Page<Release>> {
    return readProjectReleases(this.session, projectId, page);
  }

  listCommits(organizationId: string, releaseId: string): Promise<Commit[]> {
    return readCommits(this.session, organizationId, releaseId);
  }

  listDeploys(organizationId: string, releaseId: string): Promise<Deploy[]> {
    return readDeploys(this.session, organizationId, releaseId);
  }

  async findOrInsert(
    given: Pick<Release, 'organizationId' | 'version' | 'dateCreated'>,
  ): Promise<{ release: Release; isNew: boolean }> {
    const { organizationId, version, dateCreated } = given;
    const known = await this.findByVersion(organizationId, version);
    if (known !== undefined) return { release: known, isNew: false };
    const values = [idValue(organizationId), version, dateCreated, dateCreated];
    const row = await inserted<ReleaseRow>(this.session, INSERT, values);
    return { release: readRelease(row), isNew: true };
  }

  async update(release: Release, changes: ReleaseChanges): Promise<Release> {
    const { status, ref, url, dateStarted, dateReleased } = changes;
    if ([status, ref, url, dateStarted, dateReleased].every((value) => value === undefined)) return release;
    const marked = [ref, url, dateStarted, dateReleased, dateReleased].flatMap((value): Value[] => [
      value === undefined ? 0 : 1,
      value ?? null,
    ]);
    const values = [status ?? null, ...marked, idValue(release.organizationId), idValue(release.id)];
    const row = await this.session.one<ReleaseRow>(UPDATE, values);
    if (row === undefined) throw new NotFound();
    const updated = readRelease(row);
    if (dateReleased !== undefined) await dateBindings(this.session, updated);
    return updated;
  }

  bind(projectId: string, release: Release): Promise<void> {
    return bindRelease(this.session, projectId, release);
  }

  setCommits(release: Release, commits: readonly Commit[]): Promise<Release> {
    return writeCommits(this.session, release, commits);
  }

  insertDeploy(deploy: NewDeploy): Promise<Deploy> {
    return insertDeploy(this.session, deploy);
  }

  remove(organizationId: string, releaseId: string): Promise<void> {
    return removeRelease(this.session, idValue(organizationId), idValue(releaseId));
  }
}
