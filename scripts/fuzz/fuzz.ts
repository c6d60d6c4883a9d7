/** Sends sequences of arbitrary requests to the service and judges each reply. */
import * as fc from 'fast-check';
import type { Reply } from '../../test/support/client';
import { type Service, startService } from '../../test/support/service';
import { type FuzzOperation, OPERATIONS } from './contract';
import { type Complaint, judge } from './judge';
import { anyRequest, type PlannedRequest } from './requests';
import { curlOf, fillIn, Sender, type SentRequest } from './wire';
import { Tenant } from './tenant';

export interface FuzzOptions {
  /** Number of requests to send; requests of the search for a shorter sequence are not counted. */
  readonly requests: number;
  /** The same seed makes the same requests. */
  readonly seed: number;
  /** Operations whose replies are judged; others only prepare for them. All operations if empty. */
  readonly only?: readonly string[];
  /** Starts the service under test. */
  readonly start?: () => Promise<Service>;
  /** Called after each sequence. */
  readonly onProgress?: (progress: { readonly requests: number; readonly findings: number }) => void;
  /** Called for each finding, once its sequence is as short as it gets. */
  readonly onFinding?: (finding: Finding) => void;
  /** Time after which no further sequence begins, in milliseconds. */
  readonly timeLimit?: number;
  /** Number of findings after which the run ends; 20 by default. */
  readonly maxFindings?: number;
}

/** A complaint with the shortest sequence of requests that was found for it. */
export interface Finding extends Complaint {
  readonly operationId: string;
  readonly status: number;
  /** The seed with which the first sequence has the complaint, if `only` is the same. */
  readonly seed: number;
  /** The requests as curl commands, in order; the last one has the reply. */
  readonly commands: readonly string[];
  readonly reply: string;
}

export interface FuzzReport {
  readonly requests: number;
  /** Requests that were sent to find shorter sequences. */
  readonly repeated: number;
  readonly findings: readonly Finding[];
  /** Replies by operation and status. */
  readonly replies: ReadonlyMap<string, ReadonlyMap<number, number>>;
}

/** Number of requests after which the service is replaced, because its database is in memory. */
const REQUESTS_PER_SERVICE = 20_000;
const MAX_SEQUENCE = 40;
/** Time to look for a shorter sequence. */
const SHRINK_MS = 10_000;

/** Fuzzes until all requests are sent, the time is over, or there are too many findings. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { requests, seed, timeLimit = Infinity, maxFindings = 20 } = options;
  const run = new FuzzRun(options);
  const deadline = Date.now() + timeLimit;
  const isOver = () => run.requests >= requests || Date.now() >= deadline || run.findings.length >= maxFindings;
  try {
    for (let index = 0; !isOver(); index += 1) {
      await run.sequence(seed + index);
      options.onProgress?.({ requests: run.requests, findings: run.findings.length });
    }
  } finally {
    await run.close();
  }
  return run;
}

/** Operations that end a sequence: afterwards the organization lacks things that the next requests name. */
const ENDS_SEQUENCE = new Set(['removeMember', 'removeProject', 'removeTeam', 'updateMember', 'updateTeam']);
/** Operations that are never called: they would change an organization that is the foreign one of other sequences. */
const LEFT_OUT = new Set(['removeOrganization', 'updateOrganization']);

/** A service under test, and the connection to it. */
interface Target {
  readonly service: Service;
  readonly sender: Sender;
  /** An organization that callers do not belong to. */
  readonly foreign: string;
  requests: number;
}

/** A complaint in a sequence, before the search for a shorter one. */
interface Failure {
  readonly complaint: Complaint;
  readonly sent: readonly SentRequest[];
  readonly reply: Reply | null;
  readonly kind: string;
}

class FuzzRun implements FuzzReport {
  requests = 0;
  repeated = 0;
  readonly findings: Finding[] = [];
  readonly replies = new Map<string, Map<number, number>>();
  readonly #reportedKinds = new Set<string>();
  readonly #sequences: fc.Arbitrary<PlannedRequest[]>;
  #target: Target | undefined;

  constructor(private readonly options: FuzzOptions) {
    const operations = OPERATIONS.filter(({ operationId }) => !LEFT_OUT.has(operationId));
    const unknown = options.only?.filter((id) => !operations.some(({ operationId }) => operationId === id)) ?? [];
    if (unknown.length > 0) throw new Error(`There is no operation ${unknown.join(', ')}.`);
    const requests = anyRequest(operations, options.only ?? []);
    this.#sequences = fc.array(requests, { minLength: 1, maxLength: MAX_SEQUENCE, size: 'max' });
  }

  /** Sends the sequence of a seed. On a complaint, searches for a shorter one with a complaint of the same kind. */
  async sequence(seed: number): Promise<void> {
    let shortest: Failure | undefined;
    let deadline = Infinity;
    const property = fc.asyncProperty(this.#sequences, async (plans) => {
      if (Date.now() >= deadline) return;
      const failure = await this.#send(plans, shortest === undefined);
      if (failure === null || this.#reportedKinds.has(failure.kind)) return;
      if (shortest !== undefined && shortest.kind !== failure.kind) return;
      if (shortest === undefined) deadline = Date.now() + SHRINK_MS;
      shortest = failure;
      throw new Error(failure.kind);
    });
    const { failed, errorInstance } = await fc.check(property, { seed, numRuns: 1 });
    // An error of the fuzzer itself.
    if (failed && shortest === undefined) throw errorInstance;
    if (shortest === undefined) return;
    this.#reportedKinds.add(shortest.kind);
    const finding = findingOf(shortest, seed, (await this.#open()).service.url);
    this.findings.push(finding);
    this.options.onFinding?.(finding);
  }

  async close(): Promise<void> {
    this.#target?.sender.close();
    await this.#target?.service.close();
    this.#target = undefined;
  }

  /** Sends requests to an organization of their own, up to the first unknown complaint. */
  async #send(plans: readonly PlannedRequest[], isCounted: boolean): Promise<Failure | null> {
    const target = await this.#open();
    const tenant = await Tenant.create(target.service, target.foreign);
    const sent: SentRequest[] = [];
    for (const plan of plans) {
      const request = await fillIn(plan, tenant);
      sent.push(request);
      target.requests += 1;
      const subject = tenant.subjectState(request.path);
      // A text says why there is no reply.
      const reply = await target.sender.send(request).catch((error: unknown) => (error as Error).message);
      if (isCounted) this.requests += 1;
      else this.repeated += 1;
      const isJudged = this.#isJudged(plan.operation);
      if (typeof reply === 'string') {
        if (isJudged) return failureOf({ rule: 'no reply', message: reply }, sent, null);
        continue;
      }
      if (isCounted) this.#count(plan.operation, reply.status);
      const complaint = isJudged ? judge(request, reply, tenant, subject) : null;
      const failure = complaint && failureOf(complaint, sent, reply);
      if (failure !== null && !this.#reportedKinds.has(failure.kind)) return failure;
      tenant.learn(plan.operation, reply);
      // Another method is that of another operation, such as the removal of what the path names.
      const isOther = !['GET', 'HEAD', 'OPTIONS', plan.operation.method.toUpperCase()].includes(plan.method);
      if ((isOther || ENDS_SEQUENCE.has(plan.operation.operationId)) && reply.status < 300) return null;
    }
    return null;
  }

  #isJudged({ operationId }: FuzzOperation): boolean {
    const { only = [] } = this.options;
    return only.length === 0 || only.includes(operationId);
  }

  #count({ operationId }: FuzzOperation, status: number): void {
    const statuses = this.replies.get(operationId) ?? new Map<number, number>();
    this.replies.set(operationId, statuses.set(status, (statuses.get(status) ?? 0) + 1));
  }

  async #open(): Promise<Target> {
    if (this.#target !== undefined && this.#target.requests >= REQUESTS_PER_SERVICE) await this.close();
    if (this.#target === undefined) {
      const service = await (this.options.start ?? startService)();
      const { slug: foreign } = await service.fixtures.organization({ slug: 'foreign' });
      this.#target = { service, sender: new Sender(service.url), foreign, requests: 0 };
    }
    return this.#target;
  }
}

function failureOf(complaint: Complaint, sent: readonly SentRequest[], reply: Reply | null): Failure {
  const { operationId } = sent.at(-1)?.plan.operation ?? {};
  return { complaint, sent: [...sent], reply, kind: `${operationId} ${complaint.rule} ${reply?.status ?? 0}` };
}

function findingOf({ complaint, sent, reply }: Failure, seed: number, url: string): Finding {
  const operationId = sent.at(-1)?.plan.operation.operationId ?? '';
  const replyText = reply === null ? '' : `${reply.status} ${reply.type} ${reply.text.slice(0, 1000)}`;
  return {
    ...complaint,
    operationId,
    status: reply?.status ?? 0,
    seed,
    commands: sent.map((request) => curlOf(request, url)),
    reply: replyText,
  };
}
