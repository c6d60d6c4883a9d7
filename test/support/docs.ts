import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');

/** Where `npm run docs` writes the documentation. */
export const DOCS_FOLDER = path.join(ROOT, 'dist/docs');
/** The page that it opens with, which is written last but for pages below it. */
export const DOCS_PAGE = path.join(DOCS_FOLDER, 'index.html');

const SOURCES = [
  'openapi/guides',
  'openapi/CHANGELOG.md',
  'generated',
  'scripts/docs.ts',
  'scripts/docs',
  'scripts/contract',
];

/** Writes the documentation from the present contract, unless it is newer than everything that it is made from. */
export function buildDocs(): void {
  const built = statSync(DOCS_PAGE, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (built > Math.max(...SOURCES.map((name) => newest(path.join(ROOT, name))))) return;
  const tsx = path.join(ROOT, 'node_modules/tsx/dist/cli.mjs');
  execFileSync(process.execPath, [tsx, path.join(ROOT, 'scripts/docs.ts')], { stdio: 'pipe' });
}

/** Returns the last modification time of a file, or of the files below a folder. */
function newest(file: string): number {
  const status = statSync(file);
  if (!status.isDirectory()) return status.mtimeMs;
  return Math.max(...readdirSync(file).map((name) => newest(path.join(file, name))));
}
