import type { Event, EventTag, Frame } from '../domain/event';
import { type OwnershipRule, parseOwnership } from '../domain/ownership';
import { compileGlobs, type Glob } from './glob';
import type { GlobBudget } from './globTexts';
import { mainTrace } from './stacktrace';

/** The parts of an event that ownership rules are compared with. */
export interface OwnershipView {
  /** Paths of the frames of the application: unchanged, and relative to the root that a URL names. */
  readonly paths: readonly string[];
  /** The same files, as CODEOWNERS patterns are compared with them. */
  readonly files: readonly FilePath[];
  readonly modules: readonly string[];
  readonly url: string | null;
  readonly tags: readonly EventTag[];
}

/** A path in the form `/folder/file/`. */
interface FilePath {
  readonly text: string;
  /** True if the path begins at the root of a machine: the root of the repository is then unknown. */
  readonly isAbsolute: boolean;
}

/** A rule that can be compared with events. */
export interface CompiledRule {
  readonly rule: OwnershipRule;
  readonly globs: readonly Glob[];
  matches(event: OwnershipView, budget: GlobBudget): boolean;
}

/** Returns the parts of an event that rules are compared with. @param tags the tags by which its issue is found */
export function viewForOwnership(event: Event, tags: readonly EventTag[]): OwnershipView {
  const frames = appFramesOf(event);
  const names = distinct(frames.flatMap(({ filename, absPath }) => [filename, absPath]));
  return {
    paths: distinct(names.flatMap((name) => [name, belowRoot(name)])),
    files: distinct(frames.map(({ filename, absPath }) => filename ?? absPath)).map(filePathOf),
    modules: distinct(frames.map(({ module }) => module)),
    url: event.request?.url ?? null,
    tags,
  };
}

/** Returns the application's frames of all exceptions; without exceptions, those in the main trace. */
function appFramesOf(event: Event): Frame[] {
  const traces = event.exceptions.flatMap(({ stacktrace }) => stacktrace ?? []);
  const all = traces.length > 0 ? traces : [mainTrace(event)];
  return all.flatMap((trace) => trace?.frames ?? []).filter(({ inApp }) => inApp);
}

function distinct(texts: readonly (string | null)[]): string[] {
  return [...new Set(texts.filter((text) => text !== null))];
}

const SCHEME = /^([a-z][a-z0-9+.-]+):\/\/[^/]*/i;

/** Returns a path without the scheme and host of a URL and without leading `.`, `..` and `~` segments. */
function belowRoot(path: string): string {
  const segments = path.replaceAll('\\', '/').replace(SCHEME, '').split('/');
  const first = segments.findIndex((segment) => !['', '.', '..', '~'].includes(segment));
  return first < 0 ? '' : segments.slice(first).join('/');
}

/** Parses a path. Paths with the schemes of bundlers and of `app://` begin at a root that the project chose. */
function filePathOf(path: string): FilePath {
  const scheme = SCHEME.exec(path)?.[1]?.toLowerCase();
  const isAbsolute = scheme === undefined ? /^(?:[/\\]|[a-z]:[/\\])/i.test(path) : /^(?:https?|file)$/.test(scheme);
  return { text: `/${belowRoot(path)}/`, isAbsolute };
}

/**
 * Maximum numbers of patterns and of characters of a text of rules, after braces are expanded and patterns of
 * CODEOWNERS files are translated.
 */
const MAX_PATTERNS = 6_000;
const MAX_PATTERN_CHARACTERS = 300_000;

/** Compiles rules, the last one first: it decides. Rules with an error are left out. */
export function compileOwnership(text: string): readonly CompiledRule[] {
  return compileRules(text).compiled.reverse();
}

/** Returns the errors of a text of rules: sentences that begin with the number of the line. */
export function checkOwnership(text: string): readonly string[] {
  return compileRules(text).errors;
}

function compileRules(text: string): { compiled: CompiledRule[]; errors: readonly string[] } {
  const { rules, errors } = parseOwnership(text);
  const compiled: CompiledRule[] = [];
  const problems: string[] = [];
  let [patterns, characters] = [0, 0];
  for (const rule of rules) {
    const one = tryCompile(rule);
    if (typeof one === 'string') problems.push(`Line ${rule.line}: In the pattern, ${one}.`);
    else {
      for (const { alternatives, atoms } of one.globs)
        [patterns, characters] = [patterns + alternatives, characters + atoms];
      if (patterns <= MAX_PATTERNS && characters <= MAX_PATTERN_CHARACTERS) compiled.push(one);
    }
  }
  if (patterns > MAX_PATTERNS)
    problems.push(`With all alternatives there are ${patterns} patterns; at most ${MAX_PATTERNS} are allowed.`);
  if (characters > MAX_PATTERN_CHARACTERS)
    problems.push(
      `With all alternatives the patterns have ${characters} characters; at most ${MAX_PATTERN_CHARACTERS} are allowed.`,
    );
  return { compiled, errors: [...errors, ...problems] };
}

/**
 * Returns the rules that match an event, the deciding one first. Each rule costs a step; without steps left, no rule
 * matches.
 */
export function* findMatchingRules(
  rules: readonly CompiledRule[],
  event: OwnershipView,
  budget: GlobBudget,
): Iterable<OwnershipRule> {
  for (const one of rules) {
    budget.remaining -= 1;
    if (budget.remaining < 0) return;
    if (one.matches(event, budget)) yield one.rule;
  }
}

/** Returns the compiled rule, or an error message if its pattern cannot be read. */
function tryCompile(rule: OwnershipRule): CompiledRule | string {
  try {
    return rule.type === 'codeowners' ? compileCodeowners(rule) : compileTyped(rule, rule.type);
  } catch (error) {
    if (error instanceof SyntaxError) return error.message;
    throw error;
  }
}

type TypedRule = Exclude<OwnershipRule['type'], 'codeowners'>;

function compileTyped(rule: OwnershipRule, type: TypedRule): CompiledRule {
  const glob = compileGlobs([rule.pattern], { isPath: type === 'path', ignoresCase: true });
  const matches: CompiledRule['matches'] = (event, budget) =>
    textsOf(event, type, rule.key).some((text) => glob.matches(text, budget));
  return { rule, globs: [glob], matches };
}

function textsOf(event: OwnershipView, type: TypedRule, key: string): readonly string[] {
  switch (type) {
    case 'path':
      return event.paths;
    case 'module':
      return event.modules;
    case 'url':
      return event.url === null ? [] : [event.url];
    case 'tag':
      return event.tags.filter((tag) => tag.key === key).map(({ value }) => value);
  }
}

/**
 * Compiles a pattern of a CODEOWNERS file. A pattern with a slash before its end begins at the root of the repository.
 * The root is unknown for an absolute path: any of its folders may be the root.
 */
function compileCodeowners(rule: OwnershipRule): CompiledRule {
  const { isRooted, glob } = translateCodeowners(rule.pattern);
  const compile = (text: string): Glob => compileGlobs([text], { isPath: true, ignoresCase: false });
  const anywhere = compile(`**/${glob}`);
  const atRoot = isRooted ? compile(`/${glob}`) : anywhere;
  const matches: CompiledRule['matches'] = ({ files }, budget) =>
    files.some(({ text, isAbsolute }) => (isAbsolute ? anywhere : atRoot).matches(text, budget));
  return { rule, globs: isRooted ? [anywhere, atRoot] : [anywhere], matches };
}

/** Maximum number of `**` between two names of a pattern: each doubles the alternatives of `compileGlobs`. */
const MAX_GAPS = 6;

/** Translates a pattern of a CODEOWNERS file to one of `compileGlobs` for paths that end with a slash. */
function translateCodeowners(pattern: string): { isRooted: boolean; glob: string } {
  const names = pattern.split('/').filter((name) => name !== '');
  const isAnywhere = names.length > 1 && names[0] === '**';
  if (isAnywhere) names.shift();
  const folders = names.slice(0, -1);
  if (folders.filter((name) => name === '**').length > MAX_GAPS)
    throw new SyntaxError(`\`**\` stands between folders more than ${MAX_GAPS} times`);
  const start = folders.map((name) => (name === '**' ? '{**/,}' : `${escapeGlob(name)}/`)).join('');
  return {
    isRooted: !isAnywhere && (pattern.startsWith('/') || names.length > 1),
    glob: start + endOfGlob(names.at(-1) ?? '', pattern.endsWith('/')),
  };
}

/**
 * Returns the end of the translated pattern: `*` matches only the files of a folder, any other name also everything in
 * the folder of that name.
 */
function endOfGlob(last: string, isFolder: boolean): string {
  if (last === '**') return '?**';
  if (isFolder) return `${escapeGlob(last)}/?**`;
  return last === '*' ? '*/' : `${escapeGlob(last)}/**`;
}

/** Escapes braces and brackets, which are plain characters in CODEOWNERS files. */
function escapeGlob(segment: string): string {
  return segment.replace(/\\.|[[\]{},\\]/gs, (text) => (text.length > 1 ? text : `\\${text}`));
}
