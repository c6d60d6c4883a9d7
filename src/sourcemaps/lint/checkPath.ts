import { type FileHandle, open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sha1Of } from '../../compression/content';
import type { MapFinding } from '../../domain/artifact';
import { readBundle, describeUploadedFile } from '../upload/artifactBundle';
import { type CheckedFile, checkFile, type CheckMap, checkTogether } from './checkFiles';
import { checkMap } from './checkMap';

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
