import { readPage } from '../../domain/page';
import { type Query, readPageRequest } from '../operation';
import { findOrganization } from '../subjects';

/** Lists no repositories, for there is no way to connect one; clients then read commits from their own checkout. */
export const listRepositories: Query<'listRepositories'> = async (ask) => {
  await findOrganization(ask);
  return {
    async handle({ query }) {
      const page = await readPage(
        readPageRequest(query, []),
        async () => [],
        () => [],
      );
      return { status: 200, body: page.rows, page };
    },
  };
};
