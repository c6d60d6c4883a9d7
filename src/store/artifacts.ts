import type { Artifact, ArtifactBundle, ArtifactFile, StoredFile, Upload } from '../domain/artifact';
import { type Page, type PageRequest, readPage } from '../domain/page';
import { markContentsIdle, readContent } from './contents';
import { type Dialect, jsonIntegers, jsonTexts, nextId } from './dialect';
import { sliceStatements } from './keyset';
import { allocateIds, idValue, insertReturning, listValue, type Session } from './sql';

/** What a query of `artifact` selects. */
export const ARTIFACT_COLUMNS = `CAST(id AS TEXT) AS "id", CAST(project_id AS TEXT) AS "projectId", NULLIF(release, '') AS "release",
  NULLIF(dist, '') AS "dist", name AS "name", kind AS "kind", NULLIF(debug_id, '') AS "debugId", headers AS "headers",
  sha1 AS "sha1", size AS "size", date_created AS "dateCreated", CAST(bundle_id AS TEXT) AS "bundleId"`;

/** A row of those columns: headers as JSON. */
export type ArtifactRow = Omit<Artifact, 'headers'> & { headers: string };

/** The artifact that a row tells. */
export function readArtifact(row: ArtifactRow): Artifact {
  return { ...row, headers: JSON.parse(row.headers) as Artifact['headers'] };
}

/** What makes two uploads of an archive the same. */
export interface BundleKey {
  readonly organizationId: string;
  readonly checksum: string;
  readonly release: string | null;
  readonly dist: string | null;
  /** In any order. */
  readonly projectIds: readonly string[];
}

export interface ArtifactReader {
  /** The bundle of that key if all it brought is still there: the same archive has nothing to add. */
  findBundle(key: BundleKey): Promise<ArtifactBundle | undefined>;
  /** Whether the project has any artifact at all: most have none, and need no further look. */
  hasAny(projectId: string): Promise<boolean>;
  /** The artifact of that id, if it belongs to the release. */
  find(projectId: string, release: string, id: string): Promise<Artifact | undefined>;
  /** Artifacts with one of these debug ids, newest upload first. */
  findByDebugIds(projectId: string, debugIds: readonly string[]): Promise<Artifact[]>;
  /** Artifacts of the release with one of these names, of every dist, newest upload first. */
  findByNames(projectId: string, release: string, names: readonly string[]): Promise<Artifact[]>;
  /** Artifacts of the release in list order: by name, then dist; at most `limit`. */
  listByRelease(projectId: string, release: string, limit: number): Promise<Artifact[]>;
  /** The same list in pages. */
  pageByRelease(projectId: string, release: string, page: PageRequest): Promise<Page<Artifact>>;
  /** The bytes of an artifact, inflated. For readers, as `ContentReader.read` is. */
  readContent(artifact: StoredFile): Promise<Uint8Array>;
}

export interface ArtifactWriter extends ArtifactReader {
  /** A new bundle; answers its id. */
  insertBundle(key: BundleKey, bundle: { fileCount: number; dateCreated: number }): Promise<string>;
  /** Adds files to a project, whose bytes are kept already. Answers the artifacts; older ones of the same place and debug id are gone. */
  insert(upload: Upload, files: readonly ArtifactFile[]): Promise<Artifact[]>;
  /** Removes an artifact of a release; answers whether there was one. */
  remove(projectId: string, release: string, id: string, at: number): Promise<boolean>;
  /** Removes the artifacts of a release; answers how many. */
  removeByRelease(projectId: string, release: string, at: number): Promise<number>;
}

/** What the removal of an artifact needs to know of it. */
export interface DeletedArtifact {
  readonly id: number;
  readonly sha1: string;
  readonly bundle: number | null;
}

const DELETE = (dialect: Dialect) => `DELETE FROM artifact WHERE project_id = ? AND id IN (${jsonIntegers(dialect)})`;
const DELETE_BUNDLES = (dialect: Dialect) =>
  `DELETE FROM artifact_bundle WHERE organization_id = ? AND id IN (${jsonIntegers(dialect)})`;

/** Removes artifacts of one project. Their bundles are no longer whole, and so the same archive would be taken in anew. */
export async function deleteArtifacts(
  session: Session,
  gone: { project: number; organization: number; rows: readonly DeletedArtifact[]; at: number },
): Promise<void> {
  const { project, organization, rows, at } = gone;
  const bundles = new Set(rows.map(({ bundle }) => bundle).filter((bundle) => bundle !== null));
  await session.run(DELETE, [project, listValue(rows.map(({ id }) => id))]);
  await session.run(DELETE_BUNDLES, [organization, listValue([...bundles])]);
  await markContentsIdle(session, organization, [...new Set(rows.map(({ sha1 }) => sha1))], at);
}

const FIND_SAME_NAME = (
  dialect: Dialect,
) => `SELECT id AS "id", sha1 AS "sha1", bundle_id AS "bundle", name AS "name", debug_id AS "debugId"
  FROM artifact WHERE project_id = ? AND release = ? AND dist = ? AND name IN (${jsonTexts(dialect)})`;
const INSERT = `INSERT INTO artifact (project_id, id, organization_id, release, dist, name, debug_id, kind, headers, sha1, size,
    date_created, bundle_id)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

type SameNameArtifact = DeletedArtifact & { name: string; debugId: string };

/**
 * Adds files to a project. A file takes the place of one with the same release, dist, name and debug id, and a single file
 * also of a single one with another debug id: only what a debug id can still ask for outlives its successor.
 */
export async function insertArtifacts(
  session: Session,
  upload: Upload,
  files: readonly ArtifactFile[],
): Promise<Artifact[]> {
  if (files.length === 0) return [];
  const project = idValue(upload.projectId);
  const organization = idValue(upload.organizationId);
  const fresh = [...new Map(files.map((file) => [keyOf(file), file])).values()];
  const rows = await findReplaced(session, upload, fresh);
  if (rows.length > 0) await deleteArtifacts(session, { project, organization, rows, at: upload.dateCreated });
  const ids = await allocateIds(session, 'artifact', fresh.length);
  const numbered = fresh.map((file, index) => ({ file, id: ids[index] ?? 0 }));
  await session.runMany(
    INSERT,
    numbered.map(({ file, id }) => valuesOf(upload, file, id)),
  );
  return numbered.map(({ file, id }) => artifactOf(upload, file, id));
}

/** A bundle that is taken in again loses nothing by it, and so is not told of its own files. */
async function findReplaced(
  session: Session,
  upload: Upload,
  files: readonly ArtifactFile[],
): Promise<SameNameArtifact[]> {
  const names = listValue(files.map(({ name }) => name));
  const place = [idValue(upload.projectId), upload.release ?? '', upload.dist ?? ''];
  const namesakes = await session.all<SameNameArtifact>(FIND_SAME_NAME, [...place, names]);
  const keys = new Set(files.map(keyOf));
  const own = upload.bundleId === null ? null : idValue(upload.bundleId);
  const replaced = namesakes.filter((old) => keys.has(keyOf(old)) || (own === null && old.bundle === null));
  return replaced.map((old) => (old.bundle === own ? { ...old, bundle: null } : old));
}

function keyOf({ name, debugId }: { name: string; debugId: string | null }): string {
  return `${debugId ?? ''} ${name}`;
}

function valuesOf(upload: Upload, file: ArtifactFile, id: number) {
  return [
    idValue(upload.projectId),
    id,
    idValue(upload.organizationId),
    upload.release ?? '',
    upload.dist ?? '',
    file.name,
    file.debugId ?? '',
    file.kind,
    JSON.stringify(file.headers),
    file.sha1,
    file.size,
    upload.dateCreated,
    upload.bundleId === null ? null : idValue(upload.bundleId),
  ];
}

function artifactOf(
  { projectId, release, dist, bundleId, dateCreated }: Upload,
  file: ArtifactFile,
  id: number,
): Artifact {
  return { ...file, id: String(id), projectId, release, dist, bundleId, dateCreated };
}

/** With the table's name: alone, `id` and `dist` would be what is selected under these names. */
const NEWEST = 'ORDER BY artifact.date_created DESC, artifact.id DESC';
const ANY = 'SELECT 1 AS "found" FROM artifact WHERE project_id = ? LIMIT 1';
const FIND = `SELECT ${ARTIFACT_COLUMNS} FROM artifact WHERE project_id = ? AND release = ? AND id = ?`;
const BY_DEBUG_IDS = (dialect: Dialect) => `SELECT ${ARTIFACT_COLUMNS} FROM artifact
  WHERE project_id = ? AND debug_id <> '' AND debug_id IN (${jsonTexts(dialect)}) ${NEWEST}`;
const BY_NAMES = (dialect: Dialect) => `SELECT ${ARTIFACT_COLUMNS} FROM artifact
  WHERE project_id = ? AND release = ? AND name IN (${jsonTexts(dialect)}) ${NEWEST}`;
const BY_RELEASE = `SELECT ${ARTIFACT_COLUMNS} FROM artifact WHERE project_id = ? AND release = ?`;
const LIST = sliceStatements(BY_RELEASE, {
  columns: ['artifact.name', 'artifact.dist', 'artifact.debug_id'],
  descending: false,
});
const FIND_ORGANIZATION = 'SELECT organization_id AS "organization" FROM project WHERE id = ?';

const DELETED_COLUMNS = 'id AS "id", organization_id AS "organization", sha1 AS "sha1", bundle_id AS "bundle"';
const FIND_DELETED = `SELECT ${DELETED_COLUMNS} FROM artifact WHERE project_id = ? AND release = ? AND id = ?`;
const FIND_DELETED_BY_RELEASE = `SELECT ${DELETED_COLUMNS} FROM artifact WHERE project_id = ? AND release = ?`;

const FIND_BUNDLE = `SELECT CAST(id AS TEXT) AS "id", CAST(organization_id AS TEXT) AS "organizationId", checksum AS "checksum",
    NULLIF(release, '') AS "release", NULLIF(dist, '') AS "dist", file_count AS "fileCount", date_created AS "dateCreated"
  FROM artifact_bundle WHERE organization_id = ? AND checksum = ? AND release = ? AND dist = ? AND project_ids = ?`;
/** A row that is there already was made by a process that assembled the same at the same time. */
const INSERT_BUNDLE = `INSERT INTO artifact_bundle (organization_id, checksum, release, dist, project_ids, id, file_count, date_created)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (organization_id, checksum, release, dist, project_ids) DO UPDATE SET date_created = excluded.date_created
  RETURNING CAST(id AS TEXT) AS "id"`;

/**
 * The rows of `artifact` and `artifact_bundle`. A bundle's row is there as long as every artifact it brought is, and so tells
 * whether there is something left to do for the same archive.
 */
export class Artifacts implements ArtifactWriter {
  constructor(private readonly session: Session) {}

  findBundle(key: BundleKey): Promise<ArtifactBundle | undefined> {
    return this.session.one(FIND_BUNDLE, bundleValues(key));
  }

  async hasAny(projectId: string): Promise<boolean> {
    return (await this.session.one(ANY, [idValue(projectId)])) !== undefined;
  }

  async find(projectId: string, release: string, id: string): Promise<Artifact | undefined> {
    const row = await this.session.one<ArtifactRow>(FIND, [idValue(projectId), release, idValue(id)]);
    return row && readArtifact(row);
  }

  async findByDebugIds(projectId: string, debugIds: readonly string[]): Promise<Artifact[]> {
    const rows = await this.session.all<ArtifactRow>(BY_DEBUG_IDS, [idValue(projectId), listValue(debugIds)]);
    return rows.map(readArtifact);
  }

  async findByNames(projectId: string, release: string, names: readonly string[]): Promise<Artifact[]> {
    const rows = await this.session.all<ArtifactRow>(BY_NAMES, [idValue(projectId), release, listValue(names)]);
    return rows.map(readArtifact);
  }

  async listByRelease(projectId: string, release: string, limit: number): Promise<Artifact[]> {
    const rows = await this.session.all<ArtifactRow>(LIST(null), [idValue(projectId), release, limit]);
    return rows.map(readArtifact);
  }

  /** Names hold colons, which part the keys of cursors, and so they are encoded there. */
  pageByRelease(projectId: string, release: string, page: PageRequest): Promise<Page<Artifact>> {
    return readPage(
      page,
      async (cursor, limit) => {
        const [name = '', dist = '', debugId = ''] = cursor?.key ?? [];
        const key = cursor === null ? [] : [decode(name), decode(dist), debugId];
        const rows = await this.session.all<ArtifactRow>(LIST(cursor), [idValue(projectId), release, ...key, limit]);
        return rows.map(readArtifact);
      },
      ({ name, dist, debugId }) => [encode(name), encode(dist ?? ''), debugId ?? ''],
    );
  }

  async readContent(artifact: StoredFile): Promise<Uint8Array> {
    const owner = await this.session.one<{ organization: number }>(FIND_ORGANIZATION, [idValue(artifact.projectId)]);
    const bytes = owner && (await readContent(this.session, owner.organization, artifact.sha1));
    if (bytes === undefined) throw new Error(`The bytes of the artifact ${artifact.name} are gone.`);
    return bytes;
  }

  async insertBundle(key: BundleKey, bundle: { fileCount: number; dateCreated: number }): Promise<string> {
    const { value } = await insertReturning<{ value: number }>(this.session, nextId, ['artifact_bundle']);
    const values = [...bundleValues(key), value, bundle.fileCount, bundle.dateCreated];
    return (await insertReturning<{ id: string }>(this.session, INSERT_BUNDLE, values)).id;
  }

  insert(upload: Upload, files: readonly ArtifactFile[]): Promise<Artifact[]> {
    return insertArtifacts(this.session, upload, files);
  }

  async remove(projectId: string, release: string, id: string, at: number): Promise<boolean> {
    const values = [idValue(projectId), release, idValue(id)];
    return (await this.drop(idValue(projectId), await this.session.all(FIND_DELETED, values), at)) > 0;
  }

  async removeByRelease(projectId: string, release: string, at: number): Promise<number> {
    const project = idValue(projectId);
    return this.drop(project, await this.session.all(FIND_DELETED_BY_RELEASE, [project, release]), at);
  }

  private async drop(
    project: number,
    rows: readonly (DeletedArtifact & { organization: number })[],
    at: number,
  ): Promise<number> {
    const [first] = rows;
    if (first !== undefined)
      await deleteArtifacts(this.session, { project, organization: first.organization, rows, at });
    return rows.length;
  }
}

function bundleValues({ organizationId, checksum, release, dist, projectIds }: BundleKey) {
  const projects = [...new Set(projectIds.map(idValue))].sort((a, b) => a - b);
  return [idValue(organizationId), checksum, release ?? '', dist ?? '', JSON.stringify(projects)];
}

function encode(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64url');
}

function decode(text: string): string {
  return Buffer.from(text, 'base64url').toString('utf8');
}
