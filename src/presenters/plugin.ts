import type { components } from '../../generated/api';
import type { Webhook } from '../domain/alert';
import { presentTimeOrNull } from './format';

/** The id of the only plugin. */
export const WEBHOOKS = 'webhooks';

/** Presents the `webhooks` plugin of a project with the state of its deliveries. */
export function presentWebhooks(webhook: Webhook | undefined, publicUrl: string): components['schemas']['Plugin'] {
  const docs = `${publicUrl}/docs`;
  return {
    id: WEBHOOKS,
    name: 'Webhooks',
    slug: WEBHOOKS,
    shortName: 'Webhooks',
    type: 'notification',
    canDisable: true,
    isTestable: true,
    hasConfiguration: true,
    enabled: webhook?.isEnabled ?? false,
    isDeprecated: false,
    isHidden: false,
    metadata: {
      lastSent: presentTimeOrNull(webhook?.lastSent),
      failingSince: presentTimeOrNull(webhook?.failingSince),
      error: webhook?.error ?? null,
      failures: webhook?.failures ?? 0,
      circuit: webhook?.resumeAt ? 'open' : 'closed',
      nextAttempt: presentTimeOrNull(webhook?.resumeAt),
    },
    contexts: [],
    assets: [],
    status: webhookStatus(webhook),
    doc: '',
    firstPartyAlternative: null,
    deprecationDate: null,
    altIsSentryApp: null,
    version: '1',
    author: { name: 'Culprit', url: docs },
    description: 'Posts new issues and regressions of the project, signed, to your URL.',
    features: ['alert-rule'],
    featureDescriptions: [
      { description: 'Post each new issue and each regression as JSON.', featureGate: 'alert-rule' },
    ],
    resourceLinks: [{ title: 'Alerts', url: docs }],
  };
}

/** Presents the plugin with its settings, which are empty for callers that may not write (openapi/DECISIONS.md D22). */
export function presentWebhookSettings(
  webhook: Webhook | undefined,
  { publicUrl, showsSecrets }: { publicUrl: string; showsSecrets: boolean },
): components['schemas']['ProjectPlugin'] {
  const { url = '', secret = '' } = (showsSecrets && webhook) || {};
  return { ...presentWebhooks(webhook, publicUrl), config: { url, secret } };
}

function webhookStatus(webhook: Webhook | undefined): string {
  if (!webhook?.isEnabled) return 'disabled';
  return webhook.failingSince === null ? 'active' : 'failing';
}
