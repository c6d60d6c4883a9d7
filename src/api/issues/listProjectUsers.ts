import { createHash } from 'node:crypto';
import { operation } from '../operation';
import { findProject } from '../subjects';
import { readTagValues } from './listOrganizationTagValues';

/** Lists the users of a project's events, sorted by the number of their issues, descending. */
export const listProjectUsers = operation('listProjectUsers', {
  subject: findProject,

  async handle({ project, query: { query = '' }, read }) {
    const { kind: asked, text } = readKind(query);
    const key = asked === null ? 'user' : `user.${asked}`;
    const values = await read((stores) => readTagValues(stores, [project], { key, text }));
    const body = values.map(({ value: found, count }) => {
      const { kind, text: value } = asked === null ? readKind(found) : { kind: asked, text: found };
      const hash = createHash('md5').update(value).digest('hex');
      return {
        ...{ id: hash, hash, tagValue: asked === null ? found : `${asked}:${found}` },
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

/** Splits a text into the kind of value in front of it, and the rest. */
function readKind(text: string): { kind: string | null; text: string } {
  const [, kind = null, rest = text] = /^(id|username|email|ip):([^]*)$/.exec(text) ?? [];
  return { kind, text: rest };
}
