import { parseShortId } from '../../src/domain/issue';
import { presentTime } from '../../src/presenters/format';
import { readEvents } from './sdkEvents';
import type { ContractClient } from './client';

/** The parts of a sent event on which the records of the service depend. */
export interface SentEvent {
  /** 32 lower-case hexadecimal digits. */
  readonly id: string;
  /** Type of its exception. Events of one kind belong to one issue. */
  readonly kind: string;
  /** Milliseconds since 1970, UTC. */
  readonly timestamp: number;
  readonly environment: string;
  readonly release: string;
  /** Id of the user. */
  readonly user: string;
  readonly tags: Readonly<Record<string, string>>;
  /** Text that only the body of the event contains. */
  readonly text: string;
}

/** The records of an organization that depend on its events, and not on the order in which they were stored. */
export interface OrganizationState {
  /** By slug. */
  readonly projects: Readonly<Record<string, ProjectState>>;
  /** Slugs of the projects of each release. */
  readonly releases: Readonly<Record<string, readonly string[]>>;
  /** Number of issues that began in one of the releases. The release depends on the order of the events. */
  readonly newIssuesOfReleases: number;
}

interface ProjectState {
  /** Newest first. */
  readonly events: readonly EventState[];
  /** By kind. */
  readonly issues: readonly IssueState[];
  /** The numbers of the short ids, ascending. */
  readonly numbers: readonly number[];
  /** Kinds of the issues that a search for a tag finds, by `KEY:VALUE`. */
  readonly kindsByTag: Readonly<Record<string, readonly string[]>>;
  readonly environments: readonly string[];
}

interface EventState {
  readonly id: string;
  /** Kind of the issue to which the event is assigned. */
  readonly issue: string;
  readonly text: unknown;
  readonly tags: readonly string[];
}

interface IssueState {
  readonly kind: string;
  readonly status: string;
  readonly substatus: string | null;
  readonly count: string;
  readonly userCount: number;
  readonly firstSeen: string;
  readonly lastSeen: string;
}

/** Returns the payload of an event. Events of one kind have the same stack trace. */
export function payloadOf({ id, kind, timestamp, environment, release, user, tags, text }: SentEvent): object {
  const frame = { function: `raise${kind}`, module: 'shop/cart', filename: 'cart.js', lineno: 7, in_app: true };
  return {
    event_id: id,
    timestamp: new Date(timestamp).toISOString(),
    platform: 'node',
    environment,
    release,
    user: { id: user },
    tags,
    exception: { values: [{ type: kind, value: `order of ${user}`, stacktrace: { frames: [frame] } }] },
    extra: { text },
  };
}

/**
 * Returns the state of an organization without resolved issues whose projects have received these events, each once.
 * @param sent events by slug
 */
export function expectedState(sent: Readonly<Record<string, readonly SentEvent[]>>): OrganizationState {
  const projects = Object.entries(sent);
  const versions = projects.flatMap(([slug, events]) => events.map(({ release }) => [release, slug] as const));
  return {
    projects: Object.fromEntries(projects.map(([slug, events]) => [slug, expectedProject(events)])),
    releases: setsByKey(versions),
    newIssuesOfReleases: projects.reduce((sum, [, events]) => sum + kindsOf(events).length, 0),
  };
}

function expectedProject(events: readonly SentEvent[]): ProjectState {
  const newestFirst = [...events].sort((a, b) => b.timestamp - a.timestamp || (a.id < b.id ? 1 : -1));
  const kinds = kindsOf(events);
  return {
    events: newestFirst.map((event) => {
      const { id, kind: issue, text } = event;
      return { id, issue, text, tags: searchTags(event) };
    }),
    issues: kinds.map((kind) =>
      expectedIssue(
        kind,
        events.filter((event) => event.kind === kind),
      ),
    ),
    numbers: kinds.map((_, index) => index + 1),
    kindsByTag: setsByKey(events.flatMap((event) => searchTags(event).map((tag) => [tag, event.kind] as const))),
    environments: sortedSet(events.map(({ environment }) => environment)),
  };
}

function expectedIssue(kind: string, events: readonly SentEvent[]): IssueState {
  const times = events.map(({ timestamp }) => timestamp);
  return {
    kind,
    status: 'unresolved',
    substatus: 'new',
    count: String(events.length),
    userCount: new Set(events.map(({ user }) => user)).size,
    firstSeen: presentTime(Math.min(...times)),
    lastSeen: presentTime(Math.max(...times)),
  };
}

function kindsOf(events: readonly SentEvent[]): string[] {
  return sortedSet(events.map(({ kind }) => kind));
}

/** Returns the tags of an event by which a search finds its issue, apart from its level. */
function searchTags({ environment, release, user, tags }: SentEvent): string[] {
  const own = Object.entries(tags).map(([key, value]) => `${key}:${value}`);
  return sortedSet([`environment:${environment}`, `release:${release}`, `user:id:${user}`, ...own]);
}

function sortedSet(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}

function setsByKey(pairs: readonly (readonly [key: string, value: string])[]): Record<string, string[]> {
  const sets = new Map<string, Set<string>>();
  for (const [key, value] of pairs) sets.set(key, (sets.get(key) ?? new Set()).add(value));
  return Object.fromEntries([...sets].map(([key, values]) => [key, [...values].sort()]));
}

/** Reads the records of an organization that depend on its events. */
export class StateReader {
  constructor(
    private readonly client: ContractClient,
    private readonly organization: string,
    private readonly token: string,
  ) {}

  async read(): Promise<OrganizationState> {
    const path = `/api/0/organizations/${this.organization}`;
    const projects = await this.#get<{ slug: string; environments: string[] }[]>(`${path}/projects/`);
    const releases = await this.#get<{ version: string; newGroups: number; projects: { slug: string }[] }[]>(
      `${path}/releases/`,
    );
    const states: [string, ProjectState][] = [];
    for (const { slug, environments } of projects) states.push([slug, await this.#readProject(slug, environments)]);
    return {
      projects: Object.fromEntries(states),
      releases: Object.fromEntries(
        releases.map(({ version, projects: bound }) => [version, bound.map(({ slug }) => slug).sort()]),
      ),
      newIssuesOfReleases: releases.reduce((sum, { newGroups }) => sum + newGroups, 0),
    };
  }

  async #readProject(slug: string, environments: readonly string[]): Promise<ProjectState> {
    const path = `/api/0/projects/${this.organization}/${slug}/`;
    const records = await readEvents(this.client, path, this.token);
    const issues = await this.#search(path, '');
    const kinds = new Map(issues.map(({ id, kind }) => [id, kind]));
    const events = records.map(({ eventID, groupID, context, tags }) => ({
      id: eventID,
      issue: kinds.get(groupID) ?? 'none',
      text: context['text'],
      tags: sortedSet(tags.map(({ key, value }) => `${key}:${value}`)).filter((tag) => !tag.startsWith('level:')),
    }));
    const kindsByTag: Record<string, string[]> = {};
    for (const tag of sortedSet(events.flatMap(({ tags }) => tags))) {
      const [, key = '', value = ''] = /^([^:]+):(.*)$/.exec(tag) ?? [];
      kindsByTag[tag] = (await this.#search(path, `${key}:"${value}"`)).map(({ kind }) => kind).sort();
    }
    return {
      events,
      issues: issues
        .map(({ kind, status, substatus, count, userCount, firstSeen, lastSeen }) => {
          return { kind, status, substatus, count, userCount, firstSeen, lastSeen };
        })
        .sort((a, b) => (a.kind < b.kind ? -1 : 1)),
      numbers: issues.map(({ shortId }) => parseShortId(shortId)?.number ?? 0).sort((a, b) => a - b),
      kindsByTag,
      environments: [...environments].sort(),
    };
  }

  /** Returns the first hundred issues that match a query; there are fewer. The kind is the beginning of the title. */
  async #search(path: string, query: string): Promise<(IssueState & { id: string; shortId: string })[]> {
    const issues = await this.#get<(IssueState & { id: string; shortId: string; title: string })[]>(
      `${path}issues/?query=${encodeURIComponent(query)}`,
    );
    return issues.map((issue) => ({ ...issue, kind: issue.title.split(':', 1)[0] ?? '' }));
  }

  async #get<Body>(path: string): Promise<Body> {
    return (await this.client.get(path, this.token).expect(200)).body as Body;
  }
}
