import { openForCommand, testProjectWebhook } from '../administration';
import { readConfig } from '../config';
import { findOrganization, findProject, type OutputRow } from './command';

/**
 * Sends a test alert to the webhook of a project. No transaction is open while the command waits for the reply.
 * @throws Error if the project has no webhook, or if the alert is not confirmed
 */
export async function testWebhook(options: { organization: string; project: string }): Promise<OutputRow> {
  const config = readConfig(process.env);
  const database = await openForCommand(config, false);
  try {
    const subject = await database.read(async (stores) => {
      const organization = await findOrganization(stores, options.organization);
      return { organization, project: await findProject(stores, organization, options.project) };
    });
    const { error, durationMs } = await testProjectWebhook(config, database, subject);
    if (error !== null) throw new Error(error);
    return { delivered: true, detail: 'The webhook confirmed the test alert.', durationMs };
  } finally {
    await database.close();
  }
}
