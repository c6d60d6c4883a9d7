import http, { type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';

/** The request on whose behalf others are sent: its credentials and the address of its client. */
interface Origin {
  readonly headers: IncomingHttpHeaders;
  readonly ip?: string | undefined;
}

/** Sends a request to the service itself, with the credentials of another one. */
export type FetchHere = (request: Request, origin: Origin) => Promise<Response>;

/** Headers that say who calls. */
const CREDENTIALS = ['authorization', 'cookie', 'x-csrf-token'] as const;

/**
 * Creates the function by which a handler calls operations. Its requests take every step that those of clients take,
 * on a connection within the process.
 */
export function createFetchHere(server: Server): FetchHere {
  return async (request, { headers, ip }) => {
    const { pathname, search } = new URL(request.url);
    const body = Buffer.from(await request.arrayBuffer());
    const credentials = CREDENTIALS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]));
    const reply = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = http.request({
        method: request.method,
        path: pathname + search,
        headers: {
          ...Object.fromEntries(request.headers),
          ...(Object.fromEntries(credentials) as Record<string, string>),
          host: headers.host,
          ...(body.length > 0 && { 'content-length': body.length }),
        },
        createConnection: () => connect(server, ip),
      });
      sent.once('response', resolve).once('error', reject);
      sent.end(body);
    });
    const pieces: Buffer[] = [];
    for await (const piece of reply) pieces.push(piece as Buffer);
    const found = Object.entries(reply.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
    const { statusCode: status = 500 } = reply;
    return new Response([204, 205, 304].includes(status) ? null : Buffer.concat(pieces), { status, headers: found });
  };
}

/**
 * Connects to the server without the network: with a pair of streams, whose other end is a connection of the server.
 */
function connect(server: Server, remoteAddress: string | undefined): Duplex {
  const [near, far] = duplexPair();
  const same = () => far;
  server.emit('connection', Object.assign(far, { remoteAddress, setTimeout: same, ref: same, unref: same }));
  return near;
}
