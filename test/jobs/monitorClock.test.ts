/** What the clock of monitors decides: misses, timeouts, incidents, and what it cannot know. */
import type { CheckIn, IncidentReport, Monitor } from '../../src/domain/monitor';
import { failurePayload, readCheckIn, saveCheckIn } from '../../src/ingest/items/checkIn';
import { findReceivingProject } from '../../src/ingest/items/feedback';
import { MonitorClockJob } from '../../src/jobs/monitorClock';
import { RateLimited } from '../../src/domain/errors';
import type { Project } from '../../src/domain/project';
import { useTemporaryDatabase } from '../support/database';
import { createTestPipeline } from '../support/pipeline';
import { firstPage, project as makeProject, team as makeTeam } from '../support/rows';

const { database } = useTemporaryDatabase();
const { signal } = new AbortController();
const MINUTE = 60_000;
/** An hourly job: expected at each full hour, late after five minutes, and too long after ten. */
const HOURLY = { schedule: { type: 'crontab', value: '0 * * * *' }, checkin_margin: 5, max_runtime: 10 };

let project: Project;
let now: number;
let refused: number;
let saved: IncidentReport[];
let job: MonitorClockJob;
beforeEach(async () => {
  project = await database.write((stores) => makeProject(stores));
  refused = 0;
  saved = [];
  job = makeJob();
  await database.write(({ monitors }) => monitors.saveClock({ tick: timeOf('09:00:00'), outageFrom: 0, outageTo: 0 }));
});
function makeJob(): MonitorClockJob {
  const pipeline = createTestPipeline(database);
  return new MonitorClockJob({
    database,
    clock: () => now,
    async saveFailure(monitor, environment, report) {
      if (refused > 0) {
        refused -= 1;
        throw new RateLimited('too many issues', 60, '');
      }
      saved.push(report);
      const found = await database.read((stores) => findReceivingProject(stores, project.organizationId, project.id));
      if (found === undefined) throw new Error('the project is gone');
      const payload = Buffer.from(JSON.stringify(failurePayload(monitor, environment, report)));
      const sender = { sentAt: null, ipAddress: null, flags: [] };
      const event = {
        project: found,
        payload,
        format: 'cron',
        eventId: report.eventId,
        received: now,
        ...sender,
      } as const;
      const processed = await pipeline.process(event);
      if ('event' in processed) await pipeline.save(processed);
    },
  });
}

const timeOf = (text: string) => Date.parse(`2026-11-21T${text}Z`);

async function send(time: string, sent: Record<string, unknown> = {}) {
  const checkIn = readCheckIn({ monitor_slug: 'report', status: 'ok', ...sent });
  if (checkIn === null) throw new Error('this is no check-in');
  return database.write((stores) => saveCheckIn(stores, project, checkIn, timeOf(time)));
}

/** Lets the clock run, minute by minute, to a time. */
async function runTo(time: string): Promise<void> {
  const state = await database.read(({ monitors }) => monitors.findClock());
  for (let minute = (state?.tick ?? 0) + MINUTE; minute <= timeOf(time); minute += MINUTE) {
    now = minute + 15_000;
    await job.step(signal);
  }
  // Reports of the last minute.
  await job.step(signal);
}

/** Lets the service sleep until a time. */
async function wakeAt(time: string): Promise<void> {
  now = timeOf(time) + 15_000;
  await job.step(signal);
  await job.step(signal);
}

async function findMonitor(): Promise<Monitor> {
  const found = await database.read(({ monitors }) => monitors.findBySlug(project.id, 'report'));
  if (found === undefined) throw new Error('there is no monitor');
  return found;
}

async function checkIns(): Promise<CheckIn[]> {
  const monitor = await findMonitor();
  const { rows } = await database.read(({ monitors }) => monitors.listCheckIns(monitor, null, firstPage()));
  return rows;
}

/** Returns the check-ins, oldest first, as their time and status. */
const history = async () =>
  (await checkIns())
    .map(({ dateAdded, status }) => `${new Date(dateAdded).toISOString().slice(11, 19)} ${status}`)
    .reverse();

const environmentOf = async (name = 'production') => {
  const { id } = await findMonitor();
  const found = await database.read(({ monitors }) =>
    monitors.findEnvironment({ projectId: project.id, monitorId: id, name }),
  );
  if (found === undefined) throw new Error('there is no environment');
  return found;
};

/** Returns the issues of the project, oldest first. */
async function issues() {
  const events = await Promise.all(
    [...new Set(saved.map(({ eventId }) => eventId))].map((id) =>
      database.read((stores) => stores.events.find(project.id, id)),
    ),
  );
  const ids = [...new Set(events.flatMap((event) => event?.issueId ?? []))].sort((a, b) => Number(a) - Number(b));
  return database.read((stores) => Promise.all(ids.map((id) => stores.issues.find(project.id, id))));
}

describe('a run that does not take place', () => {
  test('is missed once its margin has passed, and not a minute before', async () => {
    await send('09:00:30', { monitor_config: HOURLY });
    await runTo('10:04:00');
    expect(await history()).toEqual(['09:00:30 ok']);
    await runTo('10:05:00');
    expect(await history()).toEqual(['09:00:30 ok', '10:00:00 missed']);
    expect(await environmentOf()).toMatchObject({
      lastCheckIn: timeOf('09:00:30'),
      nextCheckIn: timeOf('11:00:00'),
      nextCheckInLatest: timeOf('11:05:00'),
    });
  });

  test('was not missed if it came in the last second of the margin', async () => {
    await send('09:00:00', { monitor_config: HOURLY });
    await runTo('10:04:00');
    await send('10:04:59');
    await runTo('10:30:00');
    expect(await history()).toEqual(['09:00:00 ok', '10:04:59 ok']);
  });

  test('stays missed when it comes late', async () => {
    await send('09:00:00', { monitor_config: HOURLY });
    await runTo('10:05:00');
    await send('10:05:30');
    expect(await history()).toEqual(['09:00:00 ok', '10:00:00 missed', '10:05:30 ok']);
  });

  test('is missed although a late check-in comes before the clock looks', async () => {
    await send('09:00:00', { monitor_config: HOURLY });
    await runTo('10:04:00');
    await send('10:05:02');
    expect(await history()).toEqual(['09:00:00 ok', '10:00:00 missed', '10:05:02 ok']);
    await runTo('10:06:00');
    expect(await history()).toHaveLength(3);
    expect(saved).toMatchObject([{ kind: 'failure', status: 'missed' }]);
    expect((await environmentOf()).incident).toBeNull();
  });

  test('is missed once although a repeated check-in comes before the clock looks', async () => {
    await send('09:00:00', { monitor_config: HOURLY, check_in_id: 'a'.repeat(32) });
    await runTo('10:04:00');
    expect(await send('10:05:02', { check_in_id: 'a'.repeat(32) })).toBe('repeated');
    await runTo('10:06:00');
    expect(await history()).toEqual(['09:00:00 ok', '10:00:00 missed']);
    expect(saved).toMatchObject([{ kind: 'failure', status: 'missed' }]);
  });

  test('is still expected after its margin or its thresholds changed', async () => {
    await send('09:00:00', { monitor_config: HOURLY });
    await runTo('10:02:00');
    await send('10:02:00', { environment: 'staging', monitor_config: { ...HOURLY, max_runtime: 20 } });
    expect(await environmentOf()).toMatchObject({ nextCheckInLatest: timeOf('10:05:00') });
    await send('10:03:00', { environment: 'staging', monitor_config: { ...HOURLY, checkin_margin: 7 } });
    expect(await environmentOf()).toMatchObject({
      nextCheckIn: timeOf('10:00:00'),
      nextCheckInLatest: timeOf('10:07:00'),
    });
    await runTo('10:07:00');
    expect((await checkIns()).filter(({ status }) => status === 'missed')).toMatchObject([
      { environment: 'production', dateAdded: timeOf('10:00:00') },
    ]);
  });

  test('is never missed by a monitor that has no check-in, that is disabled, or that was removed', async () => {
    await send('09:00:00', { monitor_config: HOURLY });
    const monitor = await findMonitor();
    await database.write(async ({ monitors }) => {
      await monitors.update({ ...monitor, isActive: false });
      const environment = await environmentWithoutNext(monitors, monitor);
      await monitors.saveEnvironment(project.id, environment);
    });
    expect(await send('09:30:00')).toBe('feature_disabled');
    await runTo('12:00:00');
    expect(await history()).toEqual(['09:00:00 ok']);
  });

  test('is one row if the margin is longer than the interval', async () => {
    const config = { schedule: { type: 'interval', value: 1, unit: 'minute' }, checkin_margin: 10 };
    await send('09:00:00', { monitor_config: config });
    await runTo('09:25:00');
    expect(await history()).toEqual(['09:00:00 ok', '09:01:00 missed', '09:11:00 missed']);
  });

  test('counts an interval from the end of the last run', async () => {
    const config = { schedule: { type: 'interval', value: 1, unit: 'hour' }, checkin_margin: 1 };
    await send('09:00:00', { monitor_config: config, status: 'in_progress' });
    await send('09:20:00');
    expect(await environmentOf()).toMatchObject({ nextCheckIn: timeOf('10:20:00') });
  });

  test('is found in each environment', async () => {
    await send('09:00:00', { monitor_config: HOURLY });
    await send('09:00:00', { environment: 'staging' });
    await runTo('10:03:00');
    await send('10:03:30', { environment: 'staging' });
    await runTo('10:10:00');
    expect((await checkIns()).filter(({ status }) => status === 'missed')).toMatchObject([
      { environment: 'production' },
    ]);
  });
});

describe('a run that does not end', () => {
  test('times out at the minute of its start and its longest time', async () => {
    await send('09:00:50', { monitor_config: HOURLY, status: 'in_progress' });
    await runTo('09:09:00');
    expect(await history()).toEqual(['09:00:50 in_progress']);
    await runTo('09:10:00');
    expect(await history()).toEqual(['09:00:50 timeout']);
    expect(await environmentOf()).toMatchObject({ incident: { startedAt: timeOf('09:10:00') } });
  });

  test('times out by its start, which the duration of the first check-in says', async () => {
    await send('09:02:00', { monitor_config: HOURLY, status: 'in_progress', duration: 120 });
    await runTo('09:09:00');
    expect(await history()).toEqual(['09:00:00 in_progress']);
    await runTo('09:10:00');
    expect(await history()).toEqual(['09:00:00 timeout']);
  });

  test('gets its duration later, and has timed out all the same', async () => {
    const run = { check_in_id: '0b9c8d7e6f5a4b3c8d2e1f0a9b8c7d6e' };
    await send('09:00:00', { monitor_config: HOURLY, status: 'in_progress', ...run });
    await runTo('09:10:00');
    expect(await send('09:12:00', run)).toBeNull();
    expect(await checkIns()).toMatchObject([{ status: 'timeout', duration: 12 * MINUTE }]);
    expect((await environmentOf()).incident).not.toBeNull();
  });

  test('has more time after a sign of life', async () => {
    const run = { check_in_id: '0b9c8d7e6f5a4b3c8d2e1f0a9b8c7d6e', status: 'in_progress' };
    await send('09:00:00', { monitor_config: HOURLY, ...run });
    await runTo('09:09:00');
    await send('09:09:30', run);
    await runTo('09:18:00');
    expect(await history()).toEqual(['09:00:00 in_progress']);
    await runTo('09:19:00');
    expect(await history()).toEqual(['09:00:00 timeout']);
  });

  test('does not fail the monitor if a later run has ended', async () => {
    await send('09:00:00', { monitor_config: HOURLY, status: 'in_progress', check_in_id: 'a'.repeat(32) });
    await send('09:05:00', { check_in_id: 'b'.repeat(32) });
    await runTo('09:20:00');
    expect(await history()).toEqual(['09:00:00 timeout', '09:05:00 ok']);
    expect((await environmentOf()).incident).toBeNull();
  });
});

describe('a time in which the service did not run', () => {
  test('an hour asleep invents no misses', async () => {
    await send('09:00:00', { monitor_config: HOURLY });
    await runTo('09:30:00');
    await wakeAt('10:30:00');
    expect(await history()).toEqual(['09:00:00 ok', '10:00:00 unknown']);
    expect(await environmentOf()).toMatchObject({ incident: null, nextCheckIn: timeOf('11:00:00') });
    // From then on it knows again.
    await runTo('11:05:00');
    expect(await history()).toEqual(['09:00:00 ok', '10:00:00 unknown', '11:00:00 missed']);
  });

  test('a run that was to end then is unknown, and can still end', async () => {
    const run = { check_in_id: '0b9c8d7e6f5a4b3c8d2e1f0a9b8c7d6e' };
    await send('09:00:00', { monitor_config: HOURLY, status: 'in_progress', ...run });
    await runTo('09:02:00');
    await wakeAt('09:40:00');
    expect(await history()).toEqual(['09:00:00 unknown']);
    expect(await send('09:41:00', run)).toBeNull();
    expect(await history()).toEqual(['09:00:00 ok']);
  });

  test('a deadline after the time is unknown too if the run was expected in it', async () => {
    await send('09:00:00', { monitor_config: { ...HOURLY, checkin_margin: 50 } });
    await runTo('09:50:00');
    await wakeAt('10:20:00');
    expect(await history()).toEqual(['09:00:00 ok']);
    await runTo('10:50:00');
    expect(await history()).toEqual(['09:00:00 ok', '10:00:00 unknown']);
  });

  test('a restart of two minutes loses no tick', async () => {
    const config = { schedule: { type: 'crontab', value: '* * * * *' }, checkin_margin: 1 };
    await send('09:00:00', { monitor_config: config });
    await runTo('09:01:00');
    job = makeJob();
    await wakeAt('09:03:00');
    expect(await history()).toEqual(['09:00:00 ok', '09:01:00 missed', '09:02:00 missed']);
  });

  test('a database without a clock knows nothing of the time before', async () => {
    await send('09:00:00', { monitor_config: HOURLY });
    await database.write(({ monitors }) =>
      monitors.saveClock({ tick: timeOf('09:00:00'), outageFrom: 0, outageTo: 0 }),
    );
    await wakeAt('12:00:00');
    expect(await history()).toEqual(['09:00:00 ok', '10:00:00 unknown']);
  });
});

test('the seventh check-in of a minute is dropped, in each environment for itself', async () => {
  await send('09:00:00', { monitor_config: HOURLY });
  for (const second of [1, 2, 3, 4, 5]) expect(await send(`09:00:0${second}`)).toBeNull();
  expect(await send('09:00:59')).toBe('project_quota');
  expect(await send('09:00:59', { environment: 'staging' })).toBeNull();
  expect(await send('09:01:00')).toBeNull();
  expect((await checkIns()).filter(({ environment }) => environment === 'production')).toHaveLength(7);
});

test('a check-in that is dropped does not change the configuration', async () => {
  const configOf = (runtime: number) => ({ monitor_config: { ...HOURLY, max_runtime: runtime } });
  for (const runtime of [1, 2, 3, 4, 5, 6]) expect(await send('09:00:00', configOf(runtime))).toBeNull();
  expect(await send('09:00:00', configOf(7))).toBe('project_quota');
  expect((await findMonitor()).config.maxRuntime).toBe(6);
});

test('a check-in that belongs to another monitor or environment changes nothing', async () => {
  const run = { check_in_id: 'a'.repeat(32), status: 'in_progress' };
  await send('09:00:00', { monitor_config: HOURLY, ...run });
  expect(await send('09:01:00', { ...run, status: 'ok', environment: 'staging' })).toBe('invalid_json');
  expect(await send('09:01:00', { ...run, status: 'ok', monitor_slug: 'other', monitor_config: HOURLY })).toBe(
    'invalid_json',
  );
  expect(await history()).toEqual(['09:00:00 in_progress']);
  expect(await database.read(({ monitors }) => monitors.findBySlug(project.id, 'other'))).toBeUndefined();
  const { environments } = await database.read(async ({ monitors }) => ({
    environments: await monitors.listEnvironments([await findMonitor()]),
  }));
  expect(environments.map(({ name }) => name)).toEqual(['production']);
});

test('several processes decide once', async () => {
  await send('09:00:00', { monitor_config: HOURLY });
  await runTo('10:04:00');
  now = timeOf('10:05:00') + 15_000;
  const others = [makeJob(), makeJob(), job];
  await Promise.all(others.map((one) => one.step(signal)));
  await Promise.all(others.map((one) => one.step(signal)));
  for (const one of others) await one.step(signal);
  expect(await history()).toEqual(['09:00:00 ok', '10:00:00 missed']);
  expect(await issues()).toMatchObject([{ timesSeen: 1 }]);
});

describe('an incident', () => {
  const FAST = { schedule: { type: 'crontab', value: '* * * * *' }, checkin_margin: 60 };

  test('opens an issue, adds an event for each failure, and resolves the issue in the end', async () => {
    await send('09:00:00', { monitor_config: FAST });
    await send('09:01:00', { status: 'error' });
    await runTo('09:01:00');
    await send('09:02:00', { status: 'error' });
    await runTo('09:02:00');
    expect(await issues()).toMatchObject([
      {
        title: 'Monitor failure: report',
        type: 'cron',
        level: 'error',
        culprit: null,
        timesSeen: 2,
        status: 'unresolved',
      },
    ]);
    await send('09:03:00');
    await runTo('09:03:00');
    const [issue] = await issues();
    expect(issue?.status).toBe('resolved');
    const activities = await database.read((stores) => stores.activities.list(issue!, firstPage()));
    expect(activities.rows[0]).toMatchObject({
      type: 'set_resolved',
      memberId: null,
      data: { reason: 'monitorRecovered', monitor: 'report' },
    });
    // The next incident is the same issue again.
    await send('09:04:00', { status: 'error' });
    await runTo('09:04:00');
    expect(await issues()).toMatchObject([{ timesSeen: 3, status: 'unresolved', substatus: 'regressed' }]);
  });

  test('waits for the threshold; runs that are in progress neither fail nor succeed', async () => {
    await send('09:00:00', { monitor_config: { ...FAST, failure_issue_threshold: 3, recovery_threshold: 2 } });
    for (const time of ['09:01:00', '09:02:00']) await send(time, { status: 'error' });
    await send('09:03:00', { status: 'in_progress', check_in_id: 'c'.repeat(32) });
    expect((await environmentOf()).incident).toBeNull();
    await send('09:04:00', { status: 'error', check_in_id: 'd'.repeat(32) });
    expect((await environmentOf()).incident).toMatchObject({ startedAt: timeOf('09:04:00') });
    await send('09:05:00', { check_in_id: 'e'.repeat(32) });
    expect((await environmentOf()).incident).not.toBeNull();
    await send('09:06:00', { check_in_id: 'f'.repeat(32) });
    expect((await environmentOf()).incident).toBeNull();
  });

  test('has no event for a run that ends well after a later one failed', async () => {
    await send('09:00:00', { monitor_config: FAST, status: 'in_progress', check_in_id: 'a'.repeat(32) });
    await send('09:01:00', { status: 'error', check_in_id: 'b'.repeat(32) });
    await send('09:02:00', { check_in_id: 'a'.repeat(32) });
    await runTo('09:02:00');
    expect(saved.map(({ kind, status }) => [kind, status])).toEqual([['failure', 'error']]);
    expect((await environmentOf()).incident).not.toBeNull();
    await send('09:03:00', { check_in_id: 'c'.repeat(32) });
    expect((await environmentOf()).incident).toBeNull();
  });

  test('goes on with a run that fails after a later one ended well', async () => {
    await send('09:00:00', { monitor_config: { ...FAST, recovery_threshold: 2 }, status: 'error' });
    await send('09:01:00', { status: 'in_progress', check_in_id: 'a'.repeat(32) });
    await send('09:02:00', { check_in_id: 'b'.repeat(32) });
    await send('09:03:00', { status: 'error', check_in_id: 'a'.repeat(32) });
    await runTo('09:03:00');
    expect(saved.map(({ kind, at }) => [kind, at])).toEqual([
      ['failure', timeOf('09:00:00')],
      ['failure', timeOf('09:03:00')],
    ]);
  });

  test('needs as many failures as the threshold says', async () => {
    await send('09:01:00', { monitor_config: { ...FAST, failure_issue_threshold: 2 }, status: 'error' });
    expect((await environmentOf()).incident).toBeNull();
    await send('09:02:00', { status: 'error' });
    expect((await environmentOf()).incident).not.toBeNull();
  });

  test('opens no issue while the monitor or the environment is muted', async () => {
    await send('09:00:00', { monitor_config: FAST });
    const monitor = await findMonitor();
    await database.write(({ monitors }) => monitors.update({ ...monitor, isMuted: true }));
    await send('09:01:00', { status: 'error' });
    await runTo('09:01:00');
    expect(saved).toEqual([]);
    expect((await environmentOf()).incident).not.toBeNull();
    await database.write(({ monitors }) => monitors.update({ ...monitor, isMuted: false }));
    const environment = await environmentOf();
    await database.write(({ monitors }) => monitors.saveEnvironment(project.id, { ...environment, isMuted: true }));
    await send('09:02:00', { status: 'error' });
    await send('09:03:00');
    await runTo('09:03:00');
    expect(saved).toEqual([]);
    expect(await environmentOf()).toMatchObject({ incident: null, reports: [] });
  });

  test('has an issue of its own in each environment', async () => {
    await send('09:00:00', { monitor_config: FAST, status: 'error' });
    await send('09:00:00', { environment: 'staging', status: 'error' });
    await runTo('09:01:00');
    expect(await issues()).toHaveLength(2);
  });

  test('is reported later if the event cannot be saved now', async () => {
    refused = 2;
    await send('09:00:00', { monitor_config: FAST, status: 'error' });
    await send('09:01:00');
    now = timeOf('09:01:00') + 15_000;
    await job.step(signal);
    expect((await environmentOf()).reports).toHaveLength(2);
    await job.step(signal);
    await job.step(signal);
    expect((await environmentOf()).reports).toEqual([]);
    expect(await issues()).toMatchObject([{ timesSeen: 1, status: 'resolved' }]);
  });

  test('belongs to the owner of the monitor', async () => {
    await send('09:00:00', { monitor_config: FAST });
    const monitor = await findMonitor();
    const team = await database.write(async (stores) => {
      const created = await makeTeam(stores, project.organizationId);
      await stores.monitors.update({ ...monitor, owner: { type: 'team', id: created.id } });
      return created;
    });
    await send('09:01:00', { status: 'error', contexts: { trace: { trace_id: 'a'.repeat(32) } } });
    await runTo('09:01:00');
    expect(await issues()).toMatchObject([{ assignee: { type: 'team', id: team.id } }]);
    expect(saved).toMatchObject([{ traceId: 'a'.repeat(32) }]);
  });

  test('belongs to the owner, too, if the monitor was muted when it began', async () => {
    await send('09:00:00', { monitor_config: FAST });
    const monitor = await findMonitor();
    const team = await database.write((stores) => makeTeam(stores, project.organizationId));
    const owned = { ...monitor, owner: { type: 'team', id: team.id } } as const;
    await database.write(({ monitors }) => monitors.update({ ...owned, isMuted: true }));
    await send('09:01:00', { status: 'error' });
    await database.write(({ monitors }) => monitors.update(owned));
    await send('09:02:00', { status: 'error' });
    await runTo('09:02:00');
    expect(await issues()).toMatchObject([{ timesSeen: 1, assignee: { type: 'team', id: team.id } }]);
  });
});

/** Returns the environment of a monitor that expects nothing. */
async function environmentWithoutNext(
  monitors: { findEnvironment: (key: { projectId: string; monitorId: string; name: string }) => Promise<unknown> },
  monitor: Monitor,
) {
  const key = { projectId: project.id, monitorId: monitor.id, name: 'production' };
  const found = (await monitors.findEnvironment(key)) as Awaited<ReturnType<typeof environmentOf>>;
  return { ...found, nextCheckIn: null, nextCheckInLatest: null };
}
