import { randomInt } from 'node:crypto';
import * as fc from 'fast-check';
import type { EventDetail } from './sdkEvents';
import { readEvents } from './sdkEvents';
import type { components } from '../../generated/api';
import type { ContractClient } from './client';
import type { TemporaryPlace } from './database';
import { envelope, Fixtures, type ProjectFixture } from './fixtures';
import { StateReader } from './organizationState';

type Issue = components['schemas']['Issue'];

const KINDS = ['OutOfStock', 'PaymentRefused', 'Timeout', 'CartEmpty', 'NotFound'] as const;
/** `simple:1` and `simple:2` group this message differently. */
const MOVED_MESSAGE = 'cart17 is lost';
/** Time before which all events happened, in milliseconds since 1970, UTC. */
const BASE = 1000 * Math.floor(Date.now() / 1000 - 3600);

/** An event of a scenario. */
export interface PlannedEvent {
  /** Index of its project. */
  readonly project: 0 | 1;
  /** Events with the same number have the same id; one of them is stored. They are otherwise equal. */
  readonly id: number;
  /** Type of the exception, or `moved` for the message that both grouping algorithms group differently. */
  readonly kind: (typeof KINDS)[number] | 'moved';
  readonly seconds: number;
  readonly level: 'error' | 'warning';
  readonly user: number | null;
  readonly environment: string | null;
  readonly release: string | null;
  readonly tag: string | null;
  /** True if its envelope also has a session. */
  readonly hasSession: boolean;
}

export interface Scenario {
  /** Stored one by one before the others, by the former grouping algorithm. */
  readonly earlier: readonly PlannedEvent[];
  /** Kinds whose issues are then resolved or ignored. */
  readonly resolved: readonly string[];
  readonly ignored: readonly string[];
  readonly events: readonly PlannedEvent[];
}

/**
 * Makes scenarios of up to `maxEvents` events. Events have few different values, so that they meet in issues, tags and
 * releases.
 */
export function scenarios(maxEvents: number): fc.Arbitrary<Scenario> {
  const event: fc.Arbitrary<PlannedEvent> = fc.record({
    project: fc.constantFrom(0, 0, 1),
    id: fc.nat(4 * maxEvents),
    kind: fc.constantFrom(...KINDS, 'moved'),
    seconds: fc.nat(20),
    level: fc.constantFrom('error', 'warning'),
    user: fc.option(fc.nat(5)),
    environment: fc.option(fc.constantFrom('production', 'staging')),
    release: fc.option(fc.constantFrom('shop@1', 'shop@2', 'shop@3')),
    tag: fc.option(fc.constantFrom('eu', 'us', 'asia')),
    hasSession: fc.boolean(),
  });
  const kinds = fc.subarray([...KINDS, MOVED_MESSAGE]);
  return fc
    .record({
      earlier: fc.array(event, { maxLength: 6 }),
      resolved: kinds,
      ignored: fc.subarray([...KINDS], { maxLength: 1 }),
      events: fc.array(event, { minLength: 1, maxLength: maxEvents }),
      repeated: fc.array(fc.nat(), { maxLength: Math.ceil(maxEvents / 4) }),
    })
    .map(({ earlier, resolved, ignored, events, repeated }) => {
      const byId = new Map([...earlier, ...events].reverse().map((one) => [`${one.project} ${one.id}`, one]));
      const original = (one: PlannedEvent) => byId.get(`${one.project} ${one.id}`) ?? one;
      const all = [...earlier, ...events].map(original);
      const again = repeated.map((index) => all[index % all.length] as PlannedEvent);
      return { earlier: earlier.map(original), resolved, ignored, events: [...events.map(original), ...again] };
    });
}

/** A service under test, and its database. */
export interface Target {
  /** The clients of its processes. Each event is sent to any of them. */
  readonly clients: readonly [ContractClient, ...ContractClient[]];
  readonly place: TemporaryPlace;
}

/** The rows that a service stored of a scenario. */
export interface Outcome {
  /** Equal for all orders of the events. */
  readonly state: object;
  /** Contradictions between the state and its own order: a sentence each. */
  readonly contradictions: readonly string[];
}

/** Runs a scenario in a new organization. @param sendAll sends the events, each by calling `send`, in any order */
export async function runScenario(
  target: Target,
  { earlier, resolved, ignored, events }: Scenario,
  sendAll: (events: readonly PlannedEvent[], send: (event: PlannedEvent) => Promise<void>) => Promise<void>,
): Promise<Outcome> {
  const tenant = await Tenant.create(target);
  await tenant.configure({ groupingConfig: 'simple:1' });
  for (const event of earlier) await tenant.send(event);
  await tenant.setStatus('resolved', resolved);
  await tenant.setStatus('ignored', ignored);
  await tenant.configure({
    groupingConfig: 'simple:2',
    secondaryGroupingConfig: 'simple:1',
    secondaryGroupingExpiry: Math.floor(Date.now() / 1000) + 86_400,
  });
  await sendAll(events, (event) => tenant.send(event));
  return tenant.outcome();
}

/** An organization with two projects, of which the first has a webhook. */
class Tenant {
  private constructor(
    private readonly target: Target,
    private readonly organization: string,
    private readonly projects: readonly ProjectFixture[],
    private readonly token: string,
  ) {}

  static async create(target: Target): Promise<Tenant> {
    const tenant = await Fixtures.fill(target.place.url, async (fixtures) => {
      const { slug: organization } = await fixtures.organization();
      const shop = await fixtures.project({ organization, slug: 'shop' });
      const stock = await fixtures.project({ organization, slug: 'stock' });
      return new Tenant(target, organization, [shop, stock], await fixtures.token(organization));
    });
    // The name has no address, so that alerts are queued and never delivered.
    await tenant.client
      .put(`${tenant.projects[0]?.path}plugins/webhooks/`, tenant.token)
      .send({ enabled: true, url: 'https://hooks.acme.invalid/' })
      .expect(200);
    return tenant;
  }

  get client(): ContractClient {
    return this.target.clients[0];
  }

  async configure(settings: object): Promise<void> {
    for (const { path } of this.projects) await this.client.put(path, this.token).send(settings).expect(200);
  }

  async send(event: PlannedEvent): Promise<void> {
    const project = this.projects[event.project] as ProjectFixture;
    const payload = payloadOf(event);
    const session = [{ type: 'session' }, { sid: 'x', status: 'ok' }] as const;
    const body = envelope(
      { event_id: payload.event_id },
      [{ type: 'event' }, payload],
      ...(event.hasSession ? [session] : []),
    );
    const { url: origin } = this.target.clients[randomInt(this.target.clients.length)] ?? this.client;
    const url = `${origin}/api/${project.id}/envelope/?sentry_key=${project.publicKey}`;
    const response = await fetch(url, { method: 'POST', body });
    if (response.status !== 200)
      throw new Error(`the event was answered with ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  }

  /** Sets the status of the issues of these kinds, in both projects. */
  async setStatus(status: string, kinds: readonly string[]): Promise<void> {
    for (const { path } of this.projects) {
      const issues = (await this.#issuesOf(path)).filter((issue) => kinds.includes(kindOf(issue)));
      if (issues.length === 0) continue;
      const ids = issues.map(({ id }) => `id=${id}`).join('&');
      await this.client.put(`${path}issues/?${ids}`, this.token).send({ status }).expect(200);
    }
  }

  async outcome(): Promise<Outcome> {
    const { client } = this;
    const { newIssuesOfReleases, ...organization } = await new StateReader(
      client,
      this.organization,
      this.token,
    ).read();
    const alerts = await this.#readAlerts();
    const projects: object[] = [];
    const contradictions: string[] = [];
    let openedInRelease = 0;
    for (const { id, path } of this.projects) {
      const issues = await this.#issuesOf(path);
      const events = await readEvents(client, path, this.token);
      const ofProject = alerts.filter(({ projectId }) => projectId === id);
      const kinds = new Map(issues.map((issue) => [issue.id, kindOf(issue)]));
      projects.push({
        alerts: ofProject
          .map(({ channel, reason, issueId }) => `${channel} ${reason} ${kinds.get(issueId) ?? ''}`)
          .sort(),
        // The body, and so its size, contains the time of arrival.
        events: events.map(
          ({ groupID: _issue, projectID: _project, dateReceived: _time, size: _size, ...detail }) => detail,
        ),
        ...projectFlags((await client.put(path, this.token).expect(200)).body as Record<string, unknown>),
      });
      for (const issue of issues) {
        const opener = events.find(({ eventID }) => ofProject.some(isAboutNew(issue.id, eventID)));
        if (opener?.release) openedInRelease += 1;
        contradictions.push(...contradictionsOf(issue, opener, events));
      }
    }
    if (newIssuesOfReleases !== openedInRelease)
      contradictions.push(`releases have ${newIssuesOfReleases} new issues instead of ${openedInRelease}`);
    return { state: { ...organization, details: projects }, contradictions };
  }

  async #issuesOf(path: string): Promise<Issue[]> {
    return (await this.client.get(`${path}issues/?query=`, this.token).expect(200)).body as Issue[];
  }

  async #readAlerts(): Promise<QueuedAlert[]> {
    const engine = await this.target.place.openEngine();
    const alerts = await engine.read((session) => session.all<QueuedAlert>(ALERTS, []));
    await engine.close();
    return alerts;
  }
}

interface QueuedAlert {
  readonly projectId: string;
  readonly channel: string;
  readonly reason: string;
  readonly eventId: string;
  readonly issueId: string;
}

const ALERTS = `SELECT CAST(project_id AS TEXT) AS "projectId", channel AS "channel", reason AS "reason",
  event_id AS "eventId", CAST(issue_id AS TEXT) AS "issueId" FROM alert`;

function isAboutNew(issueId: string, eventId: string): (alert: QueuedAlert) => boolean {
  return (alert) => alert.reason === 'new' && alert.issueId === issueId && alert.eventId === eventId;
}

/** An issue is described by its newest event: the highest time, and of events of one time the highest id. */
function contradictionsOf(issue: Issue, opener: EventDetail | undefined, events: readonly EventDetail[]): string[] {
  if (opener === undefined) return [`no alert names the event that opened ${issue.shortId}`];
  const [newest] = events
    .filter(({ groupID }) => groupID === issue.id)
    .sort((a, b) => compare(b.dateCreated, a.dateCreated) || compare(b.eventID, a.eventID));
  if (newest === undefined) return [`${issue.shortId} has no event`];
  const level = newest.tags.find(({ key }) => key === 'level')?.value;
  const described = { ...newest, type: newest['event.type'], level };
  return (['title', 'culprit', 'type', 'level', 'platform'] as const)
    .filter((name) => issue[name] !== described[name])
    .map((name) => `${name} of ${issue.shortId} is ${String(issue[name])}, and not that of its newest event`);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** Returns the kind of an issue: the beginning of its title. */
function kindOf({ title }: Issue): string {
  return title.split(':', 1)[0] ?? '';
}

/** Returns the values of a project's record that depend on its events. */
function projectFlags(record: Record<string, unknown>): object {
  const names = Object.keys(record).filter((name) =>
    /^(has[A-Z]|platforms$|features$|firstTransactionEvent$)/.test(name),
  );
  return { ...Object.fromEntries(names.map((name) => [name, record[name]])), hasEvents: record['firstEvent'] !== null };
}

/** The last kind has a minified stack trace, which sets a flag of its project. */
function payloadOf({ id, kind, seconds, level, user, environment, release, tag }: PlannedEvent) {
  const isMinified = kind === KINDS.at(-1);
  const frame = isMinified
    ? { function: 'e', filename: 'https://shop.test/cart.min.js', lineno: 1, colno: 7001, in_app: true }
    : { function: `raise${kind}`, module: 'shop/cart', filename: 'cart.js', lineno: 7, in_app: true };
  const value = `${user ?? 'a visitor'} at ${seconds}`;
  return {
    event_id: id.toString(16).padStart(32, '0'),
    timestamp: new Date(BASE + 1000 * seconds).toISOString(),
    platform: isMinified ? 'javascript' : 'node',
    level,
    environment,
    release,
    ...(user !== null && { user: { id: String(user) } }),
    ...(tag !== null && { tags: { region: tag } }),
    ...(kind === 'moved'
      ? { message: MOVED_MESSAGE }
      : { exception: { values: [{ type: kind, value, stacktrace: { frames: [frame] } }] } }),
    extra: { seconds },
  };
}
