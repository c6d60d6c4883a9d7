import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type JsonObject, parseEventId, traceIdOf } from '../../domain/event';
import type { Assignee } from '../../domain/issue';
import {
  CHECK_INS_PER_MINUTE,
  type CheckIn,
  expectAfter,
  type IncidentReport,
  MAX_ENVIRONMENT_LENGTH,
  MAX_MONITOR_ENVIRONMENTS,
  MAX_MONITORS,
  type Monitor,
  type MonitorEnvironment,
  OUTAGE_MS,
  parseMonitorConfig,
  rescheduled,
  type SentStatus,
  slugOfMonitor,
  timeoutOf,
} from '../../domain/monitor';
import type { DropReason } from '../../domain/outcome';
import type { Project } from '../../domain/project';
import { MINUTE_MS } from '../../domain/time';
import { presentConfig } from '../../presenters/monitor';
import type { Readers, Writers } from '../../store/stores';
import { type AuthorizedClient, countRefusal, type IngestRequest } from '../authorizeDsn';
import { parsePayload } from '../payload';
import type { ItemType } from './itemType';

/** A check-in of a scheduled job. */
export const checkInItem: ItemType = {
  kind: 'check-ins',
  flag: 'hasMonitors',
  isUnlimited: true,
  maxBytes: 100 * 1024,
  async handle({ payload }, { request, client }) {
    await ingestCheckIn(request, client, () => parsePayload(payload));
    // The id in the header of its envelope is not the id of an event.
    return null;
  },
};

/**
 * Saves a check-in, and counts its outcome. An invalid one is only counted: its client cannot correct it. Settles once
 * the check-in is durable.
 * @param parse returns the payload. @throws BadRequest or TooLarge
 */
export async function ingestCheckIn(
  request: IngestRequest,
  client: AuthorizedClient,
  parse: () => JsonObject,
): Promise<void> {
  const { ingest, now } = request;
  const { project, isFiltered } = client;
  const count = (dropped: Parameters<typeof ingest.quota.count>[1]) =>
    ingest.quota.count(project.id, dropped, now, 'monitor');
  if (isFiltered || ingest.disabledItems.has('check-ins')) {
    count(isFiltered ? 'ip-address' : 'feature_disabled');
    return;
  }
  const sent = readOrNull(parse);
  if (sent === null) {
    count('invalid_json');
    return;
  }
  try {
    const result = await ingest.write((stores) => saveCheckIn(stores, project, sent, now), { projects: [project.id] });
    if (result !== 'repeated') count(result);
  } catch (error) {
    countRefusal(request, client, error, 'internal');
    throw error;
  }
}

function readOrNull(parse: () => JsonObject): ReturnType<typeof readCheckIn> {
  try {
    return readCheckIn(parse());
  } catch {
    return null;
  }
}

/** A check-in as a client sent it. */
export interface SentCheckIn {
  /** Lower-case uuid with dashes; null for the last run of the monitor that is in progress. */
  readonly guid: string | null;
  readonly slug: string;
  readonly status: SentStatus;
  /** Milliseconds. */
  readonly duration: number | null;
  readonly environment: string;
  readonly traceId: string | null;
  /** The configuration of the monitor, not validated. */
  readonly config: JsonObject | null;
}

/** The reason why a check-in was dropped; `repeated` if it was stored before, null if it was saved. */
type CheckInResult = DropReason | 'repeated' | null;

const DEFAULT_ENVIRONMENT = 'production';
const MAX_DURATION_MS = 2 ** 31 - 1;
const NO_ID = /^0{32}$/;

/** Reads a check-in; returns null if the payload is not a valid one. */
export function readCheckIn(payload: JsonObject): SentCheckIn | null {
  const { check_in_id: id, monitor_slug: sentSlug, status, duration: seconds, monitor_config: config } = payload;
  const slug = typeof sentSlug === 'string' ? slugOfMonitor(sentSlug) : null;
  const guid = readGuid(id);
  const sentEnvironment = payload['environment'] ?? '';
  const environment = sentEnvironment === '' ? DEFAULT_ENVIRONMENT : sentEnvironment;
  if (slug === null || guid === undefined || !isSentStatus(status)) return null;
  if (typeof environment !== 'string' || environment.length > MAX_ENVIRONMENT_LENGTH) return null;
  const duration = typeof seconds === 'number' ? Math.round(seconds * 1_000) : null;
  if (duration !== null && !(duration >= 0 && duration <= MAX_DURATION_MS)) return null;
  const traceId = traceIdOf(payload['contexts']);
  return { guid, slug, status, duration, environment, traceId, config: asObject(config) };
}

function isSentStatus(value: unknown): value is SentStatus {
  return value === 'in_progress' || value === 'ok' || value === 'error';
}

/** Returns the id as a uuid; null if it is absent or consists of zeros, undefined if it is invalid. */
function readGuid(id: unknown): string | null | undefined {
  if (id === undefined || id === null || id === '') return null;
  const hex = typeof id === 'string' ? parseEventId(id) : null;
  if (hex === null) return undefined;
  return NO_ID.test(hex) ? null : hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

/**
 * Saves a check-in: creates or updates its monitor if it has a configuration, and moves the time of the next one.
 * A check-in that is sent again changes nothing.
 * @param now when it was received
 */
export async function saveCheckIn(
  stores: Writers,
  project: Pick<Project, 'id' | 'organizationId'>,
  sent: SentCheckIn,
  now: number,
): Promise<CheckInResult> {
  const { monitors } = stores;
  const existing = await monitors.findBySlug(project.id, sent.slug);
  const known = sent.guid === null ? undefined : await monitors.findCheckIn(project.id, sent.guid);
  const isOfOther = ({ monitorId, environment }: CheckIn, monitor: Monitor | undefined) =>
    monitorId !== monitor?.id || environment !== sent.environment;
  if (known !== undefined && isOfOther(known, existing)) return 'invalid_json';
  const keyOf = ({ id }: Monitor) => ({ projectId: project.id, monitorId: id, name: sent.environment });
  // What is dropped does not change the monitor.
  if (sent.config !== null && existing !== undefined) {
    const found = await monitors.findEnvironment(keyOf(existing));
    if (found !== undefined && countInMinute(found, now).rateCount > CHECK_INS_PER_MINUTE) return 'project_quota';
  }
  const monitor = await createOrUpdateMonitor(stores, project, existing, sent, now);
  if (monitor?.isActive !== true) return 'feature_disabled';
  const key = keyOf(monitor);
  const locked = await lockOrAddEnvironment(stores, monitor, sent.environment, now);
  if (locked === undefined) return 'feature_disabled';
  const rate = countInMinute(locked, now);
  if (rate.rateCount > CHECK_INS_PER_MINUTE) return 'project_quota';

  const stored =
    sent.guid === null ? await monitors.findRunning(key) : await monitors.findCheckIn(project.id, sent.guid);
  // Another request may have stored it meanwhile.
  if (stored !== undefined && isOfOther(stored, monitor)) return 'invalid_json';
  const changed = stored && changedCheckIn(stored, sent, now);
  if (changed === null)
    return stored?.status === sent.status || sent.status === 'in_progress' ? 'repeated' : 'invalid_json';
  // From here on the environment is saved, which then no longer expects the overdue run.
  const counted = { ...(await recordOverdue(stores, locked, monitor, now)), ...rate };
  if (changed === undefined) await monitors.insertCheckIn(project.id, newCheckIn(sent, monitor, counted, now));
  else {
    await monitors.saveCheckIn(project.id, changed);
    // The timeout was counted as a failure already; only the duration is new.
    if (changed.status === 'timeout') {
      await monitors.saveEnvironment(project.id, counted);
      return null;
    }
  }
  const arrived = { ...counted, ...expectAfter(monitor.config, now), lastCheckIn: now };
  const { status, traceId } = sent;
  const outcome =
    status === 'in_progress' ? arrived : await monitors.endCheckIn(arrived, monitor, { status, at: now, traceId });
  await monitors.saveEnvironment(project.id, outcome);
  return null;
}

/** Returns the minute of a check-in, and the number of check-ins in it with this one. */
function countInMinute(
  { rateMinute, rateCount }: MonitorEnvironment,
  now: number,
): Pick<MonitorEnvironment, 'rateMinute' | 'rateCount'> {
  const minute = Math.floor(now / MINUTE_MS);
  return { rateMinute: minute, rateCount: rateMinute === minute ? rateCount + 1 : 1 };
}

/**
 * Records the run that a check-in comes too late for: the job `monitorClock` is some seconds behind, and would find that
 * a check-in came. After an outage it decides by itself.
 * @returns the environment, which then expects the next run
 */
async function recordOverdue(
  { monitors }: Writers,
  environment: MonitorEnvironment,
  monitor: Monitor,
  now: number,
): Promise<MonitorEnvironment> {
  const tick = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const { nextCheckInLatest: latest } = environment;
  if (latest === null || latest > tick) return environment;
  const clock = await monitors.findClock();
  if (clock === undefined || tick - clock.tick > OUTAGE_MS) return environment;
  return monitors.recordMiss(environment, monitor, tick, clock);
}

function newCheckIn(
  { guid, status, duration, environment, traceId }: SentCheckIn,
  { id: monitorId, config }: Monitor,
  { nextCheckIn }: MonitorEnvironment,
  now: number,
): Omit<CheckIn, 'id'> {
  const isRunning = status === 'in_progress';
  const dateAdded = now - (duration ?? 0);
  return {
    guid: guid ?? randomUUID(),
    monitorId,
    environment,
    status,
    duration,
    traceId,
    config,
    dateAdded,
    dateUpdated: now,
    dateInProgress: isRunning ? now : null,
    expectedTime: nextCheckIn,
    timeoutAt: isRunning ? timeoutOf(config, dateAdded) : null,
  };
}

/** Returns a stored check-in with the changes that a client sends; null if it is final. */
function changedCheckIn(stored: CheckIn, { status, duration, traceId }: SentCheckIn, now: number): CheckIn | null {
  const elapsed = duration ?? Math.abs(now - stored.dateAdded);
  const changed = { ...stored, dateUpdated: now, traceId: traceId ?? stored.traceId };
  switch (stored.status) {
    case 'in_progress':
    case 'unknown':
      if (status !== 'in_progress') return { ...changed, status, duration: elapsed, timeoutAt: null };
      // The job says that it is still running, which moves its timeout.
      return { ...changed, status, timeoutAt: timeoutOf(stored.config, stored.dateAdded, now) };
    case 'timeout':
      return status === 'in_progress' || stored.duration !== null ? null : { ...changed, duration: elapsed };
    default:
      return null;
  }
}

/**
 * Returns the monitor of a check-in, with its configuration; undefined if there is none and the check-in has no valid
 * configuration for it.
 */
async function createOrUpdateMonitor(
  stores: Writers,
  { id: projectId, organizationId }: Pick<Project, 'id' | 'organizationId'>,
  existing: Monitor | undefined,
  { slug, config: sent }: SentCheckIn,
  now: number,
): Promise<Monitor | undefined> {
  const { monitors } = stores;
  if (sent === null) return existing;
  const parsed = parseMonitorConfig(sent, existing?.config ?? null, now);
  // An invalid configuration does not change an existing monitor.
  if ('errors' in parsed || existing?.isActive === false) return existing;
  const { config } = parsed;
  const owner = await findMonitorOwner(stores, organizationId, sent['owner']);
  if (existing === undefined) {
    if ((await monitors.count(projectId)) >= MAX_MONITORS) return undefined;
    const flags = { isActive: true, isMuted: false, isUpserting: true };
    const created = { projectId, organizationId, guid: randomUUID(), slug, name: slug, ...flags, config, owner };
    // Another check-in may create it at the same time.
    return (await monitors.insert({ ...created, dateCreated: now })) ?? monitors.findBySlug(projectId, slug);
  }
  const updated = { ...existing, config, isUpserting: true, owner: owner ?? existing.owner };
  if (isDeepStrictEqual(updated, existing)) return existing;
  await monitors.update(updated);
  if (!isDeepStrictEqual(config, existing.config)) await reschedule(stores, existing, updated, now);
  return updated;
}

async function lockOrAddEnvironment(
  { monitors }: Writers,
  monitor: Monitor,
  name: string,
  now: number,
): Promise<MonitorEnvironment | undefined> {
  const key = { projectId: monitor.projectId, monitorId: monitor.id, name };
  const existing = await monitors.lockEnvironment(key);
  if (existing !== undefined) return existing;
  if ((await monitors.countEnvironments(monitor)) >= MAX_MONITOR_ENVIRONMENTS) return undefined;
  await monitors.addEnvironment(key, now);
  return monitors.lockEnvironment(key);
}

/** Moves the next expected runs of a monitor, after its configuration or its state was changed. */
export async function reschedule({ monitors }: Writers, former: Monitor, monitor: Monitor, now: number): Promise<void> {
  for (const { name } of await monitors.listEnvironments([monitor])) {
    const environment = await monitors.lockEnvironment({ projectId: monitor.projectId, monitorId: monitor.id, name });
    if (environment !== undefined)
      await monitors.saveEnvironment(monitor.projectId, rescheduled(environment, former, monitor, now));
  }
}

const REASONS: Readonly<Record<string, string>> = {
  error: 'The job reported that it failed.',
  missed: 'The job did not start: no check-in came in time.',
  timeout: 'The job did not end in time.',
};

/** Returns the payload of the event of a failure. All failures in an environment belong to one issue. */
export function failurePayload(
  monitor: Monitor,
  { name: environment, lastOk }: MonitorEnvironment,
  { eventId, at, startedAt, status, traceId }: IncidentReport,
): JsonObject {
  const { guid, slug, name, config } = monitor;
  return {
    event_id: eventId,
    timestamp: at / 1_000,
    platform: 'other',
    level: 'error',
    environment,
    logentry: { formatted: `Monitor failure: ${name}` },
    fingerprint: ['monitor', guid, environment],
    tags: { 'monitor.id': guid, 'monitor.slug': slug, 'monitor.incident': new Date(startedAt).toISOString() },
    contexts: {
      monitor: {
        id: guid,
        slug,
        name,
        status,
        type: 'cron_job',
        environment,
        reason: REASONS[status] ?? '',
        last_success: lastOk === null ? 'Never' : new Date(lastOk).toISOString(),
        config: presentConfig(config),
      },
      ...(traceId !== null && { trace: { type: 'trace', trace_id: traceId } }),
    },
  };
}

/** Returns the owner that `user:MAIL`, `user:ID`, `team:SLUG` or `team:ID` names; null if there is none. */
export async function findMonitorOwner(
  { members, teams }: Pick<Readers, 'members' | 'teams'>,
  organizationId: string,
  owner: unknown,
): Promise<Assignee | null> {
  const [, kind, name = ''] = typeof owner === 'string' ? (/^(user|team):(.+)$/.exec(owner) ?? []) : [];
  if (kind === undefined) return null;
  const isId = /^[0-9]+$/.test(name);
  const type = kind === 'user' ? 'member' : 'team';
  const find = {
    member: () => (isId ? members.find(organizationId, name) : members.findByEmail(organizationId, name)),
    team: () => (isId ? teams.findById(organizationId, name) : teams.findBySlug(organizationId, name)),
  };
  const row = await find[type]();
  return row === undefined ? null : { type, id: row.id };
}
