import { mayWriteProject } from '../../domain/access';
import { presentWebhookSettings } from '../../views/plugin';
import { findPluginOwner } from '../find';
import type { Query } from '../operation';

/** Answers the plugin with its settings and how its deliveries go. */
export const getProjectPlugin: Query<'getProjectPlugin'> = async (ask) => {
  const { caller, read, publicUrl } = ask;
  const project = await findPluginOwner(ask);
  return {
    async handle() {
      const webhook = await read(({ webhooks }) => webhooks.find(project.id));
      return {
        status: 200,
        body: presentWebhookSettings(webhook, { publicUrl, showsSecrets: mayWriteProject(caller) }),
      };
    },
  };
};
