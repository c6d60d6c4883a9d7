import type { Neighbour } from '../domain/page';

/**
 * The `Link` header of a list (decisions.md D16).
 * @param address absolute URL of the list without its query
 * @param search the request's query, as sent
 */
export function linkHeader(page: { previous: Neighbour; next: Neighbour }, address: string, search: string): string {
  const others = new URLSearchParams(search);
  others.delete('cursor');
  const prefix = `${address}?${others.size === 0 ? '' : `${others.toString()}&`}cursor=`;
  const link = (rel: string, { cursor, exists }: Neighbour) =>
    `<${prefix}${encodeURIComponent(cursor)}>; rel="${rel}"; results="${exists}"; cursor="${cursor}"`;
  return `${link('previous', page.previous)}, ${link('next', page.next)}`;
}
