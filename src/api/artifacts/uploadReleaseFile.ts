import { compressContent, sha1Of } from '../../compression/eventBody';
import type { Artifact, ArtifactFile } from '../../domain/artifact';
import { aboutProject } from '../../domain/audit';
import { BadRequest, TooLarge } from '../../domain/errors';
import type { Organization } from '../../domain/organization';
import type { Project } from '../../domain/project';
import type { Release } from '../../domain/release';
import { checkFile, limitFindings } from '../../sourcemaps/lint/checkFiles';
import { describeArtifactExcess } from '../../sourcemaps/upload/limits';
import { presentReleaseFile } from '../../presenters/release';
import { type FormPart, parseMultipartForm, rejectUnknownParts } from '../../sourcemaps/upload/multipart';
import { storeContents } from '../../sourcemaps/upload/assembleBundle';
import { describeUploadedFile } from '../../sourcemaps/upload/artifactBundle';
import { operation, type TokenContext } from '../operation';
import { findProjectRelease } from '../subjects';

const FIELDS = ['file', 'name', 'header', 'dist'];
const MAX_HEADERS = 100;
const MAX_PARTS = MAX_HEADERS + 3;
const MAX_NAME_LENGTH = 2000;
const MAX_DIST_LENGTH = 64;
const MAX_HEADER_LENGTH = 2000;

/** Stores one file of a release. It replaces an uploaded file of the same name and dist. */
export const uploadReleaseFile = operation('uploadReleaseFile', {
  takesLong: true,
  subject: findProjectRelease,

  async handle(context) {
    return storeReleaseFile(context, [context.project]);
  },
});

interface UploadContext extends Pick<
  TokenContext<'uploadReleaseFile'>,
  'read' | 'write' | 'audit' | 'now' | 'uploadQuota' | 'checkMap'
> {
  readonly organization: Organization;
  readonly release: Release;
  readonly body: Uint8Array;
  readonly contentType: string;
}

/** Stores the file of a form for a release in some of its projects. Replies with the record of the first of them. */
export async function storeReleaseFile(context: UploadContext, projects: readonly Pick<Project, 'id' | 'slug'>[]) {
  const { organization, release, body, contentType, read, write, audit, now, uploadQuota, checkMap } = context;
  const { file, dist, bytes } = readUpload(parseMultipartForm(body, contentType, MAX_PARTS));
  const stored = await read(({ artifacts }) => artifacts.sumBytes(organization.id));
  const excess = describeArtifactExcess(stored, file.size * projects.length, uploadQuota);
  if (excess !== null) throw new TooLarge(excess);
  const place = { organizationId: organization.id, at: now };
  await storeContents(write, place, [{ sha1: file.sha1, slices: await compressContent(bytes) }]);
  const { findings } = await checkFile(file, bytes, checkMap);
  const [limited = []] = limitFindings([findings]);
  const common = { ...place, release: release.version, dist, bundleId: null, dateCreated: now };
  const artifact = await write(async ({ artifacts, auditLog }) => {
    let first: Artifact | undefined;
    for (const project of projects) {
      const upload = { ...common, projectId: project.id };
      const [inserted] = await artifacts.insert(upload, [{ ...file, findings: limited }]);
      if (inserted === undefined) throw new Error('the file was not inserted');
      const target = { id: inserted.id, name: file.name };
      const details = { release: release.version };
      await auditLog.insert(audit({ event: 'artifact.upload', ...aboutProject(project), target, details }));
      first ??= inserted;
    }
    if (first === undefined) throw new Error('a file is stored for one project at least');
    return first;
  });
  return { status: 201 as const, body: presentReleaseFile(artifact, limited) };
}

/** Parses the parts of the form. @throws BadRequest if a part is missing, repeated, unknown or too long */
function readUpload(parts: readonly FormPart[]): { file: ArtifactFile; dist: string | null; bytes: Uint8Array } {
  rejectUnknownParts(parts, FIELDS);
  const file = single(parts, 'file');
  if (file === undefined) throw new BadRequest('The form has no part "file".');
  const name = readText(single(parts, 'name'), MAX_NAME_LENGTH) ?? file.filename ?? '';
  if (name === '' || isLonger(name, MAX_NAME_LENGTH) || CONTROL.test(name))
    throw new BadRequest(`Part "name" must have 1 to ${MAX_NAME_LENGTH} characters and no control characters.`);
  const dist = readDist(single(parts, 'dist'));
  const headers = readHeaders(parts.filter((part) => part.name === 'header'));
  const { bytes } = file;
  const described = describeUploadedFile(name, headers, bytes);
  return { file: { ...described, name, headers, sha1: sha1Of(bytes), size: bytes.length }, dist, bytes };
}

function single(parts: readonly FormPart[], name: string): FormPart | undefined {
  const [part, another] = parts.filter((candidate) => candidate.name === name);
  if (another !== undefined) throw new BadRequest(`The form has more than one part "${name}".`);
  return part;
}

function readText(part: FormPart | undefined, limit: number): string | null {
  if (part === undefined) return null;
  const text = Buffer.from(part.bytes).toString('utf8').trim();
  if (text === '' || isLonger(text, limit))
    throw new BadRequest(`Part "${part.name}" must have 1 to ${limit} characters.`);
  return text;
}

/** Control characters: URLs do not have them, and PostgreSQL cannot store all of them. */
const CONTROL = /[\x00-\x1f\x7f]/;

/** Parses the part `dist`. Rejects a value that no event can have: it would never be used. */
function readDist(part: FormPart | undefined): string | null {
  const dist = readText(part, MAX_DIST_LENGTH);
  if (dist !== null && !/^[A-Za-z0-9_.-]+$/.test(dist))
    throw new BadRequest('Part "dist" may have only letters, digits, ".", "_" and "-".');
  return dist;
}

function readHeaders(parts: readonly FormPart[]): Record<string, string> {
  if (parts.length > MAX_HEADERS) throw new BadRequest(`The form has more than ${MAX_HEADERS} parts "header".`);
  return Object.fromEntries(parts.map(readHeader));
}

function readHeader({ bytes }: FormPart): [name: string, value: string] {
  const text = Buffer.from(bytes).toString('utf8');
  if (isLonger(text, MAX_HEADER_LENGTH))
    throw new BadRequest(`A part "header" has more than ${MAX_HEADER_LENGTH} characters.`);
  if (CONTROL.test(text)) throw new BadRequest('Part "header" must have no control characters.');
  const [, name, value] = /^([^\s:]+) *:([^]*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new BadRequest('Part "header" must have the form NAME:VALUE.');
  return [name.toLowerCase(), value.trim()];
}

/**
 * Returns true if a text has more characters than the limit. The contract counts code points, JavaScript UTF-16 units.
 */
function isLonger(text: string, limit: number): boolean {
  return text.length > 2 * limit || (text.length > limit && [...text].length > limit);
}
