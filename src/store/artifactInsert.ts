import type { Artifact, ArtifactFile, Upload } from '../domain/artifact';
import { type GoneRow, dropArtifacts } from './artifactRemoval';
import { type Dialect, listedTexts } from './dialect';
import { takeNumbers } from './numbers';
import { type Session, idValue, listValue } from './sql';

const NAMESAKES = (
  dialect: Dialect,
) => `SELECT id AS "id", sha1 AS "sha1", bundle_id AS "bundle", name AS "name", debug_id AS "debugId"
  FROM artifact WHERE project_id = ? AND release = ? AND dist = ? AND name IN (${listedTexts(dialect)})`;
const INSERT = `INSERT INTO artifact (project_id, id, organization_id, release, dist, name, debug_id, kind, headers, sha1, size,
    date_created, bundle_id)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

type Namesake = GoneRow & { name: string; debugId: string };

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
  if (rows.length > 0) await dropArtifacts(session, { project, organization, rows, at: upload.dateCreated });
  const ids = await takeNumbers(session, 'artifact', fresh.length);
  const numbered = fresh.map((file, index) => ({ file, id: ids[index] ?? 0 }));
  await session.runMany(
    INSERT,
    numbered.map(({ file, id }) => valuesOf(upload, file, id)),
  );
  return numbered.map(({ file, id }) => artifactOf(upload, file, id));
}

/** A bundle that is taken in again loses nothing by it, and so is not told of its own files. */
async function findReplaced(session: Session, upload: Upload, files: readonly ArtifactFile[]): Promise<Namesake[]> {
  const names = listValue(files.map(({ name }) => name));
  const place = [idValue(upload.projectId), upload.release ?? '', upload.dist ?? ''];
  const namesakes = await session.all<Namesake>(NAMESAKES, [...place, names]);
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
