import { DEFAULT_QUERY } from './issueListState';

/** The id of an event or of an issue in a search. */
export type SearchedId =
  { readonly kind: 'event'; readonly eventId: string } | { readonly kind: 'issue'; readonly shortId: string };

/** A word of a search that is an event id, with or without dashes. */
const EVENT_ID = /(?<![^\s(])(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![^\s)])/i;

/** Returns the event id in a search, without dashes; null if it has none. */
export function eventIdIn(query: string): string | null {
  return EVENT_ID.exec(query)?.[0].replaceAll('-', '').toLowerCase() ?? null;
}

const TRACE = /(?<![^\s(])trace:[0-9a-f-]{32,36}(?![^\s)])/i;

/** Returns the term for the events of a trace in a search; null if it has none. */
export function traceTermIn(query: string): string | null {
  return TRACE.exec(query)?.[0] ?? null;
}

/**
 * Returns the id that a reader searches for: it is the whole search, or all that was added to the search of the page.
 * @param slugs the slugs of the projects, with which short ids begin
 */
export function soughtId(query: string, slugs: readonly string[]): SearchedId | null {
  const words = query.split(/\s+/).filter((word) => word !== '' && word !== DEFAULT_QUERY);
  const [word = '', ...others] = words;
  if (others.length > 0) return null;
  const eventId = eventIdIn(word);
  if (eventId !== null) return { kind: 'event', eventId };
  const [, slug, number] = /^(?:issue:)?(.+)-([0-9a-z]+)$/i.exec(word) ?? [];
  if (slug === undefined || number === undefined || !slugs.includes(slug.toLowerCase())) return null;
  return { kind: 'issue', shortId: `${slug}-${number}` };
}
