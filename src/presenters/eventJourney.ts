import type { components } from '../../generated/api';
import type { Event, EventBody, RemarkTree } from '../domain/event';
import { EVENT_FIELDS, type RemarkedName } from '../domain/eventFields';
import { formatShortId, type Issue } from '../domain/issue';
import { type DroppedEvent, type EventOrigin, outcomeOf, readOrigin } from '../domain/outcome';
import type { Project, ProjectKey } from '../domain/project';
import { copyRateLimit } from '../domain/rateLimit';
import { type NamedDelivery, presentAlertDelivery } from './alert';
import { presentSdk } from './event';
import { presentTime } from './format';

type Journey = components['schemas']['EventJourney'];
type Change = components['schemas']['EventChange'];
type Drop = components['schemas']['EventDrop'];
type Clock = components['schemas']['EventClockCorrection'];

/** Values from other tables with which the journey of an event is presented. */
interface JourneyFacts {
  readonly project: Pick<Project, 'id' | 'slug' | 'settings'>;
  /** The key with which it was sent, if it still exists. */
  readonly key: ProjectKey | undefined;
  /** The last attempt to send it that stored nothing. */
  readonly dropped: DroppedEvent | undefined;
}

/** Values from other tables with which the journey of a stored event is presented. */
export interface StoredFacts extends JourneyFacts {
  readonly issue: Pick<Issue, 'id' | 'number'>;
  /** Number of issues that were merged into its issue. */
  readonly mergedIssues: number;
  readonly deliveries: readonly NamedDelivery[];
  readonly pendingAlerts: number;
}

/** Presents the journey of an event that is stored. */
export function presentStoredJourney({ event, grouping, via }: EventBody, facts: StoredFacts): Journey {
  const { project, key, issue, mergedIssues, deliveries, pendingAlerts, dropped } = facts;
  return {
    eventID: event.eventId,
    status: 'stored',
    dateReceived: presentTime(event.received),
    source: { ...presentOrigin(readOrigin(via), key), sdk: presentSdk(event.sdk) },
    clock: presentClock(event),
    changes: presentChanges(event, project.settings.relayPiiConfig),
    grouping: {
      hash: grouping.hash,
      fingerprint: fingerprintSource(event, grouping),
      issue: { id: issue.id, shortId: formatShortId(project.slug, issue.number) },
      mergedIssues,
    },
    counted: presentCounted(event),
    pendingAlerts,
    deliveries: deliveries.map(presentAlertDelivery),
    drop: dropped === undefined ? null : presentDrop(dropped),
  };
}

/** Presents the journey of an event that was sent and is not stored. */
export function presentDroppedJourney(dropped: DroppedEvent, key: ProjectKey | undefined): Journey {
  const { eventId, received, reason, category } = dropped;
  return {
    eventID: eventId,
    status: 'dropped',
    dateReceived: presentTime(received),
    source: { ...presentOrigin(dropped, key), sdk: null },
    clock: null,
    changes: [],
    grouping: null,
    counted: reason === 'duplicate' ? null : { outcome: outcomeOf(reason).outcome, reason, category },
    pendingAlerts: 0,
    deliveries: [],
    drop: presentDrop(dropped),
  };
}

function presentOrigin({ keyStart, addressClass }: EventOrigin, key: ProjectKey | undefined) {
  const source = keyStart && { start: keyStart, name: key?.name ?? null, isActive: key?.isActive ?? null };
  return { key: source || null, network: addressClass };
}

const REPLACED_TIMES: readonly string[] = ['future_timestamp', 'past_timestamp'] satisfies Clock['cause'][];

/** Presents the correction of the time, by the errors of the event. A client may report such errors too. */
function presentClock({ errors, received, timestamp }: Event): Clock | null {
  const ofTime = errors.filter(({ name }) => name === 'timestamp');
  const replaced = ofTime.find(({ type }) => REPLACED_TIMES.includes(type));
  if (replaced !== undefined && timestamp === received)
    return { cause: replaced.type as Clock['cause'], milliseconds: differenceTo(received, replaced.value) };
  if (ofTime.some(({ type }) => type === 'invalid_data')) return { cause: 'invalid_timestamp', milliseconds: null };
  const drift = ofTime.find(({ type }) => type === 'clock_drift')?.value as { sdk_time?: unknown } | null | undefined;
  const milliseconds = differenceTo(received, drift?.sdk_time);
  return milliseconds === null ? null : { cause: 'clock_drift', milliseconds };
}

/** Returns the milliseconds from a time in ISO 8601 to another one; null if it is no time. */
function differenceTo(time: number, text: unknown): number | null {
  const from = typeof text === 'string' ? Date.parse(text) : NaN;
  return Number.isNaN(from) ? null : time - from;
}

/** Rules of the built-in scrubbing → the setting that turns it on. */
const BUILT_IN_RULES: Readonly<Record<string, Change['setting']>> = {
  '@password:filter': 'dataScrubber',
  '@common:filter': 'dataScrubber',
  '@ip:replace': 'scrubIPAddresses',
  '@ip:filter': 'scrubIPAddresses',
};
const LIMIT = '!limit';
const ACTIONS: Readonly<Record<string, Change['action']>> = { x: 'removed', s: 'replaced', m: 'masked', p: 'hashed' };
const MAX_PATHS = 20;

/** Presents the remarks on an event by their rule and the kind of change. */
function presentChanges({ remarks }: Event, relayPiiConfig: string | null): Change[] {
  const changes = new Map<string, Change>();
  const add = (rule: string, kind: string, path: readonly string[]) => {
    const action = rule === LIMIT ? 'shortened' : (ACTIONS[kind] ?? 'other');
    const setting = settingOf(rule, relayPiiConfig);
    const change = changes.get(`${action} ${rule}`) ?? { rule, setting, action, count: 0, paths: [] };
    changes.set(`${action} ${rule}`, change);
    const joined = path.join('.');
    // Another part of the same text.
    if (change.paths.at(-1) === joined) return;
    change.count += 1;
    if (change.paths.length < MAX_PATHS) change.paths.push(joined);
  };
  const walk = ({ own, members = {} }: RemarkTree, path: readonly string[]): void => {
    const kinds = new Set<string>();
    for (const [rule, kind] of own?.rem ?? []) {
      if (!kinds.has(`${kind} ${rule}`)) add(rule, kind, path);
      kinds.add(`${kind} ${rule}`);
    }
    for (const [name, member] of Object.entries(members)) walk(member, [...path, name]);
  };
  for (const [field, tree] of Object.entries(remarks?.members ?? {})) walk(tree, [payloadName(field)]);
  return [...changes.values()];
}

function settingOf(rule: string, relayPiiConfig: string | null): Change['setting'] {
  if (rule === LIMIT) return null;
  const isOfConfig = rule.startsWith('@pii') || (relayPiiConfig?.includes(JSON.stringify(rule)) ?? false);
  return isOfConfig ? 'relayPiiConfig' : (Object.hasOwn(BUILT_IN_RULES, rule) && BUILT_IN_RULES[rule]) || null;
}

function payloadName(field: string): string {
  return EVENT_FIELDS[field as RemarkedName].payload;
}

/** The fingerprint with which clients request the default grouping. */
const DEFAULT_FINGERPRINT = /^\{\{\s*default\s*\}\}$/;

function fingerprintSource(
  { fingerprint }: Event,
  { rule }: EventBody['grouping'],
): components['schemas']['EventJourneyGrouping']['fingerprint'] {
  if (rule === 1) return 'rule';
  const isDefault = fingerprint === null || fingerprint.every((part) => DEFAULT_FINGERPRINT.test(part));
  return isDefault ? 'default' : 'client';
}

/** Presents the outcome of a stored event; null for events of monitors, which the service itself creates. */
function presentCounted({ type }: Event): Journey['counted'] {
  if (type === 'cron') return null;
  const category = type === 'feedback' ? 'feedback' : type === 'csp' ? 'security' : 'error';
  return { outcome: 'accepted', reason: null, category };
}

/** The setting that drops an event for a reason, and the reason in a sentence. */
const REASONS: Readonly<Record<DroppedEvent['reason'], readonly [Drop['setting'], string]>> = {
  cors: ['allowedDomains', 'The page that sent it is on a domain that the project does not allow.'],
  'ip-address': ['filters:blacklisted_ips', 'It came from an address that the project filters.'],
  'release-version': ['filters:releases', 'It is of a release that the project filters.'],
  'error-message': ['filters:error_messages', 'Its message matches a pattern that the project filters.'],
  'react-hydration-errors': [
    'filters:react-hydration-errors',
    'It is an error of hydration, which the project filters.',
  ],
  'chunk-load-error': ['filters:chunk-load-error', 'It is an error of loading a chunk, which the project filters.'],
  'invalid-csp': ['svc:csp_ignored_sources', 'It reports a source that the project ignores.'],
  'spike-protection': [
    'spikeProtectionDisabled',
    'The project sent far more events than before; spike protection refused it.',
  ],
  key_quota: ['rateLimit', 'The rate limit of the key was exhausted.'],
  project_quota: ['rateLimit', 'The rate limit of the project was exhausted.'],
  org_quota: ['rateLimit', 'The rate limit of the organization was exhausted.'],
  'new-issues': [null, 'It would have opened one more issue than a project may in an hour.'],
  feature_disabled: [null, 'It is of a type that is not stored.'],
  too_large: [null, 'It is too large.'],
  invalid_envelope: [null, 'The envelope around it cannot be read.'],
  invalid_compression: [null, 'Its body cannot be decompressed.'],
  invalid_json: [null, 'Its content is not the JSON of an event.'],
  internal: [null, 'The service could not store it at the time.'],
  duplicate: [null, 'It was sent again after it was stored.'],
};

function presentDrop({ reason, limit, received, attempts }: DroppedEvent): Drop {
  const [setting, explanation] = REASONS[reason];
  return {
    reason,
    explanation,
    setting,
    limit: copyRateLimit(limit),
    dateReceived: presentTime(received),
    attempts,
  };
}
