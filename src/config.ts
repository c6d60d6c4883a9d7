import { isIP } from 'node:net';
import { LOG_LEVELS, type LogLevel } from './log';

/** What the environment says, read once (decisions.md §2). */
export interface Config {
  readonly host: string;
  /** 0 means any free port. */
  readonly port: number;
  readonly databaseUrl: string;
  /** Origin of links and DSNs, without a trailing slash; null means where the service listens. */
  readonly publicUrl: string | null;
  /** Addresses of reverse proxies, or their networks: what these say of a client's address is believed. */
  readonly trustedProxies: readonly string[];
  /** Bytes of the database's disk that are to stay free: below that, no events and files are taken in. */
  readonly diskReserve: number;
  /** Events an hour that every project may send, whatever it sent before. */
  readonly spikeFloor: number;
  /** The server that sends mails; null where none are sent. */
  readonly smtp: SmtpConfig | null;
  /** Whether webhooks may be in private networks. */
  readonly allowsPrivateWebhooks: boolean;
  /** Whether JavaScript and source maps are fetched from where events point to. */
  readonly fetchesJavaScript: boolean;
  /** Whether they may be fetched from private networks. */
  readonly allowsPrivateFetches: boolean;
  readonly bootstrap: boolean;
  readonly logLevel: LogLevel;
  /** Whether every reply is checked whole, or lists only now and then. */
  readonly checksEveryReply: boolean;
}

/** The server that mails are handed to. */
export interface SmtpConfig {
  readonly url: string;
  /** The sender: an address, or a name and an address in angle brackets. */
  readonly from: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the environment. @throws Error with one sentence for each fault */
export function readConfig(environment: Environment): Config {
  const faults: string[] = [];
  const read = <T>(name: string, fallback: string, parse: (text: string) => T | undefined, expected: string): T => {
    const text = environment[name] || fallback;
    const value = parse(text);
    if (value === undefined) faults.push(`${name} is "${redactPassword(text)}", but must be ${expected}.`);
    return value as T;
  };
  const config: Config = {
    host: read('HOST', '127.0.0.1', parseHost, 'a host name or an IP address'),
    port: read('PORT', '4000', parsePort, 'a port number from 0 (any free port) to 65535'),
    databaseUrl: read(
      'DATABASE_URL',
      'sqlite:culprit.db',
      parseDatabaseUrl,
      'sqlite:PATH, sqlite::memory: or postgres://USER:PASSWORD@HOST:PORT/DATABASE',
    ),
    publicUrl: environment['PUBLIC_URL']
      ? read('PUBLIC_URL', '', parseOrigin, 'an origin such as https://errors.example.com, without a path')
      : null,
    trustedProxies: read(
      'TRUSTED_PROXIES',
      'loopback',
      parseProxies,
      'addresses such as 10.0.0.7 or 10.0.0.0/8, loopback or uniquelocal, with commas between',
    ),
    diskReserve: read('DISK_RESERVE', '256', parseMebibytes, 'a number of mebibytes from 0 (none) to 999999999'),
    spikeFloor: read('SPIKE_FLOOR', '1000000', parseCount, 'a number of events an hour from 1 to 999999999'),
    smtp: environment['SMTP_URL']
      ? {
          url: read(
            'SMTP_URL',
            '',
            parseSmtpUrl,
            'smtp://USER:PASSWORD@HOST:PORT or smtps://…, perhaps with ?tls=required',
          ),
          from: read(
            'MAIL_FROM',
            defaultSender(environment['SMTP_URL']),
            parseSender,
            'an address such as culprit@example.com, or Name <address>',
          ),
        }
      : null,
    allowsPrivateWebhooks: read('WEBHOOK_ALLOW_PRIVATE', 'off', parseSwitch, '"on" or "off"'),
    fetchesJavaScript: read('SCRAPING', 'on', parseSwitch, '"on" or "off"'),
    allowsPrivateFetches: read('SCRAPING_ALLOW_PRIVATE', 'off', parseSwitch, '"on" or "off"'),
    bootstrap: read('BOOTSTRAP', 'on', parseSwitch, '"on" or "off"'),
    logLevel: read('LOG_LEVEL', 'info', parseLogLevel, `one of ${LOG_LEVELS.join(', ')}`),
    checksEveryReply: ['development', 'test'].includes(environment['NODE_ENV'] ?? ''),
  };
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return Object.freeze(config);
}

/** Faults end in logs. */
function redactPassword(text: string): string {
  return text.replace(/(:\/\/[^:@/\s]*):[^@\s]*@/, '$1:***@');
}

/** Where commands say the service is: PUBLIC_URL, or else HOST and PORT, with 4000 for any free port. */
export function publicUrlOf(config: Config, port = config.port || 4000): string {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return config.publicUrl ?? `http://${host}:${port}`;
}

function parseHost(text: string): string | undefined {
  return /^[A-Za-z0-9.:_-]+$/.test(text) ? text : undefined;
}

function parsePort(text: string): number | undefined {
  return /^[0-9]{1,5}$/.test(text) && Number(text) <= 65535 ? Number(text) : undefined;
}

/** `loopback` and `uniquelocal` are names of the private networks of one machine, and of many. */
function parseProxies(text: string): string[] | undefined {
  const proxies = text.split(',').map((proxy) => proxy.trim());
  return proxies.every((proxy) => ['loopback', 'uniquelocal'].includes(proxy) || isNetwork(proxy))
    ? proxies
    : undefined;
}

function isNetwork(text: string): boolean {
  const [address = '', length, ...more] = text.split('/');
  const version = isIP(address);
  const isLength =
    length === undefined || (/^[1-9][0-9]{0,2}$/.test(length) && Number(length) <= (version === 4 ? 32 : 128));
  return version !== 0 && isLength && more.length === 0;
}

function parseMebibytes(text: string): number | undefined {
  return /^[0-9]{1,9}$/.test(text) ? Number(text) * 1024 * 1024 : undefined;
}

function parseCount(text: string): number | undefined {
  return /^[1-9][0-9]{0,8}$/.test(text) ? Number(text) : undefined;
}

function parseDatabaseUrl(text: string): string | undefined {
  return /^(sqlite:.|postgres(ql)?:\/\/.)/.test(text) ? text : undefined;
}

function parseOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, origin, pathname, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && pathname === '/' && search + hash === '' ? origin : undefined;
}

/** The one option of the URL says that there must be TLS. */
function parseSmtpUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, pathname, search, hash } = new URL(text);
  const isComplete = /^smtps?:$/.test(protocol) && hostname !== '' && ['', '/'].includes(pathname) && hash === '';
  return isComplete && ['', '?tls=required'].includes(search) ? text : undefined;
}

/** The user of the URL where that is an address, else one of its host. */
function defaultSender(smtpUrl: string): string {
  if (!URL.canParse(smtpUrl)) return 'culprit@localhost';
  const { username, hostname } = new URL(smtpUrl);
  const isName = hostname !== '' && isIP(hostname.replace(/[[\]]/g, '')) === 0;
  return parseSender(decodeUserInfo(username)) ?? `culprit@${isName ? hostname : 'localhost'}`;
}

function decodeUserInfo(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function parseSender(text: string): string | undefined {
  return /^(?:[^<>"\p{Cc}]{1,100} <[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u.test(text) ? text : undefined;
}

function parseSwitch(text: string): boolean | undefined {
  return text === 'on' ? true : text === 'off' ? false : undefined;
}

function parseLogLevel(text: string): LogLevel | undefined {
  return LOG_LEVELS.find((level) => level === text);
}
