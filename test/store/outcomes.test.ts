import { useTemporaryDatabase } from '../support/database';
import { project as makeProject } from '../support/rows';

const HOUR = 3_600_000;
const NINE = Date.UTC(2026, 0, 15, 9);

const { database } = useTemporaryDatabase('all');

const list = (projectId: string, from = 0, to = NINE + 100 * HOUR) =>
  database.read(({ outcomes }) => outcomes.list(projectId, { from, to }));
const accepted = (projectId: string, hour: number, quantity: number) => ({
  projectId,
  hour,
  outcome: 'accepted' as const,
  reason: '' as const,
  category: 'error' as const,
  quantity,
});
const filtered = (projectId: string, hour: number, quantity: number) => ({
  projectId,
  hour,
  outcome: 'filtered' as const,
  reason: 'error-message' as const,
  category: 'error' as const,
  quantity,
});

test('counts add up by project, hour and reason', async () => {
  const [here, there] = await database.write(
    async (stores) => [(await makeProject(stores)).id, (await makeProject(stores)).id] as const,
  );
  await database.write(({ outcomes }) =>
    outcomes.add([
      filtered(here, NINE, 1),
      accepted(there, NINE, 50),
      accepted(here, NINE + HOUR, 2),
      accepted(here, NINE, 3),
    ]),
  );
  await database.write(({ outcomes }) => outcomes.add([accepted(here, NINE, 4)]));
  expect(await list(here)).toEqual([
    { hour: NINE, outcome: 'accepted', reason: '', category: 'error', quantity: 7 },
    { hour: NINE, outcome: 'filtered', reason: 'error-message', category: 'error', quantity: 1 },
    { hour: NINE + HOUR, outcome: 'accepted', reason: '', category: 'error', quantity: 2 },
  ]);
  expect(await list(here, NINE + HOUR)).toHaveLength(1);
  expect(await list(here, 0, NINE)).toEqual([]);
  expect(await list(there)).toEqual([{ hour: NINE, outcome: 'accepted', reason: '', category: 'error', quantity: 50 }]);
});

test('categories are counted apart', async () => {
  const { id } = await database.write((stores) => makeProject(stores));
  const dropped = { projectId: id, hour: NINE, outcome: 'invalid', reason: 'feature_disabled' } as const;
  const counts = [
    { ...dropped, category: 'attachment', quantity: 2 },
    { ...dropped, category: 'session', quantity: 3 },
  ] as const;
  await database.write(({ outcomes }) => outcomes.add(counts));
  await database.write(({ outcomes }) => outcomes.add(counts));
  const { projectId: _project, ...listed } = dropped;
  expect(await list(id)).toEqual([
    { ...listed, category: 'attachment', quantity: 4 },
    { ...listed, category: 'session', quantity: 6 },
  ]);
});

test('the busiest hour is the one with the most accepted events, the hour of the given time included', async () => {
  const { id } = await database.write((stores) => makeProject(stores));
  const busiest = (since: number) => database.read(({ outcomes }) => outcomes.busiestHour(id, since));
  expect(await busiest(0)).toBe(0);
  await database.write(({ outcomes }) =>
    outcomes.add([
      accepted(id, NINE, 9),
      accepted(id, NINE + HOUR, 5),
      filtered(id, NINE, 100),
      { ...accepted(id, NINE, 100), category: 'session' as const },
    ]),
  );
  expect([await busiest(0), await busiest(NINE + 1), await busiest(NINE + HOUR)]).toEqual([9, 9, 5]);
});

test('old counts are deleted of one project only', async () => {
  const [here, there] = await database.write(
    async (stores) => [(await makeProject(stores)).id, (await makeProject(stores)).id] as const,
  );
  await database.write(({ outcomes }) =>
    outcomes.add([here, there].flatMap((id) => [accepted(id, NINE, 1), accepted(id, NINE + HOUR, 1)])),
  );
  await database.write(({ outcomes }) => outcomes.prune(here, NINE + HOUR));
  expect([await list(here), await list(there)].map(({ length }) => length)).toEqual([1, 2]);
});
