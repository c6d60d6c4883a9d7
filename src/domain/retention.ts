import type { OrganizationSettings } from './organization';
import type { ProjectSettings } from './project';
import { DAY_MS } from './time';

/** Days for which the data of a project is kept. 0 in a member keeps it forever. */
export interface Retention {
  /** Days after which events, and the data that is kept for them, are deleted. */
  readonly days: number;
  /** Number of events of the project beyond which the oldest are deleted. */
  readonly events: number;
}

/** Returns the retention of a project: its own, or else the retention of its organization. */
export function retentionOf(
  organization: Pick<OrganizationSettings, 'retentionDays' | 'retentionEvents'>,
  project: Pick<ProjectSettings, 'retentionDays' | 'retentionEvents'>,
): Retention {
  return {
    days: project.retentionDays ?? organization.retentionDays,
    events: project.retentionEvents ?? organization.retentionEvents,
  };
}

/** Returns the time before which data expires; null if it never does. Milliseconds since 1970, UTC. */
export function expiryTime(days: number, now: number): number | null {
  return days === 0 ? null : now - days * DAY_MS;
}

/** Counts of the events of issues are deleted after this many days. */
export const COUNT_RETENTION_DAYS = 90;
