import { compressEventBody } from '../../src/compression/eventBody';
import type { Project } from '../../src/domain/project';
import { type ProcessedEvent, saveEvents } from '../../src/ingest/saveEvents';
import { IssueTagWriter } from '../../src/store/issues/issueTags';
import { writersOf } from '../../src/store/stores';
import { useTemporaryDatabase } from '../support/database';
import { normalized } from './build';
import { hex, issueOf, listIssues, NOON, project as makeProject, setStatus } from '../support/rows';
import { countStatements } from '../support/sessions';

const temporary = useTemporaryDatabase();
const { database } = temporary;
let project: Project;
beforeEach(async () => {
  project = await database.write((stores) => makeProject(stores));
});

const A = 'a'.repeat(32);
const B = 'b'.repeat(32);

function event(hash: string, given: Partial<ProcessedEvent> = {}): ProcessedEvent {
  const labels = { platform: 'node', environment: 'production', release: 'shop@1', received: NOON };
  const kind = { type: 'error', level: 'error', title: 'Error: x', culprit: null, hash } as const;
  return {
    eventId: hex(),
    timestamp: NOON,
    ...labels,
    ...kind,
    record: '{}',
    body: new Uint8Array(8),
    tags: [],
    searchEntries: [],
    flags: [],
    ...given,
  };
}

const save = (...events: readonly ProcessedEvent[]) => database.write((stores) => saveEvents(stores, project, events));
const update = (status: 'resolved' | 'ignored', ...ids: string[]) =>
  database.write((stores) => setStatus(stores, project.id, ids, { status }));
const find = async (hash: string) => {
  const id = await idOf(hash);
  return database.read(({ issues }) => issues.find(project.id, id));
};
const idOf = async (hash: string) => (await database.write((stores) => issueOf(stores, project.id, hash))) ?? '';

describe('the result', () => {
  it('lists the issues that a batch opens, once each', async () => {
    const saved = await save(event(A), event(B), event(A));
    expect(saved).toEqual({
      newIssueIds: [await idOf(A), await idOf(B)],
      regressedIssueIds: [],
      escalations: new Map(),
    });
  });

  it('lists no issue if all issues exist, or all events', async () => {
    const first = event(A);
    await save(first);
    expect(await save(event(A))).toEqual({ newIssueIds: [], regressedIssueIds: [], escalations: new Map() });
    expect(await save(first)).toEqual({ newIssueIds: [], regressedIssueIds: [], escalations: new Map() });
  });

  it('lists resolved issues with new events, once each, which are reopened', async () => {
    await save(event(A), event(B));
    const ids = [await idOf(A), await idOf(B)];
    await update('resolved', ...ids);
    expect(await save(event(B, { received: NOON + 5 }), event(A), event(B))).toEqual({
      newIssueIds: [],
      regressedIssueIds: expect.arrayContaining(ids) as string[],
      escalations: new Map(),
    });
    expect(await find(A)).toMatchObject({ status: 'unresolved', substatus: 'regressed', timesSeen: 2 });
    expect(await save(event(A))).toEqual({ newIssueIds: [], regressedIssueIds: [], escalations: new Map() });
  });

  it('does not list ignored issues, which stay ignored', async () => {
    await save(event(A));
    await update('ignored', await idOf(A));
    expect(await save(event(A))).toEqual({ newIssueIds: [], regressedIssueIds: [], escalations: new Map() });
    expect(await find(A)).toMatchObject({ status: 'ignored', timesSeen: 2 });
  });

  it('counts an event once that is twice in a batch', async () => {
    const twice = event(A);
    expect((await save(twice, { ...twice })).newIssueIds).toEqual([await idOf(A)]);
    expect(await find(A)).toMatchObject({ timesSeen: 1 });
  });

  it('does not list issues of repeated events', async () => {
    const first = event(A, { tags: [{ key: 'user', value: 'id:1' }] });
    await save(first);
    await update('resolved', await idOf(A));
    expect(await save(first, { ...first, tags: [{ key: 'user', value: 'id:2' }] })).toEqual({
      newIssueIds: [],
      regressedIssueIds: [],
      escalations: new Map(),
    });
    expect(await find(A)).toMatchObject({ status: 'resolved', timesSeen: 1, userCount: 1 });
  });
});

describe('the description of a new issue', () => {
  const bodyOf = (value: string) => {
    const exception = { values: [{ type: 'Error', value }] };
    return compressEventBody({ event: normalized({ exception }), grouping: { hash: A } });
  };
  const isFound = async (text: string) => {
    return (await database.read((stores) => listIssues(stores, project.id, text))).rows.length === 1;
  };

  it('is what came with an event of the title and culprit of the newest one', async () => {
    const [first, newest] = [
      event(A, { issueDescription: { words: ' sent ', searchEntries: [] }, body: bodyOf('stored') }),
      event(A, { timestamp: NOON + 1, body: bodyOf('stored') }),
    ];
    await save(first, newest);
    expect([await isFound('sent'), await isFound('stored')]).toEqual([true, false]);
  });

  it.each<[string, Partial<ProcessedEvent>]>([
    ['title', { title: 'Error: y' }],
    ['culprit', { culprit: 'cart.js' }],
  ])('is read from the body of the newest event if it has another %s', async (_, given) => {
    const first = event(A, { issueDescription: { words: ' sent ', searchEntries: [] }, body: bodyOf('stored') });
    await save(first, event(A, { timestamp: NOON + 1, body: bodyOf('stored later'), ...given }));
    expect([await isFound('sent'), await isFound('"stored later"')]).toEqual([false, true]);
  });

  it('is read from the body if none came', async () => {
    await save(event(A, { body: bodyOf('stored') }));
    expect(await isFound('stored')).toBe(true);
  });
});

describe('users of issues', () => {
  const user = (id: number) => ({
    tags: [
      { key: 'level', value: 'error' },
      { key: 'user', value: `id:${id}` },
    ],
  });

  it('are counted for each issue', async () => {
    await save(event(A, user(1)), event(A, user(2)), event(B, user(1)), event(A, user(1)));
    await save(event(A, user(3)), event(A, user(2)), event(A));
    expect(await find(A)).toMatchObject({ timesSeen: 6, userCount: 3 });
    expect(await find(B)).toMatchObject({ timesSeen: 1, userCount: 1 });
  });

  it('are looked up by one statement for a batch', async () => {
    const kinds = Array.from({ length: 50 }, (_, number) => event(A, user(number % 5)));
    await save(...kinds);
    const issueId = await idOf(A);
    const engine = await temporary.openEngine();
    const ran = (count: number) =>
      countStatements(engine, async (session) => {
        const tags = Array.from({ length: count }, (_, number) => ({ issueId, tags: user(number % 5).tags }));
        expect(await new IssueTagWriter(session).findNew(project.id, tags)).toEqual([]);
      });
    expect([await ran(1), await ran(200)]).toEqual([1, 1]);
    await engine.close();
  });
});

it('runs as many statements for many events of known issues as for one', async () => {
  const engine = await temporary.openEngine();
  const ran = (...events: readonly ProcessedEvent[]) =>
    countStatements(engine, (session) => saveEvents(writersOf(session), project, events));
  await save(event(A), event(B));
  const later = (id: number) => ({ timestamp: NOON + id, tags: [{ key: 'user', value: `id:${id}` }] });
  const one = await ran(event(A, later(1)));
  const many = Array.from({ length: 40 }, (_, number) => event(number % 2 === 0 ? A : B, later(2)));
  expect(await ran(...many)).toBe(one);
  // Issues whose newest event has the same time are looked up by one statement; some have a newer event, others not.
  const again = () =>
    Array.from({ length: 30 }, (_, number) => event(number % 2 === 0 ? A : B, { timestamp: NOON + 2 }));
  expect((await ran(...again())) - one).toBeLessThan(3);
  await engine.close();
});
