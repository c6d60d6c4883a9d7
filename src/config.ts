import { isIP } from 'node:net';
import { ITEM_KINDS, type ItemKind } from './domain/outcome';
import { LOG_FORMATS, LOG_LEVELS, type LogFormat, type LogLevel } from './log';

/** The configuration of the service. It is read from the environment once, at the start. */
export interface Config {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly databaseUrl: string;
  /** A standby of the database, which serves reads; null if there is none. */
  readonly databaseReadUrl: string | null;
  /** Origin of links and DSNs, without a trailing slash; null for the address on which the service listens. */
  readonly publicUrl: string | null;
  /** Addresses or networks of reverse proxies whose `X-Forwarded-For` header is trusted. */
  readonly trustedProxies: readonly string[];
  /** Bytes of disk space to leave free: with less, the service refuses events and files. */
  readonly diskReserve: number;
  /** Free bytes of the disk below which uploads are refused. */
  readonly uploadDiskReserve: number;
  /** Maximum bytes that an organization may upload. */
  readonly uploadQuota: { readonly chunkBytes: number; readonly artifactBytes: number };
  /** Maximum bytes of the attachments of an organization. */
  readonly attachmentQuota: number;
  /** Number of days that attachments are kept, at most as long as their event; 0 keeps them as long as that. */
  readonly attachmentDays: number;
  /** Events per hour that spike protection always accepts from a project. */
  readonly spikeFloor: number;
  /** Kinds of items beside events that are counted and not stored. */
  readonly disabledItems: ReadonlySet<ItemKind>;
  /** The mail server; null if the service sends no mails. */
  readonly smtp: SmtpConfig | null;
  /** The OpenID provider at which members can sign in; null if there is none. */
  readonly openId: OpenIdConfig | null;
  /** Encrypts tokens of ticket systems and secrets of second factors: 32 bytes; null if there is none. */
  readonly encryptionKey: Buffer | null;
  /** True if webhooks and ticket systems may be in a private network. */
  readonly allowsPrivateWebhooks: boolean;
  /** True if the service fetches the JavaScript files of stack frames and their source maps. */
  readonly fetchesJavaScript: boolean;
  /** True if these files may be in a private network. */
  readonly allowsPrivateFetches: boolean;
  /** Number of days that audit log entries are kept; 0 keeps them without a limit of time. */
  readonly auditLogDays: number;
  readonly limits: RequestLimits;
  /** Seconds for which a service that is told to stop still accepts requests, while `/readyz` is 503. */
  readonly stopDelay: number;
  readonly bootstrap: boolean;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
  /** The address at which the metrics are served; null if they are not served. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** True if each reply is validated completely; otherwise only samples of lists are. */
  readonly checksEveryReply: boolean;
}

/** Limits of connections, requests and replies. Times are in seconds, memory in bytes. */
interface RequestLimits {
  /** Open connections. */
  readonly maxConnections: number;
  /** Time that an idle connection stays open. */
  readonly keepAliveTimeout: number;
  /** Maximum time without progress while the body of a request is read. */
  readonly bodyTimeout: number;
  /** Maximum time in which a client reads nothing of its reply. */
  readonly writeTimeout: number;
  /** Maximum time of a request after its body was read. */
  readonly requestTimeout: number;
  /** Memory for the bodies of all requests together. */
  readonly bodyMemory: number;
  /** Memory for all replies together. */
  readonly replyMemory: number;
}

/** The mail server. */
interface SmtpConfig {
  readonly url: string;
  /** The sender of mails: an address, or a name and an address in angle brackets. */
  readonly from: string;
}

/** The OpenID provider. */
interface OpenIdConfig {
  /** The URL under which the provider describes itself. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Name of the provider that people recognize. */
  readonly name: string;
  /** Scopes that the service asks for, separated by blanks. */
  readonly scope: string;
  /** True if the provider vouches for addresses without saying so. */
  readonly trustsAddresses: boolean;
  /** True if members of all organizations sign in there only. */
  readonly isRequired: boolean;
}

/** The variables of the service. */
export const VARIABLES = [
  'PORT',
  'HOST',
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'PUBLIC_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'OPENID_ISSUER',
  'OPENID_CLIENT_ID',
  'OPENID_CLIENT_SECRET',
  'OPENID_NAME',
  'OPENID_SCOPE',
  'OPENID_TRUST_EMAIL',
  'OPENID_REQUIRED',
  'ENCRYPTION_KEY',
  'TICKET_KEY',
  'WEBHOOK_ALLOW_PRIVATE',
  'SCRAPING',
  'SCRAPING_ALLOW_PRIVATE',
  'DISK_RESERVE',
  'UPLOAD_DISK_RESERVE',
  'CHUNK_QUOTA',
  'ARTIFACT_QUOTA',
  'ATTACHMENT_QUOTA',
  'ATTACHMENT_DAYS',
  'AUDIT_LOG_DAYS',
  'SPIKE_FLOOR',
  'DISABLED_ITEMS',
  'TRUSTED_PROXIES',
  'MAX_CONNECTIONS',
  'KEEP_ALIVE_TIMEOUT',
  'BODY_TIMEOUT',
  'WRITE_TIMEOUT',
  'REQUEST_TIMEOUT',
  'BODY_MEMORY',
  'REPLY_MEMORY',
  'STOP_DELAY',
  'BOOTSTRAP',
  'LOG_LEVEL',
  'LOG_FORMAT',
  'METRICS_PORT',
  'METRICS_HOST',
  'NODE_ENV',
] as const;

type Variable = (typeof VARIABLES)[number];

/** The variables of the commands that send requests to a service. */
const CLIENT_VARIABLES = ['CULPRIT_URL', 'CULPRIT_TOKEN', 'CULPRIT_ORGANIZATION'];

/** The variables of the OpenID provider that belong together. */
const OPEN_ID_VARIABLES = ['OPENID_ISSUER', 'OPENID_CLIENT_ID', 'OPENID_CLIENT_SECRET'] as const;

/** Variables that need those. */
const OPEN_ID_OPTIONS = ['OPENID_NAME', 'OPENID_SCOPE', 'OPENID_TRUST_EMAIL', 'OPENID_REQUIRED'];

/** Variables, and those without which they have no effect. */
const NEEDED = { MAIL_FROM: 'SMTP_URL', METRICS_HOST: 'METRICS_PORT' } as const satisfies {
  readonly [Name in Variable]?: Variable;
};

const SENDER = 'an address such as culprit@example.com, or Name <address>';
const HOST = 'a host name or an IP address';

const MAX_DAYS = 36_500;

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads a variable, or its default. Collects the problem if it is not what is expected. */
type ReadVariable = <T>(
  name: Variable,
  fallback: string,
  parse: (text: string) => T | undefined,
  expected: string,
) => T;

/** Reads the configuration. @throws Error with one line per invalid variable */
export function readConfig(environment: Environment): Config {
  const problems: string[] = [];
  const read: ReadVariable = (name, fallback, parse, expected) => {
    const text = environment[name] || fallback;
    const value = parse(text);
    if (value === undefined) problems.push(`${name} is "${redactPassword(text)}", but must be ${expected}.`);
    return value as NonNullable<typeof value>;
  };
  const key = environment['ENCRYPTION_KEY'] || environment['TICKET_KEY'];
  const config: Config = {
    host: read('HOST', '127.0.0.1', parseHost, HOST),
    port: read('PORT', '4000', parsePort, 'a port number from 0 (any free port) to 65535'),
    databaseUrl: read(
      'DATABASE_URL',
      'sqlite:culprit.db',
      parseDatabaseUrl,
      'sqlite:PATH, sqlite::memory: or postgres://USER:PASSWORD@HOST:PORT/DATABASE',
    ),
    databaseReadUrl: environment['DATABASE_READ_URL']
      ? read('DATABASE_READ_URL', '', parsePostgresUrl, 'postgres://USER:PASSWORD@HOST:PORT/DATABASE of a standby')
      : null,
    publicUrl: environment['PUBLIC_URL']
      ? read('PUBLIC_URL', '', parseOrigin, 'an origin such as https://errors.example.com, without a path')
      : null,
    trustedProxies: read(
      'TRUSTED_PROXIES',
      'loopback',
      parseProxies,
      'a comma-separated list of addresses such as 10.0.0.7 or 10.0.0.0/8, loopback or uniquelocal',
    ),
    ...readReserves(read, !environment['UPLOAD_DISK_RESERVE']),
    uploadQuota: {
      chunkBytes: read('CHUNK_QUOTA', '2048', parseMebibytes, 'a number of mebibytes from 0 to 999999999'),
      artifactBytes: read('ARTIFACT_QUOTA', '20480', parseMebibytes, 'a number of mebibytes from 0 to 999999999'),
    },
    attachmentQuota: read('ATTACHMENT_QUOTA', '10240', parseMebibytes, 'a number of mebibytes from 0 to 999999999'),
    attachmentDays: read('ATTACHMENT_DAYS', '30', parseDays, 'a number of days from 0 (as long as the event) to 36500'),
    spikeFloor: read('SPIKE_FLOOR', '1000000', parseCount, 'a number of events per hour from 1 to 999999999'),
    disabledItems: environment['DISABLED_ITEMS']
      ? read('DISABLED_ITEMS', '', parseItemKinds, `a comma-separated list of ${ITEM_KINDS.join(', ')}`)
      : new Set<ItemKind>(),
    smtp: environment['SMTP_URL'] ? readSmtp(read, environment['SMTP_URL']) : null,
    openId: [...OPEN_ID_VARIABLES, ...OPEN_ID_OPTIONS].some((name) => environment[name])
      ? readOpenId(read, environment)
      : null,
    encryptionKey: key ? parseKey(key) : null,
    allowsPrivateWebhooks: read('WEBHOOK_ALLOW_PRIVATE', 'off', parseSwitch, '"on" or "off"'),
    fetchesJavaScript: read('SCRAPING', 'on', parseSwitch, '"on" or "off"'),
    allowsPrivateFetches: read('SCRAPING_ALLOW_PRIVATE', 'off', parseSwitch, '"on" or "off"'),
    auditLogDays: read('AUDIT_LOG_DAYS', '365', parseDays, 'a number of days from 0 (kept for good) to 36500'),
    limits: readLimits(read),
    stopDelay: read('STOP_DELAY', '0', parseDelay, 'a number of seconds from 0 to 86400'),
    bootstrap: read('BOOTSTRAP', 'on', parseSwitch, '"on" or "off"'),
    logLevel: read('LOG_LEVEL', 'info', (text) => oneOf(LOG_LEVELS, text), `one of ${LOG_LEVELS.join(', ')}`),
    logFormat: read('LOG_FORMAT', 'auto', (text) => oneOf(LOG_FORMATS, text), `one of ${LOG_FORMATS.join(', ')}`),
    metrics: environment['METRICS_PORT']
      ? {
          host: read('METRICS_HOST', '127.0.0.1', parseHost, HOST),
          port: read('METRICS_PORT', '', parsePort, 'a port number from 0 (any free port) to 65535'),
        }
      : null,
    checksEveryReply: ['development', 'test'].includes(environment['NODE_ENV'] ?? ''),
  };
  // They have no effect yet, but are read when somebody sets the variable that they need.
  if (config.smtp === null && environment['MAIL_FROM']) read('MAIL_FROM', '', parseSender, SENDER);
  if (config.metrics === null && environment['METRICS_HOST']) read('METRICS_HOST', '', parseHost, HOST);
  // Its value is a secret, which no message has.
  if (key && config.encryptionKey === null)
    problems.push('ENCRYPTION_KEY must be 64 hexadecimal digits, such as those of `openssl rand -hex 32`.');
  if (environment['TICKET_KEY'] && environment['TICKET_KEY'] !== key)
    problems.push('TICKET_KEY is the former name of ENCRYPTION_KEY, and must not have another value.');
  const missing = OPEN_ID_VARIABLES.filter((name) => !environment[name]);
  if (config.openId !== null && missing.length > 0)
    problems.push(`${missing.join(' and ')} must be set too: ${OPEN_ID_VARIABLES.join(', ')} belong together.`);
  if (config.databaseReadUrl && config.databaseUrl && parsePostgresUrl(config.databaseUrl) === undefined)
    problems.push('DATABASE_READ_URL is set, but DATABASE_URL names an SQLite database, which has no standby.');
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return Object.freeze(config);
}

function readSmtp(read: ReadVariable, url: string): SmtpConfig {
  const expected = 'smtp://USER:PASSWORD@HOST:PORT or smtps://…, optionally with ?tls=required';
  return {
    url: read('SMTP_URL', '', parseSmtpUrl, expected),
    from: read('MAIL_FROM', defaultSender(url), parseSender, SENDER),
  };
}

/** Reads the settings of the OpenID provider, some of which may be missing. */
function readOpenId(read: ReadVariable, environment: Environment): OpenIdConfig {
  const expected = 'an https:// URL (http:// for this machine only), without a query';
  return {
    issuer: environment['OPENID_ISSUER'] ? read('OPENID_ISSUER', '', parseIssuer, expected) : '',
    clientId: environment['OPENID_CLIENT_ID'] ?? '',
    clientSecret: environment['OPENID_CLIENT_SECRET'] ?? '',
    name: read('OPENID_NAME', 'OpenID Connect', parseName, 'a text of at most 50 characters'),
    scope: read('OPENID_SCOPE', 'openid email', parseScope, 'scopes separated by blanks, with openid and email'),
    trustsAddresses: read('OPENID_TRUST_EMAIL', 'off', parseSwitch, '"on" or "off"'),
    isRequired: read('OPENID_REQUIRED', 'off', parseSwitch, '"on" or "off"'),
  };
}

function readLimits(read: ReadVariable): RequestLimits {
  return {
    maxConnections: read('MAX_CONNECTIONS', '4096', parseCount, 'a number of connections from 1 to 999999999'),
    keepAliveTimeout: read('KEEP_ALIVE_TIMEOUT', '120', parseSeconds, 'a number of seconds from 1 to 86400'),
    bodyTimeout: read('BODY_TIMEOUT', '10', parseSeconds, 'a number of seconds from 1 to 86400'),
    writeTimeout: read('WRITE_TIMEOUT', '30', parseSeconds, 'a number of seconds from 1 to 86400'),
    requestTimeout: read('REQUEST_TIMEOUT', '30', parseSeconds, 'a number of seconds from 1 to 86400'),
    bodyMemory: read('BODY_MEMORY', '256', parseMemory, 'a number of mebibytes from 1 to 999999999'),
    replyMemory: read('REPLY_MEMORY', '256', parseMemory, 'a number of mebibytes from 1 to 999999999'),
  };
}

/** A variable that nothing reads. */
interface UnknownVariable {
  readonly name: string;
  /** The variable that is probably meant; null if there is none. */
  readonly meant: string | null;
}

const PREFIX = 'CULPRIT_';
/** Variables that Kubernetes sets for a service of the name `culprit`. */
const OF_KUBERNETES = /^CULPRIT_(?:SERVICE_(?:HOST|PORT)|PORT_[0-9]+_)/;
const KUBERNETES_PORT = /^(?:tcp|udp|sctp):\/\//;
/** Number of characters of a name for each of which one mistake is assumed; short names resemble others by chance. */
const CHARACTERS_PER_MISTAKE = 5;

/**
 * Returns the variables that are probably meant for the service but that it does not read: misspelt ones, and those
 * that begin with its name.
 */
export function unknownVariables(environment: Environment): UnknownVariable[] {
  const known: readonly string[] = [...VARIABLES, ...CLIENT_VARIABLES];
  const unknown = Object.keys(environment).filter((name) => !known.includes(name) && environment[name]);
  return unknown.flatMap((name) => {
    const value = environment[name] ?? '';
    if (OF_KUBERNETES.test(name) || (name === 'CULPRIT_PORT' && KUBERNETES_PORT.test(value))) return [];
    const hasPrefix = name.toUpperCase().startsWith(PREFIX);
    const meant = findMeant(name.toUpperCase(), known);
    return hasPrefix || meant !== null ? [{ name, meant }] : [];
  });
}

/** Returns the variables that are set but have no effect, because another one is not set, each with the other. */
export function ineffectiveVariables(environment: Environment): { readonly name: string; readonly needed: string }[] {
  return Object.entries(NEEDED)
    .filter(([name, needed]) => environment[name] && !environment[needed])
    .map(([name, needed]) => ({ name, needed }));
}

/** Returns the known name that a name resembles most, also without the prefix; null if it resembles none. */
function findMeant(name: string, known: readonly string[]): string | null {
  const bare = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name;
  const candidates = known
    .map((candidate) => {
      const most = Math.max(1, Math.floor(candidate.length / CHARACTERS_PER_MISTAKE));
      // Each character by which the lengths differ is a mistake: most names of an environment need no comparison.
      const similar = [...new Set([name, bare])].filter((one) => Math.abs(one.length - candidate.length) <= most);
      return { candidate, most, mistakes: Math.min(...similar.map((one) => mistakes(one, candidate))) };
    })
    .filter((one) => one.mistakes <= one.most)
    .sort((one, other) => one.mistakes - other.mistakes);
  return candidates[0]?.candidate ?? null;
}

/**
 * Returns the number of characters that are missing, added, wrong or swapped with their neighbour: the optimal string
 * alignment distance.
 */
function mistakes(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    [before, row] = [row, next];
  }
  return row[other.length] ?? 0;
}

/**
 * Removes the password of a URL, since error messages are logged: everything up to the last `@`, which may be part of a
 * password.
 */
function redactPassword(text: string): string {
  const start = text.indexOf('://') + '://'.length;
  const colon = text.indexOf(':', start);
  const end = text.lastIndexOf('@');
  return start < '://'.length || colon < 0 || colon > end ? text : `${text.slice(0, colon)}:***${text.slice(end)}`;
}

/**
 * Returns the URL of a database for the log, without password and parameters. In the path of a file, `?` has no
 * meaning.
 */
export function databaseForLog({ databaseUrl }: Pick<Config, 'databaseUrl'>): string {
  return databaseUrl.startsWith('sqlite:') ? databaseUrl : redactPassword(databaseUrl.split('?', 1)[0] ?? '');
}

/** Returns the origin of the service: `PUBLIC_URL`, or else HOST and PORT. */
export function publicUrlOf(config: Config, port = config.port || 4000): string {
  return config.publicUrl ?? urlOf(config.host, port);
}

/** Returns the origin of a server. The address of an IPv6 host has brackets in it. */
export function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function parseHost(text: string): string | undefined {
  return /^[A-Za-z0-9.:_-]+$/.test(text) ? text : undefined;
}

function parsePort(text: string): number | undefined {
  return /^[0-9]{1,5}$/.test(text) && Number(text) <= 65535 ? Number(text) : undefined;
}

/** `loopback` and `uniquelocal` are the names that Express gives to private networks. */
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

/** Bytes that uploads leave free in addition to the bytes that events leave free, unless a variable says so. */
const UPLOAD_MARGIN = 768 * 1024 * 1024;

/**
 * Reads the reserves for events and for uploads. Unless the latter is 0, it is the larger one, so that uploads are
 * refused before they take the space that events need.
 */
function readReserves(read: ReadVariable, isDefault: boolean): Pick<Config, 'diskReserve' | 'uploadDiskReserve'> {
  const diskReserve = read('DISK_RESERVE', '256', parseMebibytes, 'a number of mebibytes from 0 (none) to 999999999');
  const expected = 'a number of mebibytes from 0 (no more than DISK_RESERVE) to 999999999';
  const uploadReserve = read('UPLOAD_DISK_RESERVE', '1024', parseMebibytes, expected);
  const least = diskReserve + UPLOAD_MARGIN;
  if (isDefault) return { diskReserve, uploadDiskReserve: Math.max(uploadReserve, least) };
  const isLess = uploadReserve > 0 && uploadReserve <= diskReserve;
  return { diskReserve, uploadDiskReserve: isLess ? least : uploadReserve };
}

function parseMebibytes(text: string): number | undefined {
  return /^[0-9]{1,9}$/.test(text) ? Number(text) * 1024 * 1024 : undefined;
}

function parseMemory(text: string): number | undefined {
  return parseMebibytes(text) || undefined;
}

function parseSeconds(text: string): number | undefined {
  const seconds = parseCount(text) ?? 0;
  return seconds >= 1 && seconds <= 86_400 ? seconds : undefined;
}

function parseDelay(text: string): number | undefined {
  return text === '0' ? 0 : parseSeconds(text);
}

function parseCount(text: string): number | undefined {
  return /^[1-9][0-9]{0,8}$/.test(text) ? Number(text) : undefined;
}

function parseDays(text: string): number | undefined {
  return /^[0-9]{1,5}$/.test(text) && Number(text) <= MAX_DAYS ? Number(text) : undefined;
}

function parseDatabaseUrl(text: string): string | undefined {
  // A file named like this is a mistyped database in memory.
  if (['sqlite:', 'sqlite::memory'].includes(text)) return undefined;
  return text.startsWith('sqlite:') ? text : parsePostgresUrl(text);
}

function parsePostgresUrl(text: string): string | undefined {
  return /^postgres(ql)?:\/\/./.test(text) ? text : undefined;
}

function parseOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, origin, pathname, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && pathname === '/' && search + hash === '' ? origin : undefined;
}

/** Requires TLS except for this machine: without it, an attacker in the network could sign in as any member. */
function parseIssuer(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, search, hash } = new URL(text);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return (protocol === 'https:' || (protocol === 'http:' && isLocal)) && search + hash === '' ? text : undefined;
}

function parseKey(text: string): Buffer | null {
  return /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : null;
}

function parseScope(text: string): string | undefined {
  const scopes = text.split(' ');
  return /^[\x21-\x7e ]{1,500}$/.test(text) && ['openid', 'email'].every((scope) => scopes.includes(scope))
    ? text
    : undefined;
}

function parseName(text: string): string | undefined {
  return [...text].length <= 50 && !/\p{Cc}/u.test(text) ? text : undefined;
}

/** The only option of the URL, `tls=required`, refuses a connection without TLS. */
function parseSmtpUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, pathname, search, hash } = new URL(text);
  const isComplete = /^smtps?:$/.test(protocol) && hostname !== '' && ['', '/'].includes(pathname) && hash === '';
  return isComplete && ['', '?tls=required'].includes(search) ? text : undefined;
}

/** Returns the sender if MAIL_FROM is unset: the user of the URL if it is an address, else `culprit@` and its host. */
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

function parseItemKinds(text: string): Set<ItemKind> | undefined {
  const kinds = text.split(',').map((name) => oneOf(ITEM_KINDS, name.trim()));
  return kinds.every((kind) => kind !== undefined) ? new Set(kinds) : undefined;
}

function parseSwitch(text: string): boolean | undefined {
  return text === 'on' ? true : text === 'off' ? false : undefined;
}

function oneOf<T extends string>(values: readonly T[], text: string): T | undefined {
  return values.find((value) => value === text);
}
