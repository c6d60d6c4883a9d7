import { existsSync } from 'node:fs';
import path from 'node:path';
import { redocly } from './redocly';

/** A fault in what was given: its message is all that is shown, one sentence a line. */
export class Fault extends Error {}

interface Problem {
  readonly message: string;
  readonly location: readonly {
    readonly source: { readonly ref: string };
    readonly start: { readonly line: number; readonly col: number };
  }[];
}

/** Where the parser says it stumbled: `bad indentation in "/some/file.yaml" (11:4)`. */
const STUMBLED = /^(.*) in "([^"]+)" \((\d+):(\d+)\)$/;

/**
 * Why the contract of a folder cannot be read as one document, a sentence for each reason: `file:line:column: sentence`.
 * Empty when it can.
 */
export async function findFaults(folder: string): Promise<string[]> {
  if (!existsSync(path.join(folder, 'openapi', 'openapi.yaml'))) return ['There is no openapi/openapi.yaml.'];
  const config = path.join(__dirname, '..', '..', 'openapi', 'redocly.review.yaml');
  const { status, stdout, stderr } = await redocly(
    ['lint', 'openapi/openapi.yaml', '--config', config, '--format', 'json'],
    folder,
  );
  if (status === 0) return [];
  if (!stdout.startsWith('{')) return [describeRoot(folder, stderr)];
  const { problems } = JSON.parse(stdout) as { problems: Problem[] };
  const unreadable = problems.filter(({ message }) => message.startsWith('Failed to parse'));
  return [...new Set((unreadable.length > 0 ? unreadable : problems).map((problem) => describe(folder, problem)))];
}

/** @throws Fault if the contract of the folder cannot be read */
export async function refuseFaults(folder: string): Promise<void> {
  const faults = await findFaults(folder);
  if (faults.length > 0) throw new Fault(faults.join('\n'));
}

/** The root file itself does not parse: the tool only writes about it. */
function describeRoot(folder: string, stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.trim().replace(/^- /, ''));
  const match = lines.map((line) => STUMBLED.exec(line)).find((found) => found !== null);
  if (match === undefined || match === null)
    return `openapi/openapi.yaml: ${lines.filter((line) => /\w/.test(line)).at(-1)}`;
  const [, what = '', file = '', line, column] = match;
  return `${within(folder, file)}:${line}:${column}: ${sentence(what)}`;
}

function describe(folder: string, { message, location }: Problem): string {
  const [place] = location;
  const where =
    place === undefined ? 'openapi/openapi.yaml' : `${place.source.ref}:${place.start.line}:${place.start.col}`;
  const missing = /no such file or directory '([^']+)'/.exec(message)?.[1];
  if (missing !== undefined) return `${where}: This $ref leads to ${within(folder, missing)}, which does not exist.`;
  if (message === "Can't resolve $ref") return `${where}: This $ref leads nowhere.`;
  const what = message.replace(/^Failed to parse: /, '');
  return `${where}: ${sentence(STUMBLED.exec(what)?.[1] ?? what)}`;
}

function within(folder: string, file: string): string {
  return path.relative(folder, file);
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;
}
