import { unpackBody } from '../../../src/domain/eventBody';
import { reader } from './database';

const PROJECT = 1;

/* The statements of src/store/{events,artifacts}.ts. */
const find = reader.prepare<unknown[], { body: Uint8Array }>(`SELECT e.record, b.body
  FROM event e JOIN event_body b ON b.project_id = e.project_id AND b.event_id = e.event_id WHERE e.project_id = ? AND e.event_id = ?`);
const byDebugIds = reader.prepare<unknown[], { kind: string }>(`SELECT * FROM artifact
  WHERE project_id = ? AND debug_id <> '' AND debug_id IN (SELECT value FROM json_each(?)) ORDER BY date_created DESC, id DESC`);

/** Looks only whether there is a map for the files of an event: what the service does at least when a frame resolves. */
export function debugSourceMap(eventId: string): string {
  const row = find.get(PROJECT, eventId);
  if (row === undefined) throw new Error(`there is no event ${eventId}`);
  const { event } = unpackBody(row.body).body;
  const found = byDebugIds.all(PROJECT, JSON.stringify(event.debugImages.map(({ debugId }) => debugId)));
  return JSON.stringify(found.some(({ kind }) => kind === 'source_map') ? [] : [{ type: 'no_sourcemaps' }]);
}
