import { readPage, rowsFrom } from '../../domain/page';
import { presentOrganizationTag } from '../../presenters/issue';
import { operation } from '../operation';
import { findOrganization } from '../subjects';
import { findSearchedProjects } from './issueList';

/** Maximum number of keys that are read in a project: hardly any project has more keys that searches can name. */
const KEYS_OF_PROJECT = 1_200;
/** Maximum count of the values of a key in one project. */
const MAX_VALUES_IN_PROJECT = 100;
/** Number of values of a key that are counted in all projects together; each project has an equal share. */
const COUNTED_VALUES = 1_000;

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
        (cursor) => Promise.resolve(rowsFrom(keys, cursor, compareToKey)),
        (key) => ['g', Buffer.from(key).toString('base64url')],
      );
      const limit = Math.max(1, Math.min(MAX_VALUES_IN_PROJECT, Math.floor(COUNTED_VALUES / projects.length)));
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

/** Compares the key of a tag with the key of a cursor: a letter, and the key of a tag in Base64URL. */
function compareToKey(key: string, [, encoded = '']: readonly string[]): number {
  const other = Buffer.from(encoded, 'base64url').toString();
  if (key === other) return 0;
  return key < other ? -1 : 1;
}
