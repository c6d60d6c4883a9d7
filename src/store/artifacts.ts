import type { Artifact, ArtifactBundle, ArtifactFile, MapFinding, StoredFile, Upload } from '../domain/artifact';
import { type Page, type PageRequest, readPage, withoutMark } from '../domain/page';
import type { Release } from '../domain/release';
import { markContentsIdle, readCompressedSlice, readContent, readContentSlice } from './contents';
import { type Dialect, isAmong, isAmongTexts, nextId } from './engine/dialect';
import { FrameResolutionWriter } from './frameResolutions';
import { sliceStatements } from './keyset';
import { deleteEmptyBundles } from './projectBundles';
import {
  allocateIds,
  EntityStore,
  idValue,
  insertReturning,
  insertRows,
  listValue,
  nullableId,
  type ReadSession,
  type Session,
} from './engine/sql';

/** The identity of an uploaded archive: two uploads with the same key are the same. */
export interface BundleKey {
  readonly organizationId: string;
  readonly checksum: string;
  readonly release: string | null;
  readonly dist: string | null;
  /** In any order. */
  readonly projectIds: readonly string[];
}

/** Maximum age of events whose frames are resolved again when artifacts are added. */
const RESOLVED_AGAIN_MS = 7 * 24 * 60 * 60 * 1000;

/** A row of `COLUMNS`; headers are JSON. */
type ArtifactRow = Omit<Artifact, 'headers'> & { headers: string };
/** A row of `DELETION_COLUMNS`: the columns for deleting an artifact. */
type DeletionRow = { id: number; organization: number; sha1: string; size: number; bundle: number | null };
type ReplacedRow = DeletionRow & { name: string; debugId: string };

/**
 * Maximum number of projects that are found by debug ids: there are a few, unless somebody uploads a build to all
 * projects.
 */
const MAX_FOUND_PROJECTS = 100;

const COLUMNS = `CAST(id AS TEXT) AS "id", CAST(project_id AS TEXT) AS "projectId", NULLIF(release, '') AS "release",
  NULLIF(dist, '') AS "dist", name AS "name", kind AS "kind", NULLIF(debug_id, '') AS "debugId", headers AS "headers",
  sha1 AS "sha1", size AS "size", date_created AS "dateCreated", CAST(bundle_id AS TEXT) AS "bundleId",
  last_used AS "lastUsed"`;
/** The order of lists. Names the table, because `id` alone would be the selected text of that name. */
const NEWEST_FIRST = 'ORDER BY artifact.date_created DESC, artifact.id DESC';
const ANY = 'SELECT 1 AS "found" FROM artifact WHERE project_id = ? LIMIT 1';
const FIND = `SELECT ${COLUMNS} FROM artifact WHERE project_id = ? AND release = ? AND id = ?`;
const FIND_BY_DEBUG_IDS = (dialect: Dialect) => `SELECT ${COLUMNS} FROM artifact
  WHERE project_id = ? AND debug_id <> '' AND ${isAmongTexts(dialect, 'debug_id')} ${NEWEST_FIRST}`;
const FIND_BY_NAMES = (dialect: Dialect) => `SELECT ${COLUMNS} FROM artifact
  WHERE project_id = ? AND release = ? AND ${isAmongTexts(dialect, 'name')} ${NEWEST_FIRST}`;
const FIND_PROJECTS_BY_DEBUG_IDS = (dialect: Dialect) =>
  `SELECT DISTINCT debug_id AS "debugId", CAST(project_id AS TEXT) AS "projectId" FROM artifact
  WHERE organization_id = ? AND debug_id <> '' AND ${isAmongTexts(dialect, 'debug_id')} ORDER BY 1, 2 LIMIT ?`;
const ANY_WITH_DEBUG_ID = `SELECT 1 AS "found" FROM artifact WHERE project_id = ? AND debug_id <> '' LIMIT 1`;
const ANY_OF_BUNDLE = `SELECT 1 AS "found" FROM artifact WHERE project_id = ? AND bundle_id IS NOT NULL LIMIT 1`;
const LIST_BY_RELEASE = sliceStatements(`SELECT ${COLUMNS} FROM artifact WHERE project_id = ? AND release = ?`, {
  columns: ['artifact.name', 'artifact.dist', 'artifact.debug_id'],
  descending: false,
});
/**
 * Condition: the artifact belongs to a release in one of its projects. Parameters: the organization twice,
 * the release, and its version.
 */
const IN_RELEASE = `FROM artifact WHERE organization_id = ? AND project_id IN (SELECT b.project_id FROM release_binding b
    WHERE b.organization_id = ? AND b.release_id = ?) AND release = ?`;
const LIST_IN_RELEASE = sliceStatements(`SELECT ${COLUMNS} ${IN_RELEASE}`, {
  columns: ['artifact.project_id', 'artifact.name', 'artifact.dist', 'artifact.debug_id'],
  descending: false,
});
const FIND_IN_RELEASE = `SELECT ${COLUMNS} ${IN_RELEASE} AND id = ?`;
const FIND_ORGANIZATION = 'SELECT organization_id AS "organization" FROM project WHERE id = ?';

const LIST_BY_BUNDLE = sliceStatements(`SELECT ${COLUMNS} FROM artifact WHERE project_id = ? AND bundle_id = ?`, {
  columns: ['artifact.name', 'artifact.id'],
  descending: false,
});
const FIND_FINDINGS = (dialect: Dialect) => `SELECT CAST(id AS TEXT) AS "id", findings AS "findings" FROM artifact
  WHERE project_id = ? AND ${isAmong(dialect, 'id')}`;

const INSERT = insertRows('artifact', {
  project_id: 'SAME',
  organization_id: 'SAME',
  release: 'SAME',
  dist: 'SAME',
  bundle_id: 'SAME',
  date_created: 'SAME',
  last_used: 'SAME',
  id: 'INTEGER',
  name: 'TEXT',
  debug_id: 'TEXT',
  kind: 'TEXT',
  headers: 'TEXT',
  sha1: 'TEXT',
  size: 'INTEGER',
  findings: 'TEXT',
});
const DELETION_COLUMNS =
  'id AS "id", organization_id AS "organization", sha1 AS "sha1", size AS "size", bundle_id AS "bundle"';
const FIND_TO_REPLACE = (dialect: Dialect) =>
  `SELECT ${DELETION_COLUMNS}, name AS "name", debug_id AS "debugId"
  FROM artifact WHERE project_id = ? AND release = ? AND dist = ? AND ${isAmongTexts(dialect, 'name')}`;
const FIND_TO_DELETE = `SELECT ${DELETION_COLUMNS} FROM artifact WHERE project_id = ? AND release = ? AND id = ?`;
const FIND_TO_DELETE_BY_IDS = (dialect: Dialect) =>
  `SELECT ${DELETION_COLUMNS} FROM artifact WHERE project_id = ? AND ${isAmong(dialect, 'id')}`;
const FIND_TO_DELETE_BY_RELEASE = `SELECT ${DELETION_COLUMNS} FROM artifact WHERE project_id = ? AND release = ?`;
const DELETE = (dialect: Dialect) => `DELETE FROM artifact WHERE project_id = ? AND ${isAmong(dialect, 'id')}`;

const RECORD_USE = (dialect: Dialect) =>
  `UPDATE artifact SET last_used = ? WHERE project_id = ? AND ${isAmong(dialect, 'id')} AND last_used < ?`;

const FIND_BUNDLE = `SELECT CAST(id AS TEXT) AS "id", CAST(organization_id AS TEXT) AS "organizationId", checksum AS "checksum",
    NULLIF(release, '') AS "release", NULLIF(dist, '') AS "dist", file_count AS "fileCount", date_created AS "dateCreated"
  FROM artifact_bundle WHERE organization_id = ? AND checksum = ? AND release = ? AND dist = ? AND project_ids = ?`;
/** Inserts a row, unless another process that assembled the same archive at the same time has inserted it. */
const INSERT_BUNDLE = `INSERT INTO artifact_bundle (organization_id, checksum, release, dist, project_ids, id, file_count, date_created)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (organization_id, checksum, release, dist, project_ids) DO UPDATE SET date_created = excluded.date_created
  RETURNING CAST(id AS TEXT) AS "id"`;
/** Keeps the sum of the bytes of a project's artifacts: computing it for each upload would read all of them. */
const ADD_USAGE = `INSERT INTO artifact_usage (project_id, organization_id, bytes) VALUES (?, ?, ?)
  ON CONFLICT (project_id) DO UPDATE SET bytes = artifact_usage.bytes + excluded.bytes`;
const SUM_USAGE = `SELECT CAST(COALESCE(SUM(bytes), 0) AS BIGINT) AS "bytes" FROM artifact_usage WHERE organization_id = ?`;
const DELETE_BUNDLES = (dialect: Dialect) =>
  `DELETE FROM artifact_bundle WHERE organization_id = ? AND ${isAmong(dialect, 'id')}`;

type VersionedRelease = Pick<Release, 'id' | 'organizationId' | 'version'>;

function releaseValues({ organizationId, id, version }: VersionedRelease) {
  return [idValue(organizationId), idValue(organizationId), idValue(id), version];
}

/** A file, and the findings of its check if it was checked. */
export type UploadedFile = ArtifactFile & { readonly findings?: readonly MapFinding[] };

/**
 * The rows of `artifact` and `artifact_bundle`. The row of a bundle is deleted with the first of its artifacts: while
 * it exists, an upload of the same archive has nothing to add.
 */
export class ArtifactReader<S extends ReadSession = ReadSession> extends EntityStore<S> {
  /**
   * Returns the bundle of a key if all of its artifacts are still stored: uploading the same archive then adds nothing.
   */
  findBundle(key: BundleKey): Promise<ArtifactBundle | undefined> {
    return this.session.one(FIND_BUNDLE, bundleKeyValues(key));
  }

  /** Returns the bytes of all artifacts of an organization, uncompressed; a file counts in each of its projects. */
  async sumBytes(organizationId: string): Promise<number> {
    const row = await this.session.one<{ bytes: number }>(SUM_USAGE, [idValue(organizationId)]);
    return row?.bytes ?? 0;
  }

  /** Returns true if the project has any artifact: most projects have none, and need no further lookup. */
  async hasAny(projectId: string): Promise<boolean> {
    return (await this.session.one(ANY, [idValue(projectId)])) !== undefined;
  }

  /** Returns the artifact of an id if it belongs to the release. */
  async find(projectId: string, release: string, id: string): Promise<Artifact | undefined> {
    const row = await this.session.one<ArtifactRow>(FIND, [idValue(projectId), release, idValue(id)]);
    return row && readArtifact(row);
  }

  /** Returns the artifacts with one of these debug ids, newest upload first. */
  async findByDebugIds(projectId: string, debugIds: readonly string[]): Promise<Artifact[]> {
    const rows = await this.session.all<ArtifactRow>(FIND_BY_DEBUG_IDS, [idValue(projectId), listValue(debugIds)]);
    return rows.map(readArtifact);
  }

  /** Returns the first projects of the organization, by id, that have artifacts with these debug ids. */
  findProjectsByDebugIds(organizationId: string, debugIds: readonly string[]) {
    const values = [idValue(organizationId), listValue(debugIds), MAX_FOUND_PROJECTS];
    return this.session.all<{ debugId: string; projectId: string }>(FIND_PROJECTS_BY_DEBUG_IDS, values);
  }

  /**
   * Returns two flags: whether the project has an artifact with a debug id, and whether it has an artifact of a bundle.
   */
  async findKinds(projectId: string): Promise<{ hasDebugId: boolean; hasBundle: boolean }> {
    const values = [idValue(projectId)];
    return {
      hasDebugId: (await this.session.one(ANY_WITH_DEBUG_ID, values)) !== undefined,
      hasBundle: (await this.session.one(ANY_OF_BUNDLE, values)) !== undefined,
    };
  }

  /**
   * Returns the artifacts with one of these names in the release, or without a release, of every dist, newest upload
   * first.
   */
  async findByNames(projectId: string, release: string | null, names: readonly string[]): Promise<Artifact[]> {
    const values = [idValue(projectId), release ?? '', listValue(names)];
    const rows = await this.session.all<ArtifactRow>(FIND_BY_NAMES, values);
    return rows.map(readArtifact);
  }

  /** Returns the first artifacts of the release by name, then dist. */
  async listByRelease(projectId: string, release: string, limit: number): Promise<Artifact[]> {
    const rows = await this.session.all<ArtifactRow>(LIST_BY_RELEASE(null), [idValue(projectId), release, limit]);
    return rows.map(readArtifact);
  }

  /** Returns the artifacts of the release in pages, by name, then dist. */
  pageByRelease(projectId: string, release: string, page: PageRequest): Promise<Page<Artifact>> {
    return readPage(
      page,
      async (cursor, limit) => {
        const [name = '', dist = '', debugId = ''] = cursor?.key ?? [];
        const key = cursor === null ? [] : [decodeKey(name), decodeKey(dist), debugId];
        const values = [idValue(projectId), release, ...key, limit];
        const rows = await this.session.all<ArtifactRow>(LIST_BY_RELEASE(cursor), values);
        return rows.map(readArtifact);
      },
      ({ name, dist, debugId }) => [encodeKey(name), encodeKey(dist ?? ''), debugId ?? ''],
    );
  }

  /** Returns the artifact of an id if it belongs to the release in one of its projects. */
  async findInRelease(release: VersionedRelease, id: string): Promise<Artifact | undefined> {
    const row = await this.session.one<ArtifactRow>(FIND_IN_RELEASE, [...releaseValues(release), idValue(id)]);
    return row && readArtifact(row);
  }

  /** Returns the artifacts of the release in all of its projects, by project, name and dist. */
  pageInRelease(release: VersionedRelease, page: PageRequest): Promise<Page<Artifact>> {
    return readPage(
      page,
      async (cursor, limit) => {
        const [project = '', name = '', dist = '', debugId = ''] = withoutMark(cursor)?.key ?? [];
        const key = cursor === null ? [] : [idValue(project), decodeKey(name), decodeKey(dist), debugId];
        const values = [...releaseValues(release), ...key, limit];
        return (await this.session.all<ArtifactRow>(LIST_IN_RELEASE(cursor), values)).map(readArtifact);
      },
      ({ projectId, name, dist, debugId }) => [`p${projectId}`, encodeKey(name), encodeKey(dist ?? ''), debugId ?? ''],
    );
  }

  /** Returns the files of a bundle in a project, by name. */
  pageByBundle(projectId: string, bundleId: string, page: PageRequest): Promise<Page<Artifact>> {
    return readPage(
      page,
      async (cursor, limit) => {
        const [name = '', id = ''] = cursor?.key ?? [];
        const key = cursor === null ? [] : [decodeKey(name.slice(BUNDLE_MARK.length)), idValue(id)];
        const values = [idValue(projectId), idValue(bundleId), ...key, limit];
        const rows = await this.session.all<ArtifactRow>(LIST_BY_BUNDLE(cursor), values);
        return rows.map(readArtifact);
      },
      ({ name, id }) => [`${BUNDLE_MARK}${encodeKey(name)}`, id],
    );
  }

  /** Returns the findings of checks by artifact id. Artifacts that were not checked have no entry. */
  async findFindings(projectId: string, ids: readonly string[]): Promise<Map<string, readonly MapFinding[]>> {
    const rows = await this.session.all<{ id: string; findings: string | null }>(FIND_FINDINGS, [
      idValue(projectId),
      listValue(ids.map(idValue)),
    ]);
    return new Map(
      rows.flatMap(({ id, findings }) => (findings === null ? [] : [[id, JSON.parse(findings) as MapFinding[]]])),
    );
  }

  /** Returns the decompressed bytes of an artifact. To be called on a reader, like `ContentReader.read`. */
  async readContent(artifact: StoredFile): Promise<Uint8Array> {
    const organization = await this.findOrganization(artifact);
    const bytes = await readContent(this.session, organization, artifact.sha1);
    if (bytes === undefined) throw missingBytes(artifact);
    return bytes;
  }

  /** Returns a slice of the decompressed bytes of an artifact, by its number from 0; null after the last one. */
  async readSlice(artifact: StoredFile, number: number): Promise<Uint8Array | null> {
    const organization = await this.findOrganization(artifact);
    const slice = await readContentSlice(this.session, organization, artifact.sha1, number);
    if (slice === undefined) throw missingBytes(artifact);
    return slice;
  }

  /** Returns the compressed form of a slice, as it is stored; null after the last one. */
  async readCompressedSlice(artifact: StoredFile, number: number): Promise<Uint8Array | null> {
    const organization = await this.findOrganization(artifact);
    const slice = await readCompressedSlice(this.session, organization, artifact.sha1, number);
    if (slice === undefined) throw missingBytes(artifact);
    return slice;
  }

  private async findOrganization(artifact: StoredFile): Promise<number> {
    const owner = await this.session.one<{ organization: number }>(FIND_ORGANIZATION, [idValue(artifact.projectId)]);
    if (owner === undefined) throw missingBytes(artifact);
    return owner.organization;
  }
}

export class ArtifactWriter extends ArtifactReader<Session> {
  /** Inserts a bundle. Returns its id. */
  async insertBundle(key: BundleKey, bundle: { fileCount: number; dateCreated: number }): Promise<string> {
    const { value } = await insertReturning<{ value: number }>(this.session, nextId, ['artifact_bundle']);
    const values = [...bundleKeyValues(key), value, bundle.fileCount, bundle.dateCreated];
    return (await insertReturning<{ id: string }>(this.session, INSERT_BUNDLE, values)).id;
  }

  /**
   * Adds files, whose bytes are already stored, to a project. A file replaces the artifact with the same release, dist,
   * name and debug id. A file outside of a bundle also replaces such a file with another debug id.
   */
  async insert(upload: Upload, files: readonly UploadedFile[]): Promise<Artifact[]> {
    if (files.length === 0) return [];
    const { projectId, release, dist, bundleId, dateCreated } = upload;
    const project = idValue(projectId);
    const distinct = [...new Map(files.map((file) => [fileKey(file), file])).values()];
    await this.delete(project, await this.findReplaced(upload, distinct), dateCreated);
    const ids = await allocateIds(this.session, 'artifact', distinct.length);
    const artifacts = distinct.map(({ findings: _, ...file }, index): Artifact => {
      return {
        ...file,
        id: String(ids[index] ?? 0),
        projectId,
        release,
        dist,
        bundleId,
        dateCreated,
        lastUsed: dateCreated,
      };
    });
    const organization = idValue(upload.organizationId);
    const bundle = nullableId(bundleId);
    const same = [project, organization, release ?? '', dist ?? '', bundle, dateCreated, dateCreated];
    const rows = artifacts.map(({ id, name, debugId, kind, headers, sha1, size }, index) => [
      ...same,
      idValue(id),
      name,
      debugId ?? '',
      kind,
      JSON.stringify(headers),
      sha1,
      size,
      findingsValue(distinct[index]),
    ]);
    await this.session.runMany(INSERT, rows);
    await this.session.run(ADD_USAGE, [project, organization, sizeOf(artifacts)]);
    await this.requestResolution(upload, artifacts);
    return artifacts;
  }

  /** Stores the time at which artifacts were used. */
  async recordUse(projectId: string, ids: readonly string[], at: number): Promise<void> {
    if (ids.length > 0) this.session.post(RECORD_USE, [[at, idValue(projectId), listValue(ids.map(idValue)), at]]);
  }

  /** Removes artifacts of a project. */
  async removeByIds(projectId: string, ids: readonly number[], at: number): Promise<void> {
    const project = idValue(projectId);
    const rows = await this.session.all<DeletionRow>(FIND_TO_DELETE_BY_IDS, [project, listValue(ids)]);
    await this.delete(project, rows, at);
  }

  /** Removes an artifact of a release. Returns true if it existed. */
  async remove(projectId: string, release: string, id: string, at: number): Promise<boolean> {
    const project = idValue(projectId);
    const rows = await this.session.all<DeletionRow>(FIND_TO_DELETE, [project, release, idValue(id)]);
    await this.delete(project, rows, at);
    return rows.length > 0;
  }

  /** Removes the artifacts of a release. Returns their number. */
  async removeByRelease(projectId: string, release: string, at: number): Promise<number> {
    const project = idValue(projectId);
    const rows = await this.session.all<DeletionRow>(FIND_TO_DELETE_BY_RELEASE, [project, release]);
    await this.delete(project, rows, at);
    return rows.length;
  }

  /**
   * Requests that frames of stored events are resolved again: in events of the release, or of any release if a file has
   * a debug id.
   */
  private async requestResolution(upload: Upload, artifacts: readonly Artifact[]): Promise<void> {
    const { projectId, organizationId, dateCreated: at } = upload;
    const release = artifacts.some(({ debugId }) => debugId !== null) ? null : upload.release;
    const added = { projectId, organizationId, release, at, since: at - RESOLVED_AGAIN_MS };
    await new FrameResolutionWriter(this.session).request(added);
  }

  /**
   * Returns the artifacts that the files of an upload replace. The `bundle` of artifacts of the upload's own bundle is
   * null, so that `delete` keeps the row of the bundle.
   */
  private async findReplaced(upload: Upload, files: readonly ArtifactFile[]): Promise<ReplacedRow[]> {
    const names = listValue(files.map(({ name }) => name));
    const values = [idValue(upload.projectId), upload.release ?? '', upload.dist ?? '', names];
    const sameNames = await this.session.all<ReplacedRow>(FIND_TO_REPLACE, values);
    const keys = new Set(files.map(fileKey));
    const ownBundle = nullableId(upload.bundleId);
    const replaced = sameNames.filter((old) => {
      return keys.has(fileKey(old)) || (ownBundle === null && old.bundle === null);
    });
    return replaced.map((old) => (old.bundle === ownBundle ? { ...old, bundle: null } : old));
  }

  /** Deletes artifacts of a project and the rows of their bundles, and leaves their bytes to garbage collection. */
  private async delete(project: number, rows: readonly DeletionRow[], at: number): Promise<void> {
    const [first] = rows;
    if (first === undefined) return;
    const { organization } = first;
    const bundles = new Set(rows.map(({ bundle }) => bundle).filter((bundle) => bundle !== null));
    await this.session.run(DELETE, [project, listValue(rows.map(({ id }) => id))]);
    await this.session.run(ADD_USAGE, [project, organization, -sizeOf(rows)]);
    await this.session.run(DELETE_BUNDLES, [organization, listValue([...bundles])]);
    await deleteEmptyBundles(this.session, project, [...bundles]);
    await markContentsIdle(this.session, organization, [...new Set(rows.map(({ sha1 }) => sha1))], at);
  }
}

function missingBytes({ name }: StoredFile): Error {
  return new Error(`The bytes of the artifact ${name} are not stored.`);
}

function sizeOf(files: readonly { size: number }[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

function readArtifact(row: ArtifactRow): Artifact {
  return { ...row, headers: JSON.parse(row.headers) as Artifact['headers'] };
}

function bundleKeyValues({ organizationId, checksum, release, dist, projectIds }: BundleKey) {
  const projects = [...new Set(projectIds.map(idValue))].sort((a, b) => a - b);
  return [idValue(organizationId), checksum, release ?? '', dist ?? '', JSON.stringify(projects)];
}

/** Identifies a file within its release and dist. */
function fileKey({ name, debugId }: { name: string; debugId: string | null }): string {
  return `${debugId ?? ''} ${name}`;
}

function findingsValue(file: UploadedFile | undefined): string | null {
  return file?.findings === undefined ? null : JSON.stringify(file.findings);
}

/**
 * Marks the cursors of a bundle's files, to distinguish them from cursors of other lists. No base64url name contains
 * it.
 */
const BUNDLE_MARK = '~';

/** Encodes a part of a cursor's key: names contain colons, which separate the parts. */
function encodeKey(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64url');
}

function decodeKey(text: string): string {
  return Buffer.from(text, 'base64url').toString('utf8');
}
