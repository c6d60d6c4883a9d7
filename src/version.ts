import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Reads the version of this program, from its package.json: one folder above `src`, two above `dist/src`. */
export function readVersion(): string {
  const file = ['../package.json', '../../package.json'].map((name) => path.join(__dirname, name)).find(existsSync);
  return file === undefined ? 'unknown' : (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
