import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContractOperation, Json } from './contractReader';
import { credentialOf } from './samplesRequest';

/** The prose of the page below its first paragraphs, and the pages that tell of operations which the contract does not have. */
export interface Prose {
  readonly text: string;
  readonly leftOut: readonly string[];
}

/** What pages may show of the contract, each by a comment on a line of its own. */
interface Shown {
  readonly operations: readonly ContractOperation[];
  readonly examples: Readonly<Record<string, Json>>;
}

/** Reads the pages of a folder in the order of their names. The first is the contract's own description, so it is not among them. */
export function readProse(folder: string, shown: Shown): Prose {
  const { operations } = shown;
  const known = new Set(operations.map(({ operationId }) => operationId));
  const pages = readdirSync(folder)
    .sort()
    .slice(1)
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
  const isKnown = ({ text }: { text: string }) => neededBy(text).every((operationId) => known.has(operationId));
  return {
    text: pages
      .filter(isKnown)
      .map((page) => fill(page, shown))
      .join('\n'),
    leftOut: pages.filter((page) => !isKnown(page)).map(({ name }) => name),
  };
}

/** The operations that a page names in a comment as those it tells of. */
function neededBy(text: string): string[] {
  return /^<!-- needs ([^>]*) -->/.exec(text)?.[1]?.split(/\s+/) ?? [];
}

function fill({ name, text }: { name: string; text: string }, { operations, examples }: Shown): string {
  return text
    .replace(/^<!-- needs [^>]* -->\n/, '')
    .replace('<!-- scopes -->', () => scopesTable(operations))
    .replace(/<!-- example (\S+) -->/g, (_, example: string) => {
      const value = examples[example]?.['value'];
      if (value === undefined)
        throw new Error(`openapi/intro/${name} names the example ${example}, which the contract does not have.`);
      return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
    });
}

function scopesTable(operations: readonly ContractOperation[]): string {
  const rows = operations.map(
    (operation) => `| [${operation.summary}](${linkTo(operation)}) | ${acceptedBy(operation)} |`,
  );
  return ['| Operation | Accepts any one of |', '|---|---|', ...rows].join('\n');
}

function acceptedBy(operation: ContractOperation): string {
  const credential = credentialOf(operation);
  if (credential !== 'token') return credential === 'key' ? 'the key of a DSN' : 'everybody';
  const scopes = operation.security.flatMap(({ bearer = [] }) => bearer);
  return scopes.length === 0 ? 'any token' : scopes.map((scope) => `\`${scope}\``).join(' ');
}

/** Where the page shows an operation. */
export function linkTo({ tag, operationId }: ContractOperation): string {
  return `#/${tag}/${operationId.toLowerCase()}`;
}
