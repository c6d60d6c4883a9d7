import { unpackBody } from '../../../src/domain/eventBody';
import { presentEventDetail } from '../../../src/views/event';
import { reader } from './database';
import type { Page } from './page';

const PROJECT = 1;
const SIZE = 100;

interface Row {
  readonly issueId: string;
  readonly eventId: string;
  readonly timestamp: number;
  readonly record: string;
  readonly body: Uint8Array;
}

/* The statements of src/store/events.ts. */
const SHOWN =
  'NOT EXISTS (SELECT 1 FROM removed_issue r WHERE r.project_id = e.project_id AND r.issue_id = e.issue_id)';
const LIST = `CAST(e.project_id AS TEXT) AS "projectId", e.event_id AS "eventId", CAST(e.issue_id AS TEXT) AS "issueId",
  e.timestamp AS "timestamp", e.record AS "record"`;
const FULL = `${LIST}, (SELECT b.body FROM event_body b WHERE b.project_id = e.project_id AND b.event_id = e.event_id) AS "body"`;
const select = (columns: string, place: string, order: string) =>
  reader.prepare<unknown[], Row>(
    `SELECT ${columns} FROM event e WHERE e.project_id = ? AND ${SHOWN}${place} ORDER BY e.timestamp ${order}, e.event_id ${order} LIMIT ?`,
  );
const BEHIND = ' AND (e.timestamp, e.event_id) < (?, ?)';
const statements = {
  list: { first: select(LIST, '', 'DESC'), next: select(LIST, BEHIND, 'DESC') },
  full: { first: select(FULL, '', 'DESC'), next: select(FULL, BEHIND, 'DESC') },
  before: select(LIST, ' AND (e.timestamp, e.event_id) > (?, ?)', 'ASC'),
};
const findArtifact = reader.prepare('SELECT 1 AS "found" FROM artifact WHERE project_id = ? LIMIT 1');

/** A page of events, newest first; reads forwards only. */
export function listEvents(search: URLSearchParams): Page {
  const isFull = search.get('full') === 'true';
  const cursor = search.get('cursor') ?? '';
  const [timestamp, eventId] = cursor.split(':');
  const { first, next } = statements[isFull ? 'full' : 'list'];
  const found = cursor === '' ? first.all(PROJECT, SIZE + 1) : next.all(PROJECT, Number(timestamp), eventId, SIZE + 1);
  const rows = found.slice(0, SIZE);
  if (isFull) findArtifact.get(PROJECT);
  const [start, end] = [rows[0], rows[rows.length - 1]];
  return {
    text: isFull ? JSON.stringify(rows.map(detail)) : `[${rows.map(record).join(',')}]`,
    previous: `${start?.timestamp}:${start?.eventId}:1`,
    next: `${end?.timestamp}:${end?.eventId}:0`,
    hasPrevious: cursor !== '' && statements.before.all(PROJECT, start?.timestamp, start?.eventId, 1).length > 0,
    hasNext: found.length > SIZE,
  };
}

function record({ issueId, record }: Row): string {
  return `{"groupID":${JSON.stringify(issueId)},${record.slice(1)}`;
}

/** The service's own view, which is a pure function: the same answer without the service around it. */
function detail(row: Row): unknown {
  const { body, size } = unpackBody(row.body);
  return presentEventDetail(row, body, size);
}
