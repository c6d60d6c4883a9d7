import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');

/** A copy of the contract in a folder of its own, beside the real handlers, to change at will. */
export class ContractCopy {
  readonly folder = mkdtempSync(join(tmpdir(), 'culprit-contract-'));

  constructor() {
    cpSync(join(ROOT, 'openapi'), join(this.folder, 'openapi'), { recursive: true });
    symlinkSync(join(ROOT, 'src'), join(this.folder, 'src'));
  }

  /** Puts other text in place of the first occurrence of some text. @throws Error if the file does not have it */
  edit(file: string, text: string | RegExp, replacement: string): void {
    const place = join(this.folder, 'openapi', file);
    const before = readFileSync(place, 'utf8');
    const after = before.replace(text, () => replacement);
    if (after === before) throw new Error(`${file} does not contain ${text}`);
    writeFileSync(place, after);
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
