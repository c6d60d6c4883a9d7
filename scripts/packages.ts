/**
 * Installs the packages of a folder that has a package.json of its own, unless the installed packages match its lock
 * file:
 *   node --import tsx scripts/packages.ts test/system
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '..');

/**
 * Installs the packages of the folder, unless the installed packages match its lock file.
 * @param folder relative to the root of the repository
 * @param options of `npm ci`
 * @throws Error with the output of npm
 */
export function installPackages(folder: string, options: readonly string[] = []): void {
  const cwd = path.join(ROOT, folder);
  const lock = readFileSync(path.join(cwd, 'package-lock.json'), 'utf8');
  const installed = path.join(cwd, 'node_modules', '.installed-lock.json');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) return;
  process.stderr.write(`Installing the packages of ${folder}\n`);
  const { status, error, stdout, stderr } = spawnSync('npm', ['ci', '--loglevel', 'error', ...options], {
    cwd,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`npm ci in ${folder} failed: ${error?.message ?? stdout + stderr}`);
  writeFileSync(installed, lock);
}

if (require.main === module) {
  try {
    for (const folder of process.argv.slice(2)) installPackages(folder);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
