import { type Cursor, readPage } from '../../domain/page';
import { presentOrganizationTag } from '../../presenters/issue';
import { operation } from '../operation';
import { findOrganization } from '../subjects';
import { findSearchedProjects } from './organizationIssues';

/** Maximum number of keys that are read in a project: it has few more by which issues are found. */
const KEYS_OF_PROJECT = 1_200;
/** Maximum count of a key's values, in each project and in all projects together. */
const COUNTED_VALUES = 100;
const COUNTED_OF_KEY = 1_000;

/** Lists the keys of the tags of an organization's issues, with the number of their values. */
export const listOrganizationTags = operation('listOrganizationTags', {
  subject: findOrganization,

  async handle({ organization, query, page, read }) {
    return read(async (stores) => {
      const projects = await findSearchedProjects(stores, organization.id, query.project);
      const distinct = new Set<string>();
      for (const { id } of projects)
        for (const key of await stores.issueTags.listKeysOfProject(id, KEYS_OF_PROJECT)) distinct.add(key);
      const keys = [...distinct].sort();
      const listed = await readPage(
        page,
        (cursor, limit) => Promise.resolve(keysFrom(keys, cursor).slice(0, limit)),
        (key) => ['g', Buffer.from(key).toString('base64url')],
      );
      const limit = Math.max(1, Math.min(COUNTED_VALUES, Math.floor(COUNTED_OF_KEY / projects.length)));
      const counts = new Map<string, number>();
      for (const { id } of projects)
        for (const [key, count] of await stores.issueTags.countValuesOfProject(id, listed.rows, limit))
          counts.set(key, Math.max(count, counts.get(key) ?? 0));
      return {
        status: 200,
        body: listed.rows.map((key) => presentOrganizationTag(key, counts.get(key) ?? 0)),
        links: listed,
      };
    });
  },
});

/** Returns the keys from a cursor on, nearest first. */
function keysFrom(keys: readonly string[], cursor: Cursor | null): string[] {
  if (cursor === null) return [...keys];
  const from = Buffer.from(cursor.key[1] ?? '', 'base64url').toString();
  const isWanted = (key: string) => (key === from ? cursor.inclusive : key > from !== cursor.backwards);
  const filtered = keys.filter(isWanted);
  return cursor.backwards ? filtered.reverse() : filtered;
}
