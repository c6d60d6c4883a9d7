import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ContractError } from '../contract/redocly';
import { accessOf, type ContractOperation, type Json } from '../contract/read';
import type { BuiltInSection } from '../../src/ingest/grouping/simple3And4Rules';

/** A file of `openapi/guides`. */
export interface Guide {
  readonly name: string;
  readonly text: string;
  /** The heading of the index below which it stands. */
  readonly group: string;
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

/**
 * Reads the guides in the order in which the index links to them.
 * @throws ContractError if a guide does not exist
 */
export function readGuides(folder: string): Guide[] {
  const index = readFileSync(join(folder, INDEX), 'utf8');
  const groups = index.split(/^## /m).map((part) => ({ part, group: part.split('\n')[0] ?? '' }));
  const names = groups.flatMap(({ part, group }) =>
    [...part.matchAll(/^[-|].*?\]\(([\w-]+\.md)\)/gm)].map(([, name]) => ({ name: name as string, group })),
  );
  return names.map(({ name, group }) => {
    if (!existsSync(join(folder, name)))
      throw new ContractError(`openapi/guides/${INDEX} links to ${name}, which does not exist.`);
    return { name, group, text: readFileSync(join(folder, name), 'utf8') };
  });
}

/**
 * Replaces what a guide shows of other files: the JSON block below `<!-- example NAME -->`, the tables below
 * `<!-- scopes -->` and `<!-- platforms -->`, and the section below `<!-- grouping rules -->`.
 * @throws ContractError if there is no such example or table
 */
export function fillGuide(
  { name, text }: Omit<Guide, 'group'>,
  { operations, examples, groupingRules, platforms }: GuideSources,
): string {
  return text
    .replace(/<!-- grouping rules -->\n(?:### .*\n\n```text\n[^]*?\n```\n\n?)*/, () => {
      const sections = groupingRules.map(({ title, rules }) => `### ${title}\n\n\`\`\`text\n${rules.trim()}\n\`\`\`\n`);
      return `<!-- grouping rules -->\n${sections.join('\n')}`;
    })
    .replace(/<!-- scopes -->\n(?:\|.*\n)*/, () => `<!-- scopes -->\n${scopesTable(operations)}\n`)
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

/**
 * The guides as one text for the documentation page; links to files become links to sections of the page.
 * @throws ContractError if a guide links to a file that is neither a guide nor an operation
 */
export function renderGuides(guides: readonly Guide[], { operations }: Pick<GuideSources, 'operations'>): string {
  const targets = new Map([
    ...guides.map((guide) => [guide.name, guideAnchor(guide)] as const),
    ...operations.map((operation) => [fileOf(operation), operationAnchor(operation)] as const),
  ]);
  const rendered = guides.map(({ name, text }) =>
    text.replace(/\]\((?!https?:|#)([^)#]+)(?:#([^)]+))?\)/g, (_, file: string, section?: string) => {
      const target = targets.get(file);
      if (target === undefined)
        throw new ContractError(`openapi/guides/${name} links to ${file}, which is neither a guide nor an operation.`);
      return `](${target}${section === undefined ? '' : `/${section}`})`;
    }),
  );
  const text = rendered
    .map((guide) => guide.replace(/^<!-- (?:scopes|platforms|grouping rules|example \S+) -->\n/gm, ''))
    .join('\n');
  return linkOperations(text, operations);
}

/** Makes each operationId in a text a link, except in headings, in blocks of code and where it is part of a link. */
export function linkOperations(
  text: string,
  operations: readonly Pick<ContractOperation, 'tag' | 'operationId'>[],
): string {
  const anchors = new Map(operations.map((operation) => [operation.operationId, operationAnchor(operation)]));
  const parts = text.split(/(^```[^]*?^```$|^#.*$)/m);
  return parts
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replace(/(?<!\[)`(\w+)`(?!\])/g, (code, id: string) => {
            const anchor = anchors.get(id);
            return anchor === undefined ? code : `[${code}](${anchor})`;
          }),
    )
    .join('');
}

/** Styles that show the headings of the index in the menu, above the first guide of each group. */
export function menuHeadings(guides: readonly Guide[]): string {
  const firsts = guides.filter(({ group }, index) => group !== guides[index - 1]?.group);
  return firsts
    .map((guide) => `html [role='listitem']:has(> a[href='${guideAnchor(guide)}'])::before{content:'${guide.group}'}`)
    .join('\n');
}

function guideAnchor({ text }: Guide): string {
  return `#/section/${slugOf(titleOf(text))}`;
}

function titleOf(text: string): string {
  return /^# (.+)$/m.exec(text)?.[1] ?? '';
}

function slugOf(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

function scopesTable(operations: readonly ContractOperation[]): string {
  const rows = operations.map(
    (operation) => `| [${operation.summary}](${fileOf(operation)}) | ${acceptedBy(operation)} |`,
  );
  return ['| Operation | Accepts any one of |', '|---|---|', ...rows].join('\n');
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

export function operationAnchor({ tag, operationId }: Pick<ContractOperation, 'tag' | 'operationId'>): string {
  return `#/${tag}/${operationId.toLowerCase()}`;
}
