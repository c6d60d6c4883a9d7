import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';

export const ROOT = path.resolve(__dirname, '../..');

/** The two programs, as `node` runs them. */
export const PROGRAMS = {
  service: ['dist/src/main.js', 'serve'],
  bare: ['dist/bench/baseline.js'],
} as const;

export type Kind = keyof typeof PROGRAMS;

/** Compiles both sides to plain JavaScript, so that neither is measured with a loader in it. */
export function build(): void {
  if (lastChange('src', 'generated', 'tsconfig.json') > lastChange(PROGRAMS.service[0])) {
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  buildSync({
    entryPoints: [path.join(__dirname, 'baseline/main.ts')],
    outfile: path.join(ROOT, PROGRAMS.bare[0]),
    bundle: true,
    platform: 'node',
    target: 'node20',
    external: ['better-sqlite3'],
    logLevel: 'warning',
  });
}

/** When the newest of these files, or of those below them, was written; 0 if there is none. */
function lastChange(...names: readonly string[]): number {
  const times = names.map((name) => {
    const file = path.resolve(ROOT, name);
    const status = statSync(file, { throwIfNoEntry: false });
    if (status === undefined || !status.isDirectory()) return status?.mtimeMs ?? 0;
    return lastChange(...readdirSync(file).map((below) => path.join(file, below)));
  });
  return Math.max(0, ...times);
}
