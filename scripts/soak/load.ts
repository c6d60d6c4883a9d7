/** The load of the soak: its organization, its time, and the senders of events. */
import { setMaxListeners } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { ProjectFixture } from '../../test/support/fixtures';
import { type CheckedOrganization, createOrganization, encodeEvent } from '../support/organization';
import { framesOf, type Json, makePayload, Random } from '../support/payloads';
import type { Api } from './api';

export interface Tenant extends Omit<CheckedOrganization, 'projects'> {
  /** Projects whose events all stay. The webhook of the first replies, the webhook of the second hangs. */
  readonly kept: readonly ProjectFixture[];
  /** The project whose issues are removed. */
  readonly removed: ProjectFixture;
  /** The project that keeps its newest events only. */
  readonly expiring: ProjectFixture;
}

/** Creates the organization in an empty database. */
export async function createTenant(databaseUrl: string): Promise<Tenant> {
  const slugs = ['answered', 'unanswered', 'removed', 'expiring'] as const;
  const { projects, ...organization } = await createOrganization(databaseUrl, slugs);
  const { answered, unanswered, removed, expiring } = projects;
  return { ...organization, kept: [answered, unanswered], removed, expiring };
}

export function projectsOf({ kept, removed, expiring }: Tenant): ProjectFixture[] {
  return [...kept, removed, expiring];
}

const MAX_EXTENSION_MS = 120_000;

/** The time in which clients send requests. */
export class Phase {
  readonly #end = new AbortController();
  readonly #began = performance.now();

  constructor(private readonly durationMs: number) {
    // Every client that pauses listens.
    setMaxListeners(0, this.#end.signal);
  }

  isOver(): boolean {
    return this.#end.signal.aborted;
  }

  /** The share of the time that has passed, from 0 to 1. */
  get share(): number {
    return (performance.now() - this.#began) / this.durationMs;
  }

  /** Waits, but not beyond the end. */
  async pause(ms: number): Promise<void> {
    if (ms > 0) await setTimeout(ms, undefined, { signal: this.#end.signal }).catch(() => undefined);
  }

  /** Acts again and again, first at once. */
  async every(ms: number, act: () => void): Promise<void> {
    while (!this.isOver()) {
      act();
      await this.pause(ms);
    }
  }

  /** Ends the time after its duration and, unless something has happened by then, up to `MAX_EXTENSION_MS` later. */
  async last(hasHappened: () => boolean): Promise<void> {
    await this.pause(this.durationMs);
    const latest = performance.now() + MAX_EXTENSION_MS;
    while (!this.isOver() && !hasHappened() && performance.now() < latest) await this.pause(200);
    this.end();
  }

  end(): void {
    this.#end.abort();
  }
}

/** Number of errors that recur, each with its own trace; one event in `NEW_EVERY` is of a new kind. */
const KNOWN_KINDS = 40;
const NEW_EVERY = 50;
/** One event in this number is sent twice at the same time, as by clients that do not know if it has arrived. */
const TWICE_EVERY = 25;

/** Time of each acknowledged event by its id, in milliseconds since 1970: when it was made, and its timestamp. */
export type Acknowledged = Map<string, number>;

/** Sends events and remembers the acknowledged ones. */
export class Senders {
  /** The acknowledged events by slug of the project. */
  readonly acknowledged = new Map<string, Acknowledged>();
  readonly #frames = new Map<string, readonly Json[]>();

  constructor(private readonly api: Api) {}

  of({ slug }: ProjectFixture): Acknowledged {
    const acknowledged = this.acknowledged.get(slug) ?? new Map<string, number>();
    this.acknowledged.set(slug, acknowledged);
    return acknowledged;
  }

  /** Sends events on one connection until the phase is over: one in each interval, or fewer if replies take longer. */
  async run(
    projects: readonly ProjectFixture[],
    { bytes, intervalMs, random, phase }: { bytes: number; intervalMs: number; random: Random; phase: Phase },
  ): Promise<void> {
    while (!phase.isOver()) {
      const due = performance.now() + intervalMs;
      await this.send(random.pick(projects), bytes, random);
      await phase.pause(due - performance.now());
    }
  }

  async send(project: ProjectFixture, bytes: number, random: Random): Promise<void> {
    const made = Date.now();
    const eventId = random.hex(32);
    const payload = this.#payload(bytes, random, eventId, made / 1000);
    const { operationId, ...encoded } = encodeEvent(eventId, payload, random);
    const call = { path: { project_id: project.id }, query: { sentry_key: project.publicKey }, ...encoded };
    const copies = random.below(TWICE_EVERY) === 0 ? 2 : 1;
    await Promise.all(
      Array.from({ length: copies }, async () => {
        const reply = await this.api.call(operationId, call);
        if (reply?.status !== 200) return;
        this.of(project).set(eventId, made);
        if (reply.text !== JSON.stringify({ id: eventId }))
          this.api.complain('undocumented', `the event ${eventId} is answered with ${reply.text}`);
      }),
    );
  }

  /** Makes a payload. Events of one kind have the same trace and belong to one issue. */
  #payload(bytes: number, random: Random, eventId: string, timestamp: number): Json {
    const isNew = random.below(NEW_EVERY) === 0;
    const number = random.below(KNOWN_KINDS);
    const kind = `Fault${lettersOf(isNew ? random : new Random(number))}`;
    const fixed = { eventId, kind, timestamp };
    if (isNew) return makePayload(bytes, random, fixed);
    const key = `${bytes} ${number}`;
    const frames = this.#frames.get(key) ?? framesOf(makePayload(bytes, new Random(number), fixed));
    this.#frames.set(key, frames);
    return makePayload(bytes, random, { ...fixed, frames });
  }
}

/** Returns random letters: grouping ignores digits. */
function lettersOf(random: Random): string {
  return Array.from({ length: 8 }, () => String.fromCharCode(97 + random.below(26))).join('');
}
