import http from 'node:http';
import type { AddressInfo } from 'node:net';

export type SendReply = (text: string, headers?: Record<string, string>) => void;

/** Serves requests on the port of the environment, by bare node:http, until the process receives SIGTERM. */
export function serve(
  handle: (request: http.IncomingMessage, body: Buffer, send: SendReply, origin: string) => void,
  close: () => void,
): void {
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    const send: SendReply = (text, headers) => {
      const length = Buffer.byteLength(text);
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': length, ...headers });
      response.end(text);
    };
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => handle(request, Buffer.concat(chunks), send, origin()));
  });
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.once('SIGTERM', () => {
    server.close(close);
    server.closeIdleConnections();
  });
  const { PORT } = process.env;
  server.listen(Number(PORT), '127.0.0.1', () => process.stdout.write(`baseline is listening on ${origin()}\n`));
}
