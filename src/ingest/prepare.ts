import type { Event, EventSummary, Grouping } from '../domain/event';
import type { ProjectSettings } from '../domain/settings';
import { describeEvent } from './describe';
import { GROUPING_CONFIGS, groupEvent, type GroupingWay } from './fingerprint';
import { findRule } from './grouping/applyRules';
import { markFrames } from './grouping/enhance';
import { fillVariables, variablesOf } from './grouping/variables';
import { isMinified } from './minified';
import { scrubEvent } from './scrub';
import { contextsFromRequest } from './userAgent';

/** What an event's own content tells, by the rules of its project. */
export interface Derivation {
  /** The event, its frames marked as the project's stack trace rules say. */
  readonly event: Event;
  readonly summary: EventSummary;
  readonly grouping: Grouping;
  /** By the algorithm that grouped earlier events, while the project remembers it and it says otherwise; else null. */
  readonly secondaryHash: string | null;
  readonly isMinified: boolean;
}

/** The settings that decide which issue an event belongs to. */
export type GroupingSettings = Pick<
  ProjectSettings,
  | 'groupingConfig'
  | 'groupingEnhancements'
  | 'fingerprintingRules'
  | 'secondaryGroupingConfig'
  | 'secondaryGroupingExpiry'
>;

/** The first half of preparing an event, once it is normalised: complete, and without secrets (decisions.md §4). Source maps are applied to this. */
export function cleanEvent(event: Event, settings: ProjectSettings): Event {
  const environment = event.environment ?? (settings.defaultEnvironment || null);
  return scrubEvent({ ...event, environment, contexts: contextsFromRequest(event) }, settings);
}

/**
 * The second half: what lists and issues need of it, from the frames as they are by then. A rule of the project that fits takes the
 * place of the client's fingerprint, and may name the event.
 */
export function deriveFrom(resolved: Event, settings: GroupingSettings): Derivation {
  const { event, framesOf } = markFrames(resolved, settings.groupingEnhancements);
  const described = describeEvent(event);
  const rule = findRule(event, described, settings.fingerprintingRules);
  const way: GroupingWay = { config: settings.groupingConfig, framesOf, parts: rule?.parts };
  const grouping = groupEvent(event, described, way);
  return {
    event,
    summary: rule === undefined || rule.title === null ? described : withTitle(event, described, rule.title),
    grouping,
    secondaryHash: remembers(settings, event)
      ? otherHash(grouping, groupEvent(event, described, { ...way, config: settings.secondaryGroupingConfig }))
      : null,
    isMinified: isMinified(event),
  };
}

const MAX_TITLE = 256;

/** Variables stand for themselves, but for the default key, which would be no title. */
function withTitle(event: Event, summary: EventSummary, text: string): EventSummary {
  const title = fillVariables(text, variablesOf(event, summary, ''))
    .trim()
    .slice(0, MAX_TITLE);
  return title === '' ? summary : { ...summary, title, metadata: { ...summary.metadata, title } };
}

function remembers(
  { groupingConfig, secondaryGroupingConfig, secondaryGroupingExpiry }: GroupingSettings,
  { received }: Event,
): boolean {
  return (
    secondaryGroupingConfig !== groupingConfig &&
    GROUPING_CONFIGS.includes(secondaryGroupingConfig) &&
    received < 1000 * secondaryGroupingExpiry
  );
}

function otherHash({ hash }: Grouping, secondary: Grouping): string | null {
  return secondary.hash === hash ? null : secondary.hash;
}
