import { createTransport } from 'nodemailer';
import type { MailText } from './mail';

/** A mail on its way to one address. */
export interface Mail extends MailText {
  readonly to: string;
  /** Without angle brackets; the same at each attempt, so that a repeat can be told. */
  readonly messageId: string;
}

export interface Mailer {
  /** Settles once the server has taken the mail. @throws Error if it has not */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Parts of one delivery, in milliseconds; together they end before the delivery's own limit. */
const TIMEOUTS = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 20_000, dnsTimeout: 5_000 };
const CONNECTIONS = 5;

/**
 * Opens a way to the server of an SMTP URL; connections are made when there is something to send.
 * `smtps:` begins with TLS. `smtp:` changes to it where the server offers that, without asking who it is, since whoever could
 * pretend to be the server could also hide the offer; with `?tls=required` there must be TLS, and a valid certificate.
 */
export function openMailer(url: string, from: string): Mailer {
  const { protocol, hostname, port, username, password, search } = new URL(url);
  const secure = protocol === 'smtps:';
  const isRequired = search === '?tls=required';
  const host = hostname.replace(/^\[|\]$/g, '');
  const transport = createTransport({
    ...{
      pool: true,
      maxConnections: CONNECTIONS,
      host,
      port: Number(port) || (secure ? 465 : 587),
      secure,
      requireTLS: isRequired,
    },
    ...{
      tls: { rejectUnauthorized: secure || isRequired },
      ...TIMEOUTS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  });
  const envelopeFrom = /<([^>]+)>$/.exec(from)?.[1] ?? from;
  const name = from === envelopeFrom ? '' : from.slice(0, from.indexOf('<')).trim();
  return {
    async send({ to, messageId, subject, text, html }) {
      await transport.sendMail({
        ...{
          from: { name, address: envelopeFrom },
          to: { name: '', address: to },
          envelope: { from: envelopeFrom, to: [to] },
        },
        ...{ messageId: `<${messageId}>`, subject, text, html },
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      });
    },
    close: () => transport.close(),
  };
}
