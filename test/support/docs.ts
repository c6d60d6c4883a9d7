import { execFileSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');

/** The page that `npm run docs` writes. */
export const DOCS_PAGE = path.join(ROOT, 'dist/docs/index.html');

/** Writes the page anew, so that a test sees the contract as it is now, not as it was when the service was last built. */
export function buildDocs(): void {
  const tsx = path.join(ROOT, 'node_modules/tsx/dist/cli.mjs');
  execFileSync(process.execPath, [tsx, path.join(ROOT, 'scripts/docs.ts')], { stdio: 'pipe' });
}
