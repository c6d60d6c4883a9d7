import { type Assignee, type NewActivity, SYSTEM, assigneeTypeOf } from '../domain/issue';
import type { EventTag } from '../domain/event';
import { assignsIssues, formatOwner, type OwnershipRule, parseOwnership, type RuleOwner } from '../domain/ownership';
import type { DsnProject, Project } from '../domain/project';
import type { Read, Readers } from '../store/stores';
import { readEvent } from './describeEvent';
import {
  checkOwnership,
  compileOwnership,
  findMatchingRules,
  type CompiledRule,
  type OwnershipView,
  viewForOwnership,
} from './ownershipRules';
import { GlobBudget } from './globTexts';
import type { CompileSetting } from './settingsCache';

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

/**
 * Number of steps that rules may take on all events of a transaction which were not compared with them during
 * processing.
 */
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
  const assignments = ruleAssignments.flatMap((one, index) => (one === null ? [] : [{ id: newIds[index] ?? '', one }]));
  return {
    assignees: new Map(assignments.map(({ id, one }) => [id, one.assignee])),
    activities: assignments.map(({ id, one }) => ownershipActivity(id, one, at)),
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
