import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import {
  BadRequest,
  Forbidden,
  InvalidCompression,
  RateLimited,
  TooLarge,
  Unauthenticated,
  UnsupportedMedia,
} from '../domain/errors';
import {
  classOfAddress,
  type DataCategory,
  type DroppedEvent,
  type DropReason,
  type ItemKind,
} from '../domain/outcome';
import { type DsnProject, isAllowedOrigin } from '../domain/project';
import type { AppliedRateLimit } from '../domain/rateLimit';
import type { ProjectOfKey } from '../store/projects';
import type { Read, Write } from '../store/stores';
import { isFilteredAddress } from './filters/filterEvent';
import type { IngestPipeline } from './pipeline';
import type { IncomingEvent, IngestResult } from './processEvent';
import { type EventQuota, findEventId } from './quota';
import type { SessionBatcher } from './sessionReports';
import { rateLimitError, rateLimitReason } from './rateLimiter';
import type { CompileSetting } from './settingsCache';

/** The parts of a DSN that say where an event goes. */
export interface Dsn {
  readonly publicKey: string;
  /** A positive integer in decimal text. */
  readonly projectId: string;
}

/** A DSN that may lack the project: its `projectId` is null if the public key alone decides. */
export type PartialDsn = Pick<Dsn, 'publicKey'> & { readonly projectId: string | null };

/** Maximum number of cached projects, each under one of its keys: about as many as send events at the same time. */
const MAX_PROJECTS = 1_024;
/** Maximum memory of the cached projects, by estimate. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Estimated memory of a project with default settings, in bytes. */
const PROJECT_BYTES = 1_000;

/**
 * Finds the projects of DSNs. Each request waits for a read that begins after the request arrived: a changed key or
 * setting takes effect with the next request. Requests with the same key that wait at the same time share one read
 * (src/DECISIONS.md, "Key lookup").
 */
export class DsnProjects {
  /** Reads that have not begun, by key. */
  readonly #waiting = new Map<string, Promise<DsnProject | undefined>>();
  /** Reads that have begun, by key. */
  readonly #running = new Map<string, Promise<unknown>>();
  readonly #projects = new LRUCache<string, ProjectOfKey>({
    max: MAX_PROJECTS,
    maxSize: MAX_BYTES,
    // Each text is kept as JSON and in the parsed settings, with two bytes a character.
    sizeCalculation: ({ row }) => PROJECT_BYTES + 4 * (row.settings.length + row.alertRules.length),
  });

  constructor(private readonly read: Read) {}

  /**
   * Returns the project of an active key; undefined if the key does not belong to the project, or, alone, to exactly
   * one. Returns the same object as long as the project and its settings do not change.
   */
  find(dsn: PartialDsn): Promise<DsnProject | undefined> {
    const key = lookupKeyOf(dsn);
    const waiting = this.#waiting.get(key);
    if (waiting !== undefined) return waiting;
    const lookup = this.#lookUp(key, dsn);
    this.#waiting.set(key, lookup);
    return lookup;
  }

  /**
   * Waits for the end of the running read, then for the end of the turn of the event loop: more requests may arrive
   * meanwhile.
   */
  async #lookUp(key: string, { projectId, publicKey }: PartialDsn): Promise<DsnProject | undefined> {
    await this.#running.get(key)?.catch(() => undefined);
    await setImmediate();
    this.#waiting.delete(key);
    const running = this.read(async ({ projects, projectKeys }) => {
      const namedId = projectId ?? (await projectKeys.findProjectId(publicKey));
      if (namedId === undefined) return undefined;
      const findProject = (id: string) =>
        projects.findByKey(id, publicKey, this.#projects.get(lookupKeyOf({ projectId: id, publicKey })));
      const named = await findProject(namedId);
      if (named !== undefined || projectId === null) return named;
      // The DSN of an imported project still has the id that the project had in its former tracker.
      const importedId = await projectKeys.findByFormerProject(publicKey, projectId);
      return importedId === undefined ? undefined : findProject(importedId);
    });
    this.#running.set(key, running);
    try {
      const result = await running;
      if (result === undefined) this.#projects.delete(key);
      else this.#projects.set(lookupKeyOf({ projectId: result.project.id, publicKey }), result);
      return result?.project;
    } finally {
      this.#running.delete(key);
    }
  }
}

function lookupKeyOf({ projectId, publicKey }: PartialDsn): string {
  return `${projectId ?? ''} ${publicKey}`;
}

/** The client of an ingest request. */
export interface DsnClient {
  /** The key from the query string or a header; null if the request has none there. */
  readonly publicKey: string | null;
  readonly ipAddress: string | null;
  /** Time at which the client sent the request, from its authentication header: milliseconds since 1970, UTC. */
  readonly sentAt: number | null;
  /** The header `Origin`, else `Referer`; only browsers send them. */
  readonly origin: string | null;
  /** The announced length of the body; 0 if none was announced. */
  readonly bodyBytes: number;
  /**
   * Returns the beginning of the body, as far as it has arrived, if the request is refused before its body is read;
   * otherwise the empty text.
   */
  readonly readBodyStart: () => string;
}

/** The storage of attachments, and its limits. */
interface AttachmentStorage {
  readonly read: Read;
  /** Maximum bytes of the attachments of an organization. */
  readonly quotaBytes: number;
  /** @throws Unavailable if the disk has too little space left for uploads */
  readonly requireDiskSpace: () => void;
}

/** Dependencies of ingest operations; constructed in src/app.ts. */
export interface IngestService {
  readonly dsnProjects: DsnProjects;
  readonly write: Write;
  readonly quota: EventQuota;
  /** The kinds of items that the operator switched off. They are counted as `feature_disabled`. */
  readonly disabledItems: ReadonlySet<ItemKind>;
  readonly sessions: SessionBatcher;
  /**
   * Processes and saves an event. Settles once it is durable or dropped.
   * @throws BadRequest, TooLarge or Unavailable
   */
  readonly processAndSave: (event: IncomingEvent) => Promise<IngestResult>;
  /** Processes an event on the service's own thread, and saves nothing. @throws BadRequest or TooLarge */
  readonly process: IngestPipeline['process'];
  readonly compileSetting: CompileSetting;
  readonly attachments: AttachmentStorage;
}

/** A request that carries events. */
export interface IngestRequest {
  readonly ingest: IngestService;
  readonly dsnClient: DsnClient;
  /** Time at which the request arrived: milliseconds since 1970, UTC. */
  readonly now: number;
}

/** The refusal of a client's events by a rate limit or by spike protection. */
export interface EventRefusal {
  /** The reason under which a refused event is counted. */
  readonly reason: DropReason;
  readonly error: RateLimited;
  /** The exhausted rate limit; null for spike protection. */
  readonly limit: AppliedRateLimit | null;
}

/** A project that accepts requests of a client. */
export interface AuthorizedClient {
  readonly project: DsnProject;
  /** True if all events from the client's address are dropped. */
  readonly isFiltered: boolean;
  /** The present refusal of events; null if they are accepted. Other items are accepted in either case. */
  readonly refusal: EventRefusal | null;
}

const DSN = /^https?:\/\/([A-Za-z0-9_-]{1,100})(?::[^@/\s]*)?@[^@/?#\s]+(?:\/[^/?#\s]+)*\/([1-9][0-9]{0,18})\/?$/i;

/**
 * Parses `{scheme}://{public_key}[:{secret}]@{host}[/{path}]/{project_id}`; returns null for other text. Secret, host
 * and path are not used: they only tell the client where to send.
 */
export function parseDsn(text: string): Dsn | null {
  if (text.length > 1000) return null;
  const [, publicKey, projectId] = DSN.exec(text.trim()) ?? [];
  return publicKey === undefined || projectId === undefined ? null : { publicKey, projectId };
}

/**
 * Finds the project of a key and checks that it accepts events of the client. Runs before the request body is read; a
 * client that is rejected here counts as one event.
 * @throws Forbidden, RateLimited
 */
export async function authorizeDsn(request: IngestRequest, key: PartialDsn): Promise<AuthorizedClient> {
  const client = await findClient(request, key);
  requireAcceptance(request, client);
  return client;
}

/** Counts one event and throws if limits refuse events of the client. @throws RateLimited */
export function requireAcceptance(request: IngestRequest, { project, refusal }: AuthorizedClient): void {
  if (refusal === null) return;
  dropUnread(request, project, refusal);
  throw refusal.error;
}

/** Counts a request that is refused before its body is read as one event, and keeps the reason under the event's id. */
function dropUnread(
  request: IngestRequest,
  project: DsnProject,
  { reason, limit }: Pick<EventRefusal, 'reason' | 'limit'>,
): void {
  request.ingest.quota.count(project.id, reason, request.now);
  keepReason(request, project, { reason, limit, eventId: idInUnreadBody(request) });
}

/** Returns a function that finds the id of an event in a body that is not read. */
function idInUnreadBody({ dsnClient }: IngestRequest): () => string | null {
  return () => findEventId(dsnClient.readBodyStart());
}

/** Records the reason why an event is not stored. @param eventId returns the id; null if it is unknown */
export function keepReason(
  { ingest, dsnClient, now }: Pick<IngestRequest, 'ingest' | 'now' | 'dsnClient'>,
  { id, keyStart }: Pick<DsnProject, 'id' | 'keyStart'>,
  {
    reason,
    eventId: findId,
    category = 'error',
    limit = null,
  }: {
    readonly reason: DroppedEvent['reason'];
    readonly eventId: () => string | null;
    readonly category?: DataCategory;
    readonly limit?: AppliedRateLimit | null;
  },
): void {
  ingest.quota.keepReason(id, () => {
    const eventId = findId();
    if (eventId === null) return null;
    const addressClass = classOfAddress(dsnClient.ipAddress);
    return { eventId, received: now, reason, category, attempts: 1, keyStart, addressClass, limit };
  });
}

function findRefusal(quota: EventQuota, project: DsnProject, now: number): EventRefusal | null {
  const exhausted = quota.rateLimits.findExhausted(project.rateLimits, now);
  const [limit] = exhausted;
  if (limit !== undefined) return { reason: rateLimitReason(exhausted), error: rateLimitError(exhausted, now), limit };
  const retryAfter = project.settings.spikeProtectionDisabled ? 0 : quota.spikes.retryAfter(project.id, now);
  if (retryAfter === 0) return null;
  const error = new RateLimited(
    'The project sends far more events than before; spike protection rejects them for now.',
    retryAfter,
    `${retryAfter}:error:project:spike_protection`,
  );
  return { reason: 'spike-protection', error, limit: null };
}

/**
 * Finds the project of a key and checks that it accepts requests of the client. Does not enforce limits: `refusal` of
 * the result tells whether events are accepted.
 * @throws Forbidden
 */
export async function findClient(request: IngestRequest, key: PartialDsn): Promise<AuthorizedClient> {
  const { ingest, dsnClient, now } = request;
  const { quota, compileSetting } = ingest;
  const { origin, ipAddress } = dsnClient;
  const project = await ingest.dsnProjects.find(key);
  // The same error for an unknown project, an unknown key and a disabled key: it does not reveal what exists.
  if (project === undefined) {
    throw new Forbidden('The project and the key of the DSN do not belong together, or the key is disabled.');
  }
  const { settings } = project;
  if (!isAllowedOrigin(origin, settings.allowedDomains)) {
    dropUnread(request, project, { reason: 'cors', limit: null });
    throw new Forbidden(
      `Pages of ${origin?.slice(0, 300) ?? ''} may not send events: allowedDomains of the project does not include that origin.`,
    );
  }
  const isFiltered = isFilteredAddress(ipAddress, settings, compileSetting);
  return { project, isFiltered, refusal: isFiltered ? null : findRefusal(quota, project, now) };
}

/**
 * Counts an event that was refused after its client was authorized, and keeps the reason under its id.
 * @param eventId returns the id; by default, searches for it in the unread body
 */
export function refuseEvent(
  request: IngestRequest,
  client: Pick<AuthorizedClient, 'project' | 'refusal'>,
  error: unknown,
  unreadable: DropReason,
  eventId = idInUnreadBody(request),
  category: DataCategory = 'error',
): void {
  const reason = countRefusal(request, client, error, unreadable, category);
  const limit = client.refusal?.error === error ? client.refusal?.limit : null;
  keepReason(request, client.project, { reason, eventId, category, limit: limit ?? null });
}

/**
 * Counts a request, an event or other items that were refused after their client was authorized. Returns the reason.
 * @param unreadable the reason under which a malformed request is counted
 */
export function countRefusal(
  { ingest, now }: Pick<IngestRequest, 'ingest' | 'now'>,
  { project, refusal }: Pick<AuthorizedClient, 'project' | 'refusal'>,
  error: unknown,
  unreadable: DropReason,
  category: DataCategory = 'error',
  quantity = 1,
): DropReason {
  const limitReason = error === refusal?.error ? refusal?.reason : undefined;
  const reason = limitReason ?? refusalReason(error, unreadable);
  ingest.quota.count(project.id, reason, now, category, quantity);
  return reason;
}

function refusalReason(error: unknown, unreadable: DropReason): DropReason {
  if (error instanceof TooLarge) return 'too_large';
  if (error instanceof UnsupportedMedia || error instanceof InvalidCompression) return 'invalid_compression';
  // The refusal of the client has a reason already. Only the limit of new issues is applied later.
  if (error instanceof RateLimited) return 'new-issues';
  return error instanceof BadRequest ? unreadable : 'internal';
}

/**
 * Finds the client of an envelope, which may carry the DSN in its header. That DSN must name the project of the path
 * and, if the request has a key, the same key.
 * @param authorized the client as authorized by the key in the request; null if there is none
 * @param dsnText the member `dsn` of the envelope header
 * @throws Unauthenticated, BadRequest, Forbidden
 */
export async function authorizeEnvelope(
  request: IngestRequest,
  authorized: AuthorizedClient | null,
  projectId: string,
  dsnText: string | null,
): Promise<AuthorizedClient> {
  const { publicKey } = request.dsnClient;
  const dsn = dsnText === null ? null : parseDsn(dsnText);
  if (dsn === null) {
    if (authorized !== null) return authorized;
    throw new Unauthenticated(
      'No sentry_key was given: neither in the query, nor in a header, nor as `dsn` of the envelope.',
    );
  }
  if (dsn.projectId !== projectId || (publicKey !== null && dsn.publicKey !== publicKey)) {
    throw new BadRequest("The envelope's dsn names another project or key than the request.");
  }
  return authorized ?? findClient(request, dsn);
}
