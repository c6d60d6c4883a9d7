import { type EventTag, MAX_TAG_VALUE } from './event';
import { SEARCH_ENTRY_MARK } from './issue';
import { parseQuery, type QueryKeys, type QueryTerm } from './issueQuery';
import {
  type EventIdTerm,
  type HasTagTerm,
  isCombination,
  isNegation,
  type LatestReleaseTerm,
  mapTerms,
  type PlatformTerm,
  type ProjectTerm,
  type PropertyTerm,
  type Search,
  type SearchComparison,
  type ShortIdTerm,
  type TagTerm,
  type TextTerm,
  type TimeTerm,
  type TraceTerm,
} from './issueSearch';
import type { SearchedText } from './issueText';
import { matchesPattern, sanitizeText, type TextPattern, truncate } from './text';

/*
 * Searches for events have the language of searches for issues, without the keys that only issues have, and are true of
 * single events: of an event's own tags, user, exceptions and words.
 */

/** A single condition of events, without `and`, `or` and `not`. */
export type EventTerm =
  | TagTerm
  | HasTagTerm
  | PropertyTerm
  | LatestReleaseTerm
  | PlatformTerm
  | TextTerm
  | ShortIdTerm
  | EventIdTerm
  | ProjectTerm
  | TraceTerm
  | TimeTerm<'timestamp'>;

/** A search for events. */
export type EventSearch = Search<EventTerm>;

const ISSUE_HINT = 'only issues have it; search for issues by it, for the events of an issue by its short id';
const TIME_HINT = 'search by timestamp, as in timestamp:-24h';
const PROJECT_HINT = 'leave it out, because all events of the list are of one project';

/** The keys of searches in the events of an organization. */
const ORGANIZATION_KEYS: QueryKeys = {
  times: new Map([
    ['timestamp', 'timestamp'],
    ['event.timestamp', 'timestamp'],
  ]),
  refused: new Map([
    ...['is', 'status', 'assigned', 'bookmarks', 'issue.category', 'issue.type', 'associated_issue_id'].map(
      (key) => [key, ISSUE_HINT] as const,
    ),
    ...['timesSeen', 'times_seen', 'userCount', 'user_count'].map((key) => [key, ISSUE_HINT] as const),
    ...['firstSeen', 'first_seen', 'age', 'lastSeen', 'last_seen'].map((key) => [key, TIME_HINT] as const),
    ...['firstRelease', 'first_release'].map((key) => [key, 'search by release'] as const),
  ]),
};

/** The keys of searches in the events of a project. */
const PROJECT_KEYS: QueryKeys = {
  ...ORGANIZATION_KEYS,
  refused: new Map([
    ...ORGANIZATION_KEYS.refused,
    ...['project', 'project.name', 'project.id'].map((key) => [key, PROJECT_HINT] as const),
  ]),
};

/**
 * Parses a search for events such as `release:latest (user.id:7 OR level:fatal) timestamp:-24h "out of stock"`.
 * @param scope the events of an organization can be searched by project
 * @throws BadRequest with the position of a part that cannot be parsed, or is a key of issues
 */
export function parseEventQuery(query: string, scope: 'project' | 'organization' = 'project'): EventSearch {
  return mapTerms(parseQuery(query, scope === 'project' ? PROJECT_KEYS : ORGANIZATION_KEYS), toEventTerm);
}

function toEventTerm(term: QueryTerm): EventTerm {
  switch (term.kind) {
    case 'tag':
    case 'hasTag':
    case 'property':
    case 'latestRelease':
    case 'platform':
    case 'text':
    case 'shortId':
    case 'eventId':
    case 'project':
    case 'trace':
      return term;
    case 'time': {
      const { field } = term;
      if (field === 'timestamp') return { ...term, field };
    }
  }
  throw new Error(`Events are not searched by a term of the kind ${term.kind}.`);
}

/** A condition of the time of an event. */
interface TimestampTerm {
  readonly kind: 'timestamp';
  readonly comparison: SearchComparison;
  /** Whole milliseconds since 1970, UTC. */
  readonly time: number;
}

/** The event is one of these, which an index found. */
interface EventsTerm {
  readonly kind: 'events';
  readonly ids: ReadonlySet<string>;
  readonly issueIds: ReadonlySet<string>;
  readonly range: EventTimeRange;
}

/** Returns the term of events that an index found. */
export function eventsTerm(
  events: readonly { readonly eventId: string; readonly issueId: string; readonly timestamp: number }[],
): EventsTerm {
  let [start, end] = [Number.MAX_SAFE_INTEGER, 0];
  for (const { timestamp } of events) [start, end] = [Math.min(start, timestamp), Math.max(end, timestamp + 1)];
  return {
    kind: 'events',
    ids: new Set(events.map(({ eventId }) => eventId)),
    issueIds: new Set(events.map(({ issueId }) => issueId)),
    range: { start, end },
  };
}

/** A term whose names are resolved. */
export type ResolvedEventTerm =
  | TagTerm
  | HasTagTerm
  | PropertyTerm
  | PlatformTerm
  | {
      readonly kind: 'words';
      readonly searched: SearchedText;
      /** True if only the title, the culprit and the message count. */
      readonly isOfRecord?: true;
    }
  /** The event is of one of these issues. */
  | { readonly kind: 'issues'; readonly ids: readonly string[] }
  | EventsTerm
  | TimestampTerm
  | { readonly kind: 'constant'; readonly isMet: boolean };

/** The values of an event that a search compares. Each value is read when the search needs it. */
export interface SearchedEvent {
  readonly eventId: string;
  readonly issueId: string;
  readonly timestamp: number;
  platform(): string;
  /** Returns the values of a tag: one, or none. */
  tagValues(key: string): readonly string[];
  /** Returns a member of the user, by the key of searches. */
  user(property: UserProperty): string | null;
  /** True if the event has exceptions. */
  isError(): boolean;
  /**
   * Returns the types and values of its exceptions, under the keys of search entries: without the body, of the last
   * one.
   */
  entries(): readonly EventTag[];
  /** True if one of the entries can match one of the patterns: a test that takes less time than to read the entries. */
  mayHaveEntry(patterns: readonly TextPattern[]): boolean;
  /**
   * True if the text of the event contains the searched words; without the body, the text is the title, the culprit and
   * the message.
   */
  hasWords(searched: SearchedText): boolean;
  /** True if the body was read. */
  readonly hasBody: boolean;
}

/** The keys of searches for members of the user. */
export type UserProperty = Exclude<PropertyTerm['property'], 'error.type' | 'error.value'>;

/** Returns true if a search matches an event; undefined if only the body of the event can tell. */
export function matchEvent(search: Search<ResolvedEventTerm>, event: SearchedEvent): boolean | undefined {
  if (isNegation(search)) {
    const matches = matchEvent(search.part, event);
    return matches === undefined ? undefined : !matches;
  }
  if (!isCombination(search)) return matchTerm(search, event);
  // A false part decides `and`, a true part decides `or`.
  const deciding = search.kind === 'or';
  let isOpen = false;
  for (const part of search.parts) {
    const matches = matchEvent(part, event);
    if (matches === deciding) return deciding;
    isOpen ||= matches === undefined;
  }
  return isOpen ? undefined : !deciding;
}

function matchTerm(term: ResolvedEventTerm, event: SearchedEvent): boolean | undefined {
  switch (term.kind) {
    case 'constant':
      return term.isMet;
    case 'tag':
      return event.tagValues(term.key).some((value) => matchesAny(value, term.values));
    case 'hasTag':
      return event.tagValues(term.key).length > 0;
    case 'property':
      return matchProperty(term, event);
    case 'platform':
      return matchesAny(event.platform(), term.values);
    case 'words': {
      const isFound = event.hasWords(term.searched);
      return isFound || event.hasBody || term.isOfRecord ? isFound : undefined;
    }
    case 'issues':
      return term.ids.includes(event.issueId);
    case 'events':
      return term.ids.has(event.eventId);
    case 'timestamp':
      return isWithin(rangeOf(term), event.timestamp);
  }
}

function matchProperty({ property, values }: PropertyTerm, event: SearchedEvent): boolean | undefined {
  if (property !== 'error.type' && property !== 'error.value') return matchesAny(event.user(property), values);
  const key = `${SEARCH_ENTRY_MARK}${property}`;
  const isFound =
    event.mayHaveEntry(values) && event.entries().some((entry) => entry.key === key && matchesAny(entry.value, values));
  return isFound || event.hasBody || !event.isError() ? isFound : undefined;
}

/** Compares a value as stored tags are compared: without blanks around it, and truncated. */
function matchesAny(value: string | null, patterns: readonly TextPattern[]): boolean {
  const text = truncate(sanitizeText(value ?? '').trim(), MAX_TAG_VALUE);
  return text !== '' && patterns.some((pattern) => matchesPattern(text, pattern));
}

/** Half-open range of whole milliseconds since 1970, UTC. */
export interface EventTimeRange {
  readonly start: number;
  readonly end: number;
}

/** Returns true if a time is in a range. */
export function isWithin({ start, end }: EventTimeRange, time: number): boolean {
  return time >= start && time < end;
}

const ANY_TIME: EventTimeRange = { start: 0, end: Number.MAX_SAFE_INTEGER };

/** Returns the range that contains the times of all events that a search can find; empty if it can find none. */
export function timeRangeOf(search: Search<ResolvedEventTerm>): EventTimeRange {
  if (isNegation(search)) return ANY_TIME;
  if (isCombination(search)) {
    const ranges = search.parts.map((part) => timeRangeOf(part));
    if (search.kind === 'or')
      return {
        start: Math.min(...ranges.map(({ start }) => start)),
        end: Math.max(...ranges.map(({ end }) => end)),
      };
    return {
      start: Math.max(ANY_TIME.start, ...ranges.map(({ start }) => start)),
      end: Math.min(ANY_TIME.end, ...ranges.map(({ end }) => end)),
    };
  }
  if (search.kind === 'events') return search.range;
  if (search.kind === 'constant' && !search.isMet) return { start: ANY_TIME.end, end: ANY_TIME.start };
  if (search.kind !== 'timestamp') return ANY_TIME;
  return rangeOf(search);
}

/** Returns the range of the times for which a comparison is true. */
function rangeOf({ comparison, time }: TimestampTerm): EventTimeRange {
  const after = time + 1;
  switch (comparison) {
    case '<':
      return { start: ANY_TIME.start, end: time };
    case '<=':
      return { start: ANY_TIME.start, end: after };
    case '>':
      return { start: after, end: ANY_TIME.end };
    case '>=':
      return { start: time, end: ANY_TIME.end };
    case '=':
      return { start: time, end: after };
  }
}
