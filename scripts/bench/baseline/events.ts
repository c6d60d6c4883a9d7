import { decompressEventBody } from '../../../src/compression/eventBody';
import { linkHeader } from '../../../src/http/responseWriter';
import { presentEventDetail } from '../../../src/presenters/event';
import { presentEvent } from '../../../src/presenters/eventRecord';
import { PROJECT, reader } from './database';

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

/** Returns a page of events, newest first, and its `Link` header. It cannot be read backwards. */
export function listEvents(address: string, search: string): { readonly text: string; readonly link: string } {
  const query = new URLSearchParams(search);
  const isFull = query.get('full') === 'true';
  const cursor = query.get('cursor') ?? '';
  const [timestamp, eventId = ''] = cursor.split(':');
  const { first, next } = statements[isFull ? 'full' : 'list'];
  const storedRows =
    cursor === ''
      ? first.all(PROJECT, PAGE_SIZE + 1)
      : next.all(PROJECT, Number(timestamp), Buffer.from(eventId, 'hex'), PAGE_SIZE + 1);
  const rows = storedRows.slice(0, PAGE_SIZE);
  if (isFull) findArtifact.get(PROJECT);
  const [start, end] = [rows[0], rows[rows.length - 1]];
  const before = {
    cursor: `${start?.timestamp}:${start?.eventId}:1`,
    exists: cursor !== '' && hasBefore(start),
  };
  const after = { cursor: `${end?.timestamp}:${end?.eventId}:0`, exists: storedRows.length > PAGE_SIZE };
  return {
    text: isFull
      ? JSON.stringify(rows.map(detail))
      : `[${rows.map((row) => presentEvent(String(PROJECT), row)).join(',')}]`,
    link: linkHeader({ previous: before, next: after }, address, search),
  };
}

function hasBefore(row: Row | undefined): boolean {
  const key = [row?.timestamp, Buffer.from(row?.eventId ?? '', 'hex')];
  return statements.before.all(PROJECT, ...key, 1).length > 0;
}

/** Presents an event with the service's own function, so that both programs reply alike. */
function detail(row: Row): unknown {
  const { body, size } = decompressEventBody(row.body);
  return presentEventDetail(String(PROJECT), row, body, size);
}
