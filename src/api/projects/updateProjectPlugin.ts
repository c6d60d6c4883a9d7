import { randomBytes } from 'node:crypto';
import { isPrivateHost } from '../../domain/addresses';
import { aboutProject } from '../../domain/audit';
import { InvalidFields } from '../../domain/errors';
import { presentWebhookSettings, WEBHOOKS } from '../../presenters/project';
import { operation } from '../operation';
import { findPluginProject } from '../subjects';

const URL_MISSING = 'There is no address yet: send a url too.';

/** Changes the settings that the body has. The secret is generated with the first address. */
export const updateProjectPlugin = operation('updateProjectPlugin', {
  subject: findPluginProject,

  async validate({ body: { url }, alerts }) {
    const errors = url === undefined ? [] : urlErrors(url, alerts.allowsPrivateWebhooks);
    return errors.length === 0 ? {} : { url: errors };
  },

  async handle({ project, body, write, audit, publicUrl, now }) {
    return write(async ({ alerts, webhooks, auditLog }) => {
      const current = await webhooks.find(project.id);
      const { url = current?.url, enabled = current?.isEnabled ?? false, renewSecret } = body;
      if (url === undefined && enabled) throw new InvalidFields({ enabled: [URL_MISSING] });
      if (url === undefined && renewSecret) throw new InvalidFields({ renewSecret: [URL_MISSING] });
      const secret = current === undefined || renewSecret ? generateSecret() : current.secret;
      const webhook = url === undefined ? undefined : await webhooks.save(project, { url, secret, isEnabled: enabled });
      const target = { id: WEBHOOKS, name: WEBHOOKS };
      const { secret: former, isEnabled } = current ?? {};
      const isChanged = {
        url: url !== current?.url,
        enabled: enabled !== (isEnabled ?? false),
        renewSecret: secret !== (former ?? secret),
      };
      const fields = Object.keys(isChanged).filter((name) => isChanged[name as keyof typeof isChanged]);
      if (fields.length > 0)
        await auditLog.insert(audit({ event: 'plugin.update', ...aboutProject(project), target, details: { fields } }));
      if (url !== current?.url) await alerts.resume({ projectId: project.id, queueId: null }, now);
      return { status: 200, body: presentWebhookSettings(webhook, { publicUrl, showsSecrets: true }) };
    });
  },
});

function urlErrors(url: string, allowsPrivate: boolean): string[] {
  if (!URL.canParse(url))
    return ['Not a URL such as https://hooks.example.com/culprit, without credentials and fragment.'];
  if (allowsPrivate || !isPrivateHost(new URL(url).hostname)) return [];
  return [
    'The host is in a private network, where webhooks may be only if the service runs with WEBHOOK_ALLOW_PRIVATE=on.',
  ];
}

function generateSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
