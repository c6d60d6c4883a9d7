import { execFileSync, spawnSync } from 'node:child_process';
import { ContractError } from '../contract/redocly';

/** The commit to compare with. */
export interface Base {
  readonly commit: string;
  /** As a reviewer says it. */
  readonly name: string;
}

const MAIN = ['main', 'origin/main'];

/** The commit a name means, by default where this branch left `main`. @throws ContractError if there is none */
export function findBase(folder: string, name?: string): Base {
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

/** Writes the contract of a commit into a folder, from the objects of git alone. @throws ContractError if the commit has none */
export function extractContract(folder: string, base: Base, into: string): void {
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
