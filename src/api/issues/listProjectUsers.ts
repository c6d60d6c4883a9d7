import { createHash } from 'node:crypto';
import { operation } from '../operation';
import { findProject } from '../subjects';
import { readTagValues } from './listOrganizationTagValues';

/** Lists the users of a project's events, sorted by the number of their issues, descending. */
export const listProjectUsers = operation('listProjectUsers', {
  subject: findProject,

  async handle({ project, query: { query = '' }, read }) {
    const { kind: searchedKind, text } = splitKind(query);
    const key = searchedKind === null ? 'user' : `user.${searchedKind}`;
    const values = await read((stores) => readTagValues(stores, [project], { key, text }));
    const body = values.map(({ value: stored, count }) => {
      const tagValue = searchedKind === null ? stored : `${searchedKind}:${stored}`;
      const { kind, text: value } = searchedKind === null ? splitKind(stored) : { kind: searchedKind, text: stored };
      const hash = createHash('md5').update(value).digest('hex');
      return {
        ...{ id: hash, hash, tagValue },
        identifier: kind === 'id' ? value : null,
        username: kind === 'username' ? value : null,
        email: kind === 'email' ? value : null,
        ipAddress: kind === 'ip' ? value : null,
        ...{ name: null, avatarUrl: null, dateCreated: null, count },
      };
    });
    return { status: 200, body };
  },
});

/** Splits a text such as `email:jo@example.com` into the kind of value, null if it has none, and the rest. */
function splitKind(text: string): { kind: string | null; text: string } {
  const [, kind = null, rest = text] = /^(id|username|email|ip):([^]*)$/.exec(text) ?? [];
  return { kind, text: rest };
}
