/** Makes what the demo sends beside events: sessions, check-ins of jobs, feedback. */
import type { Json, Random } from '../support/payloads';
import { MONITORS, type PlannedFeedback, type PlannedMonitor, type ProjectName, SESSIONS, valueAt } from './tables';

const HOUR = 3_600_000;
/** Maximum number of sessions in an envelope that the service takes. */
const MAX_SESSIONS = 100;

/** An envelope for a project. */
export interface PlannedEnvelope {
  readonly project: ProjectName;
  readonly body: string;
}

/** An hour of the fortnight. Times are in milliseconds since 1970, UTC. */
export interface Hour {
  readonly begin: number;
  /** Days since the fortnight began. */
  readonly day: number;
  /** The activity of users, on average 1. */
  readonly activity: number;
  /** Returns the version that a user of a project has at a time, or undefined if there is none yet. */
  releaseAt(project: ProjectName, time: number): string | undefined;
}

/** Returns the sessions that begin in an hour, and the runs of the jobs that are due in it. */
export function healthEnvelopes(hour: Hour, random: Random): PlannedEnvelope[] {
  const sessions = SESSIONS.map(([project, planned]) => ({
    project,
    items: sessionsOf(project, planned, hour, random),
  }));
  const runs = MONITORS.map((monitor) => ({ project: monitor.project, items: runsOf(monitor, hour, random) }));
  return [...sessions, ...runs].flatMap(({ project, items }) =>
    items.length === 0 ? [] : [{ project, body: ['{}', ...items.slice(0, 2 * MAX_SESSIONS)].join('\n') }],
  );
}

/** Returns the envelope of what a user writes about an event, or without one. */
export function feedbackEnvelope({ by, text }: PlannedFeedback, event: string | undefined, random: Random): string {
  const feedback = {
    message: text,
    name: by,
    contact_email: `${by.toLowerCase()}@mail.example`,
    ...(event !== undefined && { associated_event_id: event }),
  };
  const head = JSON.stringify({ event_id: random.hex(32) });
  return [head, '{"type":"feedback"}', JSON.stringify({ contexts: { feedback } })].join('\n');
}

function sessionsOf(
  project: ProjectName,
  { perHour, crashes }: (typeof SESSIONS)[number][1],
  hour: Hour,
  random: Random,
): string[] {
  const count = Math.floor(perHour * hour.activity + random.next());
  const crashing = valueAt(crashes, hour.day) ?? 0;
  return Array.from({ length: count }, () => {
    const time = hour.begin + random.below(HOUR);
    const release = hour.releaseAt(project, time);
    if (release === undefined) return [];
    const number = random.below(1000);
    const status = number < crashing ? 'crashed' : 'exited';
    const session = {
      sid: random.hex(32),
      did: `reader-${random.below(600)}`,
      init: true,
      started: new Date(time).toISOString(),
      status,
      // Of the sessions that do not crash, one of forty has an error.
      errors: status === 'crashed' || number > 975 ? 1 : 0,
      duration: 30 + random.below(900),
      attrs: { release, environment: 'production' },
    };
    return ['{"type":"session"}', JSON.stringify(session)];
  }).flat();
}

function runsOf(
  { slug, schedule, everyHours, firstHour, seconds, failures }: PlannedMonitor,
  hour: Hour,
  random: Random,
) {
  const every = everyHours * HOUR;
  const first = firstHour * HOUR;
  const due = Math.ceil((hour.begin - first) / every) * every + first;
  if (due >= hour.begin + HOUR) return [];
  const [from, to] = seconds;
  const duration = from + random.below(to - from);
  const item = (fields: Json) => [
    '{"type":"check_in"}',
    JSON.stringify({ monitor_slug: slug, environment: 'production', ...fields }),
  ];
  const id = random.hex(32);
  const config = { schedule, checkin_margin: 70, max_runtime: 30, timezone: 'UTC' };
  return [
    ...item({ check_in_id: id, status: 'in_progress', monitor_config: config }),
    ...item({ check_in_id: id, status: random.below(1000) < failures ? 'error' : 'ok', duration }),
  ];
}
