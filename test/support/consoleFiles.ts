import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
const FOLDER = path.join(ROOT, 'dist/console');

/** Builds the console unless it is there. `npm ci` and `npm run build` build it; tests of its pages test that build. */
export function requireConsole(): void {
  if (existsSync(path.join(FOLDER, 'confirm-address.html.br'))) return;
  const tsx = path.join(ROOT, 'node_modules/tsx/dist/cli.mjs');
  execFileSync(process.execPath, [tsx, path.join(ROOT, 'scripts/console.ts')], { stdio: 'pipe' });
}

/** Returns the names of the files of the console that end in a suffix, such as `.js`. */
export function consoleFiles(suffix: string): string[] {
  return readdirSync(path.join(FOLDER, 'assets')).filter((name) => name.endsWith(suffix));
}
