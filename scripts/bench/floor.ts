/*
 * The least that durable ingestion costs with Node.js: node:http, JSON.parse of the event, its bytes appended to a
 * file, and one fdatasync for all requests that wait. Nothing can be read back.
 */
import { closeSync, fdatasync, openSync, writeSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

const file = openSync((process.env['DATABASE_URL'] ?? '').replace(/^sqlite:/, ''), 'a');
let waiting: (() => void)[] = [];
let isSyncing = false;

const server = http.createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    const id = readEventId(body);
    writeSync(file, body);
    waiting.push(() => {
      const text = JSON.stringify({ id });
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': text.length });
      response.end(text);
    });
    sync();
  });
});

/** Reads the event id of an envelope whose header, item header and payload are a line each. */
function readEventId(envelope: Buffer): string {
  const payload = envelope.subarray(envelope.indexOf(10, envelope.indexOf(10) + 1) + 1);
  return (JSON.parse(payload.toString('utf8')) as { event_id: string }).event_id;
}

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

process.once('SIGTERM', () => {
  server.close(() => closeSync(file));
  server.closeIdleConnections();
});
server.listen(Number(process.env['PORT']), '127.0.0.1', () =>
  process.stdout.write(`floor is listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
);
