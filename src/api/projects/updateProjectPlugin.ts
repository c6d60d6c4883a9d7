import { randomBytes } from 'node:crypto';
import { isPrivateHost } from '../../domain/addresses';
import { InvalidFields } from '../../domain/errors';
import { presentWebhookSettings } from '../../presenters/plugin';
import type { Command } from '../operation';
import { findPluginProject } from '../subjects';

const ADDRESS_FIRST = 'There is no address yet: name a url too.';

function urlFaults(url: string, allowsPrivate: boolean): string[] {
  if (!URL.canParse(url))
    return ['Not a URL such as https://hooks.example.com/culprit, without credentials and fragment.'];
  return !allowsPrivate && isPrivateHost(new URL(url).hostname)
    ? [
        'The host is in a private network, where webhooks may be only if the service runs with WEBHOOK_ALLOW_PRIVATE=on.',
      ]
    : [];
}

function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** Changes what the body names; the first address makes the secret. */
export const updateProjectPlugin: Command<'updateProjectPlugin'> = async (ask) => {
  const { write, publicUrl, alerts } = ask;
  const project = await findPluginProject(ask);
  return {
    async refuse({ url }) {
      const faults = url === undefined ? [] : urlFaults(url, alerts.allowsPrivateWebhooks);
      return faults.length === 0 ? {} : { url: faults };
    },

    async handle({ body }) {
      return write(async ({ webhooks }) => {
        const known = await webhooks.find(project.id);
        const { url = known?.url, enabled = known?.isEnabled ?? false, renewSecret } = body;
        if (url === undefined && enabled) throw new InvalidFields({ enabled: [ADDRESS_FIRST] });
        if (url === undefined && renewSecret) throw new InvalidFields({ renewSecret: [ADDRESS_FIRST] });
        const secret = known === undefined || renewSecret ? newSecret() : known.secret;
        const webhook =
          url === undefined ? undefined : await webhooks.save(project, { url, secret, isEnabled: enabled });
        return { status: 200, body: presentWebhookSettings(webhook, { publicUrl, showsSecrets: true }) };
      });
    },
  };
};
