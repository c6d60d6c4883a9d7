import { canWriteProject } from '../../domain/access';
import { presentWebhookSettings } from '../../presenters/plugin';
import type { Query } from '../operation';
import { findPluginProject } from '../subjects';

/** Answers the plugin with its settings and how its deliveries go. */
export const getProjectPlugin: Query<'getProjectPlugin'> = async (ask) => {
  const { caller, read, publicUrl } = ask;
  const project = await findPluginProject(ask);
  return {
    async handle() {
      const webhook = await read(({ webhooks }) => webhooks.find(project.id));
      return {
        status: 200,
        body: presentWebhookSettings(webhook, { publicUrl, showsSecrets: canWriteProject(caller) }),
      };
    },
  };
};
