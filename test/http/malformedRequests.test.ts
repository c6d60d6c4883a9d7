/** Tests the replies to requests that Node.js cannot read, and to requests whose head is too long. */
import { RawConnection } from '../support/rawConnection';
import { useOwnService } from '../support/service';

const service = useOwnService({}, { limits: { headTimeout: 1 } });

/** Sends bytes, in several pieces if they are long, and returns the reply until the service closes the connection. */
async function replyTo(text: string): Promise<{ status: number; headers: string[]; body: string }> {
  const wire = await RawConnection.open(service.url);
  wire.socket.write(text);
  wire.socket.end();
  await wire.waitUntilClosed();
  const [head = '', ...body] = wire.received.split('\r\n\r\n');
  const [line = '', ...headers] = head.split('\r\n');
  return { status: Number(line.split(' ')[1]), headers, body: body.join('\r\n\r\n') };
}

const NO_STORE = 'Cache-Control: no-store';
const TOO_LONG = JSON.stringify({ detail: 'The URL and headers are longer than 98304 bytes.' });
const INVALID = JSON.stringify({ detail: 'The request is not valid HTTP.' });
const longHeader = (method: string, bytes: number) =>
  `${method} /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(bytes)}\r\n\r\n`;
const longUrl = (method: string, bytes: number) =>
  `${method} /healthz?a=${'a'.repeat(bytes)} HTTP/1.1\r\nHost: x\r\n\r\n`;

test.each([
  ['a long header', longHeader],
  ['a long URL', longUrl],
])('%s is 431 with a message', async (_what, request) => {
  const { status, headers, body } = await replyTo(request('GET', 100_000));
  expect([status, body]).toEqual([431, TOO_LONG]);
  expect(headers).toContain(NO_STORE);
});

test.each([
  ['a long header', longHeader, 100_000, 431],
  ['a long URL', longUrl, 100_000, 431],
  ['a header that is longer than what is read', longHeader, 1_000_000, 431],
  ['a URL that is longer than what is read', longUrl, 1_000_000, 431],
  ['a line that is no header', () => 'HEAD /healthz HTTP/1.1\r\nHost x\r\n\r\n', 0, 400],
  ['a version that there is not', () => 'HEAD /healthz HTTP/9.9\r\n\r\n', 0, 400],
])('the reply to HEAD with %s has no body', async (_what, request, bytes, expected) => {
  const { status, headers, body } = await replyTo(request('HEAD', bytes));
  expect([status, body]).toEqual([expected, '']);
  expect(headers).toContain(NO_STORE);
});

test('a head that does not arrive in time has a reply without a body, as its method may be HEAD', async () => {
  const wire = await RawConnection.open(service.url);
  wire.socket.write('HEAD /healthz HTTP/1.1\r\nHost:');
  await wire.waitUntilClosed();
  expect(wire.received).toMatch(/^HTTP\/1\.1 408 [^]*\r\nCache-Control: no-store\r\n[^]*\r\n\r\n$/);
});

test.each([
  ['a line that is no header', 'GET /healthz HTTP/1.1\r\nHost x\r\n\r\n'],
  ['another protocol', '\x16\x03\x01\x02'],
])('%s is 400 with a message', async (_what, text) => {
  const { status, headers, body } = await replyTo(text);
  expect([status, body]).toEqual([400, INVALID]);
  expect(headers).toContain(NO_STORE);
});
