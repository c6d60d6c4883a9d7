import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { readEvents } from './sdkEvents';
import { poll, type ServiceProcess } from './process';

const SHOP = '/api/0/projects/acme/shop/';
const SENDERS = 4;
const PAUSE_MS = 10;
const FEW_EVENTS = 20;

/** A reply, or the code of the error of a connection without one, such as ECONNREFUSED. */
type Outcome = { readonly status: number; readonly retryAfter: string | undefined } | { readonly code: string };

/** Sends a request on a connection of its own. */
function request(url: string, options: http.RequestOptions, body?: string): Promise<Outcome> {
  return new Promise((resolve) => {
    const sent = http.request(url, { ...options, agent: false }, (reply) => {
      reply.resume();
      reply.once('end', () => resolve({ status: reply.statusCode ?? 0, retryAfter: reply.headers['retry-after'] }));
      reply.once('error', (error: NodeJS.ErrnoException) => resolve({ code: error.code ?? 'unknown' }));
    });
    sent.once('error', (error: NodeJS.ErrnoException) => resolve({ code: error.code ?? 'unknown' }));
    sent.end(body);
  });
}

/** Clients that send events and read lists, one request after another each, until they are stopped. */
export class Traffic {
  readonly acknowledged: string[] = [];
  /** What was replied, such as `200`, or why there was no reply, such as `ECONNREFUSED`. */
  readonly outcomes = new Set<string>();
  private readonly token: string;
  private readonly storePath: string;
  private readonly clients: Promise<void>[];
  private isStopped = false;

  /**
   * @param url origin of the requests
   * @param welcome what the service printed when it filled its database
   */
  constructor(
    private readonly url: string,
    welcome: string,
  ) {
    this.token = /^ +token +(\S+)$/m.exec(welcome)?.[1] ?? '';
    const { username, pathname } = new URL(/^ +DSN +(\S+)$/m.exec(welcome)?.[1] ?? '');
    this.storePath = `/api${pathname}/store/?sentry_key=${username}`;
    this.clients = [
      ...Array.from({ length: SENDERS }, () => this.repeat(() => this.send())),
      this.repeat(() => this.read()),
    ];
  }

  /** Waits until some more events are acknowledged. */
  async goesOn(): Promise<void> {
    const enough = this.acknowledged.length + FEW_EVENTS;
    await poll(() => this.acknowledged.length >= enough);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.clients);
  }

  /** Returns the acknowledged events that a service does not have, and those that it has twice. */
  async findMistakes({ client }: ServiceProcess): Promise<{ missing: string[]; twice: string[] }> {
    const stored = (await readEvents(client, SHOP, this.token, false)).map(({ eventID }) => eventID);
    const ids = new Set(stored);
    return {
      missing: this.acknowledged.filter((id) => !ids.has(id)),
      twice: stored.filter((id, index) => stored.indexOf(id) !== index),
    };
  }

  private async repeat(once: () => Promise<void>): Promise<void> {
    while (!this.isStopped) {
      await once();
      await setTimeout(PAUSE_MS);
    }
  }

  private async send(): Promise<void> {
    const id = randomUUID().replaceAll('-', '');
    const event = { event_id: id, exception: { values: [{ type: 'Failure', value: 'boom' }] } };
    const outcome = await request(`${this.url}${this.storePath}`, { method: 'POST' }, JSON.stringify(event));
    if (this.note(outcome) === '200') this.acknowledged.push(id);
  }

  private async read(): Promise<void> {
    const headers = { Authorization: `Bearer ${this.token}` };
    this.note(await request(`${this.url}${SHOP}events/`, { headers }));
  }

  private note(outcome: Outcome): string {
    const name =
      'code' in outcome
        ? outcome.code
        : `${outcome.status}${outcome.retryAfter === undefined ? '' : ' with Retry-After'}`;
    this.outcomes.add(name);
    return name;
  }
}
