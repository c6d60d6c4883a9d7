import { completionSources, containsText } from '../../domain/issueSearch';
import { compareCounts } from '../../domain/issue';
import type { Project } from '../../domain/project';
import type { IssueTagReader } from '../../store/issues/issueTags';
import type { Readers } from '../../store/stores';
import { operation } from '../operation';
import { findOrganization } from '../subjects';
import { findSearchedProjects } from './issueList';

/** Maximum number of values in a reply. */
const MAX_VALUES = 100;
/** Number of values that are read in all projects together; each project has an equal share. */
const READ_VALUES = 5_000;
/** Minimum number of values that are read in one project, even if the projects are too many for `READ_VALUES`. */
const MIN_READ_OF_PROJECT = 10;
/** Maximum number of blocks of issues that are counted to choose the values; each value has at least one. */
const COUNTED_BLOCKS = 50_000;
/** Maximum number of blocks whose issues are counted for the chosen values; each value has at least one. */
const BLOCKS_OF_COUNTED_ISSUES = 3_000;
/** Number of issues whose first release is read in the time that counting the issues of one block takes. */
const FIRST_RELEASES_PER_BLOCK = 4;

/** Lists the values of a key that complete a text, sorted by the number of their issues, descending. */
export const listOrganizationTagValues = operation('listOrganizationTagValues', {
  subject: findOrganization,

  async handle({ organization, params: { key }, query: { query: text = '', project }, read }) {
    const values = await read(async (stores) => {
      const projects = await findSearchedProjects(stores, organization.id, project);
      return readTagValues(stores, projects, { key, text });
    });
    return { status: 200, body: values.map((one) => ({ key, name: one.value, ...one })) };
  },
});

/** Reads the values of a key in projects that complete a text, sorted by the number of their issues, descending. */
export async function readTagValues(
  { issueTags, issueReleases }: Readers,
  projects: readonly Project[],
  { key, text }: { readonly key: string; readonly text: string },
): Promise<{ value: string; count: number }[]> {
  const limit = Math.max(MIN_READ_OF_PROJECT, Math.floor(READ_VALUES / projects.length));
  const matches: MatchingValues[] = [];
  for (const { id } of projects) matches.push(...(await findValues(issueTags, id, { key, text, limit })));
  const blocks = await sumCounts(matches, COUNTED_BLOCKS, ({ projectId, storedKey }, values, blockLimit) =>
    issueTags.countBlocksWith(projectId, storedKey, values, blockLimit),
  );
  const chosen = new Set(
    sorted(blocks)
      .slice(0, MAX_VALUES)
      .map(({ value }) => value),
  );
  const selected = matches.map((match) => ({
    ...match,
    values: match.values.filter((value) => chosen.has(value)),
  }));
  const issues = await sumCounts(
    selected,
    BLOCKS_OF_COUNTED_ISSUES,
    ({ projectId, storedKey, isFirst }, values, blockLimit) =>
      isFirst
        ? issueReleases.countFirst(projectId, values, blockLimit * FIRST_RELEASES_PER_BLOCK)
        : issueTags.countIssuesWith(projectId, storedKey, values, blockLimit),
  );
  return sorted(issues).filter(({ count }) => count > 0);
}

/** Values that a project has stored under a key and that complete a text, without their common prefix. */
interface MatchingValues {
  readonly projectId: string;
  readonly storedKey: string;
  readonly prefix: string;
  /** True for releases in which issues were first seen. */
  readonly isFirst: boolean;
  readonly values: readonly string[];
}

/** Finds the values of a project that complete a text. */
async function findValues(
  issueTags: IssueTagReader,
  projectId: string,
  { key, text, limit }: { readonly key: string; readonly text: string; readonly limit: number },
): Promise<MatchingValues[]> {
  const matches: MatchingValues[] = [];
  for (const { key: storedKey, prefix, isFirst = false } of completionSources(key)) {
    const list = async (start: string) => {
      const stored = await issueTags.listValuesOfProject(projectId, { key: storedKey, prefix: start }, limit);
      return stored.map((value) => value.slice(prefix.length));
    };
    const first = await list(prefix);
    // The index finds values that begin with the text, however many other values there are.
    const beginning = first.length < limit || text === '' ? [] : await list(prefix + text);
    const values = [...new Set([...beginning, ...first.filter((value) => containsText(value, text))])];
    matches.push({ projectId, storedKey, prefix, isFirst, values });
  }
  return matches;
}

/**
 * Counts values with `countValues`, and adds the counts of all projects, by value. If a project has a value under
 * several keys, its highest count is used: the issues may be the same.
 * @param budget the sum of the limits of all counts; each value has an equal share
 */
async function sumCounts(
  matches: readonly MatchingValues[],
  budget: number,
  countValues: (match: MatchingValues, stored: readonly string[], limit: number) => Promise<Map<string, number>>,
): Promise<Map<string, number>> {
  const valueCount = matches.reduce((sum, { values }) => sum + values.length, 0);
  const limit = Math.max(1, Math.floor(budget / Math.max(1, valueCount)));
  const countsByProject = new Map<string, Map<string, number>>();
  for (const match of matches) {
    const counts = countsByProject.get(match.projectId) ?? new Map<string, number>();
    countsByProject.set(match.projectId, counts);
    const stored = match.values.map((value) => match.prefix + value);
    for (const [value, quantity] of await countValues(match, stored, limit)) {
      const suffix = value.slice(match.prefix.length);
      counts.set(suffix, Math.max(quantity, counts.get(suffix) ?? 0));
    }
  }
  const sums = new Map<string, number>();
  for (const counts of countsByProject.values())
    for (const [value, quantity] of counts) sums.set(value, (sums.get(value) ?? 0) + quantity);
  return sums;
}

/** Returns values with their counts, the highest first. */
function sorted(counts: ReadonlyMap<string, number>): { value: string; count: number }[] {
  return [...counts].map(([value, quantity]) => ({ value, count: quantity })).sort(compareCounts);
}
