import { eventCursorKey } from '../../domain/event';
import {
  type EventSearch,
  type EventTerm,
  eventsTerm,
  type EventTimeRange,
  isWithin,
  matchEvent,
  type ResolvedEventTerm,
  type SearchedEvent,
  timeRangeOf,
} from '../../domain/eventSearch';
import { isCombination, isNegation, mapTerms, type Search, termsOf } from '../../domain/issueSearch';
import type { Cursor, PartialRows } from '../../domain/page';
import { findCandidates, readText } from './issueConditions';
import { COMPLETE_TAGS, findTraceEvents, resolveTerm } from './issueTerms';
import { readMerged, type Scan, mapInGroups } from '../keyset';
import { eventIdValue, type ReadSession } from '../engine/sql';

/**
 * Maximum cost of the events that one request searches: it takes less than 50 ms. An event whose body is read counts as
 * several, by the size of the body.
 */
const MAX_COST = 3_500;
const BODY_COST = 3;
const BYTES_PER_COST = 128;
/** Maximum cost of the events that one step compares. Other requests are served between the steps. */
const STEP_COST = 500;
/** Maximum number of events that one step compares. */
const COMPARED_PER_STEP = 25;
/** Number of events that one statement reads; the first statements read fewer. */
const FIRST_BATCH_SIZE = 100;
const MAX_BATCH_SIZE = 500;
/**
 * Maximum number of issues whose events are read instead of the project's, if an index shows that no others can match.
 * Each of them costs a statement.
 */
const MAX_ISSUES = 50;

/** The columns of an event that a search reads itself. */
interface KeyedRow {
  readonly eventId: string;
  readonly issueId: string;
  readonly timestamp: number;
}

/** The search, its time, and the function that describes an event for it. */
export interface EventSelection<Row> {
  readonly search: EventSearch;
  readonly now: number;
  /** Describes an event by its row, or by its body if that is given: presenters read the columns of a row. */
  readonly describe: (row: Row, body?: Uint8Array) => SearchedEvent;
}

/** The lists in which events are searched. */
interface EventLists<Row> {
  /** Reads events of the project, or of one issue, from a cursor on. */
  readSlice(issueId: string | null, cursor: Cursor | null, limit: number): Promise<Row[]>;
  readBodies(eventIds: readonly string[]): Promise<(Row & { readonly body: Uint8Array })[]>;
}

/** A project, or one of its issues, whose events are searched. */
export interface SearchedPlace<Row> {
  readonly project: number;
  /** Null for all issues. */
  readonly issueId: string | null;
  readonly lists: EventLists<Row>;
}

/** An event that matches, and its project: events of several projects may have the same id. */
export interface FoundEvent<Row> {
  readonly project: number;
  readonly row: Row;
}

/** The timestamp and the id of an event, and the id of its project. */
type FoundKey = readonly [timestamp: number, eventId: string, project: number];

/**
 * Reads at most `limit` events that match a search, from a cursor on, as one list. The key of its cursors is the key of
 * an event, followed by the project if there are several.
 */
export async function searchEvents<Row extends KeyedRow>(
  session: ReadSession,
  places: readonly SearchedPlace<Row>[],
  selection: EventSelection<Row>,
  cursor: Cursor | null,
  limit: number,
): Promise<PartialRows<FoundEvent<Row>>> {
  const parts = await mapInGroups(places, (place) => findLists(session, place, selection));
  const lists = parts.flat();
  const backwards = cursor?.backwards ?? false;
  const scans = lists.map(
    ({ range, ...list }) =>
      new EventScan<Row>({
        ...list,
        range,
        describe: selection.describe,
        cursor: cursorWithin(range, cursorOf(list.place.project, cursor)),
        size: Math.max(10, Math.ceil(FIRST_BATCH_SIZE / lists.length)),
      }),
  );
  const merged = await readMerged<FoundEvent<Row>, FoundKey>(scans, {
    keyOf,
    compare: (one, other) => (backwards ? -1 : 1) * compareKeys(one, other),
    limit,
    maxCost: MAX_COST,
  });
  return { rows: merged.rows, stoppedAt: merged.stoppedAt?.map(String) ?? null };
}

/** Returns the lists that contain all events of a place that can match: of the project, or of some of its issues. */
async function findLists<Row>(session: ReadSession, place: SearchedPlace<Row>, selection: EventSelection<Row>) {
  const search = await resolveSearch(session, place.project, selection);
  const range = timeRangeOf(search);
  if (range.start >= range.end) return [];
  const issueIds = place.issueId === null ? await issuesOf(session, place.project, search) : new Set([place.issueId]);
  const issues = issueIds === undefined || issueIds.size > MAX_ISSUES ? [null] : [...issueIds];
  return issues.map((issueId) => ({ place, issueId, search, range }));
}

function keyOf<Row extends KeyedRow>({ project, row: { timestamp, eventId } }: FoundEvent<Row>): FoundKey {
  return [timestamp, eventId, project];
}

/** Compares events in the order of lists: newest first, and the same event by project. */
function compareKeys([time, id, project]: FoundKey, [otherTime, otherId, otherProject]: FoundKey): number {
  if (time !== otherTime) return otherTime - time;
  return id === otherId ? project - otherProject : id > otherId ? -1 : 1;
}

/** Returns the cursor of a project at the position of a cursor of the list of several projects. */
function cursorOf(project: number, cursor: Cursor | null): Cursor | null {
  const [time = '', eventId = '', owner] = cursor?.key ?? [];
  if (cursor === null || owner === undefined) return cursor;
  const isBeyond = cursor.backwards ? project < Number(owner) : project > Number(owner);
  const inclusive = project === Number(owner) ? cursor.inclusive : isBeyond;
  return { key: [time, eventId], backwards: cursor.backwards, inclusive };
}

/** Returns the cursor at which reading begins: the given one, unless all events there are outside of the range. */
function cursorWithin({ start, end }: EventTimeRange, cursor: Cursor | null): Cursor | null {
  const time = Number(cursor?.key[0] ?? Infinity);
  if (cursor?.backwards === true)
    return time >= start ? cursor : { key: [String(start), ''], backwards: true, inclusive: true };
  return time < end ? cursor : { key: [String(end), ''], backwards: false, inclusive: false };
}

const FIND_EVENT = `SELECT e.timestamp AS "timestamp", CAST(e.issue_id AS TEXT) AS "issueId" FROM event e
  WHERE e.project_id = ? AND e.event_id = ?`;

/** Resolves the names in the terms. */
async function resolveSearch(
  session: ReadSession,
  project: number,
  { search, now }: Pick<EventSelection<never>, 'search' | 'now'>,
): Promise<Search<ResolvedEventTerm>> {
  const resolved = new Map<EventTerm, Search<ResolvedEventTerm>>();
  for (const term of termsOf(search)) resolved.set(term, await resolveEventTerm(session, project, term, now));
  return mapTerms<EventTerm, ResolvedEventTerm>(search, (term) => {
    const replacement = resolved.get(term);
    if (replacement === undefined) throw new Error(`A term of the kind ${term.kind} is not resolved.`);
    return replacement;
  });
}

async function resolveEventTerm(
  session: ReadSession,
  project: number,
  term: EventTerm,
  now: number,
): Promise<Search<ResolvedEventTerm>> {
  switch (term.kind) {
    case 'tag': {
      const resolvedTerm = await resolveTerm(session, project, term, { now, memberId: null });
      if (resolvedTerm.kind !== 'text') return term;
      // An event beyond the limits may have a tag that no issue has, so that the term may still be a tag. As a text, it
      // is compared with records only: bodies are not read for a term that may be no text.
      return { kind: 'or', parts: [term, { ...wordsTerm(resolvedTerm.text), isOfRecord: true }] };
    }
    case 'time':
      return {
        kind: 'timestamp',
        comparison: term.comparison,
        time: 'ago' in term.at ? now - term.at.ago : term.at.time,
      };
    case 'text':
      return wordsTerm(term.text);
    case 'eventId': {
      const { eventId, text } = term;
      const values = [project, eventIdValue(eventId)];
      const event = await session.one<{ timestamp: number; issueId: string }>(FIND_EVENT, values);
      const events = event === undefined ? await findTraceEvents(session, project, eventId) : [{ ...event, eventId }];
      return events.length === 0 ? wordsTerm(text) : eventsTerm(events);
    }
    case 'trace':
      return eventsTerm(await findTraceEvents(session, project, term.traceId));
    case 'project':
    case 'shortId':
    case 'latestRelease': {
      const resolvedTerm = await resolveTerm(session, project, term, { now, memberId: null });
      if (resolvedTerm.kind === 'ids') return { kind: 'issues', ids: resolvedTerm.ids.map(String) };
      if (resolvedTerm.kind === 'text') return wordsTerm(resolvedTerm.text);
      if (resolvedTerm.kind === 'tag' || resolvedTerm.kind === 'constant') return resolvedTerm;
      throw new Error(`A term of the kind ${term.kind} became one of the kind ${resolvedTerm.kind}.`);
    }
    default:
      return term;
  }
}

/** Returns a term for the words of a text. */
function wordsTerm(text: string): Extract<ResolvedEventTerm, { kind: 'words' }> {
  return { kind: 'words', searched: readText(text) };
}

/** Returns the ids of all issues whose events can match, if an index has them and they are few. */
async function issuesOf(
  session: ReadSession,
  project: number,
  search: Search<ResolvedEventTerm>,
): Promise<ReadonlySet<string> | undefined> {
  if (isNegation(search)) return undefined;
  if (!isCombination(search)) return issuesOfTerm(session, project, search);
  const issueIds = new Set<string>();
  for (const part of search.parts) {
    const ids = await issuesOf(session, project, part);
    if (search.kind === 'and') {
      if (ids !== undefined) return ids;
    } else {
      if (ids === undefined) return undefined;
      for (const id of ids) issueIds.add(id);
    }
  }
  return search.kind === 'and' ? undefined : issueIds;
}

async function issuesOfTerm(
  session: ReadSession,
  project: number,
  term: ResolvedEventTerm,
): Promise<ReadonlySet<string> | undefined> {
  if (term.kind === 'issues') return new Set(term.ids);
  if (term.kind === 'events') return term.issueIds;
  const hasAllValues =
    (term.kind === 'tag' && COMPLETE_TAGS.has(term.key)) || (term.kind === 'property' && term.property === 'user.id');
  if (!hasAllValues) return undefined;
  const ids = await findCandidates(session, project, term, MAX_ISSUES);
  return ids && new Set([...ids].map(String));
}

/** The selection of a scan, and the position at which it begins. */
interface ScanRequest<Row> {
  readonly place: SearchedPlace<Row>;
  /** Null for all issues. */
  readonly issueId: string | null;
  readonly search: Search<ResolvedEventTerm>;
  readonly range: EventTimeRange;
  readonly describe: EventSelection<Row>['describe'];
  readonly cursor: Cursor | null;
  /** Number of events of the first batch. */
  readonly size: number;
}

/** The events of the project or of an issue, as far as they have been searched. */
class EventScan<Row extends KeyedRow> implements Scan<FoundEvent<Row>, FoundKey> {
  readonly matches: FoundEvent<Row>[] = [];
  searchedTo: FoundKey | undefined;
  /** Events that were read but not compared yet. */
  private pending: Row[] = [];
  /** Position at which reading continues; undefined at the end of the list. */
  private next: { readonly cursor: Cursor | null } | undefined;
  private size: number;

  constructor(private readonly request: ScanRequest<Row>) {
    this.next = { cursor: request.cursor };
    this.size = request.size;
  }

  async advance(): Promise<number> {
    if (this.pending.length === 0) await this.readBatch();
    const { search, describe, place } = this.request;
    const { project, lists } = place;
    const compared = this.pending.splice(0, COMPARED_PER_STEP);
    const matches = new Map(compared.map((row) => [row.eventId, matchEvent(search, describe(row))]));
    const undecided = compared.map(({ eventId }) => eventId).filter((id) => matches.get(id) === undefined);
    let cost = compared.length;
    // An event that was removed meanwhile has no body, and is not found.
    for (const row of undecided.length === 0 ? [] : await lists.readBodies(undecided)) {
      if (cost >= STEP_COST) {
        // Large bodies are left for the next step.
        const rest = compared.splice(compared.findIndex(({ eventId }) => eventId === row.eventId));
        this.pending.unshift(...rest);
        break;
      }
      matches.set(row.eventId, matchEvent(search, describe(row, row.body)));
      cost += BODY_COST + row.body.length / BYTES_PER_COST;
    }
    for (const row of compared) if (matches.get(row.eventId) === true) this.matches.push({ project, row });
    const last = compared.at(-1);
    const isDone = this.pending.length === 0 && this.next === undefined;
    this.searchedTo = isDone || last === undefined ? undefined : keyOf({ project, row: last });
    return cost;
  }

  private async readBatch(): Promise<void> {
    if (this.next === undefined) return;
    const { issueId, range, cursor, place } = this.request;
    const { size } = this;
    const rows = await place.lists.readSlice(issueId, this.next.cursor, size);
    this.pending = rows.filter(({ timestamp }) => isWithin(range, timestamp));
    const last = rows.at(-1);
    const isEnd = last === undefined || rows.length < size || this.pending.length < rows.length;
    this.next = isEnd
      ? undefined
      : { cursor: { key: eventCursorKey(last), backwards: cursor?.backwards ?? false, inclusive: false } };
    this.size = Math.min(size * 2, MAX_BATCH_SIZE);
  }
}
