import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ContractError, redocly, requireReadableContract } from '../contract/redocly';
import { compareInterfaces } from './compareInteractions';
import { type Node, textOf } from './document';
import { type Finding, joinFindings } from './findings';
import { readIntent } from './intent';
import { type Format, print } from './print';
import { compareProse } from './prose';

/** The output of a review, and the decision if the change may be merged. */
export interface Outcome {
  readonly page: string;
  readonly isAccepted: boolean;
}

export function compareContracts(before: Node, after: Node): Finding[] {
  return joinFindings([...compareInterfaces(before, after), ...compareProse(before, after)]);
}

/** Reviews the contract of a repository. @throws ContractError with a sentence about the wrong argument */
export async function reviewContract(folder: string, args: readonly string[]): Promise<Outcome> {
  const options = readOptions(args);
  const base = findBase(folder, options.base);
  const temporary = mkdtempSync(path.join(tmpdir(), 'culprit-review-'));
  try {
    extractContract(folder, base, temporary);
    const [before, after] = await Promise.all([bundleBase(temporary, base), bundle(folder)]);
    const findings = compareContracts(before, after);
    const versions = [before, after].map((document) => textOf(document['info']?.['version'])) as [string, string];
    const today = new Date().toISOString().slice(0, 10);
    const intent = readIntent(findings, { versions, changelog: readChangelog(folder), today });
    const review = { against: base.name, findings, intent, folders: { before: temporary, after: folder } };
    const isAccepted = intent?.isDeclared ?? true;
    return { page: print(review, options.format), isAccepted };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** @throws ContractError that lists the options */
function readOptions(args: readonly string[]): { base: string | undefined; format: Format } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { base: { type: 'string' }, format: { type: 'string', default: 'text' } },
    });
    if (values.format !== 'text' && values.format !== 'markdown')
      throw new Error(`There is no format '${values.format}'`);
    return { base: values.base, format: values.format };
  } catch (error) {
    throw new ContractError(`${(error as Error).message}. Options are --base <commit> and --format text or markdown.`);
  }
}

function readChangelog(folder: string): string {
  const file = path.join(folder, 'openapi', 'CHANGELOG.md');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Reads the contract of a folder as one document. @throws ContractError that says where it cannot be read */
async function bundle(folder: string): Promise<Node> {
  const temporary = mkdtempSync(path.join(tmpdir(), 'culprit-bundle-'));
  const output = path.join(temporary, 'openapi.json');
  const config = path.join(__dirname, '..', '..', 'openapi', 'redocly.review.yaml');
  try {
    const args = ['bundle', 'openapi/openapi.yaml', '--config', config, '--output', output];
    const { status, stderr } = await redocly(args, folder);
    if (status !== 0) {
      await requireReadableContract(folder);
      throw new Error(stderr);
    }
    return JSON.parse(readFileSync(output, 'utf8')) as Node;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

async function bundleBase(folder: string, { name }: Base): Promise<Node> {
  try {
    return await bundle(folder);
  } catch (error) {
    throw error instanceof ContractError ? new ContractError(`In ${name}: ${error.message}`) : error;
  }
}

/** The commit to compare with. */
interface Base {
  readonly commit: string;
  /** As a reviewer says it. */
  readonly name: string;
}

const MAIN = ['main', 'origin/main'];

/**
 * Returns the commit that a name means, by default the one where this branch left `main`.
 * @throws ContractError if there is none
 */
function findBase(folder: string, name?: string): Base {
  if (name !== undefined) {
    const commit = commitOf(folder, name);
    if (commit === undefined) throw new ContractError(`There is no commit '${name}' to compare with.`);
    return { commit, name: `${name} (${commit.slice(0, 7)})` };
  }
  const main = MAIN.find((branch) => commitOf(folder, branch) !== undefined);
  if (main === undefined)
    throw new ContractError("There is no branch 'main' to compare with; name a base with --base.");
  const commit = git(folder, ['merge-base', 'HEAD', main]);
  if (commit === undefined)
    throw new ContractError(
      `HEAD and '${main}' have no commit in common here; fetch all of the history, or name a base with --base.`,
    );
  return { commit, name: `${commit.slice(0, 7)} (where this branch left ${main})` };
}

/**
 * Writes the contract of a commit into a folder, from the objects of git alone.
 * @throws ContractError if the commit has none
 */
function extractContract(folder: string, base: Base, into: string): void {
  const archive = spawnSync('git', ['archive', '--format=tar', base.commit, 'openapi'], {
    cwd: folder,
    maxBuffer: 2 ** 28,
  });
  if (archive.status !== 0) throw new ContractError(`There is no openapi/ in ${base.name} to compare with.`);
  execFileSync('tar', ['-x', '-C', into], { input: archive.stdout });
}

function commitOf(folder: string, name: string): string | undefined {
  return git(folder, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
}

function git(folder: string, args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
