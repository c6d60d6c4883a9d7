import type { components } from '../../../generated/api';
import type { Assignee } from '../../domain/issue';
import type { OwnershipRule } from '../../domain/ownership';
import type { Project } from '../../domain/project';
import {
  OwnerDirectory,
  compileOwnership,
  decideAssignee,
  findMatchingRules,
  viewForOwnership,
} from '../../ingest/assignOwners';
import { RuleBudgets } from '../../ingest/globTexts';
import { readRecordTags } from '../../presenters/eventRecord';
import { presentAssignee } from '../../presenters/issue';
import type { Readers } from '../../store/stores';
import { assigneesOf } from '../issues/issueRecords';
import { operation } from '../operation';
import { findProject } from '../subjects';
import { readResolvedEvent, requireEvent } from './eventDetail';

type OwnerRecords = components['schemas']['EventOwners']['owners'];

/** Returns the ownership rules that match an event, and the assignee by these rules. */
export const getEventOwners = operation('getEventOwners', {
  subject: findProject,

  async handle({ project, params, ...context }) {
    const row = await requireEvent(context.read, project, params.event_id);
    const settings = await context.read(({ ownership }) => ownership.find(project.id));
    if (settings === undefined) return { status: 200, body: { owners: [], rule: null, rules: [] } };
    const { event } = await readResolvedEvent(row, project, context);
    const view = viewForOwnership(event, readRecordTags(row.record));
    const matching = [
      ...findMatchingRules(compileOwnership(settings.raw), view, new RuleBudgets().of('ownershipRules')),
    ];
    return { status: 200, body: await context.read((stores) => presentOwners(stores, project, matching)) };
  },
});

/** Presents the owners of an event. @param matching the matching rules, the deciding one first */
async function presentOwners(
  stores: Readers,
  { organizationId }: Pick<Project, 'organizationId'>,
  matching: readonly OwnershipRule[],
): Promise<components['schemas']['EventOwners']> {
  const directory = new OwnerDirectory(stores, organizationId);
  const owners = new Map<OwnershipRule, readonly Assignee[]>();
  for (const rule of matching) owners.set(rule, await directory.findAll(rule));
  const relations = await assigneesOf(stores, organizationId, [...owners.values()].flat());
  const present = (rule: OwnershipRule): OwnerRecords =>
    (owners.get(rule) ?? []).flatMap((owner) => presentAssignee(owner, relations) ?? []);
  const rules = matching.map((rule) => ({ line: rule.line, rule: rule.text, owners: present(rule) }));
  const decided = await decideAssignee(matching, async (rule) => [...(owners.get(rule) ?? [])]);
  const deciding = matching.find(({ text }) => text === decided?.rule);
  return { owners: deciding === undefined ? [] : present(deciding), rule: deciding?.text ?? null, rules };
}
