import { aboutProject } from '../../domain/audit';
import { InvalidFields } from '../../domain/errors';
import { presentWebhookSettings, WEBHOOKS } from '../../presenters/project';
import { operation } from '../operation';
import { findPluginProject } from '../subjects';
import { newWebhookSecret, webhookUrlErrors } from '../alerts/alertRule';

const URL_MISSING = 'There is no address yet: send a url too.';

/** Changes the settings that the body has. The secret is generated with the first address. */
export const updateProjectPlugin = operation('updateProjectPlugin', {
  subject: findPluginProject,

  async validate({ body: { url }, alerts }) {
    const errors = url === undefined ? [] : webhookUrlErrors(url, alerts.allowsPrivateWebhooks);
    return errors.length === 0 ? {} : { url: errors };
  },

  async handle({ project, body, write, audit, publicUrl, now }) {
    return write(async ({ alerts, webhooks, auditLog }) => {
      const current = await webhooks.find(project.id);
      const { url = current?.url, enabled = current?.isEnabled ?? false, renewSecret } = body;
      if (url === undefined && enabled) throw new InvalidFields({ enabled: [URL_MISSING] });
      if (url === undefined && renewSecret) throw new InvalidFields({ renewSecret: [URL_MISSING] });
      const secret = current === undefined || renewSecret ? newWebhookSecret() : current.secret;
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
      if (url !== current?.url) await alerts.resume({ projectId: project.id, channel: 'webhook', queueId: null }, now);
      return { status: 200, body: presentWebhookSettings(webhook, { publicUrl, showsSecrets: true }) };
    });
  },
});
