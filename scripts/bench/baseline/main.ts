/*
 * The same work without the service: bare node:http on the same schema, with the same statements and pragmas, the same
 * JSON to parse, the same compression of bodies, and a group commit. It has no framework, authentication, validation,
 * normalization and scrubbing, and handles only the requests of the scenarios.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { close } from './database';
import { debugSourceMap, linkHeader, listEvents, type Page } from './events';
import { storeEnvelope } from './ingest';
import { removeIssues } from './issues';

type SendReply = (text: string, headers?: Record<string, string>) => void;

const server = http.createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
  const send: SendReply = (text, headers = {}) => {
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
      ...headers,
    });
    response.end(text);
  };
  if (request.method === 'GET') return handleGet(pathname, searchParams, send);
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => handleWrite(pathname, Buffer.concat(chunks), send));
});

function handleGet(path: string, search: URLSearchParams, send: SendReply): void {
  const sendPage = (page: Page) => send(page.text, { Link: linkHeader(publicUrl() + path, search, page) });
  if (path === '/healthz') return send('{"status":"ok"}');
  if (path.endsWith('/events/')) return sendPage(listEvents(search));
  if (path.endsWith('/source-map-debug/')) return send(debugSourceMap(path.split('/')[7] ?? ''));
  throw new Error(`nothing is at ${path}`);
}

function handleWrite(path: string, body: Buffer, send: SendReply): void {
  if (path.endsWith('/envelope/')) return storeEnvelope(body, send);
  return removeIssues(send);
}

function publicUrl(): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

process.once('SIGTERM', () => {
  server.close(close);
  server.closeIdleConnections();
});
server.listen(Number(process.env['PORT']), '127.0.0.1', () =>
  process.stdout.write(`baseline is listening on ${publicUrl()}\n`),
);
