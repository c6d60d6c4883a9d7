import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import contract from '../../generated/openapi.json';
import { compare } from '../../scripts/review/compare';
import type { Edition } from '../../scripts/review/edition';
import type { Review } from '../../scripts/review/print';
import { operationsOf } from '../../scripts/review/walk';

/** A contract that a case may change as it likes. */
export type Draft = Record<string, any>;

/** The operations the cases are about: others come and go without touching them. */
const KEPT = [
  'updateProject',
  'listTeamProjects',
  'listProjectEvents',
  'removeIssues',
  'getSourceMapDebug',
  'storeEnvelope',
  'storeEvent',
  'getHealth',
  'getContract',
];

/** Those operations of our contract, as a document of one piece. */
function draft(): Draft {
  const document = structuredClone(contract) as unknown as Draft;
  for (const { id, path, method } of operationsOf(document)) {
    if (!KEPT.includes(id)) delete document['paths'][path][method.toLowerCase()];
    if (Object.keys(document['paths'][path]).length === 0) delete document['paths'][path];
  }
  return document;
}

/** The operation of that name. */
export function operation(document: Draft, name: string): Draft {
  const found = operationsOf(document).find(({ id }) => id === name);
  if (found === undefined) throw new Error(`no operation ${name}`);
  return found.node;
}

/** Calls an entry otherwise and leaves it where it is. */
export function rename(record: Draft, from: string, to: string): void {
  for (const [key, value] of Object.entries(record)) {
    delete record[key];
    record[key === from ? to : key] = value;
  }
}

/** Reviews the way from our contract to a changed one. */
export async function review(change: (document: Draft) => void, changelog = ''): Promise<Review> {
  const folder = mkdtempSync(join(tmpdir(), 'culprit-mutate-'));
  const changed = draft();
  change(changed);
  try {
    mkdirSync(join(folder, 'openapi'));
    writeFileSync(join(folder, 'openapi', 'CHANGELOG.md'), changelog);
    return await compare(write(folder, 'base.json', draft()), write(folder, 'revision.json', changed), 'ours');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function write(folder: string, name: string, document: Draft): Edition {
  const entry = join(folder, name);
  writeFileSync(entry, JSON.stringify(document, null, 1));
  return { entry, folder, document: document };
}
