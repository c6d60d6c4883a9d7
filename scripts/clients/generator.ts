/** The interface of a client generator for `npm run clients`. */
import { execFile } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import type { SeededService } from './service';

/** Input of a generator. */
export interface RunContext {
  /** Path of the bundled contract. */
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
  /** Returns why the generator cannot run on this machine, or null if it can. */
  missing(): string | null;
  /**
   * Generates a client, compiles it strictly and runs the five operations with it. A warning is a failure.
   * @returns a short description of the run
   * @throws ToolUnavailable if the network is needed and cannot be reached
   * @throws Error with the first lines of the failing command's output
   */
  run(context: RunContext): Promise<string>;
}

/** A program to run. */
export interface Command {
  /** Purpose of the command, for the error message. */
  readonly step: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Number of lines shown of the output of a failing program. */
const SHOWN_LINES = 12;
const TIMEOUT_MS = 10 * 60_000;

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
