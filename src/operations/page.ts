import { decodeCursor, DEFAULT_PAGE_SIZE, type PageRequest } from '../domain/page';

/** Keys of lists by slug. */
export const SLUG_CURSOR = [/^[a-z0-9_-]+$/];

/**
 * The page a list's query asks for.
 * @param key one expression per part of the list's cursor
 * @throws BadRequest for a cursor of another form
 */
export function pageRequest(
  query: { cursor?: string | undefined; per_page?: number | undefined },
  key: readonly RegExp[],
): PageRequest {
  return { cursor: decodeCursor(query.cursor, key), size: query.per_page ?? DEFAULT_PAGE_SIZE };
}
