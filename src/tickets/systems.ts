import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { isObject } from '../domain/event';
import { sanitizeText, truncate } from '../domain/text';
import type { FoundTicket, TicketConnection, TicketDraft, TicketState, TicketSystemKind } from '../domain/ticket';
import { MINUTE_MS } from '../domain/time';

/** A connection with its token. */
export type TicketAccess = Omit<TicketConnection, 'id' | 'organizationId' | 'webhookSecret' | 'dateCreated'>;

/** A request to a ticket system. */
export interface TicketRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON; null for no body. */
  readonly body: object | null;
}

/** A page of the tickets that were created since a time. Times are in milliseconds since 1970, UTC. */
interface RecentTickets {
  readonly since: number;
  readonly now: number;
  readonly page: number;
}

/** The headers by which a webhook proves who sent it, and the secret in its address. Empty if they are missing. */
interface WebhookProof {
  readonly hub256: string;
  readonly hub: string;
  readonly gitea: string;
  readonly forgejo: string;
  readonly gitlab: string;
  readonly query: string;
}

/** What the service knows about a ticket system. The functions are pure: they make requests and read replies. */
export interface TicketSystem {
  readonly name: string;
  /** The address that is connected if none is given; null if one is required. */
  readonly defaultUrl: string | null;
  /** Form of the name of a project. */
  readonly project: RegExp;
  readonly projectForm: string;
  /** The type of tickets if none is given; null if the system has none. */
  readonly issueType: string | null;
  /** Maximum number of characters of a title and a description. */
  readonly maxTitle: number;
  readonly maxText: number;
  /** Asks for the project, which proves that the token is accepted. */
  check(access: TicketAccess): TicketRequest;
  create(access: TicketAccess, draft: TicketDraft): TicketRequest;
  find(access: TicketAccess, externalId: string): TicketRequest;
  /** Asks for tickets that were created since a time, newest first; null if there is no such page. The first is 1. */
  listRecent(access: TicketAccess, range: RecentTickets): TicketRequest | null;
  /** Returns true if a ticket of such a list describes the issue at an address. */
  isAbout(ticket: unknown, url: string): boolean;
  /** Sets the state of a ticket, or asks for what `finish` needs. */
  change(access: TicketAccess, externalId: string, state: TicketState): TicketRequest;
  /** Returns the request that completes `change`, by its reply; null if the ticket has the state, or can not get it. */
  finish?(access: TicketAccess, externalId: string, state: TicketState, reply: unknown): TicketRequest | null;
  /** Reads a ticket of a reply. Returns null if it is none. @param now for a reply without a time */
  read(access: TicketAccess, reply: unknown, now: number): FoundTicket | null;
  /** Returns the id of the ticket with a number, key or address that a person typed; null if there is none here. */
  parseReference(access: TicketAccess, text: string): string | null;
  isAuthentic(proof: WebhookProof, secret: string, body: Uint8Array): boolean;
  /** Reads the ticket that a webhook reports; null if it reports something else. */
  readWebhook(access: TicketAccess, payload: unknown, now: number): FoundTicket | null;
}

/** `owner/repository` of GitHub and Gitea. */
const REPOSITORY = /^[A-Za-z0-9_.-]{1,100}\/[A-Za-z0-9_.-]{1,100}$/;
const JSON_HEADERS = { Accept: 'application/json', 'User-Agent': 'Culprit' };
const MAX_TEXT_LENGTH = 500;
const PAGE_SIZE = 50;

const github = gitForge({
  name: 'GitHub',
  defaultUrl: 'https://github.com',
  /** https://docs.github.com/en/rest/issues/issues; the text of an issue has at most 65,536 characters. */
  maxText: 65_000,
  api: ({ url }) => (url === 'https://github.com' ? 'https://api.github.com' : `${url}/api/v3`),
  headers: ({ token }) => ({
    ...JSON_HEADERS,
    Accept: 'application/vnd.github+json',
    Authorization: `Bearer ${token}`,
    'X-GitHub-Api-Version': '2022-11-28',
  }),
  recent: `sort=created&direction=desc&per_page=${PAGE_SIZE}`,
  isAuthentic: ({ hub256 }, secret, body) => isEqual(hub256, `sha256=${hmac(secret, body)}`),
});

const gitea = gitForge({
  name: 'Gitea or Forgejo',
  defaultUrl: null,
  maxText: 65_000,
  api: ({ url }) => `${url}/api/v1`,
  headers: ({ token }) => ({ ...JSON_HEADERS, Authorization: `token ${token}` }),
  recent: `type=issues&limit=${PAGE_SIZE}`,
  isAuthentic: (proof, secret, body) => isEqual(proof.gitea || proof.forgejo, hmac(secret, body)),
});

/** GitHub, and what has its API of issues and its webhooks. */
function gitForge({
  api,
  headers,
  recent,
  ...row
}: Pick<TicketSystem, 'name' | 'defaultUrl' | 'maxText' | 'isAuthentic'> & {
  readonly api: (access: TicketAccess) => string;
  readonly headers: (access: TicketAccess) => Readonly<Record<string, string>>;
  /** Parameters of the list of tickets: those created last come first. */
  readonly recent: string;
}): TicketSystem {
  const request = (
    access: TicketAccess,
    method: TicketRequest['method'],
    path: string,
    body: object | null = null,
  ) => ({
    ...{ method, body, headers: headers(access) },
    url: `${api(access)}/repos/${access.project}${path}`,
  });
  const read = (access: TicketAccess, reply: unknown, now: number): FoundTicket | null => {
    const number = numberOf(reply, 'number');
    if (number === null) return null;
    return {
      externalId: number,
      key: `#${number}`,
      url: addressOf(access, reply, 'html_url'),
      title: textOf(reply, 'title'),
      state: textOf(reply, 'state') === 'closed' ? 'closed' : 'open',
      at: timeOf(textOf(reply, 'updated_at'), now),
    };
  };
  return {
    ...row,
    project: REPOSITORY,
    projectForm: 'owner/repository',
    issueType: null,
    maxTitle: 255,
    check: (access) => request(access, 'GET', ''),
    create: (access, draft) =>
      request(access, 'POST', '/issues', { title: draft.title, body: markdownOf(draft, row.maxText) }),
    find: (access, id) => request(access, 'GET', `/issues/${id}`),
    // `since` is compared with the last change, which is not before the creation.
    listRecent: (access, { since, page }) =>
      request(access, 'GET', `/issues?state=all&since=${dateOf(since)}&${recent}&page=${page}`),
    isAbout: (ticket, url) => textOf(ticket, 'body').startsWith(url),
    change: (access, id, state) => request(access, 'PATCH', `/issues/${id}`, { state }),
    read,
    parseReference: ({ url, project }, text) => numberIn(text, `${url}/${project}/`, /^issues\/(\d{1,15})$/),
    readWebhook: (access, payload, now) =>
      isSame(textOf(payload, 'repository', 'full_name'), access.project)
        ? read(access, member(payload, 'issue'), now)
        : null,
  };
}

/** https://docs.gitlab.com/api/issues/ */
const gitlab: TicketSystem = {
  name: 'GitLab',
  defaultUrl: 'https://gitlab.com',
  project: /^[A-Za-z0-9_.-]{1,100}(?:\/[A-Za-z0-9_.-]{1,100}){1,20}$/,
  projectForm: 'group/project',
  issueType: null,
  maxTitle: 255,
  maxText: 1_000_000,
  check: (access) => gitlabRequest(access, 'GET', ''),
  create: (access, draft) =>
    gitlabRequest(access, 'POST', '/issues', { title: draft.title, description: markdownOf(draft, gitlab.maxText) }),
  find: (access, id) => gitlabRequest(access, 'GET', `/issues/${id}`),
  listRecent: (access, { since, page }) =>
    gitlabRequest(
      access,
      'GET',
      `/issues?created_after=${dateOf(since)}&order_by=created_at&sort=desc&per_page=${PAGE_SIZE}&page=${page}`,
    ),
  isAbout: (ticket, url) => textOf(ticket, 'description').startsWith(url),
  change: (access, id, state) =>
    gitlabRequest(access, 'PUT', `/issues/${id}`, { state_event: state === 'closed' ? 'close' : 'reopen' }),
  read: (access, reply, now) => readGitlab(access, reply, 'web_url', now),
  parseReference: ({ url, project }, text) =>
    numberIn(text, `${url}/${project}/`, /^(?:-\/)?(?:issues|work_items)\/(\d{1,15})$/),
  isAuthentic: (proof, secret) => isEqual(proof.gitlab, secret),
  readWebhook(access, payload, now) {
    const isOfProject = isSame(textOf(payload, 'project', 'path_with_namespace'), access.project);
    if (!isOfProject || textOf(payload, 'object_kind') !== 'issue') return null;
    return readGitlab(access, member(payload, 'object_attributes'), 'url', now);
  },
};

function gitlabRequest(
  { url, project, token }: TicketAccess,
  method: TicketRequest['method'],
  path: string,
  body: object | null = null,
): TicketRequest {
  const headers = { ...JSON_HEADERS, 'PRIVATE-TOKEN': token };
  return { method, headers, body, url: `${url}/api/v4/projects/${encodeURIComponent(project)}${path}` };
}

/** @param address name of the member with the address, which webhooks call differently */
function readGitlab(access: TicketAccess, reply: unknown, address: 'web_url' | 'url', now: number): FoundTicket | null {
  const number = numberOf(reply, 'iid');
  if (number === null) return null;
  return {
    externalId: number,
    key: `#${number}`,
    url: addressOf(access, reply, address),
    title: textOf(reply, 'title'),
    state: textOf(reply, 'state') === 'closed' ? 'closed' : 'open',
    at: timeOf(textOf(reply, 'updated_at'), now),
  };
}

const JIRA_FIELDS = 'fields=status,summary,updated';

/**
 * Version 2 of the REST API, which the cloud and servers have:
 * https://developer.atlassian.com/cloud/jira/platform/rest/v2/. The states of a project are its own; their category
 * says whether a ticket is done.
 */
const jira: TicketSystem = {
  name: 'Jira',
  defaultUrl: null,
  project: /^[A-Z][A-Z0-9_]{0,254}$/,
  projectForm: 'SHOP',
  issueType: 'Task',
  maxTitle: 255,
  maxText: 32_000,
  check: (access) => jiraRequest(access, 'GET', `/project/${access.project}`),
  create: (access, draft) =>
    jiraRequest(access, 'POST', '/issue', {
      fields: {
        project: { key: access.project },
        issuetype: { name: access.issueType },
        summary: draft.title,
        description: wikiTextOf(draft, jira.maxText),
      },
    }),
  find: (access, id) => jiraRequest(access, 'GET', `/issue/${id}?${JIRA_FIELDS}`),
  listRecent(access, { since, now, page }) {
    if (page > 1) return null;
    // Jira reads dates in the time zone of the user.
    const age = Math.ceil((now - since) / MINUTE_MS);
    const query = `project = "${access.project}" AND created >= "-${age}m" ORDER BY created DESC`;
    // Only servers still have the former path, and only the cloud has tokens of users.
    const path = access.user === null ? '/search' : '/search/jql';
    return jiraRequest(
      access,
      'GET',
      `${path}?jql=${encodeURIComponent(query)}&${JIRA_FIELDS},description&maxResults=100`,
    );
  },
  // The cloud may return an address as a link.
  isAbout: (ticket, url) => textOf(ticket, 'fields', 'description').includes(url),
  change: (access, id) => jiraRequest(access, 'GET', `/issue/${id}?${JIRA_FIELDS}&expand=transitions`),
  finish(access, id, state, reply) {
    if (jira.read(access, reply, 0)?.state === state) return null;
    const transitions = member(reply, 'transitions');
    const fits = (one: unknown) => (categoryOf(member(one, 'to')) === 'done') === (state === 'closed');
    const transition = Array.isArray(transitions) ? (transitions as readonly unknown[]).find(fits) : undefined;
    if (transition === undefined) return null;
    return jiraRequest(access, 'POST', `/issue/${id}/transitions`, { transition: { id: textOf(transition, 'id') } });
  },
  read({ url }, reply, now) {
    const [id, key] = [textOf(reply, 'id'), textOf(reply, 'key')];
    if (!/^\d{1,18}$/.test(id) || !/^[A-Z][A-Z0-9_]*-\d{1,15}$/.test(key)) return null;
    return {
      ...{ externalId: id, key, url: `${url}/browse/${key}`, title: textOf(reply, 'fields', 'summary') },
      state: categoryOf(member(reply, 'fields', 'status')) === 'done' ? 'closed' : 'open',
      at: timeOf(textOf(reply, 'fields', 'updated'), now),
    };
  },
  parseReference({ url, project }, text) {
    const prefix = `${url}/browse/`;
    const key = (text.startsWith(prefix) ? text.slice(prefix.length) : text).toUpperCase();
    return key.startsWith(`${project}-`) && /^\d{1,15}$/.test(key.slice(project.length + 1)) ? key : null;
  },
  isAuthentic: ({ hub, query }, secret, body) =>
    hub === '' ? isEqual(query, secret) : isEqual(hub, `sha256=${hmac(secret, body)}`),
  readWebhook(access, payload, now) {
    const isDeleted = textOf(payload, 'webhookEvent') === 'jira:issue_deleted';
    const issue = member(payload, 'issue');
    if (isDeleted || textOf(issue, 'fields', 'status', 'statusCategory', 'key') === '') return null;
    return jira.read(access, issue, now);
  },
};

function jiraRequest(
  { url, user, token }: TicketAccess,
  method: TicketRequest['method'],
  path: string,
  body: object | null = null,
): TicketRequest {
  const basic = () => Buffer.from(`${user ?? ''}:${token}`).toString('base64');
  const headers = { ...JSON_HEADERS, Authorization: user === null ? `Bearer ${token}` : `Basic ${basic()}` };
  return { method, headers, body, url: `${url}/rest/api/2${path}` };
}

function categoryOf(status: unknown): string {
  return textOf(status, 'statusCategory', 'key');
}

/** The ticket systems: a new one is a row. */
export const TICKET_SYSTEMS: Readonly<Record<TicketSystemKind, TicketSystem>> = { github, gitlab, gitea, jira };

/**
 * Composes a description in Markdown. What clients wrote is a block of code, in which names of people and numbers of
 * other tickets mean nothing.
 */
function markdownOf({ url, lines }: TicketDraft, limit: number): string {
  const fence = '`'.repeat(Math.max(3, 1 + Math.max(0, ...lines.map(longestRunOfBackticks))));
  return `${url}\n\n${fence}\n${truncate(lines.join('\n'), limit - url.length - 2 * fence.length - 10)}\n${fence}\n`;
}

function longestRunOfBackticks(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

/** Composes a description in the wiki markup of Jira, as `markdownOf` does. */
function wikiTextOf({ url, lines }: TicketDraft, limit: number): string {
  const text = lines.join('\n').replaceAll('{noformat', '{ noformat');
  return `${url}\n\n{noformat}\n${truncate(text, limit - url.length - 100)}\n{noformat}\n`;
}

/** Returns the number in `7`, `#7` or an address below `prefix`; null for another text. */
function numberIn(text: string, prefix: string, path: RegExp): string | null {
  if (/^#?\d{1,15}$/.test(text)) return text.replace('#', '');
  if (!text.toLowerCase().startsWith(prefix.toLowerCase())) return null;
  return path.exec(text.slice(prefix.length).split(/[?#]/, 1)[0] ?? '')?.[1] ?? null;
}

function member(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>((one, name) => (isObject(one) ? one[name] : undefined), value);
}

function textOf(value: unknown, ...names: readonly string[]): string {
  const text = member(value, ...names);
  return typeof text === 'string' ? truncate(sanitizeText(text), MAX_TEXT_LENGTH) : '';
}

/** Returns the address of a ticket, or of the ticket system if a browser would not open the ticket's as a page. */
function addressOf({ url }: TicketAccess, value: unknown, name: string): string {
  const address = textOf(value, name);
  return /^https?:\/\//i.test(address) ? address : url;
}

function numberOf(value: unknown, name: string): string | null {
  const number = member(value, name);
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? String(number) : null;
}

function timeOf(text: string, now: number): number {
  const time = Date.parse(text);
  return Number.isNaN(time) ? now : time;
}

function dateOf(time: number): string {
  return new Date(time).toISOString();
}

/** Returns the tickets in a reply to `listRecent`. */
export function ticketsIn(reply: unknown): readonly unknown[] {
  const tickets = Array.isArray(reply) ? reply : member(reply, 'issues');
  return Array.isArray(tickets) ? (tickets as readonly unknown[]) : [];
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function hmac(secret: string, body: Uint8Array): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/** Compares in a time that does not depend on the texts. */
function isEqual(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return one !== '' && a !== undefined && b !== undefined && timingSafeEqual(a, b);
}

/** Returns the reason that a refusing reply gives; empty if it gives none. */
export function refusalOf(reply: unknown): string {
  const texts = [
    ...[member(reply, 'message'), member(reply, 'error')],
    ...[member(reply, 'errorMessages'), member(reply, 'errors')].flatMap((one) =>
      isObject(one) || Array.isArray(one) ? (Object.values(one) as unknown[]) : [],
    ),
  ];
  const first = texts.flatMap((one) => (typeof one === 'string' && one.trim() !== '' ? [one.trim()] : []));
  return truncate(first.join('; ').replace(/[\p{Cc}\s]+/gu, ' '), 200);
}
