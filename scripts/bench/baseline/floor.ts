/*
 * The least that durable ingestion costs with Node.js: node:http, JSON.parse of the event, its bytes appended to a
 * file, and one fdatasync for all requests that wait. Nothing can be read back.
 */
import { closeSync, fdatasync, openSync, writeSync } from 'node:fs';
import { serve } from './serve';

const file = openSync((process.env['DATABASE_URL'] ?? '').replace(/^sqlite:/, ''), 'a');
let waiting: (() => void)[] = [];
let isSyncing = false;

/** Syncs the file. Requests that arrive while the disk is busy share the next sync. */
function sync(): void {
  if (isSyncing || waiting.length === 0) return;
  const replies = waiting;
  waiting = [];
  isSyncing = true;
  fdatasync(file, (error) => {
    if (error !== null) throw error;
    isSyncing = false;
    for (const reply of replies) reply();
    sync();
  });
}

serve(
  (_request, envelope, send) => {
    // The header, the item header and the payload are a line each.
    const payload = envelope.subarray(envelope.indexOf(10, envelope.indexOf(10) + 1) + 1);
    const { event_id: id } = JSON.parse(payload.toString('utf8')) as { event_id: string };
    writeSync(file, envelope);
    waiting.push(() => send(JSON.stringify({ id })));
    sync();
  },
  () => closeSync(file),
);
