import { digestDueAt, type Delivery } from '../domain/alert';
import { findOrganization, findProject } from './find';
import type { Session } from './session';

const LISTED = 1000;

/** ISO 8601 in UTC, or null. */
function moment(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}

function stateOf({ state, error }: Delivery): string {
  return state === 'waiting' && error !== null ? 'failing' : state;
}

/** What waits to be told of an organization's issues, and how deliveries went, the newest first. @throws Error with one sentence */
export async function listAlerts(
  { stores }: Session,
  options: { organization: string; project?: string },
): Promise<Record<string, unknown>[]> {
  const organization = await findOrganization(stores, options.organization);
  const project = options.project === undefined ? null : await findProject(stores, organization, options.project);
  const waiting = (await stores.alerts.waiting('mail')).filter(({ project: { id, organizationId } }) =>
    project === null ? organizationId === organization.id : id === project.id,
  );
  const gathering = waiting.map(({ project: { slug, settings }, first, last }) => ({
    ...{ project: slug, channel: 'mail', recipient: null, state: 'gathering', alerts: null, attempts: 0 },
    ...{ dateCreated: moment(first), nextAttempt: moment(digestDueAt({ first, last }, settings)), lastError: null },
  }));
  const deliveries = await stores.alerts.list(organization.id, project?.id ?? null, LISTED);
  return [...gathering, ...deliveries.map(present)];
}

function present(delivery: Delivery & { project: string; email: string | null }): Record<string, unknown> {
  const { project, channel, email, alertCount, attempts, dateCreated, dueAt, error, state } = delivery;
  return {
    ...{ project, channel, recipient: email, state: stateOf(delivery), alerts: alertCount, attempts },
    ...{ dateCreated: moment(dateCreated), nextAttempt: state === 'waiting' ? moment(dueAt) : null, lastError: error },
  };
}
