import type { Project } from '../../src/domain/project';
import { digest, type PreparedEvent } from '../../src/ingest/digest';
import type { Database } from '../../src/store/stores';
import { NOON, hex, issueOf, project as makeProject } from '../store/rows';
import { type TemporaryDatabase, openTemporaryDatabase } from '../support/database';

let temporary: TemporaryDatabase;
let database: Database;
let project: Project;
beforeEach(async () => {
  temporary = await openTemporaryDatabase();
  ({ database } = temporary);
  project = await database.write((stores) => makeProject(stores));
});
afterEach(() => temporary.dispose());

const A = 'a'.repeat(32);
const B = 'b'.repeat(32);

function event(hash: string, given: Partial<PreparedEvent> = {}): PreparedEvent {
  const labels = { platform: 'node', environment: 'production', release: 'shop@1', received: NOON };
  const kind = { type: 'error', level: 'error', title: 'Error: x', culprit: null, hash } as const;
  return { eventId: hex(), timestamp: NOON, ...labels, ...kind, record: '{}', body: new Uint8Array(8), tags: [], flags: [], ...given };
}

const take = (...events: readonly PreparedEvent[]) => database.write((stores) => digest(stores, project, events));
const idOf = async (hash: string) => (await database.read((stores) => issueOf(stores, project.id, hash))) ?? '';

describe('what digesting tells', () => {
  it('names the issues that a batch opens, once each', async () => {
    const told = await take(event(A), event(B), event(A));
    expect(told).toEqual({ opened: [await idOf(A), await idOf(B)], regressed: [] });
  });

  it('names none where all issues were there, or all events', async () => {
    const first = event(A);
    await take(first);
    expect(await take(event(A))).toEqual({ opened: [], regressed: [] });
    expect(await take(first)).toEqual({ opened: [], regressed: [] });
  });
});
