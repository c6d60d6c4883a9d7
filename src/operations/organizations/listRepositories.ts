import { readPage } from '../../domain/page';
import { findOrganization } from '../find';
import type { Query } from '../operation';
import { pageRequest } from '../page';

/** Lists no repositories, for there is no way to connect one; clients then read commits from their own checkout. */
export const listRepositories: Query<'listRepositories'> = async (ask) => {
  await findOrganization(ask);
  return {
    async handle({ query }) {
      const page = await readPage(
        pageRequest(query, []),
        async () => [],
        () => [],
      );
      return { status: 200, body: page.rows, page };
    },
  };
};
