import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path, { join } from 'node:path';
import { ContractError } from '../contract/redocly';
import { accessOf, type ContractOperation, type Json } from '../contract/read';
import { groupBy } from '../../src/domain/groups';
import type { BuiltInSection } from '../../src/ingest/grouping/simple3And4Rules';

/** A file of `openapi/guides`. */
export interface Guide {
  readonly name: string;
  readonly text: string;
  /** The heading of the index below which it stands. */
  readonly group: string;
  /** What the index says about it. */
  readonly summary: string;
}

/** Sources of the parts that guides show of other files. */
export interface GuideSources {
  readonly operations: readonly ContractOperation[];
  readonly examples: Readonly<Record<string, Json>>;
  readonly groupingRules: readonly BuiltInSection[];
  /** The table of recorded events of each platform. */
  readonly platforms: string;
}

/** Lists the guides and their order. */
const INDEX = 'README.md';
const SUFFIX = '.md';

/** The name of the guide that the documentation opens with. */
export const START = `start${SUFFIX}`;

/**
 * Reads the guides in the order in which the index links to them.
 * @throws ContractError if a guide does not exist
 */
export function readGuides(folder: string): Guide[] {
  const index = readFileSync(join(folder, INDEX), 'utf8');
  const groups = index.split(/^## /m).map((part) => ({ part, group: part.split('\n')[0] ?? '' }));
  const entries = groups.flatMap(({ part, group }) =>
    [...part.matchAll(/^[-|].*?\]\(([\w-]+\.md)\)(?:: (.*))?/gm)].map(([, name = '', summary = '']) => ({
      name,
      group,
      summary,
    })),
  );
  return entries.map((entry) => {
    if (!existsSync(join(folder, entry.name)))
      throw new ContractError(`openapi/guides/${INDEX} links to ${entry.name}, which does not exist.`);
    return { ...entry, text: readFileSync(join(folder, entry.name), 'utf8') };
  });
}

/**
 * Replaces what a guide shows of other files: the JSON block below `<!-- example NAME -->`, the tables below
 * `<!-- scopes -->`, `<!-- agent tools -->`, `<!-- published operations -->` and `<!-- platforms -->`, and the section
 * below `<!-- grouping rules -->`.
 * @throws ContractError if there is no such example or table
 */
export function fillGuide(
  { name, text }: Pick<Guide, 'name' | 'text'>,
  { operations, examples, groupingRules, platforms }: GuideSources,
): string {
  return text
    .replace(/<!-- grouping rules -->\n(?:### .*\n\n```text\n[^]*?\n```\n\n?)*/, () => {
      const sections = groupingRules.map(({ title, rules }) => `### ${title}\n\n\`\`\`text\n${rules.trim()}\n\`\`\`\n`);
      return `<!-- grouping rules -->\n${sections.join('\n')}`;
    })
    .replace(/<!-- scopes -->\n(?:\|.*\n)*/, () => `<!-- scopes -->\n${scopesTable(operations)}\n`)
    .replace(/<!-- agent tools -->\n(?:\|.*\n)*/, () => `<!-- agent tools -->\n${toolsTable(operations)}\n`)
    .replace(
      /<!-- published operations -->\n(?:\|.*\n)*/,
      () => `<!-- published operations -->\n${publishedTable(operations)}\n`,
    )
    .replace(/<!-- platforms -->\n(?:\|.*\n)*/, () => `<!-- platforms -->\n${platforms}\n`)
    .replace(/<!-- example (\S+) -->\n(?:```json\n[^]*?\n```\n)?/g, (_, example: string) => {
      const value = examples[example]?.['value'];
      if (value === undefined)
        throw new ContractError(
          `openapi/guides/${name} shows the example ${example}, which the contract does not have.`,
        );
      return `<!-- example ${example} -->\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\n`;
    });
}

/** Fills the guides of a folder and returns the names of those that changed. `write` stores them. */
export function fillGuides(folder: string, sources: GuideSources, { write }: { readonly write: boolean }): string[] {
  const changed = readGuides(folder)
    .map((guide) => ({ ...guide, filled: fillGuide(guide, sources) }))
    .filter(({ text, filled }) => text !== filled);
  if (write) changed.forEach(({ name, filled }) => writeFileSync(join(folder, name), filled));
  return changed.map(({ name }) => name);
}

/** Where the documentation has its pages. Addresses begin at the root of the service. */
export const DOCS = '/docs';

/**
 * Returns the Markdown of a guide for its page: links to files become links to pages, and operationIds become links.
 * @throws ContractError if it links to a file that is neither a guide nor an operation
 */
export function renderGuide(
  { name, text }: Pick<Guide, 'name' | 'text'>,
  { guides, operations }: Pick<GuideSources, 'operations'> & { readonly guides: readonly Guide[] },
): string {
  const targets = new Map([
    ...guides.map((guide) => [guide.name, guideAddress(guide)] as const),
    ...operations.map((operation) => [fileOf(operation), operationAddress(operation)] as const),
  ]);
  const rendered = text.replace(/\]\((?!https?:|#)([^)#]+)(#[^)]+)?\)/g, (_, file: string, section = '') => {
    const target = targets.get(file);
    if (target === undefined)
      throw new ContractError(`openapi/guides/${name} links to ${file}, which is neither a guide nor an operation.`);
    return `](${target}${section})`;
  });
  return linkOperations(rendered, operations);
}

/** Makes each operationId in a text a link, except in headings, in blocks of code and where it is part of a link. */
export function linkOperations(
  text: string,
  operations: readonly Pick<ContractOperation, 'tag' | 'operationId'>[],
): string {
  const addresses = new Map(operations.map((operation) => [operation.operationId, operationAddress(operation)]));
  const parts = text.split(/(^```[^]*?^```$|^#.*$)/m);
  return parts
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replace(/(?<!\[)`(\w+)`(?!\])/g, (code, id: string) => {
            const address = addresses.get(id);
            return address === undefined ? code : `[${code}](${address})`;
          }),
    )
    .join('');
}

export function guideAddress({ name }: Pick<Guide, 'name'>): string {
  return name === START ? DOCS : `${DOCS}/guides/${path.basename(name, SUFFIX)}`;
}

export function titleOf({ text }: Pick<Guide, 'text'>): string {
  return /^# (.+)$/m.exec(text)?.[1] ?? '';
}

/** The operations that Sentry publishes: the group, the method, and the path with `{}` for each parameter. */
const PUBLISHED = readFileSync(join(__dirname, 'publishedOperations.txt'), 'utf8').trim().split('\n');

/**
 * Returns the operations that Sentry publishes and this service has, by the groups of its documentation; of a group
 * that it has as a whole, no names.
 */
function publishedTable(operations: readonly ContractOperation[]): string {
  const here = new Map(
    operations.map((operation) => [
      `${operation.method.toUpperCase()} ${operation.path.replaceAll(/\{[^}]+\}/g, '{}')}`,
      operation,
    ]),
  );
  const groups = groupBy(PUBLISHED, (line) => line.split(': ')[0] ?? '');
  const rows: string[] = [];
  const none: string[] = [];
  let count = 0;
  for (const [group, lines] of groups) {
    const found = lines.flatMap((line) => here.get(line.slice(group.length + 2)) ?? []);
    const names = found.map(({ operationId }) => `\`${operationId}\``);
    count += found.length;
    if (found.length === 0) none.push(group);
    else if (found.length === lines.length) rows.push(`| ${group} | all ${lines.length} | |`);
    else rows.push(`| ${group} | ${found.length} of ${lines.length} | ${names.join(', ')} |`);
  }
  const header = ['| Group | Here | Operations |', '|---|---|---|'];
  const total = `| **all** | **${count} of ${PUBLISHED.length}** | |`;
  return [...header, ...rows, `| ${none.join(', ')} | none | |`, total].join('\n');
}

/** Returns the operations by the scopes that they accept, in the order of the contract. */
function scopesTable(operations: readonly ContractOperation[]): string {
  const linksByScopes = new Map<string, string[]>();
  for (const operation of operations) {
    const accepted = acceptedBy(operation);
    const link = `[\`${operation.operationId}\`](${fileOf(operation)})`;
    linksByScopes.set(accepted, [...(linksByScopes.get(accepted) ?? []), link]);
  }
  const rows = [...linksByScopes].map(([accepted, links]) => `| ${accepted} | ${links.join(', ')} |`);
  return ['| Accepts any one of | Operations |', '|---|---|', ...rows].join('\n');
}

function toolsTable(operations: readonly ContractOperation[]): string {
  const rows = operations.flatMap((operation) => {
    const { summary, agent } = operation;
    return agent === undefined ? [] : [`| \`${agent.name}\` | [${summary}](${fileOf(operation)}) | ${agent.tokens} |`];
  });
  return ['| Tool | Operation | Tokens at most |', '|---|---|---|', ...rows].join('\n');
}

function acceptedBy(operation: ContractOperation): string {
  const credential = accessOf(operation);
  if (credential === 'session') return 'a session';
  if (credential !== 'token') return credential === 'dsn' ? 'the key of a DSN' : 'no credential needed';
  const scopes = operation.security.flatMap(({ bearer = [] }) => bearer);
  return scopes.length === 0 ? 'any token' : scopes.map((scope) => `\`${scope}\``).join(' ');
}

/** Returns the path of an operation's file, relative to a guide. */
function fileOf({ tag, operationId }: ContractOperation): string {
  return `../operations/${tag}/${operationId}.yaml`;
}

export function operationAddress({ tag, operationId }: Pick<ContractOperation, 'tag' | 'operationId'>): string {
  return `${tagAddress(tag)}/${operationId}`;
}

export function tagAddress(tag: string): string {
  return `${DOCS}/api/${tag}`;
}
