/** What generators have in common: how they are run, the programs that they run, and the tools that they download. */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { SeededService } from './service';

export interface RunContext {
  readonly contract: string;
  /** Path of a copy without webhooks, for generators that cannot read them. */
  readonly contractWithoutWebhooks: string;
  /** An empty folder; it is deleted afterwards. */
  readonly folder: string;
  /** A folder for tools that are downloaded; it is kept. */
  readonly cache: string;
  readonly service: SeededService;
}

/** The network, from which a generator needs a tool or a package, cannot be reached. The generator is then skipped. */
export class ToolUnavailable extends Error {}

export interface ClientGenerator {
  readonly name: string;
  readonly version: string;
  /** Programs that must be installed. */
  readonly needs: readonly string[];
  /**
   * Generates a client, compiles it strictly and runs the five operations with it. A warning is a failure.
   * @returns a short description of the run
   */
  run(context: RunContext): Promise<string>;
}

export interface Command {
  readonly step: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Number of lines shown of the output of a failing program. */
const SHOWN_LINES = 12;
export const TIMEOUT_MS = 10 * 60_000;

/** Runs a program. @returns its output without colours @throws Error with the first lines of its output if it fails */
export async function runCommand({ step, program, args, folder, environment = {} }: Command): Promise<string> {
  const options = { cwd: folder, env: { ...process.env, ...environment }, timeout: TIMEOUT_MS, maxBuffer: 2 ** 27 };
  return new Promise((resolve, reject) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      const output = stripVTControlCharacters(`${stdout}${stderr}`);
      if (error === null) resolve(output);
      else reject(new Error(`${step} failed\n${firstLines(output.trim() === '' ? error.message : output)}`));
    });
  });
}

/** Returns the first lines of a program's output, without frames, stack traces and empty lines. */
export function firstLines(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !/[║╔╚]|^\s+at /.test(line));
  return lines.slice(0, SHOWN_LINES).join('\n');
}

/** Returns which of the programs is not installed, in one sentence, or null. */
export function missingPrograms(programs: readonly string[]): string | null {
  const missing = programs.filter((program) => spawnSync('which', [program]).status !== 0);
  if (missing.length === 0) return null;
  return `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not installed`;
}

/**
 * Returns a folder of the cache. If the folder is missing, fills it first; a partly filled folder is not kept.
 * @param name contains the versions of the folder's contents, so that other versions have another folder
 * @throws ToolUnavailable if a command cannot reach the network
 */
export async function cached(
  { cache }: RunContext,
  name: string,
  fill: (folder: string) => readonly Omit<Command, 'folder'>[],
): Promise<string> {
  const folder = join(cache, name);
  const complete = join(folder, '.complete');
  if (existsSync(complete)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const command of fill(folder)) await fetched({ ...command, folder });
  writeFileSync(complete, '');
  return folder;
}

/** Runs a command that downloads something. @throws ToolUnavailable if it cannot reach the network */
export async function fetched(command: Command): Promise<void> {
  await runCommand(command).catch((error: unknown) => {
    const { message } = error as Error;
    if (!isNetworkFailure(message)) throw error;
    throw new ToolUnavailable(firstLines(message));
  });
}

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

/** @param output the output of a failing command */
export function isNetworkFailure(output: string): boolean {
  return NETWORK_FAILURES.some((message) => message.test(output));
}
