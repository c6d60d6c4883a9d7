import type { AlertRule } from '../domain/alertRule';
import type { Organization } from '../domain/organization';
import type { Project } from '../domain/project';
import { issuePermalink } from '../presenters/issue';
import type { AlertContent, AlertDetails, AlertIssue } from './channel';

/** The test of a rule, or of the webhook of a project. */
interface AlertTest {
  /** Null for the webhook of the project. */
  readonly rule: AlertRule | null;
  readonly organization: Organization;
  readonly project: Project;
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
}

/**
 * Composes an alert about an issue that does not exist, so that a receiver can be tested with all fields of a real one.
 * @param eventId the id of the event that the alert names
 */
export function testAlertContent(
  { rule, organization, project, now }: AlertTest,
  publicUrl: string,
  eventId: string,
): AlertContent {
  const issue: AlertIssue = {
    id: '0',
    title: 'Test alert of Culprit',
    culprit: null,
    platform: project.platform ?? 'other',
    level: 'info',
    firstSeen: now,
    lastSeen: now,
    timesSeen: 1,
    userCount: 0,
  };
  const alert: AlertDetails = {
    reason: 'new',
    what: 'Test alert',
    issue,
    shortId: `${project.slug.toUpperCase()}-0`,
    url: issuePermalink({ publicUrl, organization }, issue),
    eventId,
    tags: [{ key: 'level', value: 'info' }],
  };
  return { organization, project, rule, alerts: [alert], more: 0, publicUrl };
}
