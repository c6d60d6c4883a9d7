import { createTransport } from 'nodemailer';
import type { MailText } from './mailText';

/** A mail to one address. */
interface Mail extends MailText {
  readonly to: string;
  /** The id without angle brackets. It is the same for each attempt, so that a repeated mail can be recognized. */
  readonly messageId: string;
}

/** Sends mails through one server. */
export interface Mailer {
  /** Sends a mail, and resolves once the server has accepted it. @throws Error if it was not accepted */
  readonly send: (mail: Mail) => Promise<void>;
  readonly close: () => void;
}

/** Milliseconds for the parts of one delivery. Together they are less than the limit of a delivery. */
const TIMEOUTS = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 20_000, dnsTimeout: 5_000 };
/**
 * Milliseconds after which a connection is cut if the service has closed its side and the server has not: the process
 * cannot end before.
 */
const CLOSE_TIMEOUT_MS = 1_000;
/** Maximum number of connections to the mail server. */
export const MAX_CONNECTIONS = 5;

/**
 * Creates a mailer for the server of an SMTP URL. Connections are opened when there is something to send. `smtps:` uses
 * TLS from the start. `smtp:` upgrades to TLS if the server offers it, and does not check the certificate: an attacker
 * who could present a wrong one could also hide the offer. With `?tls=required` TLS and a valid certificate are
 * required.
 */
export function openMailer(url: string, from: string): Mailer {
  const { protocol, hostname, port, username, password, search } = new URL(url);
  const secure = protocol === 'smtps:';
  const isRequired = search === '?tls=required';
  const host = hostname.replace(/^\[|\]$/g, '');
  const transport = createTransport({
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    host,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: isRequired,
    tls: { rejectUnauthorized: secure || isRequired },
    ...TIMEOUTS,
    socketCloseTimeout: CLOSE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  });
  const envelopeFrom = /<([^<>]+)>$/.exec(from)?.[1] ?? from;
  const name = from === envelopeFrom ? '' : from.slice(0, from.indexOf('<')).trim();
  return {
    async send({ to, messageId, subject, text, html }) {
      await transport.sendMail({
        from: { name, address: envelopeFrom },
        to: { name: '', address: to },
        envelope: { from: envelopeFrom, to: [to] },
        messageId: `<${messageId}>`,
        subject,
        text,
        html,
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      });
    },
    close: () => {
      // The service has given up the deliveries in progress.
      transport.close({ force: true });
    },
  };
}
