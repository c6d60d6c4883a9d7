import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path, { join } from 'node:path';

export interface Run {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

const CLI = join(__dirname, '..', '..', 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1', FORCE_COLOR: '0' };

/** Runs the Redocly command line in a folder, without network requests. The caller checks the exit status. */
export function redocly(args: readonly string[], folder: string): Promise<Run> {
  const options = { cwd: folder, env: { ...process.env, ...QUIET }, maxBuffer: 2 ** 28 };
  return new Promise((resolve) => {
    execFile(process.execPath, [CLI, ...args], options, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : Number(error.code ?? 1), stdout, stderr });
    });
  });
}

/** An error in the contract or in the arguments. Only its message is printed, one sentence per line. */
export class ContractError extends Error {}

interface Problem {
  readonly message: string;
  readonly location: readonly {
    readonly source: { readonly ref: string };
    readonly start: { readonly line: number; readonly col: number };
  }[];
}

/** An error message of the YAML parser, such as `bad indentation in "/some/file.yaml" (11:4)`. */
const PARSE_ERROR = /^(.*) in "([^"]+)" \((\d+):(\d+)\)$/;

/** Returns why the contract of a folder cannot be read as one document: `file:line:column: sentence` for each. */
export async function findContractErrors(folder: string): Promise<string[]> {
  if (!existsSync(path.join(folder, 'openapi', 'openapi.yaml'))) return ['There is no openapi/openapi.yaml.'];
  const config = path.join(__dirname, '..', '..', 'openapi', 'redocly.review.yaml');
  const { status, stdout, stderr } = await redocly(
    ['lint', 'openapi/openapi.yaml', '--config', config, '--format', 'json'],
    folder,
  );
  if (status === 0) return [];
  if (!stdout.startsWith('{')) return [describeRootProblem(folder, stderr)];
  const { problems } = JSON.parse(stdout) as { problems: Problem[] };
  const unreadable = problems.filter(({ message }) => message.startsWith('Failed to parse'));
  return [
    ...new Set((unreadable.length > 0 ? unreadable : problems).map((problem) => describeProblem(folder, problem))),
  ];
}

/** @throws ContractError if the contract of the folder cannot be read */
export async function requireReadableContract(folder: string): Promise<void> {
  const errors = await findContractErrors(folder);
  if (errors.length > 0) throw new ContractError(errors.join('\n'));
}

/** Describes an error in the root file, which the tool reports as text only. */
function describeRootProblem(folder: string, stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.trim().replace(/^- /, ''));
  const match = lines.map((line) => PARSE_ERROR.exec(line)).find((one) => one !== null);
  if (match == null) return `openapi/openapi.yaml: ${lines.filter((line) => /\w/.test(line)).at(-1)}`;
  const [, what = '', file = '', line, column] = match;
  return `${relativePath(folder, file)}:${line}:${column}: ${toSentence(what)}`;
}

function describeProblem(folder: string, { message, location }: Problem): string {
  const [place] = location;
  const where =
    place === undefined ? 'openapi/openapi.yaml' : `${place.source.ref}:${place.start.line}:${place.start.col}`;
  const missing = /no such file or directory '([^']+)'/.exec(message)?.[1];
  if (missing !== undefined)
    return `${where}: This $ref leads to ${relativePath(folder, missing)}, which does not exist.`;
  if (message === "Can't resolve $ref") return `${where}: This $ref leads nowhere.`;
  const what = message.replace(/^Failed to parse: /, '');
  return `${where}: ${toSentence(PARSE_ERROR.exec(what)?.[1] ?? what)}`;
}

function relativePath(folder: string, file: string): string {
  return path.relative(folder, file);
}

function toSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;
}
