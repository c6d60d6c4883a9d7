import { setTimeout } from 'node:timers/promises';
import { cursorOf } from '../client/createClient';
import { connectionFailure } from './service';

/* Reads a server with Sentry's web API. Members of its replies may be missing: servers differ. */

/** An object of a reply. */
export type SourceRecord = Readonly<Record<string, unknown>>;

/** A page of a list. */
export interface SourcePage {
  readonly records: readonly SourceRecord[];
  /** Cursor of the next page; null on the last one. */
  readonly next: string | null;
}

/** The time, and how a command waits for a server. */
export interface SourceClock {
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  readonly now: () => number;
}

export const CLOCK: SourceClock = { sleep: setTimeout, now: Date.now };

const SECOND_MS = 1000;
/** Number of times that a request is sent again after an error that may pass, and the first pause. */
const MAX_ATTEMPTS = 8;
const FIRST_PAUSE_MS = 500;
/** A rate limit that lasts longer than this is an error. */
const MAX_WAIT_MS = 15 * 60 * SECOND_MS;

/** Limit of the contract for the name of a source. */
const MAX_NAME = 200;

/** The statuses with which a server refuses what it has. */
const REFUSALS = [401, 403];

/** A reply that is no success. */
export class SourceError extends Error {
  constructor(
    readonly status: number,
    path: string,
  ) {
    const hint = REFUSALS.includes(status) ? ' The token may not read this.' : '';
    super(`The source replied ${status} to GET ${path}.${hint}`);
  }
}

/** @throws the error, unless the server has no such thing, or does not show it */
function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof SourceError && [400, ...REFUSALS, 404, 405].includes(error.status)) return undefined;
  throw error;
}

/** Returns a member of a reply if it is an object; else an empty one. */
export function objectOf(value: unknown): SourceRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as SourceRecord) : {};
}

/** Returns a member of a reply if it is a text that is not empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns the members of an object that have a value. */
export function present<Members extends object>(
  members: Members,
): { [Name in keyof Members]?: NonNullable<Members[Name]> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(entries) as { [Name in keyof Members]?: NonNullable<Members[Name]> };
}

/** Sends a request to one server, perhaps several times. @throws Error if the server does not reply */
type PatientSender = (send: () => Promise<Response>) => Promise<Response>;

/**
 * Returns a function that sends requests to one server: each until it succeeds or fails for good. It waits as a rate
 * limit says, and longer each time after an error that may pass. A server that has never replied may not exist: there,
 * the first error is final.
 */
export function patientSender(clock: SourceClock): PatientSender {
  let hasReplied = false;
  return async (send) => {
    const response = await sendPatiently(send, clock, hasReplied);
    hasReplied = true;
    return response;
  };
}

async function sendPatiently(
  send: () => Promise<Response>,
  { sleep, now }: SourceClock,
  hasReplied: boolean,
): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const last = attempt === MAX_ATTEMPTS;
    const pause = FIRST_PAUSE_MS * 2 ** (attempt - 1);
    let response: Response;
    try {
      response = await send();
    } catch (error) {
      if (last || !hasReplied) throw error;
      await sleep(pause);
      continue;
    }
    const { status, headers } = response;
    if (last || (status !== 429 && status < 500)) return response;
    const wait = Math.max(pause, waitOf(headers, now()));
    if (wait > MAX_WAIT_MS) return response;
    await response.body?.cancel();
    await sleep(wait);
  }
}

/** Returns the milliseconds for which the headers of a reply ask to wait. */
function waitOf(headers: Headers, now: number): number {
  const retryAfter = Number(headers.get('Retry-After') ?? 0);
  if (retryAfter > 0) return retryAfter * SECOND_MS;
  const remaining = headers.get('X-Sentry-Rate-Limit-Remaining');
  const reset = Number(headers.get('X-Sentry-Rate-Limit-Reset') ?? 0);
  return remaining !== null && Number(remaining) <= 0 ? Math.max(0, reset * SECOND_MS - now) : 0;
}

/** @throws Error that names the path if a reply is no JSON, as the pages of a server without the web API */
async function jsonOf(response: Response, path: string): Promise<unknown> {
  return response.json().catch(() => {
    throw new Error(`The source replied to GET ${path} with something else than JSON.`);
  });
}

/** The server that data is imported from. It is only read. */
export class ImportSource {
  readonly baseUrl: string;
  /** How receipts and the audit log name the source: its address, unless it has another name. */
  readonly name: string;
  /** The time before which a rate limit allows no request. */
  #pausedUntil = 0;
  readonly #sendPatiently: PatientSender;

  /** @throws Error if the address is none */
  constructor(
    url: string,
    private readonly token: string,
    private readonly clock: SourceClock = CLOCK,
    private readonly send: typeof fetch = fetch,
    name?: string,
  ) {
    if (!URL.canParse(url) || !/^https?:\/\//.test(url))
      throw new Error(`--from is "${url}", but must be the address of a server, such as https://sentry.example.com.`);
    this.#sendPatiently = patientSender(clock);
    const { href } = new URL(url);
    this.baseUrl = href.endsWith('/') ? href.slice(0, -1) : href;
    this.name = [...(name ?? this.baseUrl)].slice(0, MAX_NAME).join('');
  }

  /** Returns the JSON of a path. @throws SourceError unless the reply is a success */
  async get(path: string): Promise<unknown> {
    return jsonOf(await this.#read(path), path);
  }

  /** Returns the JSON of a path; undefined if the server has no such thing, or does not show it. */
  async find(path: string): Promise<unknown> {
    return this.get(path).catch(undefinedIfMissing);
  }

  /** Returns a page of a list. @throws SourceError unless the reply is a success */
  async page(path: string, cursor: string | null = null): Promise<SourcePage> {
    const separator = path.includes('?') ? '&' : '?';
    const rest = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    return this.#readList(`${path}${separator}per_page=100${rest}`).catch((error: unknown) => {
      // Some lists have no pages, and refuse the parameter.
      if (cursor === null && error instanceof SourceError && error.status === 400) return this.#readList(path);
      throw error;
    });
  }

  /** Returns all records of a list. @throws SourceError unless the replies are a success */
  async list(path: string): Promise<SourceRecord[]> {
    const records: SourceRecord[] = [];
    for (let cursor: string | null = null; ;) {
      const { records: more, next }: SourcePage = await this.page(path, cursor);
      records.push(...more);
      if (next === null || next === cursor) return records;
      cursor = next;
    }
  }

  /**
   * Returns all records of a list; an empty one if the server has no such list, or does not show it.
   * @param onRefusal called if the token may not read the list
   */
  async listIfAny(path: string, onRefusal: () => void): Promise<SourceRecord[]> {
    const records = await this.list(path).catch((error: unknown) => {
      if (error instanceof SourceError && REFUSALS.includes(error.status)) onRefusal();
      else undefinedIfMissing(error);
    });
    return records ?? [];
  }

  /** Returns the bytes of a path. @throws SourceError unless the reply is a success */
  async download(path: string): Promise<ArrayBuffer> {
    return (await this.#read(path)).arrayBuffer();
  }

  async #readList(path: string): Promise<SourcePage> {
    const response = await this.#read(path);
    const records = await jsonOf(response, path);
    if (!Array.isArray(records)) throw new Error(`The source replied to GET ${path} with something else than a list.`);
    return { records: records as SourceRecord[], next: cursorOf('next', response.headers.get('Link')) };
  }

  async #read(path: string): Promise<Response> {
    const { sleep, now } = this.clock;
    const pause = this.#pausedUntil - now();
    if (pause > 0) await sleep(Math.min(pause, MAX_WAIT_MS));
    const headers = { Authorization: `Bearer ${this.token}`, Accept: 'application/json' };
    const send = () => this.send(`${this.baseUrl}${path}`, { headers });
    const response = await this.#sendPatiently(send).catch((error: unknown) => {
      const remedy = '--from must be the address of a server, such as https://sentry.example.com';
      throw new Error(`No server replies at ${this.baseUrl}: ${connectionFailure(error, remedy)}`);
    });
    this.#pausedUntil = now() + waitOf(response.headers, now());
    if (response.ok) return response;
    await response.body?.cancel();
    throw new SourceError(response.status, path);
  }
}
