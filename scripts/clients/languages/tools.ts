/**
 * Tools of other languages: checks that they are installed, and fetches their dependencies into a folder outside the
 * repository.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, firstLines, runCommand, ToolUnavailable } from '../generator';

/**
 * Messages of Maven, Go, pip and Cargo when a host cannot be reached, or when they may not use the network. Maven does
 * not say why it cannot read the list of plugins.
 */
const NETWORK_FAILURES = [
  /could(?:n't| not) (?:resolve host|connect to)|cannot connect to proxy|failed to establish a new connection/i,
  /unknown host|no such host|name or service not known|nodename nor servname|failure in name resolution/i,
  /connection (?:refused|reset|timed out)|network is unreachable|no route to host/i,
  /(?:connect|connection|read|operation) timed out|i\/o timeout|handshake timeout|timeout was reached/i,
  /offline mode|module lookup disabled by GOPROXY=off|no plugin found for prefix/i,
];

/** Returns which of the programs is not installed, in one sentence, or null. */
export function missingPrograms(...programs: readonly string[]): string | null {
  const missing = programs.filter((program) => spawnSync('which', [program]).status !== 0);
  if (missing.length === 0) return null;
  return `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not installed`;
}

/**
 * Returns a folder of the cache. If the folder is missing, fills it first; a partly filled folder is not kept.
 * @param name contains the versions of the folder's contents, so that other versions have another folder
 * @throws ToolUnavailable if a command cannot reach the network
 * @throws Error if a command fails for another reason
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

/**
 * Runs a command that downloads something.
 * @throws ToolUnavailable if it cannot reach the network
 * @throws Error if it fails for another reason, such as a generated file that it cannot read
 */
export async function fetched(command: Command): Promise<string> {
  try {
    return await runCommand(command);
  } catch (error) {
    const { message } = error as Error;
    if (!isNetworkFailure(message)) throw error;
    throw new ToolUnavailable(firstLines(message));
  }
}

/** @param output the output of a failing command */
export function isNetworkFailure(output: string): boolean {
  return NETWORK_FAILURES.some((message) => message.test(output));
}
