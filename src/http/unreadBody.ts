import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request } from 'express';
import { hasBody } from './bodies';
import type { BodyWatch } from './bodyWatch';

/* What happens to the unread rest of a body when its request is answered before all of it has arrived. */

/**
 * Unread bodies up to this length are read and dropped after the response, so that the connection can be used again.
 */
const KEEP_ALIVE_DRAIN_BYTES = 1024 * 1024;
/** Maximum number of bytes read of longer bodies: many clients send the whole body before they read the response. */
const MAX_DRAIN_BYTES = 64 * 1024 * 1024;
/** Maximum time for which longer bodies are read. */
const DRAIN_TIMEOUT_MS = 5_000;

/** Returns true if the unread part of a rejected request's body is too long to keep the connection open. */
export function mustCloseConnection(request: IncomingMessage): boolean {
  if (request.complete || !hasBody(request)) return false;
  const announced = Number(request.headers['content-length'] ?? Infinity);
  return announced > KEEP_ALIVE_DRAIN_BYTES || request.headers.expect !== undefined;
}

/**
 * Writes the response, reads the rest of the body and then closes the connection. If it were closed with unread bytes,
 * it would be reset, and the client could lose the response.
 */
export function drainAndClose(request: IncomingMessage, response: ServerResponse, data: string | Uint8Array): void {
  let left = MAX_DRAIN_BYTES;
  const end = (): void => {
    clearTimeout(timer);
    request.off('data', count).off('end', end).off('close', end);
    response.end();
  };
  const count = (chunk: Buffer): void => {
    left -= chunk.length;
    if (left < 0) end();
  };
  const timer = setTimeout(end, DRAIN_TIMEOUT_MS).unref();
  response.flushHeaders();
  response.write(data);
  // A listener left over from reading the body piece by piece would keep it from flowing.
  request.removeAllListeners('readable').on('data', count).on('end', end).on('close', end).resume();
}

/**
 * Reads and drops the rest of a body, so that the connection can be used again; closes it if the body does not arrive.
 */
export function dropBody(request: Request, watch: BodyWatch): void {
  const watched = watch.begin(() => request.socket.destroy());
  const count = (chunk: Buffer): void => {
    watched.received += chunk.length;
  };
  const end = (): void => {
    watched.end();
    request.off('data', count).off('end', end).off('close', end);
  };
  request.removeAllListeners('readable').on('data', count).on('end', end).on('close', end).resume();
}
