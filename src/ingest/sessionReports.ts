import { randomUUID } from 'node:crypto';
import { isObject, type JsonObject, parseEventId } from '../domain/event';
import type { Project } from '../domain/project';
import {
  hourOfSession,
  NO_SESSIONS,
  type SessionCounts,
  type SessionReport,
  type SessionStatus,
  userKindsOf,
} from '../domain/releaseHealth';
import { Unavailable } from '../domain/errors';
import { hashUser } from '../domain/session';
import type { Write } from '../store/stores';
import { FairQueue, type QueuedItem } from './fairQueue';
import { readEnvironment, readRelease, readTime } from './normalize/fields';
import { ProcessingErrors } from './normalize/values';
import { parseJsonObject } from './payload';

/** The highest sequence number, with which SDKs mark updates that are not to be counted. */
const IGNORED_SEQUENCE = 2 ** 64;
/** Maximum number of sessions that one bucket may count; a larger number is taken for a mistake. */
const MAX_BUCKET_SESSIONS = 1_000_000_000;
/** Maximum number of buckets of a `sessions` item: clients send one for each minute. */
const MAX_BUCKETS = 1_000;
const NO_USER = '00000000000000000000000000000000';

const STATUSES: ReadonlyMap<unknown, SessionStatus> = new Map<unknown, SessionStatus>([
  ['ok', 'healthy'],
  ['exited', 'healthy'],
  ['errored', 'errored'],
  ['unhandled', 'unhandled'],
  ['abnormal', 'abnormal'],
  ['crashed', 'crashed'],
]);

/** Reads the payload of a `session` item: an update of one session. Returns null if it is not counted. */
export function readSession(payload: Buffer, now: number): SessionReport | null {
  const sent = parseOrNull(payload);
  const place = sent && readPlace(sent, now);
  if (sent === null || place === null) return null;
  const { sid, seq, init, errors } = sent;
  const status = STATUSES.get(sent['status'] ?? 'ok');
  if (status === undefined || (typeof seq === 'number' && seq >= IGNORED_SEQUENCE)) return null;
  const sessionId = sid === undefined || sid === null ? randomId() : typeof sid === 'string' ? parseEventId(sid) : null;
  if (sessionId === null) return null;
  const isInit = init === true;
  const worst = status === 'healthy' && typeof errors === 'number' && errors > 0 ? 'errored' : status;
  return {
    ...place,
    counts: isInit && worst === 'healthy' ? { ...NO_SESSIONS, sessions: 1 } : NO_SESSIONS,
    failure: worst === 'healthy' ? null : { sessionId, status: worst, isInit },
    user: readUser(sent['did']),
    userKinds: userKindsOf(worst),
  };
}

/**
 * Reads the payload of a `sessions` item: sessions that the client has added up, in buckets of a minute. Returns the
 * reports of the valid ones, and the number of buckets beyond the maximum, which are not read.
 */
export function readSessionBuckets(
  payload: Buffer,
  now: number,
): { readonly reports: readonly SessionReport[]; readonly surplus: number } {
  const sent = parseOrNull(payload);
  const buckets: unknown = sent?.['aggregates'];
  if (sent === null || !Array.isArray(buckets)) return { reports: [], surplus: 0 };
  const reports: SessionReport[] = [];
  for (const bucket of buckets.slice(0, MAX_BUCKETS) as unknown[]) {
    if (!isObject(bucket)) continue;
    const place = readPlace({ attrs: sent['attrs'], started: bucket['started'] }, now);
    const counts = readCounts(bucket);
    if (place === null || counts === null) continue;
    const user = readUser(bucket['did']);
    reports.push({ ...place, counts, failure: null, user, userKinds: kindsOf(counts) });
  }
  return { reports, surplus: Math.max(0, buckets.length - MAX_BUCKETS) };
}

function parseOrNull(payload: Buffer): JsonObject | null {
  try {
    return parseJsonObject(payload.toString('utf8'));
  } catch {
    return null;
  }
}

/** Returns the release, the environment and the hour of sessions; null if they are not counted. */
function readPlace(
  { attrs, started }: JsonObject,
  now: number,
): Pick<SessionReport, 'release' | 'environment' | 'hour'> | null {
  if (!isObject(attrs)) return null;
  const ignored = new ProcessingErrors();
  const release = readRelease(attrs, ignored);
  const time = readTime(started);
  const hour = time === null ? null : hourOfSession(time, now);
  if (release === null || hour === null) return null;
  return { release, environment: readEnvironment(attrs, ignored) ?? '', hour };
}

/**
 * Returns the counts of a bucket; null if one of them is not a valid number. In a bucket, `errored` does not include
 * the sessions of the next three statuses.
 */
function readCounts(bucket: JsonObject): SessionCounts | null {
  const numbers: number[] = [];
  for (const name of ['exited', 'errored', 'unhandled', 'abnormal', 'crashed']) {
    const sent = bucket[name] ?? 0;
    if (typeof sent !== 'number' || !Number.isInteger(sent) || sent < 0 || sent > MAX_BUCKET_SESSIONS) return null;
    numbers.push(sent);
  }
  const [exited = 0, withErrors = 0, unhandled = 0, abnormal = 0, crashed = 0] = numbers;
  const errored = withErrors + unhandled + abnormal + crashed;
  return { sessions: exited + errored, errored, unhandled, abnormal, crashed };
}

/** Returns the kinds of users as which the user of a bucket counts. */
function kindsOf(counts: SessionCounts): SessionReport['userKinds'] {
  const statuses = (['unhandled', 'abnormal', 'crashed'] as const).filter((status) => counts[status] > 0);
  return [...new Set([...userKindsOf(counts.errored > 0 ? 'errored' : 'healthy'), ...statuses])];
}

/** Returns the hash of a user's id; null without one. */
function readUser(did: unknown): string | null {
  const text = typeof did === 'number' ? String(did) : did;
  if (typeof text !== 'string' || text === '' || text.replaceAll('-', '') === NO_USER) return null;
  return hashUser(text);
}

function randomId(): string {
  return randomUUID().replaceAll('-', '');
}

/** Maximum number of items that one transaction saves. */
const MAX_BATCH_ITEMS = 1_000;
/** Maximum memory of the reports that one transaction saves, and of the waiting reports. */
const MAX_BATCH_BYTES = 1024 * 1024;
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
/** Estimated memory of a report. */
const REPORT_BYTES = 500;

type SessionProject = Pick<Project, 'id' | 'organizationId'>;

/** The reports of one item. */
interface WaitingItem extends QueuedItem {
  readonly project: SessionProject;
  readonly reports: readonly SessionReport[];
  readonly now: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Saves reports of sessions in batches. Reports of a project that arrive while a batch is written share the next
 * transaction. Each project has one batch at a time.
 */
export class SessionBatcher {
  readonly #waiting = new FairQueue<WaitingItem>(MAX_WAITING_BYTES, ({ reject }) => {
    reject(new Unavailable('Too many sessions are waiting to be written.'));
  });
  /** The projects of which a batch is being written. */
  readonly #writing = new Set<string>();

  constructor(private readonly write: Write) {}

  /** Saves the reports of an item. Returns once they are durable. @throws Unavailable if too many bytes are waiting */
  save(project: SessionProject, reports: readonly SessionReport[], now: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const bytes = REPORT_BYTES * reports.length;
      this.#waiting.push({ projectId: project.id, bytes, project, reports, now, resolve, reject });
      if (!this.#writing.has(project.id)) void this.#saveBatches(project.id);
    });
  }

  async #saveBatches(projectId: string): Promise<void> {
    this.#writing.add(projectId);
    while (this.#waiting.has(projectId)) await this.#saveBatch(projectId);
    this.#writing.delete(projectId);
  }

  /**
   * Saves the next batch of a project. The batch is taken when the transaction begins; if the database repeats the
   * transaction, it saves the same batch.
   */
  async #saveBatch(projectId: string): Promise<void> {
    let batch: WaitingItem[] | undefined;
    const take = () => this.#waiting.shiftBatch(projectId, MAX_BATCH_ITEMS, MAX_BATCH_BYTES);
    try {
      await this.write(
        async ({ releaseHealth }) => {
          batch ??= take();
          const [first] = batch;
          if (first === undefined) return;
          const reports = batch.flatMap((item) => item.reports);
          await releaseHealth.record(first.project, reports, first.now);
        },
        { projects: [projectId] },
      );
      batch?.forEach(({ resolve }) => {
        resolve();
      });
    } catch (error) {
      (batch ?? take()).forEach(({ reject }) => {
        reject(error);
      });
    }
  }
}
