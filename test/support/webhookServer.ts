import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type RequestListener, type Server, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';

/** A received request. */
export interface ReceivedPost {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An HTTP server on the loopback address that collects requests. */
export class WebhookServer {
  readonly posts: ReceivedPost[] = [];
  /** Replies to a request. */
  answer: (response: ServerResponse) => void = (response) => response.end();

  private constructor(
    private readonly server: Server,
    private readonly scheme: 'http' | 'https',
  ) {}

  /** @param tls key and certificate; without them, the server does not use TLS */
  static async start(port = 0, tls?: { key: string; cert: string }): Promise<WebhookServer> {
    const listen: RequestListener = (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        webhooks.posts.push({ method, path: url, headers, body: Buffer.concat(parts).toString('utf8') });
        webhooks.answer(response);
      });
    };
    const server = tls === undefined ? http.createServer(listen) : https.createServer(tls, listen);
    const webhooks = new WebhookServer(server, tls === undefined ? 'http' : 'https');
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return webhooks;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `${this.scheme}://127.0.0.1:${this.port}/hook?from=culprit`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** Verifies the signature of a request as the specification says. */
export function isSigned({ headers, body }: ReceivedPost, secret: string): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
