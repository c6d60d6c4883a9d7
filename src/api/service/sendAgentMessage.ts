import { Unauthenticated } from '../../domain/errors';
import { operation } from '../operation';

/** Answers a message of an agent: lists operations as tools, or calls one with the credentials of the request. */
export const sendAgentMessage = operation('sendAgentMessage', {
  validate: ({ body: { params } }) =>
    Promise.resolve(hasNullCharacter(params) ? { params: ['Null characters are not allowed.'] } : {}),

  async handle({ read, caller, query, body, userAgent, publicUrl, fetchHere, answerAgent }) {
    const { organizationId, scopes } = caller;
    const organization = await read(({ organizations }) => organizations.find(organizationId));
    if (organization === undefined) throw new Unauthenticated('Invalid token');
    const answer = await answerAgent(body, {
      baseUrl: publicUrl,
      fetch: fetchHere,
      allowsWrites: query.write ?? false,
      agent: userAgent,
      findCaller: () => Promise.resolve({ organization: organization.slug, scopes }),
    });
    return answer === undefined ? { status: 202 } : { status: 200, body: answer };
  },
});

/** Returns true if a text of a JSON value has a null character, which PostgreSQL cannot store. */
function hasNullCharacter(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  return typeof value === 'object' && value !== null && Object.values(value).some(hasNullCharacter);
}
