import { Unavailable } from '../../domain/errors';
import type { Docs } from '../contractTypes';
import { publicOperation } from '../operation';

/** Seconds after which a caller may try again: somebody must build the pages first. */
const RETRY_AFTER = 60;

/** Returns the documentation. @throws Unavailable if it was not built */
export function requireDocs(docs: Docs | null): Docs {
  if (docs === null)
    throw new Unavailable(
      'The documentation is not built; run `npm run docs` and start the service again.',
      RETRY_AFTER,
    );
  return docs;
}

/** Returns the page that the documentation opens with. */
export const getDocs = publicOperation('getDocs', {
  async handle({ docs }) {
    const { start } = requireDocs(docs);
    return { status: 200, html: start, etag: start.etag };
  },
});
