import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { redocly, requireReadableContract } from '../contract/redocly';

/** Anything in a contract. */
export type Node = { readonly [key: string]: Node };

/** A contract as it was or is: the file it begins with, and the whole of it in one piece. */
export interface Edition {
  readonly entry: string;
  /** Files are told relative to this folder. */
  readonly folder: string;
  readonly document: Node;
}

export const REVIEW_CONFIG = path.join(__dirname, '..', '..', 'openapi', 'redocly.review.yaml');

/** Reads the contract below `folder`. @throws ContractError that says where it cannot be read */
export async function readEdition(folder: string): Promise<Edition> {
  const temporary = await mkdtemp(path.join(tmpdir(), 'culprit-edition-'));
  const output = path.join(temporary, 'openapi.json');
  try {
    const { status, stderr } = await redocly(
      ['bundle', 'openapi/openapi.yaml', '--config', REVIEW_CONFIG, '--output', output],
      folder,
    );
    if (status !== 0) {
      await requireReadableContract(folder);
      throw new Error(stderr);
    }
    const document = JSON.parse(await readFile(output, 'utf8')) as Node;
    return { entry: path.join(folder, 'openapi', 'openapi.yaml'), folder, document };
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
