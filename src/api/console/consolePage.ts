import { Unavailable } from '../../domain/errors';
import type { PublicServices } from '../operation';
import type { HtmlPage } from '../contractTypes';

/** Seconds after which a caller may try again: somebody must build the console first. */
const RETRY_AFTER = 60;

/**
 * Returns the reply of every page of the console: they are one page, which reads its own address.
 * @throws Unavailable if it was not built
 */
export function replyWithConsole({ console }: Pick<PublicServices, 'console'>): {
  status: 200;
  html: HtmlPage;
  etag: string;
} {
  if (console === null)
    throw new Unavailable('The console is not built; run `npm run console` and start the service again.', RETRY_AFTER);
  return { status: 200, html: console.page, etag: console.page.etag };
}
