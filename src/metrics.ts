import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { collectDefaultMetrics, Counter, Gauge, Histogram, type Metric, type MetricValue, Registry } from 'prom-client';
import type { MigrationProgress } from './store/engine/migrate';
import type { DiskSpace, PoolUsage, QueueStatus, StandbyStatus } from './store/engine/sql';

/** Memory that requests or events share. */
export interface WatchedBudget {
  readonly name: string;
  readonly limitBytes: number;
  readonly usedBytes: () => number;
}

/** Values that the service reads of itself for its metrics. */
export interface MetricSources {
  /** By the name of the queue. */
  readonly queues: Readonly<Record<string, () => QueueStatus>>;
  readonly budgets: readonly WatchedBudget[];
  /** Null for a database whose disk the service does not see. */
  readonly diskSpace: () => Promise<DiskSpace | null>;
  /** The connections to a database server; empty for other databases. */
  readonly connections: () => readonly PoolUsage[];
  /** The standby that serves reads; null if there is none. */
  readonly standby: () => Promise<StandbyStatus | null>;
  /** The progress of the migration of the database; null unless it is being migrated. */
  readonly migration: () => MigrationProgress | null;
  /** The bytes of the database. */
  readonly databaseBytes: () => Promise<number>;
  /** The work that background jobs have before them; null unless the database can be read. Reads the database. */
  readonly backlog: () => Promise<JobBacklog | null>;
  /** The deliveries of alerts that wait, by channel. Reads the database. */
  readonly deliveries: () => Promise<readonly (QueueStatus & { readonly channel: string })[]>;
}

/** The work that background jobs have before them. */
interface JobBacklog {
  /** Rows that are removed, but not deleted yet, by table. */
  readonly removedRows: Readonly<Record<string, number>>;
  /** Issues that text search does not find by their newest words. */
  readonly unindexedIssues: number;
}

const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const DURATION = 'culprit_http_request_duration_seconds';
const TRANSACTION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

/** Maximum wait for the database. Metrics from the database are left out after that. */
const DATABASE_TIMEOUT_MS = 2_000;
const MS_PER_SECOND = 1_000;

/** The requests of an operation: their number by status, and by the bucket of their duration. */
interface OperationTimes {
  readonly statuses: Map<number, number>;
  /** One number for each of `REQUEST_BUCKETS`, and a last one for longer requests. */
  readonly buckets: number[];
  seconds: number;
}

/**
 * Counts requests. `Counter` and `Histogram` of the library build a text of the labels for each value that they count,
 * which takes much longer than counting (src/DECISIONS.md, "Metrics of requests").
 */
class RequestTimes {
  readonly #operations = new Map<string, OperationTimes>();

  record(operation: string, status: number, seconds: number): void {
    let times = this.#operations.get(operation);
    if (times === undefined) {
      times = { statuses: new Map(), buckets: REQUEST_BUCKETS.map(() => 0).concat(0), seconds: 0 };
      this.#operations.set(operation, times);
    }
    times.statuses.set(status, (times.statuses.get(status) ?? 0) + 1);
    times.seconds += seconds;
    let bucket = 0;
    while (seconds > (REQUEST_BUCKETS[bucket] ?? Infinity)) bucket += 1;
    times.buckets[bucket] = (times.buckets[bucket] ?? 0) + 1;
  }

  /** Returns the metrics in the form that a registry reads. */
  metrics(): Metric[] {
    const read = (
      name: string,
      help: string,
      type: 'counter' | 'histogram',
      listValues: () => MetricValue<string>[],
    ) => {
      const metric = async () => ({ name, help, type, values: listValues(), aggregator: 'sum' });
      return { name, get: metric, reset: () => this.#operations.clear() } as unknown as Metric;
    };
    return [
      read('culprit_http_requests_total', 'Requests, by operation and status.', 'counter', () => this.#listCounts()),
      read(DURATION, 'Time from the headers of a request to its reply, by operation.', 'histogram', () =>
        this.#listBuckets(),
      ),
    ];
  }

  #listCounts(): MetricValue<string>[] {
    return [...this.#operations].flatMap(([operation, { statuses }]) =>
      [...statuses].map(([status, value]) => ({ value, labels: { operation, status } })),
    );
  }

  /** Lists the counts of the buckets. The count of a bucket includes the buckets before it. */
  #listBuckets(): MetricValue<string>[] {
    return [...this.#operations].flatMap(([operation, { buckets, seconds }]) => {
      let count = 0;
      const counted = buckets.map((number, index) => {
        const labels = { le: REQUEST_BUCKETS[index] ?? '+Inf', operation };
        return { metricName: `${DURATION}_bucket`, value: (count += number), labels };
      });
      return [
        ...counted,
        { metricName: `${DURATION}_sum`, value: seconds, labels: { operation } },
        { metricName: `${DURATION}_count`, value: count, labels: { operation } },
      ];
    });
  }
}

/**
 * The metrics of one process (openapi/guides/monitoring.md). Labels have few values, all of which come from the source
 * or the contract: none is the name of a project, a path or a text that clients send.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new RequestTimes();
  readonly #events = this.#counter('events_total', 'Items of envelopes, by outcome, reason and category.', [
    'outcome',
    'reason',
    'category',
  ]);
  readonly #transactionSeconds = new Histogram({
    name: 'culprit_write_transaction_duration_seconds',
    help: 'Time of a transaction that writes, with its flush to the disk.',
    buckets: TRANSACTION_BUCKETS,
    registers: [this.#registry],
  });
  readonly #deliveries = this.#counter('alert_deliveries_total', 'Attempts to send an alert, by channel and result.', [
    'channel',
    'result',
  ]);
  readonly #jobSuccess = this.#gauge(
    'job_last_success_timestamp_seconds',
    'When a step of a background job succeeded last.',
    ['name'],
  );
  readonly #jobFailures = this.#counter('job_failures_total', 'Steps of background jobs that failed.', ['name']);
  readonly #parserEnds = this.#counter(
    'source_map_thread_ends_total',
    'Times that the thread which parses source maps failed or exceeded a limit.',
    [],
  );
  readonly #threadEnds = this.#counter('ingest_thread_ends_total', 'Times that the threads of ingestion failed.', []);

  #refresh: () => Promise<void> = async () => undefined;
  #rendering: Promise<string> | undefined;

  constructor(version: string) {
    collectDefaultMetrics({ register: this.#registry });
    for (const metric of this.#requests.metrics()) this.#registry.registerMetric(metric);
    this.#gauge('build_info', 'Always 1; the label is the version.', ['version']).set({ version }, 1);
  }

  recordRequest(operation: string, status: number, seconds: number): void {
    this.#requests.record(operation, status, seconds);
  }

  recordItems(outcome: string, reason: string, category: string, quantity: number): void {
    this.#events.inc({ outcome, reason, category }, quantity);
  }

  recordTransaction(seconds: number): void {
    this.#transactionSeconds.observe(seconds);
  }

  recordDelivery(channel: string, result: string): void {
    this.#deliveries.inc({ channel, result });
  }

  /** Lists the jobs before their first step, so that a job that never succeeds is noticed. */
  listJobs(jobs: readonly string[], now: number): void {
    for (const name of jobs) {
      this.#jobSuccess.set({ name }, now / MS_PER_SECOND);
      this.#jobFailures.inc({ name }, 0);
    }
  }

  recordJobStep(name: string, isSuccess: boolean, now: number): void {
    if (isSuccess) this.#jobSuccess.set({ name }, now / MS_PER_SECOND);
    else this.#jobFailures.inc({ name });
  }

  recordParserEnd(): void {
    this.#parserEnds.inc();
  }

  recordThreadEnd(): void {
    this.#threadEnds.inc();
  }

  /** Adds the metrics whose values are read at each request for them. */
  watch(sources: MetricSources): void {
    const { queues, budgets } = sources;
    this.#gauge('queue_waiting', 'What waits in a queue of this process.', ['queue'], (gauge) => {
      for (const [queue, status] of Object.entries(queues)) gauge.set({ queue }, status().waiting);
    });
    this.#gauge('queue_oldest_seconds', 'How long the oldest of a queue has waited.', ['queue'], (gauge) => {
      for (const [queue, status] of Object.entries(queues)) gauge.set({ queue }, status().oldestSeconds);
    });
    this.#gauge('memory_budget_used_bytes', 'Memory in use, by budget.', ['budget'], (gauge) => {
      for (const { name, usedBytes } of budgets) gauge.set({ budget: name }, usedBytes());
    });
    this.#gauge(
      'memory_budget_limit_bytes',
      'Memory beyond which requests are refused, by budget.',
      ['budget'],
      (gauge) => {
        for (const { name, limitBytes } of budgets) gauge.set({ budget: name }, limitBytes);
      },
    );
    this.#watchMigration(sources);
    this.#watchDatabase(sources);
  }

  #watchMigration({ migration }: MetricSources): void {
    const add = (name: string, help: string, value: (progress: MigrationProgress) => number) =>
      this.#gauge(`migration_${name}`, help, [], (gauge) => {
        const progress = migration();
        // Without a migration there is no series.
        gauge.remove();
        if (progress !== null) gauge.set(value(progress));
      });
    add('step', 'The migration that is being applied, from 1.', ({ step }) => step);
    add('steps', 'The number of migrations that the database needs.', ({ steps }) => steps);
    add('moved_rows', 'Rows that the migration has moved.', ({ movedRows }) => movedRows);
    add('rows', 'Rows that the migration moves, for some tables an estimate.', ({ totalRows }) => totalRows);
  }

  /** Reads the metrics that take a while, and may fail, before all metrics are rendered. */
  #watchDatabase({ diskSpace, databaseBytes, connections, standby, deliveries, backlog }: MetricSources): void {
    const up = this.#gauge('database_up', 'Whether the database could be read for these metrics.', []);
    const free = this.#gauge('disk_free_bytes', 'Free space of the disk of an SQLite file.', []);
    const reserved = this.#gauge('disk_reserved_bytes', 'Free space below which events are refused.', []);
    const size = this.#gauge('database_bytes', 'Size of the database with its indexes.', []);
    const isStandbyUsed = this.#gauge('standby_used', 'Whether the standby serves reads.', []);
    const standbyLag = this.#gauge('standby_lag_bytes', 'Log that the standby has not replayed.', []);
    const removed = this.#gauge('rows_awaiting_deletion', 'Rows that are removed, but not deleted yet, by table.', [
      'table',
    ]);
    const unindexed = this.#gauge('issues_awaiting_text_index', 'Issues whose words are not indexed yet.', []);
    const waiting = this.#gauge('alert_deliveries_waiting', 'Alerts that wait to be sent, by channel.', ['channel']);
    const overdue = this.#gauge(
      'alert_delivery_overdue_seconds',
      'How long ago the oldest alert that waits was to be sent, by channel.',
      ['channel'],
    );
    this.#gauge(
      'database_connections',
      'Connections to a database server, by pool and state.',
      ['pool', 'state'],
      (gauge) => {
        for (const { name: pool, size, inUse, waiting: count } of connections()) {
          gauge.set({ pool, state: 'open' }, size);
          gauge.set({ pool, state: 'in use' }, inUse);
          gauge.set({ pool, state: 'waiting' }, count);
        }
      },
    );
    this.#refresh = async () => {
      for (const gauge of [waiting, overdue, removed]) gauge.reset();
      // `reset` sets a metric without labels to 0. What is not known has no series.
      for (const gauge of [free, reserved, size, unindexed, isStandbyUsed, standbyLag]) gauge.remove();
      const [measured, replica] = await Promise.all([
        withinTime(Promise.all([diskSpace(), databaseBytes(), deliveries(), backlog()])),
        withinTime(standby()),
      ]);
      up.set(measured === null ? 0 : 1);
      if (replica !== null) isStandbyUsed.set(replica.isUsed ? 1 : 0);
      if (replica !== null && replica.lagBytes !== null) standbyLag.set(replica.lagBytes);
      const [disk, bytes, channels, work] = measured ?? [null, null, [], null];
      if (disk !== null) {
        free.set(disk.freeBytes);
        reserved.set(disk.reservedBytes);
      }
      if (bytes !== null) size.set(bytes);
      if (work !== null) {
        unindexed.set(work.unindexedIssues);
        for (const [table, count] of Object.entries(work.removedRows)) removed.set({ table }, count);
      }
      for (const { channel, waiting: count, oldestSeconds } of channels) {
        waiting.set({ channel }, count);
        overdue.set({ channel }, oldestSeconds);
      }
    };
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** Returns the metrics in the text format of Prometheus. Callers at the same time share one result. */
  render(): Promise<string> {
    this.#rendering ??= this.#render().finally(() => (this.#rendering = undefined));
    return this.#rendering;
  }

  async #render(): Promise<string> {
    await this.#refresh();
    return this.#registry.metrics();
  }

  #counter(name: string, help: string, labelNames: string[]): Counter {
    return new Counter({ name: `culprit_${name}`, help, labelNames, registers: [this.#registry] });
  }

  #gauge(name: string, help: string, labelNames: string[], collect: (gauge: Gauge) => void = () => undefined): Gauge {
    return new Gauge({
      name: `culprit_${name}`,
      help,
      labelNames,
      registers: [this.#registry],
      collect() {
        collect(this);
      },
    });
  }
}

/** Returns the result of `work`, or null if it fails or takes too long. */
async function withinTime<T>(work: Promise<T>): Promise<T | null> {
  const late = new AbortController();
  const timeout = pause(DATABASE_TIMEOUT_MS, null, { signal: late.signal, ref: false }).catch(() => null);
  try {
    return await Promise.race([work, timeout]);
  } catch {
    return null;
  } finally {
    late.abort();
  }
}

/** Limits of the server of metrics, which is for few clients. */
const MAX_CONNECTIONS = 20;
const REQUEST_TIMEOUT_MS = 10_000;

/** Creates the server of `GET /metrics`. It does not listen yet. */
export function createMetricsServer(metrics: Pick<Metrics, 'contentType' | 'render'>): Server {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    void replyTo(request, response, metrics);
  });
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}

async function replyTo(
  { method = '', url = '' }: IncomingMessage,
  response: ServerResponse,
  metrics: Pick<Metrics, 'contentType' | 'render'>,
): Promise<void> {
  const send = (status: number, text: string, headers: Readonly<Record<string, string>> = {}) => {
    response.writeHead(status, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      ...headers,
    });
    response.end(method === 'HEAD' ? undefined : text);
  };
  if (url.split('?', 1)[0] !== '/metrics') return void send(404, 'Only /metrics is served here.\n');
  if (!['GET', 'HEAD'].includes(method))
    return void send(405, `Method "${method}" not allowed; use GET.\n`, { Allow: 'GET, HEAD' });
  try {
    send(200, await metrics.render(), { 'Content-Type': metrics.contentType });
  } catch (error) {
    send(500, `The metrics could not be read: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}
