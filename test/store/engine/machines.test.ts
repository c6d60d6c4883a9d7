import { Conflict, Unavailable } from '../../../src/domain/errors';
import { type AskingPool, Machines, needsOf, placeOf } from '../../../src/store/engine/machines';
import { PreparedStatements } from '../../../src/store/engine/postgresConnection';
import { isConnectionLost, translatePostgresError } from '../../../src/store/engine/postgresErrors';
import type { Value } from '../../../src/store/engine/sql';

const statements = new PreparedStatements(true);

describe('what a statement needs of the machines', () => {
  test.each([
    [
      'SELECT 1 FROM event e WHERE e.event_id = ? AND e.project_id = ?',
      false,
      'project_id',
      { index: 1, isList: false },
    ],
    ['INSERT INTO issue_hash (project_id, hash) VALUES (?, ?)', false, 'project_id', { index: 0, isList: false }],
    [
      'UPDATE content SET slice_count = ? WHERE organization_id = ?',
      false,
      'organization_id',
      { index: 1, isList: false },
    ],
    ['SELECT 1 FROM event', false, 'project_id', null],
    ['SELECT 1 FROM member WHERE organization_id = ?', false, null, null],
    ['SELECT id FROM alert WHERE project_id = ? FOR NO KEY UPDATE', false, null, null],
    ['UPDATE alert SET digest = ? WHERE project_id = ?', false, null, null],
    ['DELETE FROM member WHERE organization_id = ?', true, null, null],
    ['INSERT INTO release (version) VALUES (?) ON CONFLICT (version) DO UPDATE SET dated = 1', true, null, null],
    [
      `SELECT 1 FROM issue_counter c WHERE c.project_id = ANY (CAST(? AS BIGINT[]))`,
      false,
      'project_id',
      { index: 0, isList: true },
    ],
  ])('%s', (sql, changesCopies, column, owners) =>
    expect(needsOf(statements.once(sql).text)).toEqual({ changesCopies, column, owners }),
  );
});

test.each([
  ['SELECT 1 FROM event WHERE project_id = ?', 'machine'],
  ['SELECT 1 FROM issue i WHERE i.project_id = ? ORDER BY i.id FOR NO KEY UPDATE', 'machine'],
  ['SELECT 1 FROM release LEFT JOIN release_project rp ON rp.project_id = ? AND rp.release_id = release.id', 'machine'],
  ['SELECT 1 FROM member WHERE organization_id = ?', 'machine'],
  ['INSERT INTO issue_hash (project_id, hash) VALUES (?, ?)', 'machine'],
  ['DELETE FROM event WHERE project_id = ?', 'machine'],
  ['SELECT 1 FROM migration WHERE number > ?', 'coordinator'],
  ['SELECT slice_count FROM content WHERE organization_id = ?', 'coordinator'],
  ["SELECT nextval('issue_number') AS value", 'coordinator'],
  ['UPDATE project SET first_event = ? WHERE organization_id = ?', 'neither'],
  ['INSERT INTO alert (project_id, queue_id) VALUES (?, ?)', 'neither'],
  ['UPDATE content SET slice_count = ? WHERE organization_id = ?', 'neither'],
  ['SELECT 1 FROM project WHERE id = ? FOR UPDATE', 'neither'],
  ['SELECT 1 FROM alert WHERE project_id = ? FOR NO KEY UPDATE', 'neither'],
  ['SELECT 1 FROM event e CROSS JOIN alert a WHERE e.project_id = ?', 'neither'],
  ['INSERT INTO event (project_id, event_id) SELECT a.project_id, a.event_id FROM alert a', 'neither'],
])('in a transaction on the machine of a project, this statement runs there: %s – %s', (sql, place) =>
  expect(placeOf(statements.once(sql).text)).toBe(place),
);

/** A coordinator: projects with an even number are on the machine of group 2, the others on that of group 1. */
class Coordinator {
  hanging: number[] = [];
  /** Number of further times that the first machine is waited for in vain. */
  slow = 0;
  isLocked = false;
  hasNoTables = false;
  asked = 0;
  located = 0;
  recovered = 0;
  readonly pool = {
    session: () => ({
      all: async () => {
        this.asked += 1;
        const isSlow = this.slow > 0;
        this.slow -= Number(isSlow);
        if (isSlow) await new Promise((resolve) => setTimeout(resolve, 2_000));
        return [1, 2].map((group) => ({
          group,
          address: `machine${group}`,
          answers: !this.hanging.includes(group) && !(isSlow && group === 1),
          isLocked: this.isLocked,
        }));
      },
      one: async (_: string, [owner]: readonly Value[]) => {
        if (owner === undefined) this.recovered += 1;
        this.located += 1;
        if (this.hasNoTables) throw new Error('The table is not distributed.');
        const group = Number(owner) % 2 === 0 ? 2 : 1;
        return { group, host: `machine${group}`, port: 5432, isDirect: group === 2 };
      },
    }),
    close: async () => undefined,
  } as unknown as AskingPool;
}

/** A connection that remembers that it was closed. */
function openClient() {
  const client = { isClosed: false, connection: { stream: { destroy: () => void (client.isClosed = true) } } };
  return client;
}

test.each([
  ['XX000', 'duplicate key value violates unique constraint "issue_102121_pkey"', Conflict],
  ['XX000', 'failure on connection marked as essential: 127.0.0.1:5432', Unavailable],
  ['08006', 'connection to the remote node 127.0.0.1:5432 failed', Unavailable],
  ['XX000', 'cache lookup failed for type 7', Error],
])('an error of Citus with the code %s is translated: %s', (code, message, type) => {
  const error = translatePostgresError(Object.assign(new Error(message), { code, severity: 'ERROR' }));
  expect((error as Error).constructor).toBe(type);
  expect(isConnectionLost(error)).toBe(false);
});

describe('machines of a cluster', () => {
  let coordinator: Coordinator;
  let machines: Machines;
  const reports: (readonly string[])[] = [];
  beforeEach(() => {
    jest.useFakeTimers();
    reports.length = 0;
    coordinator = new Coordinator();
    machines = new Machines(
      () => coordinator.pool,
      (missing) => void reports.push(missing),
    );
  });
  afterEach(async () => {
    await machines.close();
    jest.useRealTimers();
  });

  const allows = (sql: string, values: readonly Value[], hasScope = false) =>
    machines.requireFor(statements.once(sql).text, values, hasScope).then(
      () => true,
      (error: unknown) => !(error instanceof Unavailable),
    );
  const OF_PROJECT = 'SELECT 1 FROM event WHERE project_id = ?';

  it('are not asked while replies come', async () => {
    const client = openClient();
    machines.noteUse(client);
    for (let i = 0; i < 10; i += 1) {
      await jest.advanceTimersByTimeAsync(400);
      machines.noteReply(client);
    }
    machines.noteRelease(client);
    machines.noteReply(client);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(coordinator.asked).toBe(0);
  });

  it('are asked when a reply is late; what waits for a missing one is given up, and what needs it is refused', async () => {
    coordinator.hanging = [1];
    const [late, quick] = [openClient(), openClient()];
    machines.noteUse(late);
    await jest.advanceTimersByTimeAsync(1_000);
    machines.noteUse(quick);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(reports).toEqual([['machine1']]);
    expect([late.isClosed, quick.isClosed]).toEqual([true, false]);
    expect(machines.areMissing).toBe(true);

    await expect(machines.requireProjects(['3'])).rejects.toThrow(Unavailable);
    await machines.requireProjects(['4']);
    expect(await allows(OF_PROJECT, [3])).toBe(false);
    expect(await allows(OF_PROJECT, [4])).toBe(true);
    expect(await allows('SELECT 1 FROM event', [])).toBe(false);
    expect(await allows('SELECT 1 FROM event', [], true)).toBe(true);
    expect(await allows('UPDATE member SET email = ?', ['a'], true)).toBe(false);
    expect(await allows('UPDATE audit_log SET id = ?', [1])).toBe(true);

    coordinator.hanging = [];
    await jest.advanceTimersByTimeAsync(2_000);
    expect(machines.areMissing).toBe(false);
    expect(reports).toEqual([['machine1'], []]);
    expect(coordinator.recovered).toBe(1);
    await machines.requireProjects(['3']);
  });

  it('do not make others wait for the lock of a transaction that waits for a missing one', async () => {
    coordinator.isLocked = true;
    await machines.ask();
    expect(machines.hasLostLock).toBe(false);
    coordinator.hanging = [1];
    await jest.advanceTimersByTimeAsync(1_000);
    await machines.ask();
    expect(machines.hasLostLock).toBe(true);
    coordinator.isLocked = false;
    await jest.advanceTimersByTimeAsync(1_500);
    expect(machines.hasLostLock).toBe(false);
  });

  it.each([
    [1, []],
    [2, [['machine1']]],
  ])('are missing if they are too slow twice: %d times', async (times, reported) => {
    coordinator.slow = times;
    const asked = machines.ask();
    await jest.advanceTimersByTimeAsync(4_500);
    await asked;
    expect(coordinator.asked).toBe(2);
    expect(reports).toEqual(reported);
    expect(machines.areMissing).toBe(times === 2);
  });

  it('are found without waiting, and asked for again after a minute', async () => {
    expect(machines.find('4')).toBeUndefined();
    expect(machines.find('3')).toBeUndefined();
    await jest.advanceTimersByTimeAsync(1);
    const machine = { group: 2, host: 'machine2', port: 5432, isDirect: true };
    for (let second = 0; second < 50; second += 1) {
      expect(machines.find('4')).toEqual(machine);
      expect(machines.find('3')).toBeUndefined();
      await jest.advanceTimersByTimeAsync(1_000);
    }
    expect(coordinator.located).toBe(2);
    coordinator.hasNoTables = true;
    await jest.advanceTimersByTimeAsync(10_000);
    expect(machines.find('4')).toEqual(machine);
    await jest.advanceTimersByTimeAsync(1);
    expect(machines.find('4')).toEqual(machine);
    expect(coordinator.located).toBe(3);
    expect(machines.find('6')).toBeUndefined();
    await jest.advanceTimersByTimeAsync(1);
    expect(machines.find('6')).toBeUndefined();
    expect(coordinator.located).toBe(4);

    coordinator.hanging = [1];
    await machines.ask();
    expect(machines.find('4')).toBeUndefined();
  });

  it('are asked when a server could not be reached', async () => {
    machines.noteError(Object.assign(new Unavailable('No.'), { cause: { code: '55P03' } }));
    await jest.advanceTimersByTimeAsync(1_000);
    expect(coordinator.asked).toBe(0);
    machines.noteError(Object.assign(new Unavailable('No.'), { cause: { code: '08006', severity: 'ERROR' } }));
    await jest.advanceTimersByTimeAsync(1_000);
    expect(coordinator.asked).toBe(1);
  });

  it('are asked before a transaction that keeps out others, but not again within a second', async () => {
    await jest.advanceTimersByTimeAsync(1_000);
    await machines.ask();
    await machines.ask();
    expect(coordinator.asked).toBe(1);
    await jest.advanceTimersByTimeAsync(1_500);
    await machines.ask();
    expect(coordinator.asked).toBe(2);
  });
});
