import { type Assignee, type NewActivity, SYSTEM, assigneeTypeOf } from '../domain/issue';
import type { Event, EventTag, Frame } from '../domain/event';
import { type OwnershipRule, type RuleOwner, assignsIssues, formatOwner, parseOwnership } from '../domain/ownership';
import type { DsnProject, Project } from '../domain/project';
import type { Read, Readers } from '../store/stores';
import { readEvent } from './describeEvent';
import { GlobBudget } from './globTexts';
import type { CompileSetting } from './settingsCache';
import { type Glob, compileGlobs } from './glob';
import { mainTrace } from './stacktrace';

/** The parts of an event that ownership rules are compared with. */
interface OwnershipView {
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
interface CompiledRule {
  readonly rule: OwnershipRule;
  readonly globs: readonly Glob[];
  readonly matches: (event: OwnershipView, budget: GlobBudget) => boolean;
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
 * Maximum numbers of patterns of all rules of a project, and of their characters, after braces are expanded and
 * patterns of CODEOWNERS files are translated.
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
    const result = tryCompile(rule);
    if (typeof result === 'string') problems.push(`Line ${rule.line}: In the pattern, ${result}.`);
    else {
      for (const { alternatives, atoms } of result.globs)
        [patterns, characters] = [patterns + alternatives, characters + atoms];
      if (patterns <= MAX_PATTERNS && characters <= MAX_PATTERN_CHARACTERS) compiled.push(result);
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
  for (const { rule, matches } of rules) {
    budget.remaining -= 1;
    if (budget.remaining < 0) return;
    if (matches(event, budget)) yield rule;
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

/** Assignee of a new issue, and the rule that assigned it. Plain data: it can be sent between threads. */
export interface RuleAssignment {
  readonly assignee: Assignee;
  /** The text of the rule. */
  readonly rule: string;
}

/** An event that opens an issue. */
interface OpeningEvent {
  readonly body: Uint8Array;
  readonly tags: readonly EventTag[];
  /** Result of `findOwner`; absent if it was not called. */
  readonly ruleAssignment?: RuleAssignment | null | undefined;
}

type OwnershipProject = Pick<DsnProject, 'id' | 'organizationId'> & Partial<Pick<DsnProject, 'assignsIssues'>>;

/** Number of steps that rules may take in one transaction, on all events for which `findOwner` was not called. */
const BATCH_STEPS = 100_000;

/**
 * Finds the assignee of the issue that an event opens, by the ownership rules of its project. The last rule that
 * matches decides: it assigns the first of its owners that exists. A rule none of whose owners exists is skipped; a
 * rule without owners assigns nobody.
 * @returns null for nobody
 */
export async function findOwner(
  read: Read,
  project: OwnershipProject,
  event: OwnershipView,
  compileSetting: CompileSetting,
  budget: GlobBudget,
): Promise<RuleAssignment | null> {
  const rules = await read((stores) => readRules(stores, project, compileSetting));
  const matching = findMatchingRules(rules, event, budget);
  return decideAssignee(matching, (rule) =>
    read((stores) => new OwnerDirectory(stores, project.organizationId).findAll(rule)),
  );
}

/**
 * Returns the assignees of the issues that events open, in the transaction that opens the issues. Uses the result of
 * `findOwner` if the owner still exists. Compares other events with the rules here: there are few, because `findOwner`
 * is called for the first event of each hash. Reads nothing for a project whose rules assign nothing.
 * @param openings the events of each issue
 * @returns the assignee of each issue; null for nobody
 */
export async function confirmOwners(
  stores: Pick<Readers, 'ownership' | 'members' | 'teams'>,
  project: OwnershipProject,
  openings: readonly (readonly [OpeningEvent, ...OpeningEvent[]])[],
  compileSetting: CompileSetting,
): Promise<readonly (RuleAssignment | null)[]> {
  if (project.assignsIssues !== true) return [];
  const directory = new OwnerDirectory(stores, project.organizationId);
  const budget = new GlobBudget(BATCH_STEPS);
  let rules: readonly CompiledRule[] | undefined;
  const confirmed: (RuleAssignment | null)[] = [];
  for (const events of openings) {
    const { ruleAssignment, body, tags } = events.find((event) => event.ruleAssignment !== undefined) ?? events[0];
    if (ruleAssignment === null || (ruleAssignment !== undefined && (await directory.has(ruleAssignment.assignee)))) {
      confirmed.push(ruleAssignment);
      continue;
    }
    rules ??= await readRules(stores, project, compileSetting);
    const event = rules.length === 0 ? null : readEvent(body);
    const matching = event === null ? [] : findMatchingRules(rules, viewForOwnership(event, tags), budget);
    confirmed.push(await decideAssignee(matching, (rule) => directory.findAll(rule)));
  }
  return confirmed;
}

/** Reads the rules that assign issues of a project; none if they were switched off since the event arrived. */
async function readRules(
  stores: Pick<Readers, 'ownership'>,
  project: OwnershipProject,
  compileSetting: CompileSetting,
): Promise<readonly CompiledRule[]> {
  const settings = await stores.ownership.find(project.id);
  return settings === undefined || !assignsIssues(settings) ? [] : compileSetting(compileOwnership, settings.raw);
}

/**
 * Returns the assignee by the first rule with an owner that exists.
 * @param rules the matching rules, the deciding one first
 */
export async function decideAssignee(
  rules: Iterable<OwnershipRule>,
  findAll: (rule: OwnershipRule) => Promise<Assignee[]>,
): Promise<RuleAssignment | null> {
  for (const rule of rules) {
    if (rule.owners.length === 0) return null;
    const [assignee] = await findAll(rule);
    if (assignee !== undefined) return { assignee, rule: rule.text };
  }
  return null;
}

/**
 * Returns the assignees of new issues by issue id, and the activities that record the assignments.
 * @param at milliseconds since 1970, UTC
 */
export function assignmentsOf(
  ruleAssignments: readonly (RuleAssignment | null)[],
  newIds: readonly string[],
  at: number,
): { assignees: ReadonlyMap<string, Assignee>; activities: readonly NewActivity[] } {
  const assigned = ruleAssignments.flatMap((assignment, index) =>
    assignment === null ? [] : [{ id: newIds[index] ?? '', assignment }],
  );
  return {
    assignees: new Map(assigned.map(({ id, assignment }) => [id, assignment.assignee])),
    activities: assigned.map(({ id, assignment }) => ownershipActivity(id, assignment, at)),
  };
}

/** Returns the activity that says by which rule an issue was assigned. */
function ownershipActivity(issueId: string, { assignee, rule }: RuleAssignment, at: number): NewActivity {
  const data = { assignee: assignee.id, assigneeType: assigneeTypeOf(assignee), integration: 'projectOwnership', rule };
  return { issueId, type: 'assigned', actor: SYSTEM, at, data };
}

/** The members and teams of an organization. Each is looked up once. */
export class OwnerDirectory {
  readonly #assignees = new Map<string, Promise<Assignee | undefined>>();
  readonly #present = new Map<string, Promise<boolean>>();

  constructor(
    private readonly stores: Pick<Readers, 'members' | 'teams'>,
    private readonly organizationId: string,
  ) {}

  /** Returns the member or team that an owner names; undefined if there is none. */
  find(owner: RuleOwner): Promise<Assignee | undefined> {
    const name = formatOwner(owner);
    const assignee = this.#assignees.get(name) ?? this.#lookUp(owner);
    this.#assignees.set(name, assignee);
    return assignee;
  }

  /** Returns the owners of a rule that exist. */
  async findAll({ owners }: OwnershipRule): Promise<Assignee[]> {
    return (await Promise.all(owners.map((owner) => this.find(owner)))).filter((owner) => owner !== undefined);
  }

  /** Returns true if a member or a team still exists. */
  has({ type, id }: Assignee): Promise<boolean> {
    const name = `${type} ${id}`;
    const isPresent = this.#present.get(name) ?? this.#exists({ type, id });
    this.#present.set(name, isPresent);
    return isPresent;
  }

  async #exists({ type, id }: Assignee): Promise<boolean> {
    const { members, teams } = this.stores;
    const { organizationId } = this;
    const row = type === 'member' ? await members.find(organizationId, id) : await teams.findById(organizationId, id);
    return row !== undefined;
  }

  async #lookUp(owner: RuleOwner): Promise<Assignee | undefined> {
    const { members, teams } = this.stores;
    const row =
      owner.type === 'member'
        ? await members.findByEmail(this.organizationId, owner.email)
        : await teams.findBySlug(this.organizationId, owner.slug);
    return row && { type: owner.type, id: row.id };
  }
}

/**
 * Returns the errors of rules that are to be stored for a project. Rules that are stored already have no errors: some
 * of their owners may have been removed since, and a client that repeats the rules changes nothing.
 */
export async function checkOwnershipUpdate(
  stores: Pick<Readers, 'ownership' | 'members' | 'teams'>,
  { id, organizationId }: Pick<Project, 'id' | 'organizationId'>,
  raw: string,
): Promise<string[]> {
  const former = await stores.ownership.find(id);
  return former?.raw === raw ? [] : checkOwnershipRules(stores, organizationId, raw);
}

/** Returns the errors of a text of rules and of its owners, sorted by line: sentences that begin with the line. */
async function checkOwnershipRules(
  stores: Pick<Readers, 'members' | 'teams'>,
  organizationId: string,
  text: string,
): Promise<string[]> {
  const { rules } = parseOwnership(text);
  const errors = [...checkOwnership(text), ...(await findUnknownOwners(stores, organizationId, rules))];
  const lineOf = (message: string) => Number(/^Line (\d+):/.exec(message)?.[1] ?? MAX_LINES);
  return errors.sort((one, other) => lineOf(one) - lineOf(other));
}

/** Sorts errors without a line to the end: no text has that many lines. */
const MAX_LINES = 1e9;

/** Returns an error for each owner of rules that the organization does not have. */
async function findUnknownOwners(
  stores: Pick<Readers, 'members' | 'teams'>,
  organizationId: string,
  rules: readonly OwnershipRule[],
): Promise<string[]> {
  const directory = new OwnerDirectory(stores, organizationId);
  const errors: string[] = [];
  for (const { line, owners } of rules) {
    for (const owner of owners) {
      if ((await directory.find(owner)) !== undefined) continue;
      const instead = owner.type === 'member' ? 'add the member' : 'create the team';
      errors.push(
        `Line ${line}: The organization has no ${owner.type} "${formatOwner(owner)}"; correct it, or ${instead} first.`,
      );
    }
  }
  return errors;
}
