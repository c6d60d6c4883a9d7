import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../test/support/process';

/** Pseudo-random numbers that are the same in every run: mulberry32. */
export class Random {
  constructor(private state: number) {}

  /** Returns a number from 0 to less than 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer from 0 to less than `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T;
  }

  hex(digits: number): string {
    return Array.from({ length: digits }, () => this.below(16).toString(16)).join('');
  }

  uuid(): string {
    return this.hex(32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }
}

export type Json = Record<string, unknown>;

/** Size below which events have the form that browsers send, without source lines. */
const BROWSER_BYTES = 5 * 1024;

/** Source lines of real packages, so that bodies compress like real ones. */
const SOURCE_FILES = ['express', 'ajv', 'pino', 'commander'].flatMap((name) => {
  const folder = path.join(ROOT, 'node_modules', name);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js') && !/(^|\/)(test|node_modules|benchmarks)\//.test(file))
    .sort()
    .map((file) => ({ name: `${name}/${file}`, lines: readFileSync(path.join(folder, file), 'utf8').split('\n') }))
    .filter(({ lines }) => lines.length > 40 && lines.every((line) => line.length < 400));
});

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
const ENVIRONMENTS = ['production', 'production', 'production', 'staging', 'development'];
const RELEASES = Array.from({ length: 20 }, (_, number) => `shop@1.${number}.0`);
const VERBS = ['read', 'load', 'save', 'render', 'charge', 'refund', 'reserve', 'ship', 'parse', 'send'];
const NOUNS = ['Order', 'Basket', 'Invoice', 'Item', 'Session', 'Customer', 'Shipment', 'Coupon', 'Price', 'Stock'];
const ERROR_PHRASES = [
  'is negative',
  'was not found',
  'is undefined',
  'timed out',
  'has changed meanwhile',
  'is out of range',
  'was refused',
];

/** The given fields of a payload; all others are random. */
export interface FixedFields {
  readonly eventId: string;
  /** Type of the exception. */
  readonly kind: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  /** The frames of an earlier event of the same kind. The event has the same number of breadcrumbs. */
  readonly frames?: readonly Json[] | undefined;
}

/** Creates the payload of an event of about `bytes` bytes of JSON, in the form of the SDKs for JavaScript. */
export function makePayload(bytes: number, random: Random, fixed: FixedFields): Json {
  const isBrowser = bytes < BROWSER_BYTES;
  const frames = [...(fixed.frames ?? [])];
  const breadcrumbs = frames.map(() => makeBreadcrumb(random, fixed.timestamp));
  const payload = makeHead(random, fixed, { frames, breadcrumbs }, isBrowser);
  let length = JSON.stringify(payload).length;
  while (fixed.frames === undefined && length < bytes) {
    // The layers of a framework call each other, so that traces repeat frames.
    const former = random.below(3) === 0 ? frames[random.below(frames.length)] : undefined;
    const frame = former ?? makeFrame(random, isBrowser);
    const breadcrumb = makeBreadcrumb(random, fixed.timestamp);
    frames.push(frame);
    breadcrumbs.push(breadcrumb);
    length += JSON.stringify([frame, breadcrumb]).length;
  }
  return payload;
}

/** Returns the frames of a payload, from which another event of the same kind is made. */
export function framesOf({ exception }: Json): readonly Json[] {
  const { values } = exception as { values: readonly { stacktrace: { frames: readonly Json[] } }[] };
  return values[0]?.stacktrace.frames ?? [];
}

function makeHead(
  random: Random,
  { eventId, kind, timestamp }: FixedFields,
  lists: { frames: Json[]; breadcrumbs: Json[] },
  isBrowser: boolean,
): Json {
  const name = isBrowser ? 'sentry.javascript.browser' : 'sentry.javascript.node';
  const value = `the ${random.pick(NOUNS).toLowerCase()} ${random.below(90_000)} ${random.pick(ERROR_PHRASES)}`;
  const mechanism = { type: 'generic', handled: random.below(3) > 0 };
  return {
    event_id: eventId,
    timestamp,
    platform: isBrowser ? 'javascript' : 'node',
    level: random.below(10) === 0 ? 'warning' : 'error',
    environment: random.pick(ENVIRONMENTS),
    release: random.pick(RELEASES),
    server_name: `web-${random.below(12)}`,
    sdk: { name, version: '11.11.0', packages: [{ name: 'npm:@sentry/node', version: '11.11.0' }] },
    exception: { values: [{ type: kind, value, stacktrace: { frames: lists.frames }, mechanism }] },
    tags: { region: random.pick(['eu-west', 'eu-north', 'us-east']), tenant: `t${random.below(400)}` },
    user: { id: String(random.below(100_000)), email: `user${random.below(100_000)}@acme.test` },
    contexts: {
      trace: { trace_id: random.hex(32), span_id: random.hex(16) },
      runtime: { name: 'node', version: 'v20.20.2' },
      os: { name: 'Debian', version: '12.11', kernel_version: '6.1.0' },
      device: { arch: 'x64', memory_size: 25276502016, free_memory: random.below(2 ** 31), processor_count: 2 },
      app: {
        app_start_time: new Date((timestamp - random.below(100_000)) * 1000).toISOString(),
        app_memory: random.below(2 ** 28),
      },
    },
    request: {
      url: `https://shop.acme.test/${random.pick(VERBS)}/${random.below(1e6)}?step=${random.below(5)}`,
      method: 'POST',
      headers: { 'User-Agent': BROWSER, Accept: '*/*', 'X-Request-Id': random.uuid() },
    },
    breadcrumbs: lists.breadcrumbs,
  };
}

function makeFrame(random: Random, isBrowser: boolean): Json {
  const { name, lines } = random.pick(SOURCE_FILES);
  const line = 6 + random.below(lines.length - 12);
  const own = random.below(3) > 0;
  const shared = {
    function: random.pick(VERBS) + random.pick(NOUNS),
    lineno: line + 1,
    colno: 1 + random.below(60),
    in_app: own,
  };
  if (isBrowser) return { filename: `https://shop.acme.test/assets/${name}`, ...shared };
  return {
    filename: `/srv/shop/${own ? 'src' : 'node_modules'}/${name}`,
    module: path.basename(name, '.js'),
    ...shared,
    pre_context: lines.slice(line - 5, line),
    context_line: lines[line],
    post_context: lines.slice(line + 1, line + 6),
  };
}

function makeBreadcrumb(random: Random, before: number): Json {
  const timestamp = Math.round((before - random.next() * 60) * 1000) / 1000;
  if (random.below(3) === 0) {
    const message = `${random.pick(VERBS)} ${random.pick(NOUNS).toLowerCase()} ${random.hex(12)} took ${random.below(900)} ms`;
    return {
      timestamp,
      category: 'console',
      level: 'info',
      message,
      data: { logger: 'console', arguments: [message] },
    };
  }
  const url = `https://stock.acme.test/${random.pick(NOUNS).toLowerCase()}s/${random.uuid()}?warehouse=${random.below(50)}`;
  const data = {
    url,
    'http.method': random.pick(['GET', 'GET', 'POST']),
    status_code: random.pick([200, 200, 204, 404]),
  };
  return { timestamp, type: 'http', category: 'http', level: 'info', data };
}

/**
 * Returns an envelope around a payload, sent now unless another time is given. A time that is far off counts as a wrong
 * clock of the sender.
 */
export function envelopeOf(eventId: string, payload: string, sentAt = new Date().toISOString()): string {
  const head = {
    event_id: eventId,
    sent_at: sentAt,
    sdk: { name: 'sentry.javascript.node', version: '11.11.0' },
  };
  return `${JSON.stringify(head)}\n{"type":"event"}\n${payload}`;
}
