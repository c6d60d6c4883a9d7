import contract from '../../../generated/openapi.json';
import { compareContracts } from '../../../scripts/review/command';
import { interactionsOf } from '../../../scripts/review/document';
import type { Finding } from '../../../scripts/review/findings';

/** A contract that a case may change. */
export type Draft = Record<string, any>;

/** A small change to the contract, and the remarks that a reviewer must receive about it. */
export interface Case {
  readonly change: string;
  /** Adds parts to both contracts that the present contract lacks. */
  readonly given?: (document: Draft) => void;
  readonly edit: (document: Draft) => void;
  /** All findings, as `kind: places: sentences`. */
  readonly says: readonly string[];
}

/** The operations of the cases. Changes of other operations do not concern the cases. */
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

/** Returns the operation or webhook of that name. */
export function operation(document: Draft, name: string): Draft {
  const interaction = interactionsOf(document).find((one) => one.name === name);
  if (interaction === undefined) throw new Error(`no operation ${name}`);
  return interaction.part.node;
}

/** Returns the path of an operation, or the webhook, with all methods. */
export function pathItem(document: Draft, name: string): Draft {
  return interactionsOf(document).find((one) => one.name === name)!.item.node;
}

// The schemas, which most cases change.
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

/** Formats a finding in one line. */
export function toLine({ kind, places, what, why }: Finding): string {
  return `${kind}: ${places.join('; ')}: ${what}${why === undefined ? '' : ` ${why}`}`;
}
