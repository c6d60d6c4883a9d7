import { readPage } from '../../domain/page';
import { operation } from '../operation';
import { findOrganization } from '../subjects';

/** Returns an empty list: repositories cannot be connected. Clients then read commits from their own checkout. */
export const listRepositories = operation('listRepositories', {
  subject: findOrganization,

  async handle({ page }) {
    const repositories = await readPage<never>(
      page,
      async () => [],
      () => [],
    );
    return { status: 200, body: repositories.rows, links: repositories };
  },
});
