import type { Event, EventSummary, Grouping } from '../domain/event';
import type { ProjectSettings } from '../domain/settings';
import { describeEvent } from './describe';
import { groupEvent } from './fingerprint';
import { isMinified } from './minified';
import { scrubEvent } from './scrub';
import { contextsFromRequest } from './userAgent';

/** What an event's own content tells. */
export interface Derivation {
  readonly summary: EventSummary;
  readonly grouping: Grouping;
  readonly isMinified: boolean;
}

/** The first half of preparing an event, once it is normalised: complete, and without secrets (decisions.md §4). Source maps are applied to this. */
export function cleanEvent(event: Event, settings: ProjectSettings): Event {
  const environment = event.environment ?? (settings.defaultEnvironment || null);
  return scrubEvent({ ...event, environment, contexts: contextsFromRequest(event) }, settings);
}

/** The second half: what lists and issues need of it, from the frames as they are by then. */
export function deriveFrom(event: Event, settings: Pick<ProjectSettings, 'groupingConfig'>): Derivation {
  const summary = describeEvent(event);
  return { summary, grouping: groupEvent(event, summary, settings.groupingConfig), isMinified: isMinified(event) };
}
