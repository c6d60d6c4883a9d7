/** Reads the source files of the repository for the tests about its layout and names. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

export const ROOT = path.resolve(__dirname, '../..');

/**
 * The paths of the TypeScript files below a folder of the repository, relative to the repository, with forward slashes.
 * Files of packages are left out.
 */
export function typescriptFiles(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file.split(path.sep).join('/')))
    .filter((file) => /\.m?tsx?$/.test(file) && !file.includes('/node_modules/'))
    .sort();
}

export function readText(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

export function parseSource(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readText(file), ts.ScriptTarget.Latest, true);
}
