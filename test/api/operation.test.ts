import { type OperationContext, type Operations, operation, publicOperation } from '../../src/api/operation';
import { findOrganization } from '../../src/api/subjects';

/*
 * Errors that `npm run types` must report: an `@ts-expect-error` above a line that compiles is an error. Nothing here
 * runs.
 */
export const mistakes = {
  /** A reading operation changes nothing. */
  getOrganization: operation('getOrganization', {
    subject: findOrganization,
    // @ts-expect-error: `write` is only for operations whose method is not GET.
    async handle({ write }) {
      return write(() => Promise.reject(new Error()));
    },
  }),
  /** The reply has a status that the contract does not declare. */
  removeRelease: operation('removeRelease', {
    // @ts-expect-error: 201 is not declared.
    async handle() {
      return { status: 201 };
    },
  }),
  /** The handler reads a parameter that the contract does not declare. */
  removeIssues: operation('removeIssues', {
    async handle({ query }) {
      // @ts-expect-error: there is no such parameter.
      return { status: 200, body: query.level };
    },
  }),
  /** The handler uses a subject that it does not declare. */
  getProject: operation('getProject', {
    subject: findOrganization,
    // @ts-expect-error: only the organization was found.
    async handle({ project }) {
      return project;
    },
  }),
  /** A subject that `requirePresent` does not know could be removed beside the request. */
  updateTeam: operation('updateTeam', {
    // @ts-expect-error: there is no such kind of subject.
    subject: () => Promise.resolve({ link: { id: '1' } }),
    async handle() {
      return { status: 200, body: { id: '1', slug: 'a', name: 'A' } };
    },
  }),
  /** A public operation has no caller. */
  getHealth: publicOperation('getHealth', {
    // @ts-expect-error: there is no caller.
    async handle({ caller }) {
      return { status: 200, body: caller };
    },
  }),
};

type Handler = Operations['getHealth'];
// @ts-expect-error: each operation has a handler of its own id.
export const other: Operations['getReadiness'] = mistakes.getHealth satisfies Handler;
export const misspelt = (context: OperationContext): void => {
  // @ts-expect-error: no handler would find it.
  context.contenttype = 'application/json';
};
// @ts-expect-error: an operation without a handler.
export const missing: Operations = {};

describe('page', () => {
  let page: unknown;
  const list = operation('listRepositories', {
    async handle(context) {
      page = context.page;
      return { status: 200, body: [] };
    },
  });
  const pageOf = async (query: object) => {
    await list.handle({ query } as OperationContext);
    return page;
  };

  test('is the first hundred rows by default', async () => {
    expect(await pageOf({})).toEqual({ cursor: null, size: 100 });
  });

  test('is the page that the query requests', async () => {
    const cursor = { key: ['12'], backwards: true, inclusive: false };
    expect(await pageOf({ cursor: '12:1', per_page: 5 })).toEqual({ cursor, size: 5 });
  });
});
