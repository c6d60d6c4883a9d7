import { NotFound } from '../../domain/errors';
import { presentAlertDelivery } from '../../presenters/alert';
import { operation } from '../operation';
import { findOrganization, findProjects } from '../subjects';

/**
 * Lists the mails and the requests to webhooks about issues of an organization, or of one of its projects, newest
 * first.
 */
export const listAlertDeliveries = operation('listAlertDeliveries', {
  subject: findOrganization,

  async handle({ organization, query, page, read }) {
    return read(async (stores) => {
      const { projects, errors } = await findProjects(
        stores,
        organization.id,
        query.project === undefined ? [] : [query.project],
      );
      if (errors.length > 0) throw new NotFound();
      const deliveries = await stores.alerts.list(organization.id, projects[0]?.id ?? null, page);
      return { status: 200, body: deliveries.rows.map(presentAlertDelivery), links: deliveries };
    });
  },
});
