import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type RequestListener, type Server, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';

/** The content of a path, or a function that writes the response. */
export type FileContent = string | Buffer | ((response: ServerResponse) => void);

/** A received request. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** An HTTP server on the loopback address that serves the files of a page. */
export class FileServer {
  readonly requests: ReceivedRequest[] = [];
  readonly files = new Map<string, FileContent>();

  private constructor(
    private readonly server: Server,
    private readonly scheme: 'http' | 'https',
  ) {}

  /** @param tls key and certificate; without them, the server does not use TLS */
  static async start(tls?: { key: string; cert: string }): Promise<FileServer> {
    const listen: RequestListener = ({ method = '', url: path = '', headers }, response) => {
      files.requests.push({ method, path, headers });
      files.serve(path, response);
    };
    const server = tls === undefined ? http.createServer(listen) : https.createServer(tls, listen);
    const files = new FileServer(server, tls === undefined ? 'http' : 'https');
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return files;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Returns the URL of a path, with another name of this machine if given. */
  url(path: string, host = '127.0.0.1'): string {
    return `${this.scheme}://${host}:${this.port}${path}`;
  }

  /** The requested paths, in order. */
  get paths(): string[] {
    return this.requests.map(({ path }) => path);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private serve(path: string, response: ServerResponse): void {
    const served = this.files.get(path);
    if (typeof served === 'function') served(response);
    else response.writeHead(served === undefined ? 404 : 200).end(served ?? 'not here');
  }
}
