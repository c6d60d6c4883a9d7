import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ContractError } from '../contract/redocly';
import { extractContract, findBase } from './base';
import { compare } from './compare';
import { type Edition, readEdition } from './edition';
import { type Format, print } from './print';

/** What a review prints, and whether the change may go in as it is. */
export interface Outcome {
  readonly page: string;
  readonly isAccepted: boolean;
}

/** Reviews the contract of a repository. @throws ContractError that says in a sentence what was given wrongly */
export async function reviewContract(folder: string, args: readonly string[]): Promise<Outcome> {
  const options = readOptions(args);
  const base = findBase(folder, options.base);
  const temporary = mkdtempSync(path.join(tmpdir(), 'culprit-review-'));
  try {
    extractContract(folder, base, temporary);
    const [before, after] = await Promise.all([readBase(temporary, base.name), readEdition(folder)]);
    const review = await compare(before, after, base.name);
    return { page: print(review, options.format), isAccepted: review.intent?.isDeclared ?? true };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** @throws ContractError that says where the contract of the base cannot be read */
async function readBase(folder: string, name: string): Promise<Edition> {
  try {
    return await readEdition(folder);
  } catch (error) {
    throw error instanceof ContractError ? new ContractError(`In ${name}: ${error.message}`) : error;
  }
}

/** @throws ContractError that says which options there are */
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
