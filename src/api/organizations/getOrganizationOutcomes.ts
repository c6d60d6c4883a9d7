import { OUTCOME_RETENTION_DAYS } from '../../domain/outcome';
import { presentTime } from '../../presenters/format';
import type { SummedOutcome } from '../../store/eventCounts';
import { findSearchedProjects } from '../issues/issueList';
import { operation } from '../operation';
import { readSteps } from '../periods';
import { findOrganization } from '../subjects';

/** Categories of events, which this operation counts as one. */
const EVENT_CATEGORIES = ['default', 'error', 'security'];

/** Returns the numbers of items that were sent to an organization's projects over time, by groups. */
export const getOrganizationOutcomes = operation('getOrganizationOutcomes', {
  subject: findOrganization,

  async handle({ organization, query, read, now }) {
    const { field, groupBy = [], category, outcome, reason, project } = query;
    const range = readSteps(query, now, OUTCOME_RETENTION_DAYS);
    const intervals = Array.from({ length: (range.to - range.from) / range.step }, (_, index) =>
      presentTime(range.from + index * range.step),
    );
    const groups = new Map<string, { by: ReturnType<typeof labelsOf>; sums: number[] }>();
    const add = (projectId: string, counted: SummedOutcome) => {
      const labels = labelsOf(projectId, counted);
      const isSelected =
        isAmong(category, labels.category) && isAmong(outcome, labels.outcome) && isAmong(reason, labels.reason);
      if (!isSelected) return;
      const key = JSON.stringify(groupBy.map((name) => labels[name]));
      const group = groups.get(key) ?? { by: labels, sums: intervals.map(() => 0) };
      groups.set(key, group);
      group.sums[counted.step] = (group.sums[counted.step] ?? 0) + counted.quantity;
    };
    await read(async (stores) => {
      for (const { id } of await findSearchedProjects(stores, organization.id, project))
        for (const counted of await stores.outcomes.sum(id, range)) add(id, counted);
    });
    const presented = [...groups]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, { by, sums }]) => {
        const total = sums.reduce((sum, quantity) => sum + quantity, 0);
        return {
          by: Object.fromEntries(groupBy.map((name) => [name, by[name]])),
          totals: Object.fromEntries(field.map((name) => [name, total])),
          series: Object.fromEntries(field.map((name) => [name, sums])),
        };
      });
    return {
      status: 200,
      body: { start: presentTime(range.from), end: presentTime(range.to), intervals, groups: presented },
    };
  },
});

/** Returns the labels of a count by which it can be selected and grouped. */
function labelsOf(projectId: string, { outcome, reason, category }: SummedOutcome) {
  return {
    outcome,
    category: EVENT_CATEGORIES.includes(category) ? 'error' : category,
    reason: reason === '' ? 'none' : reason,
    project: Number(projectId),
  };
}

/** Returns true if a parameter has a name. @param names undefined if the request does not have the parameter */
function isAmong(names: readonly string[] | undefined, name: string): boolean {
  return names === undefined || names.includes(name);
}
