import { decompressEventBody } from '../../../src/compression/eventBody';
import { presentEventDetail } from '../../../src/presenters/event';
import { presentEvent } from '../../../src/presenters/eventRecord';
import { reader } from './database';

/** A page, and the values of its `Link` header. */
export interface Page {
  readonly text: string;
  readonly previous: string;
  readonly next: string;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
}

/** @param address URL of the list without its query string */
export function linkHeader(
  address: string,
  search: URLSearchParams,
  { previous, next, hasPrevious, hasNext }: Page,
): string {
  const others = new URLSearchParams(search);
  others.delete('cursor');
  const prefix = `${address}?${others.size === 0 ? '' : `${others.toString()}&`}cursor=`;
  const link = (rel: string, cursor: string, exists: boolean) =>
    `<${prefix}${encodeURIComponent(cursor)}>; rel="${rel}"; results="${exists}"; cursor="${cursor}"`;
  return `${link('previous', previous, hasPrevious)}, ${link('next', next, hasNext)}`;
}

const PROJECT_ID = 1;
const PAGE_SIZE = 100;

interface Row {
  readonly issueId: string;
  readonly eventId: string;
  readonly timestamp: number;
  readonly record: string;
  readonly body: Uint8Array;
}

/* The statements of src/store/events.ts. */
const NOT_REMOVED =
  'NOT EXISTS (SELECT 1 FROM removed_issue r WHERE r.project_id = e.project_id AND r.issue_id = e.issue_id)';
const LIST = `CAST(e.project_id AS TEXT) AS "projectId", lower(hex(e.event_id)) AS "eventId", CAST(e.issue_id AS TEXT) AS "issueId",
  e.timestamp AS "timestamp", e.record AS "record"`;
const FULL = `${LIST}, e.body AS "body"`;
const select = (columns: string, place: string, order: string) =>
  reader.prepare<unknown[], Row>(
    `SELECT ${columns} FROM event e WHERE e.project_id = ? AND ${NOT_REMOVED}${place} ORDER BY e.timestamp ${order}, e.event_id ${order} LIMIT ?`,
  );
const AFTER_CURSOR = ' AND (e.timestamp, e.event_id) < (?, ?)';
const statements = {
  list: { first: select(LIST, '', 'DESC'), next: select(LIST, AFTER_CURSOR, 'DESC') },
  full: { first: select(FULL, '', 'DESC'), next: select(FULL, AFTER_CURSOR, 'DESC') },
  before: select(LIST, ' AND (e.timestamp, e.event_id) > (?, ?)', 'ASC'),
};
const findArtifact = reader.prepare('SELECT 1 AS "found" FROM artifact WHERE project_id = ? LIMIT 1');

/** Returns a page of events, newest first. It cannot be read backwards. */
export function listEvents(search: URLSearchParams): Page {
  const isFull = search.get('full') === 'true';
  const cursor = search.get('cursor') ?? '';
  const [timestamp, eventId] = cursor.split(':');
  const { first, next } = statements[isFull ? 'full' : 'list'];
  const storedRows =
    cursor === ''
      ? first.all(PROJECT_ID, PAGE_SIZE + 1)
      : next.all(PROJECT_ID, Number(timestamp), Buffer.from(eventId ?? '', 'hex'), PAGE_SIZE + 1);
  const rows = storedRows.slice(0, PAGE_SIZE);
  if (isFull) findArtifact.get(PROJECT_ID);
  const [start, end] = [rows[0], rows[rows.length - 1]];
  return {
    text: isFull
      ? JSON.stringify(rows.map(detail))
      : `[${rows.map((row) => presentEvent(String(PROJECT_ID), row)).join(',')}]`,
    previous: `${start?.timestamp}:${start?.eventId}:1`,
    next: `${end?.timestamp}:${end?.eventId}:0`,
    hasPrevious: cursor !== '' && hasBefore(start),
    hasNext: storedRows.length > PAGE_SIZE,
  };
}

function hasBefore(row: Row | undefined): boolean {
  const key = [row?.timestamp, Buffer.from(row?.eventId ?? '', 'hex')];
  return statements.before.all(PROJECT_ID, ...key, 1).length > 0;
}

/** Presents an event with the service's own function, so that both programs reply alike. */
function detail(row: Row): unknown {
  const { body, size } = decompressEventBody(row.body);
  return presentEventDetail(String(PROJECT_ID), row, body, size);
}

const DEBUG_PROJECT_ID = 1;

/* The statements of src/store/{events,artifacts}.ts. */
const findEvent = reader.prepare<unknown[], { body: Uint8Array }>(
  'SELECT record, body FROM event WHERE project_id = ? AND event_id = ?',
);
const byDebugIds = reader.prepare<unknown[], { kind: string }>(`SELECT * FROM artifact
  WHERE project_id = ? AND debug_id <> '' AND debug_id IN (SELECT value FROM json_each(?)) ORDER BY date_created DESC, id DESC`);

/** Looks up the maps of an event's files, which is the least that the service does for a frame that resolves. */
export function debugSourceMap(eventId: string): string {
  const row = findEvent.get(DEBUG_PROJECT_ID, Buffer.from(eventId, 'hex'));
  if (row === undefined) throw new Error(`there is no event ${eventId}`);
  const { event } = decompressEventBody(row.body).body;
  const artifacts = byDebugIds.all(DEBUG_PROJECT_ID, JSON.stringify(event.debugImages.map(({ debugId }) => debugId)));
  return JSON.stringify(artifacts.some(({ kind }) => kind === 'source_map') ? [] : [{ type: 'no_sourcemaps' }]);
}
