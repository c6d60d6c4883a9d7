import { randomBytes, randomInt } from 'node:crypto';
import http from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Reply } from '../../test/support/client';
import type { ProjectFixture } from '../../test/support/fixtures';
import { payloadOf, type SentEvent } from '../../test/support/organizationState';
import { exchange } from '../support/exchange';
import { encodeEvent } from '../support/organization';
import { Random } from '../support/payloads';
import { sumOf } from '../support/statistics';
import type { Cluster } from './cluster';

/** Time after which an event that is not accepted is a violation. */
const LIMIT_MS = 60_000;
const RETRY_DELAY_MS = 20;

const random = new Random(randomInt(2 ** 31));

/** An event with the project that it is sent to. */
interface Delivery {
  readonly project: ProjectFixture;
  readonly event: SentEvent;
}

/** Events of one project by id. */
export type EventsById = Map<string, SentEvent[]>;

/**
 * Clients that send events until they are told to finish. A client whose connection ends without a reply sends the
 * event again, to any process that runs, or gives it up. Some events are sent twice at the same time, some with another
 * body under the same id, and some to two projects.
 */
export class Senders {
  /** All sent events by slug of the project; of one id, each of its bodies. */
  readonly sent = new Map<string, EventsById>();
  /** The ids that were acknowledged with 200, by slug of the project. */
  readonly acknowledged = new Map<string, Set<string>>();
  /** Number of replies with 200. */
  count = 0;
  /** Number of requests without a reply. */
  lost = 0;
  /** Number of replies with 503. */
  refused = 0;
  /** Replies that clients must not get. */
  readonly violations: string[] = [];
  readonly #unread = new Map<string, string[]>();
  #isFinished = false;

  constructor(
    private readonly cluster: Cluster,
    private readonly projects: readonly ProjectFixture[],
  ) {
    for (const { slug } of projects) {
      this.sent.set(slug, new Map());
      this.acknowledged.set(slug, new Set());
      this.#unread.set(slug, []);
    }
  }

  /** Sends events on this number of connections. Settles after `finish`, when no event is on its way. */
  async run(connections: number): Promise<void> {
    this.#isFinished = false;
    await Promise.all(Array.from({ length: connections }, () => this.#sendUntilFinished()));
  }

  finish(): void {
    this.#isFinished = true;
  }

  /** Returns the number of different events that were acknowledged. */
  acknowledgedIds(): number {
    return sumOf([...this.acknowledged.values()].map(({ size }) => size));
  }

  /** Returns the ids that a project acknowledged since the last call. */
  takeUnread(slug: string): string[] {
    return this.#unread.get(slug)?.splice(0) ?? [];
  }

  async #sendUntilFinished(): Promise<void> {
    const agent = new http.Agent({ keepAlive: true });
    while (!this.#isFinished) await Promise.all(this.#next().map((delivery) => this.#deliver(delivery, agent)));
    agent.destroy();
  }

  /** Returns the events that one client sends at the same time. */
  #next(): Delivery[] {
    const project = pick(this.projects);
    const event = makeEvent();
    const chance = randomInt(100);
    if (chance < 8) return [1, 2].map(() => ({ project, event }));
    if (chance < 11) return [event, { ...makeEvent(), id: event.id }].map((body) => ({ project, event: body }));
    if (chance < 14) return this.projects.slice(0, 2).map((one) => ({ project: one, event }));
    return [{ project, event }];
  }

  async #deliver(delivery: Delivery, agent: http.Agent): Promise<void> {
    const { project, event } = delivery;
    const bodies = this.sent.get(project.slug)?.get(event.id) ?? [];
    this.sent.get(project.slug)?.set(event.id, [...bodies, event]);
    const deadline = performance.now() + LIMIT_MS;
    while (performance.now() < deadline) {
      const reply = await post(await this.cluster.anyOrigin(), delivery, agent);
      if (reply?.status === 200) return void this.#acknowledge(delivery, reply);
      if (reply === null) {
        this.lost += 1;
        // Whether the event was stored is then unknown.
        if (randomInt(3) === 0) return;
      } else if (reply.status === 503 && reply.headers['retry-after'] !== undefined) {
        this.refused += 1;
      } else {
        return void this.violations.push(`an event was answered with ${reply.status}: ${reply.text}`);
      }
      await setTimeout(RETRY_DELAY_MS);
    }
    this.violations.push(`event ${event.id} was not accepted for a minute`);
  }

  #acknowledge({ project, event }: Delivery, { body }: Reply): void {
    this.count += 1;
    this.acknowledged.get(project.slug)?.add(event.id);
    this.#unread.get(project.slug)?.push(event.id);
    if (!isDeepStrictEqual(body, { id: event.id }))
      this.violations.push(`event ${event.id} was answered with ${JSON.stringify(body)}`);
  }
}

/** Sends an event. Returns null if there is no complete reply. */
function post(origin: string, { project, event }: Delivery, agent: http.Agent): Promise<Reply | null> {
  const { operationId, headers, body } = encodeEvent(event.id, payloadOf(event), random);
  const end = operationId === 'storeEnvelope' ? 'envelope' : 'store';
  const url = `${origin}/api/${project.id}/${end}/?sentry_key=${project.publicKey}`;
  const options = { method: 'POST', agent, headers: { 'Content-Length': body.length, ...headers } };
  const request = http.request(url, options);
  return exchange(request, () => request.end(body)).catch(() => null);
}

const KINDS = ['OutOfStock', 'PaymentRefused', 'Timeout', 'TypeError', 'RangeError', 'CartEmpty', 'NotFound'];

/** Few values of everything, so that events share issues, tags and releases. Most are small, and some are large. */
function makeEvent(): SentEvent {
  return {
    id: randomBytes(16).toString('hex'),
    kind: pick(KINDS),
    timestamp: Date.now() - randomInt(3_600_000),
    environment: pick(['production', 'staging']),
    release: pick(['shop@1.0.0', 'shop@1.1.0', 'shop@2.0.0']),
    user: String(randomInt(12)),
    tags: { region: pick(['eu-west', 'us-east']), worker: `w${randomInt(3)}` },
    text: randomLetters(randomInt(20) === 0 ? 12_000 : randomInt(20, 1500)),
  };
}

/** Letters only: runs of digits could look like a secret, which is removed. */
function randomLetters(length: number): string {
  return randomBytes(length)
    .toString('latin1')
    .replace(/[^]/g, (byte) => String.fromCharCode(97 + (byte.charCodeAt(0) % 26)));
}

export function pick<T>(values: readonly T[]): T {
  return values[randomInt(values.length)] as T;
}
