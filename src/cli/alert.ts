import { type Delivery, digestDueAt, shownState } from '../domain/alert';
import { type CommandContext, type OutputRow, findOrganization, findProject, isoTime } from './command';
import { openForCommand, testProjectWebhook } from '../administration';
import { readConfig } from '../config';

const MAX_DELIVERIES = 1000;

/**
 * Lists the alerts that wait for a mail, then the newest deliveries of an organization or a project.
 * @throws Error if a name is unknown
 */
export async function listAlerts(
  { stores, now }: CommandContext,
  options: { organization: string; project?: string },
): Promise<OutputRow[]> {
  const organization = await findOrganization(stores, options.organization);
  const project = options.project === undefined ? null : await findProject(stores, organization, options.project);
  const waiting = (await stores.alerts.findPending('mail', now)).filter(({ project: { id, organizationId } }) =>
    project === null ? organizationId === organization.id : id === project.id,
  );
  const gathering = waiting.map(({ project: { slug, settings }, first, last }) => ({
    project: slug,
    channel: 'mail',
    recipient: null,
    state: 'gathering',
    alerts: null,
    attempts: 0,
    dateCreated: isoTime(first),
    nextAttempt: isoTime(digestDueAt({ first, last }, settings)),
    lastError: null,
  }));
  const deliveries = await stores.alerts.list(organization.id, project?.id ?? null, {
    cursor: null,
    size: MAX_DELIVERIES,
  });
  return [...gathering, ...deliveries.rows.map(presentDelivery)];
}

function presentDelivery(delivery: Delivery & { project: string; email: string | null }): OutputRow {
  const { project, channel, email, alertCount, attempts, dateCreated, dueAt, error, state } = delivery;
  return {
    project,
    channel,
    recipient: email,
    state: shownState(delivery),
    alerts: alertCount,
    attempts,
    dateCreated: isoTime(dateCreated),
    nextAttempt: state === 'waiting' ? isoTime(dueAt) : null,
    lastError: error,
  };
}

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
