import type { components } from '../../generated/api';
import type { Delivery } from '../domain/alert';
import type { AlertContent } from './content';

/** What a webhook is told of one alert. */
export function presentAlert(
  { digest, dateCreated }: Delivery,
  content: AlertContent,
): components['schemas']['WebhookAlert'] {
  const {
    organization,
    project,
    alerts: [alert],
  } = content;
  const { issue } = alert;
  return {
    id: digest,
    type: alert.reason === 'new' ? 'issue.new' : 'issue.regression',
    timestamp: new Date(dateCreated).toISOString(),
    organization: { id: organization.id, slug: organization.slug, name: organization.name },
    project: { id: project.id, slug: project.slug, name: project.name },
    issue: {
      ...{ id: issue.id, shortId: alert.shortId, title: issue.title, culprit: issue.culprit },
      ...{ level: issue.level, platform: issue.platform, url: alert.url },
      firstSeen: new Date(issue.firstSeen).toISOString(),
      lastSeen: new Date(issue.lastSeen).toISOString(),
      timesSeen: issue.timesSeen,
    },
    event: {
      id: alert.eventId,
      tags: alert.tags.map(({ key, value }) => ({ key, value })),
    },
  };
}
