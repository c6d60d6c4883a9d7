/** Tools of other languages: whether they are installed, and how what they need is fetched into a folder outside the repository. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, firstLines, runCommand, ToolUnavailable } from '../generator';

/** Returns which of the programs is not installed, in one sentence, or null. */
export function missingPrograms(...programs: readonly string[]): string | null {
  const missing = programs.filter((program) => spawnSync('which', [program]).status !== 0);
  if (missing.length === 0) return null;
  return `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not installed`;
}

/**
 * Returns a folder of the cache, and fills it first if it is not there. A folder that was filled partly is not kept.
 * @param name with the versions of what is in the folder, so that other versions have another folder
 * @throws ToolUnavailable if a command fails, such as without a network
 */
export async function cached(
  cache: string,
  name: string,
  fill: (folder: string) => readonly Command[],
): Promise<string> {
  const folder = join(cache, name);
  const complete = join(folder, '.complete');
  if (existsSync(complete)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const command of fill(folder)) await fetched(command);
  writeFileSync(complete, '');
  return folder;
}

/** Runs a command that downloads something. @throws ToolUnavailable if it fails */
export async function fetched(command: Command): Promise<string> {
  try {
    return await runCommand(command);
  } catch (error) {
    throw new ToolUnavailable(firstLines((error as Error).message));
  }
}
