/** Removals by a process that runs beside a newer version, whose migration has added tables. */
import { ReclaimRemovalsJob } from '../../src/jobs/reclaim';
import type { Project } from '../../src/domain/project';
import type { Engine } from '../../src/store/engine/sql';
import { useTemporaryDatabase } from '../support/database';
import { runUntilIdle } from '../support/jobs';
import { event, issue, NOON, project as makeProject } from '../support/rows';

const HOUR = 60 * 60 * 1000;

const temporary = useTemporaryDatabase();
const { database } = temporary;
let project: Project;
let engine: Engine;
beforeEach(async () => {
  engine = await temporary.openEngine();
  project = await database.write(async (stores) => {
    const made = await makeProject(stores);
    await event(stores, made.id, await issue(stores, made.id));
    return made;
  });
  await change("INSERT INTO migration VALUES (999, '+later', 0)");
});
afterEach(() => engine.close());

const change = (statement: string) => engine.changeSchema((session) => session.run(statement, []));
const count = async (table: string) => {
  const text = `SELECT CAST(COUNT(*) AS INTEGER) AS "rows" FROM ${table}`;
  return (await engine.read((session) => session.one<{ rows: number }>(text, [])))?.rows;
};
const reclaim = (at: number) => runUntilIdle(new ReclaimRemovalsJob(database, () => at));
const isDue = (at: number) => database.read(({ removals }) => removals.isDue(at));

test('the removal of a project does not end before the newer version has deleted its rows too', async () => {
  await database.write(({ removals }) => removals.removeProject(project.organizationId, project.id, NOON));
  await reclaim(NOON);
  expect(await count('event')).toBe(0);
  for (const at of [NOON + HOUR, NOON + 2 * HOUR, NOON + 3 * HOUR]) {
    expect(await isDue(at)).toBe(true);
    await reclaim(at);
    expect(await isDue(at)).toBe(false);
  }
  // The newer version also deletes rows that belong to the project from the transaction of its removal.
  await change('DELETE FROM migration WHERE number = 999');
  await change(
    `INSERT INTO alert_mute (project_id, member_id, organization_id) VALUES (${project.id}, 1, ${project.organizationId})`,
  );
  await reclaim(NOON + 4 * HOUR);
  expect([await count('alert_mute'), await count('removed_project')]).toEqual([0, 0]);
});

test('the removal of an organization does not end either', async () => {
  await database.write(({ removals }) => removals.removeOrganization(project.organizationId, NOON));
  for (const at of [NOON, NOON + HOUR, NOON + 2 * HOUR]) await reclaim(at);
  expect([await count('removed_project'), await count('removed_organization')]).toEqual([1, 1]);
  await change('DELETE FROM migration WHERE number = 999');
  for (const at of [NOON + 4 * HOUR, NOON + 6 * HOUR]) await reclaim(at);
  expect([await count('removed_organization'), await count('organization')]).toEqual([0, 0]);
});
