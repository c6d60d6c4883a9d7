import { completionSources, containsText } from '../../domain/issueSearch';
import { compareCounts } from '../../domain/tagCounts';
import type { IssueTagReader } from '../../store/issues/issueTags';
import { operation } from '../operation';
import { findOrganization } from '../subjects';
import { findSearchedProjects } from './organizationIssues';

const MAX_VALUES = 100;
/** Maximum number of values that are read in all projects together, but at least the first ones of each project. */
const LOOKED_AT = 5_000;
const LOOKED_AT_OF_PROJECT = 10;
/**
 * Maximum number of blocks of issues that are counted to choose values, and of blocks whose issues are counted, but at
 * least the first of each value.
 */
const COUNTED_BLOCKS = 50_000;
const COUNTED_OF_ISSUES = 3_000;
/** Number of issues whose first release is looked up in place of one block. */
const FIRST_OF_BLOCK = 4;

/** Lists the values of a key that complete a text, sorted by the number of their issues, descending. */
export const listOrganizationTagValues = operation('listOrganizationTagValues', {
  subject: findOrganization,

  async handle({ organization, params: { key }, query: { query: text = '', project }, read }) {
    return read(async (stores) => {
      const { issueTags, issueReleases } = stores;
      const projects = await findSearchedProjects(stores, organization.id, project);
      const limit = Math.max(LOOKED_AT_OF_PROJECT, Math.floor(LOOKED_AT / projects.length));
      const matches: FoundValues[] = [];
      for (const { id } of projects) matches.push(...(await findValues(issueTags, id, { key, text, limit })));
      const blocks = await count(matches, COUNTED_BLOCKS, (of, values, limitOf) =>
        issueTags.countBlocksWith(of.projectId, of.storedKey, values, limitOf),
      );
      const chosen = new Set(
        sorted(blocks)
          .slice(0, MAX_VALUES)
          .map(({ value }) => value),
      );
      const selected = matches.map((of) => ({ ...of, values: of.values.filter((value) => chosen.has(value)) }));
      const issues = await count(selected, COUNTED_OF_ISSUES, (of, values, limitOf) =>
        of.isFirst
          ? issueReleases.countFirst(of.projectId, values, limitOf * FIRST_OF_BLOCK)
          : issueTags.countIssuesWith(of.projectId, of.storedKey, values, limitOf),
      );
      return {
        status: 200,
        body: sorted(issues)
          .filter((one) => one.count > 0)
          .map((one) => ({ key, name: one.value, ...one })),
      };
    });
  },
});

/** Values that a project has stored under a key, without their common prefix. */
interface FoundValues {
  readonly projectId: string;
  readonly storedKey: string;
  readonly prefix: string;
  readonly isFirst: boolean;
  readonly values: readonly string[];
}

/** Finds the values of a project that complete a text. */
async function findValues(
  issueTags: IssueTagReader,
  projectId: string,
  { key, text, limit }: { readonly key: string; readonly text: string; readonly limit: number },
): Promise<FoundValues[]> {
  const matches: FoundValues[] = [];
  for (const { key: storedKey, prefix, isFirst = false } of completionSources(key)) {
    const list = async (begin: string) => {
      const stored = await issueTags.listValuesOfProject(projectId, { key: storedKey, prefix: begin }, limit);
      return stored.map((value) => value.slice(prefix.length));
    };
    const first = await list(prefix);
    // Values with this prefix are found by the index, however many others there are.
    const beginning = first.length < limit || text === '' ? [] : await list(prefix + text);
    const values = [...new Set([...beginning, ...first.filter((value) => containsText(value, text))])];
    matches.push({ projectId, storedKey, prefix, isFirst, values });
  }
  return matches;
}

/**
 * Returns the sums of the counts of `countValues`, by value. If a project has a value under several keys, the highest
 * count is used: the issues may be the same.
 * @param budget the total number of counts; it is divided among the values
 */
async function count(
  matches: readonly FoundValues[],
  budget: number,
  countValues: (of: FoundValues, stored: readonly string[], limit: number) => Promise<Map<string, number>>,
): Promise<Map<string, number>> {
  const number = matches.reduce((sum, { values }) => sum + values.length, 0);
  const limit = Math.max(1, Math.floor(budget / Math.max(1, number)));
  const ofProjects = new Map<string, Map<string, number>>();
  for (const of of matches) {
    const counts = ofProjects.get(of.projectId) ?? new Map<string, number>();
    ofProjects.set(of.projectId, counts);
    const stored = of.values.map((value) => of.prefix + value);
    for (const [value, quantity] of await countValues(of, stored, limit)) {
      const suffix = value.slice(of.prefix.length);
      counts.set(suffix, Math.max(quantity, counts.get(suffix) ?? 0));
    }
  }
  const sums = new Map<string, number>();
  for (const counts of ofProjects.values())
    for (const [value, quantity] of counts) sums.set(value, (sums.get(value) ?? 0) + quantity);
  return sums;
}

function sorted(counts: ReadonlyMap<string, number>): { value: string; count: number }[] {
  return [...counts].map(([value, quantity]) => ({ value, count: quantity })).sort(compareCounts);
}
