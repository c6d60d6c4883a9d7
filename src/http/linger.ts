import type { IncomingMessage, ServerResponse } from 'node:http';
import { announcesBody } from './body';

/** Bodies up to this are read off after the answer, so that the connection can be used again. */
const READ_OFF_BYTES = 1024 * 1024;
/** What is read of others: many clients send all of the body before they look for an answer. */
const LINGER_BYTES = 64 * 1024 * 1024;
const LINGER_MS = 5_000;

/** Whether so much of a refused request's body may still come that its connection has to end. */
export function isLeftUnread(request: IncomingMessage): boolean {
  if (request.complete || !announcesBody(request)) return false;
  const announced = Number(request.headers['content-length'] ?? Infinity);
  return announced > READ_OFF_BYTES || request.headers.expect !== undefined;
}

/**
 * Answers and closes the connection, but not at once: closed with bytes unread, it would be reset, and with it the answer on its
 * way to the client.
 */
export function linger(request: IncomingMessage, response: ServerResponse, data: string | Uint8Array): void {
  let left = LINGER_BYTES;
  const end = (): void => {
    clearTimeout(timer);
    request.off('data', count).off('end', end).off('close', end);
    response.end();
  };
  const count = (chunk: Buffer): void => {
    left -= chunk.length;
    if (left < 0) end();
  };
  const timer = setTimeout(end, LINGER_MS).unref();
  response.flushHeaders();
  response.write(data);
  request.on('data', count).on('end', end).on('close', end).resume();
}
