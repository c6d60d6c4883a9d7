import { aboutProject } from '../../domain/audit';
import { InvalidFields } from '../../domain/errors';
import { WEBHOOKS } from '../../presenters/project';
import { operation } from '../operation';
import { findPluginProject } from '../subjects';

const NO_URL = 'There is no address yet: set a url with PUT first.';

/** Sends a test alert to the webhook, even while it is disabled. A confirmed test closes the circuit. */
export const testProjectPlugin = operation('testProjectPlugin', {
  subject: findPluginProject,

  async handle({ organization, project, body, read, write, audit, now, alerts }) {
    const webhook = await read(({ webhooks }) => webhooks.find(project.id));
    if (webhook === undefined) throw new InvalidFields({ test: [NO_URL] });
    const { error, durationMs } = await alerts.testWebhook({ webhook, organization, project, now });
    const delivered = body.test && error === null;
    const target = { id: WEBHOOKS, name: WEBHOOKS };
    await write(async (stores) => {
      if (error === null) await alerts.recordWebhookResult(stores, project, { now, error });
      const about = { event: 'plugin.test', ...aboutProject(project), target, details: { delivered } } as const;
      await stores.auditLog.insert(audit(about));
    });
    return { status: 200, body: { delivered, detail: error ?? 'The webhook confirmed the test alert.', durationMs } };
  },
});
