import type { Project } from '../../src/domain/project';
import { NO_SESSIONS } from '../../src/domain/releaseHealth';
import { ReleaseAdoptionJob } from '../../src/jobs/issues';
import { useTemporaryDatabase } from '../support/database';
import { runUntilIdle } from '../support/jobs';
import { project as makeProject } from '../support/rows';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 0, 15, 9, 30);

const { database } = useTemporaryDatabase();
let project: Project;
let now: number;

beforeEach(async () => {
  now = NOW;
  project = await database.write(async (stores) => {
    const made = await makeProject(stores);
    await stores.projects.setFlags(made.id, ['hasSessions']);
    return made;
  });
});

const record = (release: string, sessions: number, environment = 'prod') =>
  database.write(({ releaseHealth }) => {
    const counts = { ...NO_SESSIONS, sessions };
    const place = { release, environment, hour: Math.floor(now / HOUR) };
    return releaseHealth.record(project, [{ ...place, counts, failure: null, user: null, userKinds: ['all'] }], now);
  });
const run = () => runUntilIdle(new ReleaseAdoptionJob(database, () => now));

/** Returns the times of the adoption of a release, in hours since the first. */
async function adoptionOf(version: string): Promise<(string | number | null)[][]> {
  const found = await database.read(async ({ releases, releaseHealth }) => {
    const release = await releases.findByVersion(project.organizationId, version);
    return releaseHealth.listAdoptions(project.id, [Number(release?.id)]);
  });
  const hours = (time: number | null) => (time === null ? null : (time - NOW) / HOUR);
  return found.map((one) => [one.environment, hours(one.adoptedAt), hours(one.unadoptedAt)]);
}

it('notes that a release is adopted from a tenth of the sessions of an environment on', async () => {
  await record('old', 90);
  await record('new', 9);
  await record('new', 1, 'stage');
  await run();
  expect(await adoptionOf('old')).toEqual([['prod', 0, null]]);
  expect(await adoptionOf('new')).toEqual([
    ['prod', null, null],
    ['stage', 0, null],
  ]);
  now += HOUR;
  await record('new', 1);
  await run();
  expect(await adoptionOf('new')).toEqual([
    ['prod', 1, null],
    ['stage', 0, null],
  ]);
});

it('notes that a release is replaced, and adopted again; without sessions nothing changes', async () => {
  await record('old', 10);
  await run();
  now += 8 * HOUR;
  await run();
  expect(await adoptionOf('old')).toEqual([['prod', 0, null]]);
  await record('new', 10);
  await run();
  expect(await adoptionOf('old')).toEqual([['prod', 0, 8]]);
  now += HOUR;
  await run();
  expect(await adoptionOf('old')).toEqual([['prod', 0, 8]]);
  await record('old', 10);
  await run();
  expect(await adoptionOf('old')).toEqual([['prod', 0, null]]);
});
