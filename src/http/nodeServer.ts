import http from 'node:http';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';

/** URLs up to 64 KB (decisions.md D5), with room for other headers. */
const MAX_HEADER_BYTES = 96 * 1024;

/**
 * Express changes the prototype of each request and response, which makes node's own code slow on them. Classes that carry
 * Express's members from the start need no change.
 */
export function createNodeServer(app: Express): http.Server {
  class IncomingMessage extends http.IncomingMessage {}
  class ServerResponse<T extends http.IncomingMessage> extends http.ServerResponse<T> {}
  graft(IncomingMessage.prototype, app.request, http.IncomingMessage.prototype);
  graft(ServerResponse.prototype, app.response, http.ServerResponse.prototype);
  Object.assign(app, { request: IncomingMessage.prototype, response: ServerResponse.prototype });
  const server = http.createServer({ IncomingMessage, ServerResponse, maxHeaderSize: MAX_HEADER_BYTES }, app);
  // Whoever waits for leave to send a body gets it when the body is read, or is refused without.
  return server.on('clientError', refuseMalformed).on('checkContinue', app);
}

/** Copies the members along the prototype chain from `source` up to, not including, `end`. */
function graft(target: object, source: object, end: object): void {
  for (
    let link: object | null = source;
    link !== null && link !== end;
    link = Object.getPrototypeOf(link) as object | null
  ) {
    for (const key of Reflect.ownKeys(link)) {
      const member = Object.getOwnPropertyDescriptor(link, key);
      if (key !== 'constructor' && member !== undefined && !Object.hasOwn(target, key))
        Object.defineProperty(target, key, member);
    }
  }
}

/** What cannot be read as HTTP reaches no handler; it gets a sentence all the same. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, detail] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', `The URL and headers are longer than ${MAX_HEADER_BYTES} bytes.`]
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'The request did not arrive in time.']
        : ['400 Bad Request', 'The request is not valid HTTP.'];
  const body = JSON.stringify({ detail });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}
