import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

const CHECK_INTERVAL_MS = 50;

interface Target {
  readonly url: string;
  isReady: boolean;
}

/**
 * A reverse proxy like that of scripts/deploy: it sends requests in turn to services whose `/readyz` replies 200. A
 * request whose connection is refused goes to another one; one that may have arrived is never sent twice.
 */
export class CheckedProxy {
  private targets: Target[] = [];
  private isOpen = true;
  private readonly server = http.createServer((request, response) => {
    this.forward(request, response).catch(() => response.writeHead(502).end());
  });
  private checking: Promise<void> | undefined;

  /** Starts to listen. @returns its origin */
  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    this.checking = this.check();
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Replaces the services. */
  use(...urls: readonly string[]): void {
    this.targets = urls.map((url) => this.targets.find((target) => target.url === url) ?? { url, isReady: false });
  }

  /** Returns true if requests are sent to the service. */
  isUsing(url: string): boolean {
    return this.targets.some((target) => target.url === url && target.isReady);
  }

  async close(): Promise<void> {
    this.isOpen = false;
    await this.checking;
    this.server.close();
    this.server.closeAllConnections();
  }

  private async check(): Promise<void> {
    while (this.isOpen) {
      for (const target of this.targets)
        target.isReady = await fetch(`${target.url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        );
      await setTimeout(CHECK_INTERVAL_MS);
    }
  }

  private async forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    for (;;) {
      const target = this.next();
      if (target === undefined) {
        response.writeHead(503, { 'Retry-After': '1' }).end();
        return;
      }
      const reply = await send(`${target.url}${request.url}`, request, body);
      if (reply !== undefined) {
        response.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(response);
        return;
      }
      target.isReady = false;
    }
  }

  /** Returns a service that is ready, each in turn. */
  private next(): Target | undefined {
    const target = this.targets.find(({ isReady }) => isReady);
    if (target !== undefined) this.targets = [...this.targets.filter((other) => other !== target), target];
    return target;
  }
}

/** Sends a request on a connection of its own. Returns undefined if it is refused. */
function send(url: string, { method, headers }: IncomingMessage, body: Buffer): Promise<IncomingMessage | undefined> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers: { ...headers, connection: 'close' }, agent: false }, resolve);
    request.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') resolve(undefined);
      else reject(error);
    });
    request.end(body);
  });
}
