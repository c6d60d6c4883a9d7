import { execFileSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');

/** The page that `npm run docs` writes. */
export const DOCS_PAGE = path.join(ROOT, 'dist/docs/index.html');

/** Writes the page from the present contract. */
export function buildDocs(): void {
  const tsx = path.join(ROOT, 'node_modules/tsx/dist/cli.mjs');
  execFileSync(process.execPath, [tsx, path.join(ROOT, 'scripts/docs.ts')], { stdio: 'pipe' });
}
