import { canWriteProject } from '../../domain/access';
import { presentWebhookSettings } from '../../presenters/project';
import { operation } from '../operation';
import { findPluginProject } from '../subjects';

/** Returns the plugin with its settings and the state of its deliveries. */
export const getProjectPlugin = operation('getProjectPlugin', {
  subject: findPluginProject,

  async handle({ project, read, caller, publicUrl }) {
    const webhook = await read(({ webhooks }) => webhooks.find(project.id));
    const showsSecrets = canWriteProject(caller);
    return { status: 200, body: presentWebhookSettings(webhook, { publicUrl, showsSecrets }) };
  },
});
