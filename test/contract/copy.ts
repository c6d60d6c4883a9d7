import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const TSX = join(ROOT, 'node_modules', 'tsx', 'dist', 'cli.mjs');

/** A copy of the contract in a folder of its own, beside the real handlers. Tests may change it. */
export class ContractCopy {
  readonly folder = mkdtempSync(join(tmpdir(), 'culprit-contract-'));

  constructor() {
    cpSync(join(ROOT, 'openapi'), join(this.folder, 'openapi'), { recursive: true });
    cpSync(join(ROOT, 'generated'), join(this.folder, 'generated'), { recursive: true });
    symlinkSync(join(ROOT, 'src'), join(this.folder, 'src'));
    symlinkSync(join(ROOT, 'scripts'), join(this.folder, 'scripts'));
  }

  /** Replaces the first occurrence of a text. @throws Error if the file does not contain it */
  edit(file: string, text: string | RegExp, replacement: string): void {
    const place = join(this.folder, 'openapi', file);
    const before = readFileSync(place, 'utf8');
    const after = before.replace(text, () => replacement);
    if (after === before) throw new Error(`${file} does not contain ${text}`);
    writeFileSync(place, after);
  }

  /** Copies a file to another name. */
  copy(file: string, name: string): void {
    cpSync(join(this.folder, 'openapi', file), join(this.folder, 'openapi', name));
  }

  /** Returns the place of a text as `openapi/FILE:LINE`. */
  find(file: string, text: string): string {
    const lines = readFileSync(join(this.folder, 'openapi', file), 'utf8').split('\n');
    return `openapi/${file}:${lines.findIndex((line) => line.includes(text)) + 1}`;
  }

  /** Runs a script of the repository on the copy. */
  run(script: string, ...args: string[]): { status: number | null; stdout: string; stderr: string } {
    const { status, stdout, stderr } = spawnSync(process.execPath, [TSX, join(ROOT, 'scripts', script), ...args], {
      cwd: this.folder,
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  }

  /** Runs git in the folder. */
  git(...args: string[]): void {
    const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@acme.test', '-c', 'commit.gpgsign=false'];
    execFileSync('git', [...who, ...args], { cwd: this.folder, stdio: 'pipe' });
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
