import { LOG_LEVELS, type LogLevel } from './log';

/** What the environment says, read once (decisions.md §2). */
export interface Config {
  readonly host: string;
  /** 0 means any free port. */
  readonly port: number;
  readonly databaseUrl: string;
  /** Origin of links and DSNs, without a trailing slash; null means where the service listens. */
  readonly publicUrl: string | null;
  /** Bytes of the database's disk that are to stay free: below that, no events and files are taken in. */
  readonly diskReserve: number;
  /** Events an hour that every project may send, whatever it sent before. */
  readonly spikeFloor: number;
  readonly bootstrap: boolean;
  readonly logLevel: LogLevel;
  /** Whether every reply is checked whole, or lists only now and then. */
  readonly checksEveryReply: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the environment. @throws Error with one sentence for each fault */
export function readConfig(environment: Environment): Config {
  const faults: string[] = [];
  const read = <T>(name: string, fallback: string, parse: (text: string) => T | undefined, expected: string): T => {
    const text = environment[name] || fallback;
    const value = parse(text);
    if (value === undefined) faults.push(`${name} is "${withoutPassword(text)}", but must be ${expected}.`);
    return value as T;
  };
  const config: Config = {
    host: read('HOST', '127.0.0.1', readHost, 'a host name or an IP address'),
    port: read('PORT', '4000', readPort, 'a port number from 0 (any free port) to 65535'),
    databaseUrl: read('DATABASE_URL', 'sqlite:culprit.db', readDatabaseUrl, 'sqlite:PATH, sqlite::memory: or postgres://USER:PASSWORD@HOST:PORT/DATABASE'),
    publicUrl: environment['PUBLIC_URL']
      ? read('PUBLIC_URL', '', readOrigin, 'an origin such as https://errors.example.com, without a path')
      : null,
    diskReserve: read('DISK_RESERVE', '256', readMebibytes, 'a number of mebibytes from 0 (none) to 999999999'),
    spikeFloor: read('SPIKE_FLOOR', '1000000', readCount, 'a number of events an hour from 1 to 999999999'),
    bootstrap: read('BOOTSTRAP', 'on', readSwitch, '"on" or "off"'),
    logLevel: read('LOG_LEVEL', 'info', readLogLevel, `one of ${LOG_LEVELS.join(', ')}`),
    checksEveryReply: ['development', 'test'].includes(environment['NODE_ENV'] ?? ''),
  };
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return Object.freeze(config);
}

/** Faults end in logs. */
function withoutPassword(text: string): string {
  return text.replace(/(:\/\/[^:@/\s]*):[^@\s]*@/, '$1:***@');
}

/** Where commands say the service is: PUBLIC_URL, or else HOST and PORT, with 4000 for any free port. */
export function publicUrlOf(config: Config, port = config.port || 4000): string {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return config.publicUrl ?? `http://${host}:${port}`;
}

function readHost(text: string): string | undefined {
  return /^[A-Za-z0-9.:_-]+$/.test(text) ? text : undefined;
}

function readPort(text: string): number | undefined {
  return /^[0-9]{1,5}$/.test(text) && Number(text) <= 65535 ? Number(text) : undefined;
}

function readMebibytes(text: string): number | undefined {
  return /^[0-9]{1,9}$/.test(text) ? Number(text) * 1024 * 1024 : undefined;
}

function readCount(text: string): number | undefined {
  return /^[1-9][0-9]{0,8}$/.test(text) ? Number(text) : undefined;
}

function readDatabaseUrl(text: string): string | undefined {
  return /^(sqlite:.|postgres(ql)?:\/\/.)/.test(text) ? text : undefined;
}

function readOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, origin, pathname, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && pathname === '/' && search + hash === '' ? origin : undefined;
}

function readSwitch(text: string): boolean | undefined {
  return text === 'on' ? true : text === 'off' ? false : undefined;
}

function readLogLevel(text: string): LogLevel | undefined {
  return LOG_LEVELS.find((level) => level === text);
}
