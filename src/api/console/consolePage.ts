import { Unavailable } from '../../domain/errors';
import type { PublicServices } from '../operation';
import type { ConsoleFiles, HtmlPage } from '../contractTypes';

/** Seconds after which a caller may try again: somebody must build the console first. */
const RETRY_AFTER = 60;

/**
 * Returns the reply of a page of the console. All pages are one HTML file, which shows the page of its own address.
 * @throws Unavailable if the console was not built
 */
export function replyWithConsole(
  { console }: Pick<PublicServices, 'console'>,
  name: Exclude<keyof ConsoleFiles, 'findFile'> = 'page',
): { status: 200; html: HtmlPage; etag: string } {
  if (console === null)
    throw new Unavailable('The console is not built; run `npm run console` and start the service again.', RETRY_AFTER);
  const html = console[name];
  return { status: 200, html, etag: html.etag };
}
