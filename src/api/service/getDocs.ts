import { Unavailable } from '../../domain/errors';
import type { Open } from '../operation';

/** How long a caller may wait before asking again for a page that somebody must build first, in seconds. */
const RETRY_AFTER = 60;

/** Hands out the documentation page. */
export const getDocs: Open<'getDocs'> = async ({ docs }) => ({
  async handle() {
    if (docs === null) {
      throw new Unavailable(
        'The documentation page is not built; run `npm run docs` and start the service again.',
        RETRY_AFTER,
      );
    }
    return { status: 200, html: docs };
  },
});
