import { type FileHandle, open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArtifactFile, MapFinding } from '../../domain/artifact';
import { truncate } from '../../domain/text';
import type { Parse } from '../parse/parse';
import { checkMap } from './checkMap';
import { decodeUtf8 } from '../resolve/sourceText';
import { candidateNames, decodeInline, isInline, joinUrl, referenceInHeaders, referenceInText } from '../resolve/urls';
import { sha1Of } from '../../compression/eventBody';
import { readBundle, describeUploadedFile } from '../upload/artifactBundle';

/** Checks the bytes of a source map, on this thread or on another one. */
export type CheckMap = (bytes: Uint8Array) => Promise<readonly MapFinding[]>;

/** Larger maps are checked on another thread. */
const MAX_BYTES_HERE = 64 * 1024;

/** Makes the function that checks maps without delaying other requests. @param parse does work on another thread */
export function createCheckMap(parse: Parse): CheckMap {
  return async (bytes) => {
    if (bytes.length <= MAX_BYTES_HERE) return checkMap(bytes);
    // A copy, because its buffer is transferred.
    const checked = await parse('check', { map: new Uint8Array(bytes) });
    if ('findings' in checked) return checked.findings;
    return [fileError('map-not-readable', `The map could not be checked: ${checked.failure}.`)];
  };
}

/** A file whose content was checked. */
export interface CheckedFile {
  readonly file: Pick<ArtifactFile, 'name' | 'kind' | 'debugId' | 'sha1'>;
  /** The URL of its source map, if it is a minified file with a reference to one. */
  readonly reference: string | null;
  readonly findings: readonly MapFinding[];
}

/** Checks the content of a file, or of a source map inside a minified file. */
export async function checkFile(
  file: Pick<ArtifactFile, 'name' | 'kind' | 'debugId' | 'sha1' | 'headers'>,
  bytes: Uint8Array,
  checkMap: CheckMap,
): Promise<CheckedFile> {
  const { name, kind, debugId, sha1 } = file;
  const checked = { file: { name, kind, debugId, sha1 }, reference: null, findings: [] };
  if (kind === 'source_map') return { ...checked, findings: await checkMap(bytes) };
  if (kind !== 'minified_source') return checked;
  const reference = referenceInHeaders(file.headers) ?? referenceInBytes(bytes);
  if (reference === null || !isInline(reference)) return { ...checked, reference };
  const map = decodeInline(reference);
  const reason = 'The data URL of the source map cannot be decoded.';
  const findings = map === null ? [fileError('map-not-readable', reason)] : await checkMap(map);
  return { ...checked, reference: INLINE, findings: findings.map(insideOfFile) };
}

const REFERENCE_KEY = 'sourceMappingURL=';
const LINE_FEED = 0x0a;

/** Returns the reference in a comment. Decodes only the end of the file, from the line of the last reference on. */
function referenceInBytes(bytes: Uint8Array): string | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const last = buffer.lastIndexOf(REFERENCE_KEY);
  return last === -1 ? null : referenceInText(decodeUtf8(buffer.subarray(buffer.lastIndexOf(LINE_FEED, last) + 1)));
}

/** Stands for a data URL, which is as long as the map in it. */
const INLINE = 'data:';

function insideOfFile(finding: MapFinding): MapFinding {
  return { ...finding, where: `inline map${finding.where === null ? '' : `, ${finding.where}`}` };
}

/**
 * Checks that files belong together: each minified file has its source map, each map its file, and no two files have
 * the same debug id.
 * @returns the findings of each file, in the order of the files
 */
export function checkTogether(files: readonly CheckedFile[]): MapFinding[][] {
  const together = new FilesTogether(files);
  return files.map((checked) => [...checked.findings, ...together.check(checked)].sort(bySeverity));
}

function bySeverity(one: MapFinding, other: MapFinding): number {
  return Number(one.severity === 'warning') - Number(other.severity === 'warning');
}

/** Files of one kind with the same debug id: the first one, and the first with another name and another content. */
interface FilesOfDebugId {
  readonly first: CheckedFile;
  readonly other: CheckedFile | null;
}

/** Indexes of the files of one upload. */
class FilesTogether {
  private readonly byName = new Map<string, CheckedFile>();
  private readonly byDebugId = new Map<string, FilesOfDebugId>();
  /** Maps that minified files refer to. */
  private readonly referredMaps = new Set<CheckedFile>();

  constructor(files: readonly CheckedFile[]) {
    for (const checked of files) {
      this.byName.set(checked.file.name, checked);
      this.addDebugId(checked);
    }
    for (const checked of files) {
      const map = this.findReferredMap(checked);
      if (map !== null) this.referredMaps.add(map);
    }
  }

  check(checked: CheckedFile): MapFinding[] {
    const { kind } = checked.file;
    if (kind === 'minified_source') return [...this.checkDebugId(checked), ...this.checkMinified(checked)];
    return kind === 'source_map' ? [...this.checkDebugId(checked), ...this.checkMap(checked)] : [];
  }

  private addDebugId(checked: CheckedFile): void {
    const { kind, debugId } = checked.file;
    if (debugId === null) return;
    const key = `${kind} ${debugId}`;
    const same = this.byDebugId.get(key);
    if (same === undefined) this.byDebugId.set(key, { first: checked, other: null });
    else if (same.other === null && areDifferent(same.first, checked)) {
      this.byDebugId.set(key, { first: same.first, other: checked });
    }
  }

  private checkDebugId(checked: CheckedFile): MapFinding[] {
    const { kind, debugId } = checked.file;
    const same = this.byDebugId.get(`${kind} ${debugId ?? ''}`);
    const other = [same?.first, same?.other].find((file) => file != null && areDifferent(file, checked));
    if (other == null) return [];
    const message = `${other.file.name} has the same debug id, so that frames of one may be resolved with the map of the other.`;
    return [fileError('debug-id-duplicate', message)];
  }

  private checkMinified(checked: CheckedFile): MapFinding[] {
    const { file, reference } = checked;
    if (reference === INLINE || this.hasDebugId('source_map', file.debugId)) return [];
    const map = this.findReferredMap(checked);
    if (map !== null && file.debugId !== null && map.file.debugId !== null) {
      const message = `Its source map ${map.file.name} has another debug id, so that it is not used: inject debug ids again.`;
      return [fileError('debug-id-mismatch', message)];
    }
    if (map !== null) return [];
    if (reference === null) return [fileWarning('file-without-map', 'There is no source map for the file.')];
    const message = `There is no ${shorten(reference)}, which its sourceMappingURL names.`;
    return [fileError('map-not-found', message)];
  }

  private checkMap(checked: CheckedFile): MapFinding[] {
    const { name, debugId } = checked.file;
    if (STYLE_MAP.test(name) || this.referredMaps.has(checked) || this.hasDebugId('minified_source', debugId))
      return [];
    return [fileWarning('map-without-file', 'There is no minified file for the source map.')];
  }

  private hasDebugId(kind: ArtifactFile['kind'], debugId: string | null): boolean {
    return debugId !== null && this.byDebugId.has(`${kind} ${debugId}`);
  }

  /** Finds the source map that a minified file refers to, or that has the conventional name if it refers to none. */
  private findReferredMap({ file: { name, kind }, reference }: CheckedFile): CheckedFile | null {
    if (kind !== 'minified_source' || reference === INLINE) return null;
    const url = reference === null ? `${name.split(/[?#]/, 1)[0] ?? ''}.map` : joinUrl(name, reference);
    const maps = candidateNames(url).map((candidate) => this.byName.get(candidate));
    return maps.find((map) => map?.file.kind === 'source_map') ?? null;
  }
}

function areDifferent({ file: one }: CheckedFile, { file: other }: CheckedFile): boolean {
  return one.name !== other.name && one.sha1 !== other.sha1;
}

/** Maps of style sheets resolve no frames. */
const STYLE_MAP = /\.css\.map$/i;
const MAX_SHOWN_URL = 200;

function shorten(url: string): string {
  return url.length > MAX_SHOWN_URL ? `${url.slice(0, MAX_SHOWN_URL)}…` : url;
}

function fileError(rule: string, message: string): MapFinding {
  return { rule, severity: 'error', where: null, message, count: 1 };
}

function fileWarning(rule: string, message: string): MapFinding {
  return { ...fileError(rule, message), severity: 'warning' };
}

/** Bytes of JSON that the findings of one upload may take in the database. */
const MAX_FINDINGS_BYTES = 1024 * 1024;
const MAX_FINDINGS_OF_FILE = 20;
const MAX_STORED_MESSAGE = 600;
const MAX_STORED_PLACE = 300;

/** Limits the findings of each file of an upload to the number that is stored. */
export function limitFindings(findings: readonly (readonly MapFinding[])[]): MapFinding[][] {
  let left = MAX_FINDINGS_BYTES;
  return findings.map((ofFile) => {
    const limited = ofFile.slice(0, MAX_FINDINGS_OF_FILE).map((finding) => ({
      ...finding,
      where: finding.where === null ? null : truncate(finding.where, MAX_STORED_PLACE),
      message: truncate(finding.message, MAX_STORED_MESSAGE),
    }));
    left -= limited.length === 0 ? 0 : JSON.stringify(limited).length;
    const [first] = limited;
    return left >= 0 || first === undefined ? limited : [{ ...first, ...OMITTED, count: ofFile.length }];
  });
}

const OMITTED = {
  rule: 'findings-omitted',
  where: null,
  message: 'The upload has more findings than are stored; check the files with culprit sourcemaps check.',
};

/** A file, and its problems. */
interface FileFindings {
  readonly name: string;
  readonly findings: readonly MapFinding[];
}

/** Result of checking a directory or a bundle. */
export interface CheckReport {
  /** Files at fault, by name. */
  readonly files: readonly FileFindings[];
  readonly scriptCount: number;
  readonly mapCount: number;
}

const checkHere: CheckMap = (bytes) => Promise.resolve(checkMap(bytes));

/**
 * Checks the scripts and source maps of a directory, or of an artifact bundle, as an upload does.
 * @throws Error if there is nothing to check
 */
export async function checkPath(path: string): Promise<CheckReport> {
  const stats = await stat(path).catch(() => null);
  if (stats === null) throw new Error(`There is no directory and no bundle "${path}".`);
  const checked = stats.isDirectory() ? await checkDirectory(path) : await checkBundle(path);
  const countOf = (kind: CheckedFile['file']['kind']) => checked.filter(({ file }) => file.kind === kind).length;
  const [scriptCount, mapCount] = [countOf('minified_source'), countOf('source_map')];
  if (scriptCount + mapCount === 0) throw new Error(`There are no scripts and no source maps in "${path}".`);
  const findings = checkTogether(checked);
  const name = stats.isDirectory() ? (text: string) => text.replaceAll(ROOT, '') : (text: string) => text;
  const files = checked.map(({ file }, index) => ({
    name: name(file.name),
    findings: (findings[index] ?? []).map((finding) => ({ ...finding, message: name(finding.message) })),
  }));
  return { files: files.filter((file) => file.findings.length > 0), scriptCount, mapCount };
}

/**
 * In front of the names of a directory's files while they are checked: references from the root of the host are found
 * then.
 */
const ROOT = '~/';
const SCRIPT_OR_MAP = /\.(?:js|cjs|mjs|jsbundle|bundle|map)$/i;
/** Maps of declarations and of style sheets resolve no frames. */
const OTHER_MAP = /\.(?:d\.[cm]?ts|css)\.map$/i;
/** Skipped directories: `node_modules`, which bundles do not contain, and directories that begin with a period. */
const SKIPPED_DIRECTORY = /^(?:node_modules$|\.)/;

async function checkDirectory(directory: string): Promise<CheckedFile[]> {
  const checked: CheckedFile[] = [];
  for await (const path of walk(directory, '')) {
    const bytes = await readFile(join(directory, path));
    const name = ROOT + path;
    const { kind, debugId } = describeUploadedFile(name, {}, bytes);
    const file = { name, kind, debugId, headers: {}, sha1: sha1Of(bytes) };
    checked.push(await checkFile(file, bytes, checkHere));
  }
  return checked;
}

/**
 * Lists the paths of scripts and source maps below a directory, relative to it, with forward slashes. Follows no
 * symbolic links.
 */
async function* walk(root: string, parent: string): AsyncGenerator<string, void, undefined> {
  const entries = await readdir(join(root, parent), { withFileTypes: true });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = parent === '' ? entry.name : `${parent}/${entry.name}`;
    if (entry.isDirectory() && !SKIPPED_DIRECTORY.test(entry.name)) yield* walk(root, path);
    if (entry.isFile() && SCRIPT_OR_MAP.test(entry.name) && !OTHER_MAP.test(entry.name)) yield path;
  }
}

/** @throws BundleError if the file is no bundle */
async function checkBundle(path: string): Promise<CheckedFile[]> {
  const bundle: FileHandle = await open(path);
  try {
    const checked: CheckedFile[] = [];
    for await (const { file, bytes } of readBundle(bundle)) checked.push(await checkFile(file, bytes, checkHere));
    return checked;
  } finally {
    await bundle.close();
  }
}
