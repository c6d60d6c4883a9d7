/**
 * Tests that an operation that writes beside a removal of a subject of its path gets the reply that it gets after the
 * removal. Every pair that the paths of the contract allow is tried. The removal happens when the request has been
 * found valid, just before its first transaction that writes.
 */
import type { OperationId } from '../../src/api/contractTypes';
import { beforeWrite } from '../support/beforeWrite';
import { useExampleTime } from '../support/exampleTime';
import { type DocumentedOperation, readDocumentedOperations } from './documented';
import type { ExampleCase } from './exampleCase';
import { casesOf } from './exampleCases';
import { type Deviation, type OpenExample, requestsOf, withExample } from './perform';

useExampleTime();
afterEach(() => void jest.restoreAllMocks());

/** Path parameters of removals that concern every operation, because its caller belongs to the removed subject. */
const OF_CALLER = ['organization_slug', 'member_id'];
/** The path of an issue does not name its project. */
const PARENTS: Readonly<Record<string, readonly string[]>> = { issue_id: ['project_slug'] };

const documented = readDocumentedOperations();
const caseOf = (operation: DocumentedOperation): ExampleCase => casesOf(operation).cases[0] ?? { response: '' };

const accepts = (scheme: string, { security }: DocumentedOperation) => security.some((one) => scheme in one);
const parametersOf = ({ parameters }: DocumentedOperation) =>
  parameters.filter((one) => one.in === 'path').map(({ name }) => name);

/** Operations that remove the subject at the end of their path, and not only something below it. */
const removals = documented.filter(({ method, path }) => method === 'delete' && path.endsWith('}/'));
/** They change nothing themselves: a preview only reads, and the operations that an agent calls are tested as such. */
const READING = ['previewAlertRule', 'previewAlertTemplate', 'previewImport', 'previewSourceMaps', 'sendAgentMessage'];
const writing = documented.filter(
  (one) => one.method !== 'get' && accepts('session', one) && !READING.includes(one.operationId),
);

interface Pair {
  readonly operation: DocumentedOperation;
  readonly removal: DocumentedOperation;
  /** True if another member than the member of the examples sends both requests. */
  readonly isByOther: boolean;
}

const pairs = writing.flatMap((operation) => {
  const names = parametersOf(operation).flatMap((name) => [name, ...(PARENTS[name] ?? [])]);
  const present = [...names, ...OF_CALLER];
  return removals
    .filter((removal) => parametersOf(removal).every((name) => present.includes(name)))
    .filter((removal) => accepts('bearer', removal) || !accepts('bearer', operation))
    .flatMap((removal): Pair[] => {
      const pair = { operation, removal, isByOther: false };
      // A member who removes themselves is unknown afterwards, for any path.
      const isOfMember = names.includes('member_id') && parametersOf(removal).includes('member_id');
      return isOfMember && accepts('bearer', operation) ? [pair, { ...pair, isByOther: true }] : [pair];
    })
    .map((pair) => {
      const by = pair.isByOther ? ' by another member' : '';
      return [`${operation.operationId} beside ${pair.removal.operationId}${by}`, pair] as const;
    });
});

/**
 * Runs the work with the subject of the operation, and with further objects beside the one that the examples remove.
 */
async function withSubject<Result>(
  { operation, isByOther }: Pair,
  work: (example: OpenExample, credentials: Deviation) => Promise<Result>,
): Promise<Result> {
  const exampleCase = caseOf(operation);
  const [request = { exampleCase, body: undefined, title: '' }] = requestsOf(operation, exampleCase);
  return withExample(operation, request, {}, async (example) => {
    const { service, project } = example.fixtures;
    const other = await service.fixtures.token('acme', { email: 'zoe@acme.test' });
    const team = await service.fixtures.team({ organization: 'acme' });
    const isThere = await service.app.database.read(({ projects }) =>
      projects.findById(project.row.organizationId, project.id),
    );
    if (isThere !== undefined) await service.fixtures.bind(project, team);
    return work(example, isByOther ? { token: other } : {});
  });
}

/**
 * Where a database decides, the removal of the nearest subject is enough: what refers to it cannot be stored. Which
 * subjects of a path are looked for is the same on all databases.
 */
const chosen =
  process.env['TEST_DATABASE_URL'] === undefined
    ? pairs
    : pairs.filter(([, { operation, removal }]) => parametersOf(operation).at(-1) === parametersOf(removal).at(-1));

test.each(chosen)('%s', async (_title, pair) => {
  const { operation, removal } = pair;
  const { beside, after } = await withSubject(pair, async (example, credentials) => {
    let removed = 0;
    beforeWrite(operation.operationId as OperationId, async () => {
      ({ status: removed } = await example.sendOther(removal, caseOf(removal), credentials));
    });
    const first = await example.send(credentials);
    // A token of another kind has another path, where its id is unknown.
    expect([200, 202, 204, 404]).toContain(removed);
    return { beside: first, after: await example.send(credentials) };
  });
  if (beside.ok) {
    // The first request itself can be the reason why the second one is refused.
    const alone = after.ok
      ? after
      : await withSubject(pair, async (example, credentials) => {
          await example.sendOther(removal, caseOf(removal), credentials);
          return example.send(credentials);
        });
    expect(alone.status).toBe(beside.status);
  } else if (after.status === 401) expect([401, 404]).toContain(beside.status);
  else expect([beside.status, beside.body]).toEqual([404, after.body]);
});
