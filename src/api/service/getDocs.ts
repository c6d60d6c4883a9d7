import { Unavailable } from '../../domain/errors';
import { publicOperation } from '../operation';

/** Seconds after which a caller may try again: somebody must build the page first. */
const RETRY_AFTER = 60;

/** Returns the documentation page. */
export const getDocs = publicOperation('getDocs', {
  async handle({ docs }) {
    if (docs === null) {
      throw new Unavailable(
        'The documentation page is not built; run `npm run docs` and start the service again.',
        RETRY_AFTER,
      );
    }
    return { status: 200, html: docs, etag: docs.etag };
  },
});
