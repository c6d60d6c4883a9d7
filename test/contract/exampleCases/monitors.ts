import type { ExampleCases, ExampleFixtures } from '../exampleCase';

const GUID = '6f1d2c3b-4a59-4e87-9b0c-1d2e3f405162';
const CHECK_IN = '0b9c8d7e-6f5a-4b3c-8d2e-1f0a9b8c7d6e';
/** Four o'clock in Berlin, the day after the examples. */
const NEXT = Date.parse('2026-11-22T03:00:00Z');
const MINUTE = 60_000;

/** Creates the monitor of the examples. Its only run has ended. */
export async function withMonitor({ service, project }: ExampleFixtures): Promise<void> {
  const { row, id: projectId } = project;
  const now = Date.now();
  const config = {
    schedule: { type: 'crontab', value: '0 4 * * *' },
    ...{ timezone: 'Europe/Berlin', checkinMargin: 5, maxRuntime: 30, failureThreshold: 1, recoveryThreshold: 1 },
  } as const;
  await service.app.database.write(async ({ monitors }) => {
    const monitor = await monitors.insert({
      ...{ guid: GUID, projectId, organizationId: row.organizationId, slug: 'nightly-report', name: 'Nightly report' },
      ...{ isActive: true, isMuted: false, isUpserting: false, config, owner: { type: 'team', id: '1' } },
      dateCreated: now,
    });
    const monitorId = monitor?.id ?? '';
    const name = 'production';
    await monitors.addEnvironment({ projectId, monitorId, name }, now);
    const environment = await monitors.findEnvironment({ projectId, monitorId, name });
    if (environment === undefined) throw new Error('the environment was not added');
    const next = { nextCheckIn: NEXT, nextCheckInLatest: NEXT + 5 * MINUTE };
    await monitors.saveEnvironment(projectId, { ...environment, lastCheckIn: now, lastOk: now, ...next });
    await monitors.insertCheckIn(projectId, {
      ...{ guid: CHECK_IN, monitorId, environment: name, status: 'ok', duration: 2_500, config },
      ...{ dateAdded: now - 2_500, dateUpdated: now, dateInProgress: null, expectedTime: null },
      ...{ timeoutAt: null, traceId: null },
    });
  });
}

/** Updates that have every member of the schema. */
const MONITOR_UPDATES = [
  {
    ...{ name: 'Hourly', slug: 'hourly', status: 'disabled', is_muted: true, owner: null },
    config: {
      ...{ schedule_type: 'interval', schedule: [1, 'hour'], timezone: 'UTC', checkin_margin: 2, max_runtime: 3 },
      ...{ failure_issue_threshold: 2, recovery_threshold: 3 },
    },
  },
  { config: { schedule: { type: 'interval', value: 1, unit: 'day' } } },
];

export const monitors = {
  listMonitors: { cases: [{ response: 'monitors', prepare: withMonitor }] },
  createMonitor: {
    cases: [{ body: 'monitor', response: 'created' }],
    furtherBodies: [
      {
        ...{ project: 'shop', name: 'Hourly', slug: 'hourly', status: 'disabled', is_muted: true, owner: 'user:1' },
        config: {
          ...{ schedule_type: 'interval', schedule: [1, 'hour'], timezone: 'UTC', checkin_margin: 2, max_runtime: 3 },
          ...{ failure_issue_threshold: 2, recovery_threshold: 3 },
        },
      },
      {
        ...{ project: 'shop', name: 'Daily' },
        config: { schedule: { type: 'interval', value: 1, unit: 'day' } },
      },
    ],
  },
  getMonitor: { cases: [{ response: 'monitor', prepare: withMonitor }] },
  updateMonitor: {
    cases: [{ body: 'monitor', response: 'changed', prepare: withMonitor }],
    furtherBodies: MONITOR_UPDATES,
  },
  updateMonitorEnvironment: { cases: [{ body: 'muted', response: 'muted', prepare: withMonitor }] },
  removeMonitor: { cases: [{ response: '202', prepare: withMonitor }] },
  getProjectMonitor: { cases: [{ response: 'monitor', prepare: withMonitor }] },
  updateProjectMonitor: {
    cases: [{ body: 'monitor', response: 'changed', prepare: withMonitor }],
    furtherBodies: MONITOR_UPDATES,
  },
  removeProjectMonitor: { cases: [{ response: '202', prepare: withMonitor }] },
  listProjectCheckIns: { cases: [{ response: 'checkIns', prepare: withMonitor }] },
  listCheckIns: { cases: [{ response: 'checkIns', prepare: withMonitor }] },
} satisfies Partial<ExampleCases>;
