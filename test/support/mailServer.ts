import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A received mail. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The message with its headers; lines end with CR LF. */
  readonly raw: string;
}

/** Decides whether the server accepts a recipient or a message. */
export type Verdict = (address: string) => Error | undefined;

/** Returns an SMTP error to reply with. */
export function refusal(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}

/** An SMTP server on the loopback address that collects mails. */
export class MailServer {
  readonly mails: ReceivedMail[] = [];
  /** Called for each recipient. */
  verdict: Verdict = () => undefined;
  /** Called for each message; the server replies when it settles. */
  hold: () => Promise<void> = async () => undefined;

  private constructor(private readonly server: SMTPServer) {}

  /** Starts the server, on any free port by default. */
  static async start(port = 0, options: { user?: string; password?: string } = {}): Promise<MailServer> {
    const needsAuth = options.user !== undefined;
    const server: SMTPServer = new SMTPServer({
      authOptional: !needsAuth,
      allowInsecureAuth: true,
      disableReverseLookup: true,
      closeTimeout: 100,
      logger: false,
      onAuth({ username, password }, _session, done) {
        const isKnown = username === options.user && password === options.password;
        if (isKnown) done(null, { user: username });
        else done(refusal(535, 'Who are you?'));
      },
      onRcptTo: ({ address }, _session, done) => done(mails.verdict(address)),
      onData(stream, { envelope }, done) {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          void mails.hold().then(() => {
            const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
            mails.mails.push({
              from,
              to: envelope.rcptTo.map(({ address }) => address),
              raw: Buffer.concat(parts).toString('latin1'),
            });
            done();
          });
        });
      },
    });
    const mails = new MailServer(server);
    server.on('error', () => undefined);
    const listener = server.listen(port, '127.0.0.1');
    await once(listener, 'listening');
    return mails;
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}

/** The parts of a mail that mail programs show. */
export interface ReadMail {
  /** Headers by lower-case name, unfolded. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly html: string;
}

/** Parses a mail with two parts. */
export function readMail({ raw }: ReceivedMail): ReadMail {
  const { headers, body } = split(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1] ?? '';
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r\n/, '')));
  const contentOf = (type: string) => {
    const part = parts.find((one) => one.headers['content-type']?.startsWith(type));
    return part === undefined
      ? ''
      : decode(part.body, part.headers['content-transfer-encoding'] ?? '').replaceAll('\r\n', '\n');
  };
  return {
    headers: { ...headers, subject: decodeWords(headers['subject'] ?? '') },
    text: contentOf('text/plain'),
    html: contentOf('text/html'),
  };
}

function split(message: string): { headers: Record<string, string>; body: string } {
  const end = message.indexOf('\r\n\r\n');
  const lines = message
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map(
    (line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()] as const,
  );
  return { headers: Object.fromEntries(headers), body: message.slice(end + 4) };
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  return encoding === 'quoted-printable'
    ? decodeQuoted(body.replace(/=\r\n/g, ''))
    : Buffer.from(body, 'latin1').toString('utf8');
}

function decodeQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Decodes RFC 2047; the space between two encoded words is dropped. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, word: string) => {
      return kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeQuoted(word.replaceAll('_', ' '));
    });
}
