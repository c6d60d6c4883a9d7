import type { Artifact, ArtifactBundle, ArtifactFile, StoredFile, Upload } from '../domain/artifact';
import { type Page, type PageRequest, readPage } from '../domain/page';
import { insertArtifacts } from './artifactInsert';
import { type GoneRow, dropArtifacts } from './artifactRemoval';
import { type ArtifactRow, COLUMNS, readArtifact } from './artifactRow';
import { readBytes } from './contents';
import { type Dialect, listedTexts, nextNumber } from './dialect';
import { sliceStatements } from './keyset';
import { type Session, idValue, inserted, listValue } from './sql';
import type { ArtifactWriter, BundleKey } from './artifactStores';

/** With the table's name: alone, `id` and `dist` would be what is selected under these names. */
const NEWEST = 'ORDER BY artifact.date_created DESC, artifact.id DESC';
const ANY = 'SELECT 1 AS "found" FROM artifact WHERE project_id = ? LIMIT 1';
const FIND = `SELECT ${COLUMNS} FROM artifact WHERE project_id = ? AND release = ? AND id = ?`;
const BY_DEBUG_IDS = (dialect: Dialect) => `SELECT ${COLUMNS} FROM artifact
  WHERE project_id = ? AND debug_id <> '' AND debug_id IN (${listedTexts(dialect)}) ${NEWEST}`;
const BY_NAMES = (dialect: Dialect) => `SELECT ${COLUMNS} FROM artifact
  WHERE project_id = ? AND release = ? AND name IN (${listedTexts(dialect)}) ${NEWEST}`;
const OF_RELEASE = `SELECT ${COLUMNS} FROM artifact WHERE project_id = ? AND release = ?`;
const LIST = sliceStatements(OF_RELEASE, {
  columns: ['artifact.name', 'artifact.dist', 'artifact.debug_id'],
  descending: false,
});
const OWNER = 'SELECT organization_id AS "organization" FROM project WHERE id = ?';

const GONE = 'id AS "id", organization_id AS "organization", sha1 AS "sha1", bundle_id AS "bundle"';
const GONE_ONE = `SELECT ${GONE} FROM artifact WHERE project_id = ? AND release = ? AND id = ?`;
const GONE_OF_RELEASE = `SELECT ${GONE} FROM artifact WHERE project_id = ? AND release = ?`;

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

  async any(projectId: string): Promise<boolean> {
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

  async listOfRelease(projectId: string, release: string, limit: number): Promise<Artifact[]> {
    const rows = await this.session.all<ArtifactRow>(LIST(null), [idValue(projectId), release, limit]);
    return rows.map(readArtifact);
  }

  /** Names hold colons, which part the keys of cursors, and so they are encoded there. */
  pageOfRelease(projectId: string, release: string, page: PageRequest): Promise<Page<Artifact>> {
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
    const owner = await this.session.one<{ organization: number }>(OWNER, [idValue(artifact.projectId)]);
    const bytes = owner && (await readBytes(this.session, owner.organization, artifact.sha1));
    if (bytes === undefined) throw new Error(`The bytes of the artifact ${artifact.name} are gone.`);
    return bytes;
  }

  async insertBundle(key: BundleKey, bundle: { fileCount: number; dateCreated: number }): Promise<string> {
    const { value } = await inserted<{ value: number }>(this.session, nextNumber, ['artifact_bundle']);
    const values = [...bundleValues(key), value, bundle.fileCount, bundle.dateCreated];
    return (await inserted<{ id: string }>(this.session, INSERT_BUNDLE, values)).id;
  }

  insert(upload: Upload, files: readonly ArtifactFile[]): Promise<Artifact[]> {
    return insertArtifacts(this.session, upload, files);
  }

  async remove(projectId: string, release: string, id: string, at: number): Promise<boolean> {
    const values = [idValue(projectId), release, idValue(id)];
    return (await this.drop(idValue(projectId), await this.session.all(GONE_ONE, values), at)) > 0;
  }

  async removeOfRelease(projectId: string, release: string, at: number): Promise<number> {
    const project = idValue(projectId);
    return this.drop(project, await this.session.all(GONE_OF_RELEASE, [project, release]), at);
  }

  private async drop(
    project: number,
    rows: readonly (GoneRow & { organization: number })[],
    at: number,
  ): Promise<number> {
    const [first] = rows;
    if (first !== undefined) await dropArtifacts(this.session, { project, organization: first.organization, rows, at });
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
