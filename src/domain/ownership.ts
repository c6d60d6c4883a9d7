/** The settings that turn the assignment of new issues by rules on or off, in upstream's words. */
export const AUTO_ASSIGNMENTS = ['Auto Assign to Issue Owner', 'Turn off Auto-Assignment'] as const;

type AutoAssignment = (typeof AUTO_ASSIGNMENTS)[number];

/** The ownership rules of a project, and their effects. */
export interface OwnershipSettings {
  /** The text of the rules; empty for none. */
  readonly raw: string;
  /** True if an alert to the assignee goes to the members of the project's teams where an issue has none. */
  readonly fallthrough: boolean;
  readonly autoAssignment: AutoAssignment;
}

/** Ownership settings that were saved. */
export interface Ownership extends OwnershipSettings {
  /** Milliseconds since 1970, UTC. */
  readonly dateCreated: number;
  readonly lastUpdated: number;
}

/** The settings of a project that has saved none. */
export const DEFAULT_OWNERSHIP: OwnershipSettings = Object.freeze({
  raw: '',
  fallthrough: true,
  autoAssignment: 'Auto Assign to Issue Owner',
});

/** An owner in a rule. */
export type RuleOwner =
  { readonly type: 'member'; readonly email: string } | { readonly type: 'team'; readonly slug: string };

/** One rule: events that it matches belong to its owners. */
export interface OwnershipRule {
  /** Number of its line, from 1. */
  readonly line: number;
  /** The line, without blanks around it and its comment. */
  readonly text: string;
  readonly type: 'path' | 'url' | 'module' | 'tag' | 'codeowners';
  /** The key of a tag; empty for other types. */
  readonly key: string;
  readonly pattern: string;
  /** Only rules of the type `codeowners` may have none: files that they match belong to nobody. */
  readonly owners: readonly RuleOwner[];
}

/** Maximum number of rules in a text. */
const MAX_OWNERSHIP_RULES = 2_000;

/** Formats an owner as rules write it. */
export function formatOwner(owner: RuleOwner): string {
  return owner.type === 'member' ? owner.email : `#${owner.slug}`;
}

/**
 * Returns the settings of a project after a change; null if nothing changes.
 * @param former undefined if none were saved
 * @param now milliseconds since 1970, UTC
 */
export function changeOwnership(
  former: Ownership | undefined,
  changes: Partial<OwnershipSettings>,
  now: number,
): Ownership | null {
  const settings = former ?? DEFAULT_OWNERSHIP;
  const names = Object.keys(changes) as (keyof OwnershipSettings)[];
  if (names.every((name) => changes[name] === settings[name])) return null;
  return { ...settings, ...changes, dateCreated: former?.dateCreated ?? now, lastUpdated: now };
}

/** Returns the fields that have other values after a change, as the audit log names them. */
export function ownershipFields(former: Ownership | undefined, changes: Partial<OwnershipSettings>): string[] {
  const settings = former ?? DEFAULT_OWNERSHIP;
  const names = Object.keys(changes) as (keyof OwnershipSettings)[];
  return names.filter((name) => changes[name] !== settings[name]).map((field) => `ownership.${field}`);
}

/** Returns true if the settings assign new issues. */
export function assignsIssues({ raw, autoAssignment }: OwnershipSettings): boolean {
  return autoAssignment === 'Auto Assign to Issue Owner' && raw.trim() !== '';
}

/** The beginning of a line that names a type of rules. */
const TYPE_PREFIX = /^[A-Za-z]+(?:\.[^:\s]*)?:/;

/**
 * Returns the rules of a CODEOWNERS file: each line is a pattern of such a file, also if it looks like a rule of
 * another type.
 */
export function rulesOfCodeowners(text: string): string {
  const mark = (line: string) => (TYPE_PREFIX.test(line) ? `codeowners:${line}` : line);
  return text.replaceAll(/\S.*/g, mark);
}

/** Parsed rules, and the errors in lines that are no rules: sentences that begin with the number of the line. */
export interface ParsedOwnership {
  readonly rules: readonly OwnershipRule[];
  readonly errors: readonly string[];
}

const TYPES = ['path', 'url', 'module', 'codeowners'] as const;
const KNOWN_TYPES = 'path:, url:, module:, codeowners: or tags.KEY:';
/** Maximum number of characters of a line that an error quotes. */
const QUOTED_CHARACTERS = 80;

/**
 * Parses the text of ownership rules: one in a line, `type:pattern owner …`. Lines without a type have the syntax of a
 * CODEOWNERS file. Blank lines and lines that begin with `#` are no rules.
 */
export function parseOwnership(text: string): ParsedOwnership {
  const rules: OwnershipRule[] = [];
  const errors: string[] = [];
  text.split('\n').forEach((line, index) => {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) return;
    const { rule, problems } = parseLine(trimmed, index + 1);
    if (problems.length === 0) rules.push(rule);
    else errors.push(...problems.map((problem) => `Line ${index + 1}: ${problem}`));
  });
  if (rules.length > MAX_OWNERSHIP_RULES)
    errors.push(`There are ${rules.length} rules; at most ${MAX_OWNERSHIP_RULES} are allowed.`);
  return { rules, errors };
}

function parseLine(text: string, line: number): { rule: OwnershipRule; problems: string[] } {
  const tokens = splitLine(text);
  const [matcher = '', ...names] = tokens;
  const { type, key, pattern, problem } = parseMatcher(matcher);
  const parsed = names.map(parseOwner);
  const owners = parsed.flatMap(({ owner }) => owner ?? []);
  const problems = [...(problem ?? []), ...parsed.flatMap(({ problem: wrong }) => wrong ?? [])];
  if (names.length === 0 && type !== 'codeowners')
    problems.push('It has no owner; write the e-mail address of a member or #SLUG of a team behind the pattern.');
  return { rule: { line, text: tokens.join(' '), type, key, pattern, owners }, problems };
}

/**
 * Splits a line at its blanks. A `#` alone begins a comment; a backslash or double quotes keep a blank in a pattern.
 */
function splitLine(text: string): string[] {
  const tokens: readonly string[] = text.match(/(?:[^\s"\\]|\\.|\\$|"(?:[^"\\]|\\.)*"|")+/gs) ?? [];
  const comment = tokens.indexOf('#');
  return tokens.slice(0, comment < 0 ? undefined : comment);
}

type ParsedMatcher = Pick<OwnershipRule, 'type' | 'key' | 'pattern'> & { readonly problem?: readonly string[] };

function parseMatcher(text: string): ParsedMatcher {
  const [prefix, name = '', tag] = /^([A-Za-z]+)(?:\.([^:]*))?:/.exec(text) ?? [];
  if (prefix === undefined) return checkCodeowners(unquote(text));
  const pattern = unquote(text.slice(prefix.length));
  const type = TYPES.find((one) => one === name);
  const rule = { type: 'path', key: '', pattern } as const;
  if (pattern === '') return { ...rule, problem: [`It has no pattern behind "${shorten(prefix)}".`] };
  if (name === 'tags' && (tag ?? '') === '')
    return { ...rule, problem: ['It names no tag; write its key, as in tags.KEY:pattern.'] };
  if (name === 'tags') return { ...rule, type: 'tag', key: tag ?? '' };
  if (type === undefined || tag !== undefined)
    return { ...rule, problem: [`"${shorten(prefix)}" is no type of rules; write ${KNOWN_TYPES}`] };
  return type === 'codeowners' ? checkCodeowners(pattern) : { ...rule, type };
}

function checkCodeowners(pattern: string): ParsedMatcher {
  const problem = codeownersProblem(pattern);
  return { type: 'codeowners', key: '', pattern, ...(problem !== null && { problem: [problem] }) };
}

/** Returns the problem of a pattern that CODEOWNERS files do not support, or only GitLab's; null if there is none. */
function codeownersProblem(pattern: string): string | null {
  if (/^\^?\[/.test(pattern))
    return 'Sections and sets in brackets are not supported; remove the line, and write the owners behind each pattern.';
  if (pattern.startsWith('!')) return 'A pattern cannot be negated; write a line without owners below the others.';
  if (/^\/*$/.test(pattern)) return `"${pattern}" matches no file; write * for all files.`;
  return null;
}

/** Removes the quotes around a pattern, with which it may have blanks. */
function unquote(text: string): string {
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return text;
  return text.slice(1, -1).replace(/\\(["\\])/g, '$1');
}

function parseOwner(text: string): { owner?: RuleOwner; problem?: string } {
  const [, team] = /^#(.+)$/s.exec(text) ?? /^@[^/\s]+\/([^/]+)$/.exec(text) ?? [];
  if (team !== undefined) return { owner: { type: 'team', slug: team } };
  if (/^[^@]+@[^@]+$/.test(text)) return { owner: { type: 'member', email: text } };
  const excerpt = shorten(text);
  const instead = 'write the e-mail address of a member or #SLUG of a team.';
  if (text.startsWith('@'))
    return { problem: `"${excerpt}" is a user of another service, whom Culprit does not know; ${instead}` };
  return { problem: `"${excerpt}" is no owner; ${instead}` };
}

function shorten(text: string): string {
  return text.length <= QUOTED_CHARACTERS ? text : `${text.slice(0, QUOTED_CHARACTERS)}…`;
}
