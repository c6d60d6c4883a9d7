import contract from '../../../generated/openapi.json';
import { compareContracts } from '../../../scripts/review/command';
import { interactionsOf } from '../../../scripts/review/document';
import type { Finding } from '../../../scripts/review/findings';

/** A contract that a case may change as it likes. */
export type Draft = Record<string, any>;

/** A small change to the contract, and what a reviewer is to be told of it. */
export interface Case {
  readonly change: string;
  /** What both contracts have, if the present one lacks it. */
  readonly given?: (document: Draft) => void;
  readonly edit: (document: Draft) => void;
  /** Everything that is said, as `kind: places: sentences`. */
  readonly says: readonly string[];
}

/** The operations that the cases are about. Changes of others do not concern the cases. */
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
  'issueAlert',
];

const KEPT_CONTRACT = keep(structuredClone(contract));

function keep(document: Draft): Draft {
  for (const { name, item, part } of interactionsOf(document)) {
    if (KEPT.includes(name)) continue;
    const method = part.at.split('/').at(-1) ?? '';
    const methods: Draft = item.node;
    delete methods[method];
  }
  for (const [path, item] of Object.entries<Draft>(document['paths']))
    if (Object.keys(item).length === 0) delete document['paths'][path];
  return document;
}

/** The operation or webhook of that name. */
export function operation(document: Draft, name: string): Draft {
  const found = interactionsOf(document).find((one) => one.name === name);
  if (found === undefined) throw new Error(`no operation ${name}`);
  return found.part.node;
}

/** The path of an operation, or the webhook, with all methods. */
export function pathItem(document: Draft, name: string): Draft {
  return interactionsOf(document).find((one) => one.name === name)!.item.node;
}

// What the cases change most.
export const schemas = (all: Draft) => all['components'].schemas;
export const parameters = (all: Draft) => all['components'].parameters;
export const headers = (all: Draft) => all['components'].headers;
export const update = (all: Draft) => schemas(all).ProjectUpdate.properties;
export const reply = (all: Draft, name: string, status: number) => operation(all, name)['responses'][status];
export const json = (part: Draft) => part['content']['application/json'];
export const text = { type: 'string', description: 'A text.' };
export const sort = { name: 'sort', in: 'query', schema: { type: 'string' }, description: 'Order.', example: 'slug' };

/** Gives an entry another key at the same position. */
export function rename(record: Draft, from: string, to: string): void {
  for (const [key, value] of Object.entries(record)) {
    delete record[key];
    record[key === from ? to : key] = value;
  }
}

/** Reviews the change of a case. */
export function review({ given, edit }: Pick<Case, 'given' | 'edit'>): Finding[] {
  const before = structuredClone(KEPT_CONTRACT);
  given?.(before);
  const after = structuredClone(before);
  edit(after);
  return compareContracts(before, after);
}

/** A finding in one line. */
export function toLine({ kind, places, what, why }: Finding): string {
  return `${kind}: ${places.join('; ')}: ${what}${why === undefined ? '' : ` ${why}`}`;
}
