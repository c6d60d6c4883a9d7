import type { components } from '../../generated/api';
import type { CheckIn, Monitor, MonitorConfig, MonitorEnvironment } from '../domain/monitor';
import type { Project } from '../domain/project';
import { presentTime, presentTimeOrNull } from './format';
import { type IssueRelations, presentAssignee } from './issue';

type MonitorRecord = components['schemas']['Monitor'];
type CheckInRecord = components['schemas']['CheckIn'];
type ConfigRecord = components['schemas']['MonitorConfig'];
type EnvironmentRecord = components['schemas']['MonitorEnvironment'];

/** Presents a monitor with its environments. */
export function presentMonitor(
  monitor: Monitor,
  environments: readonly MonitorEnvironment[],
  { id, slug, name, platform }: Pick<Project, 'id' | 'slug' | 'name' | 'platform'>,
  relations: Pick<IssueRelations, 'members' | 'teams'>,
): MonitorRecord {
  return {
    id: monitor.guid,
    name: monitor.name,
    slug: monitor.slug,
    status: monitor.isActive ? 'active' : 'disabled',
    isMuted: monitor.isMuted,
    isUpserting: monitor.isUpserting,
    config: presentConfig(monitor.config),
    dateCreated: presentTime(monitor.dateCreated),
    project: { id, slug, name, platform },
    environments: environments.map((environment) => presentEnvironment(environment, monitor)),
    owner: presentAssignee(monitor.owner, relations),
  };
}

function presentEnvironment(environment: MonitorEnvironment, monitor: Monitor): EnvironmentRecord {
  const { name, isMuted, dateCreated, lastCheckIn, nextCheckIn, nextCheckInLatest, incident } = environment;
  return {
    ...{ name, status: statusOf(environment, monitor), isMuted, dateCreated: presentTime(dateCreated) },
    lastCheckIn: presentTimeOrNull(lastCheckIn),
    nextCheckIn: presentTimeOrNull(nextCheckIn),
    nextCheckInLatest: presentTimeOrNull(nextCheckInLatest),
    activeIncident:
      incident === null
        ? null
        : { startingTimestamp: presentTime(incident.startedAt), resolvingTimestamp: null, brokenNotice: null },
  };
}

function statusOf({ incident, lastCheckIn }: MonitorEnvironment, { isActive }: Monitor): EnvironmentRecord['status'] {
  if (!isActive) return 'disabled';
  if (incident !== null) return 'error';
  return lastCheckIn === null ? 'active' : 'ok';
}

/** Presents a configuration, also for the events of failures. */
export function presentConfig({ schedule, ...config }: MonitorConfig): ConfigRecord {
  return {
    schedule_type: schedule.type,
    schedule: schedule.type === 'crontab' ? schedule.value : [schedule.value, schedule.unit],
    checkin_margin: config.checkinMargin,
    max_runtime: config.maxRuntime,
    timezone: config.timezone,
    failure_issue_threshold: config.failureThreshold,
    recovery_threshold: config.recoveryThreshold,
  };
}

/** Presents a check-in. */
export function presentCheckIn(checkIn: CheckIn): CheckInRecord {
  const { guid, environment, status, duration, dateAdded, dateUpdated, dateInProgress, expectedTime } = checkIn;
  const began = presentTime(dateAdded);
  return {
    ...{ id: guid, environment, status, duration, dateCreated: began, dateAdded: began, dateClock: began },
    dateUpdated: presentTime(dateUpdated),
    dateInProgress: presentTimeOrNull(dateInProgress),
    expectedTime: presentTimeOrNull(expectedTime),
    traceId: checkIn.traceId,
    monitorConfig: presentConfig(checkIn.config),
  };
}
