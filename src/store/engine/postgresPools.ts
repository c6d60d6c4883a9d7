import { createRequire } from 'node:module';
import type * as Driver from 'pg';
import type { ClientBase, Pool, PoolClient, PoolConfig, TypeOverrides } from 'pg';
import { Unavailable } from '../../domain/errors';
import { lazily } from '../../domain/lazy';
import { ASKING_SESSION, type Machine, Machines, type ReportMachines } from './machines';
import { NO_DEADLINE, type PoolUsage, type ReadSession, type Value, deadlineError, requireTime } from './sql';
import {
  POSITION,
  PostgresConnection,
  PostgresReadSession,
  type PreparedStatement,
  PreparedStatements,
  driverTimeout,
  limitLocally,
  query,
  statementLimit,
} from './postgresConnection';
import { isConnectionLost, type ServerAddress, translatePostgresError } from './postgresErrors';

/** Loads the driver when it is first needed: services and commands on SQLite do not need it. */
const driver = lazily(() => createRequire(__filename)('pg') as typeof Driver);

/** Number of connections of one process unless the URL has `max=N`. */
const DEFAULT_CONNECTIONS = 10;
/** Minimum number of connections for separate lookups; with fewer, lookups share the writers' connections. */
const MIN_FOR_LOOKUPS = 4;
/** One connection is reserved for lookups per this number of connections. */
const CONNECTIONS_PER_LOOKUP = 5;
const CONNECT_TIMEOUT_MS = 5_000;
const MAX_WAITING = 10_000;

/** Settings of the driver that parameters of the URL with the same names override. */
const SETTINGS: PoolConfig = {
  application_name: 'culprit',
  /** Limit for a result in milliseconds, if the network is cut: longer than the server's limit. */
  query_timeout: 20_000,
};

/**
 * Settings of a session that parameters of the URL with the same names override, in milliseconds. They are sent when
 * the session has begun, because poolers refuse or ignore most settings of its beginning.
 */
const SESSION_LIMITS = {
  /** Limit for one statement. */
  statement_timeout: 15_000,
  /** Limit for waiting until another transaction ends. */
  lock_timeout: 5_000,
  /** Limit after which the transaction of a process that hangs or is cut off ends. */
  idle_in_transaction_session_timeout: 30_000,
};

/** Settings that the URL cannot override. */
const FIXED_SETTINGS: PoolConfig = {
  idleTimeoutMillis: 30_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  /** Statements that are sent without awaiting one another share a round trip. */
  pipeline: true,
};

/** Compiling a statement takes longer than running it: all statements read few rows. */
const SESSION = ['jit=off'];

/**
 * Kinds of plans that readers do not use: they read lists in the order of an index, and other rows by key. For tables
 * that were small when they were last analyzed, the server would read a whole table for each row of another one, or
 * sort all rows of a project for each page.
 */
const OFF_FOR_READERS = ['enable_seqscan', 'enable_bitmapscan', 'enable_sort'];
const READ_ONLY = 'default_transaction_read_only=on';
const READER_SESSION = [...SESSION, READ_ONLY, ...OFF_FOR_READERS.map((name) => `${name}=off`)];

/**
 * Kinds of plans that writers do not use: their statements find rows by their keys (src/DECISIONS.md, "Statements of a
 * batch"). The server plans them for the tables as they were when last analyzed, often empty. It would read all rows of
 * a project because it expects few, or plan a statement again each time.
 */
const OFF_FOR_WRITERS = [
  'enable_seqscan',
  'enable_bitmapscan',
  'enable_hashjoin',
  'enable_mergejoin',
  'enable_material',
];
const WRITER_SESSION = [...SESSION, ...OFF_FOR_WRITERS.map((name) => `${name}=off`)];
const KEEP_PLANS = 'plan_cache_mode=force_generic_plan';
/**
 * Replaces `KEEP_PLANS` on a cluster: Citus chooses the machine when it plans, so it must know the values. A
 * transaction uses one connection to each machine, because foreign keys of reference tables require it.
 */
const ON_CLUSTER = 'citus.multi_shard_modify_mode=sequential';
/** Compresses long texts with lz4, which takes less time than pglz, the default, if the server was built with it. */
const COMPRESS_QUICKLY = `SELECT set_config(name, 'lz4', FALSE) FROM pg_settings
  WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals)`;
/**
 * Limit for connecting to a machine of a cluster: one that does not answer makes only its own projects wait, and no
 * transaction holds a lock meanwhile.
 */
const ON_ANY_CLUSTER_CONNECTION = 'citus.node_connection_timeout=3000';
const BEGIN_READ_ONLY = 'BEGIN READ ONLY';

/** Reads the position up to which a standby has replayed the log; null on a server that is no standby any more. */
const READ_REPLAYED: PreparedStatement = {
  name: 'replayed',
  text: `SELECT CASE WHEN pg_is_in_recovery() THEN ${POSITION} END AS "position"`,
};
/** Limit for opening a connection to a standby, and for its position: after that, the primary is read. */
const STANDBY_MS = 1_000;

/** A standby has not replayed the log as far as the statement requires. */
export class StandbyBehind extends Error {
  constructor(readonly position: number | null) {
    super('The standby is behind the primary.');
  }
}

/**
 * Lets the server choose any plan for the rest of a transaction, unlike `WRITER_SESSION`, and makes it plan each
 * execution for its values: only then it hashes a list, instead of comparing each row with each of its values.
 */
export const SET_ANY_PLAN = [
  ...OFF_FOR_WRITERS.map((name) => `SET LOCAL ${name} = on`),
  'SET LOCAL plan_cache_mode = force_custom_plan',
].join('; ');

/**
 * Returns type parsers that read BIGINT as a number, because all values are below 2^53. The driver's default is text.
 */
function readTypes(): TypeOverrides {
  const overrides = new (driver().TypeOverrides)();
  overrides.setTypeParser(driver().types.builtins.INT8, Number);
  return overrides;
}

/** The pools of a process. */
export interface Pools {
  readonly writers: PostgresPool;
  readonly readers: PostgresPool;
  /** For lookups that are needed before an event can be accepted: lists cannot take these connections. */
  readonly lookups: PostgresPool;
  /** Undefined unless the server has Citus. */
  readonly machines: Machines | undefined;
  /** Connections to the machines themselves; undefined unless the server has Citus. */
  readonly ofMachines: MachinePools | undefined;
}

/**
 * Opens the pools of a database.
 * @param isCluster true if the server has Citus
 * @param reportMachines called when machines of a cluster stop to answer, or answer again
 * @throws Error for an invalid `max`
 */
export function openPools(url: string, isCluster: boolean, reportMachines?: ReportMachines): Pools {
  const size = poolSizeOf(url);
  const lookups = size < MIN_FOR_LOOKUPS ? 0 : Math.max(1, Math.floor(size / CONNECTIONS_PER_LOOKUP));
  const writing = Math.ceil((size - lookups) / 2);
  const onCluster = isCluster ? [ON_ANY_CLUSTER_CONNECTION] : [];
  const session = [...WRITER_SESSION, isCluster ? ON_CLUSTER : KEEP_PLANS, ...onCluster];
  const machines = isCluster
    ? new Machines(() => openPool(url, 1, { session: ASKING_SESSION }), reportMachines)
    : undefined;
  const writers = openPool(url, writing, { name: 'writers', session, machines });
  return {
    writers,
    machines,
    ofMachines:
      machines &&
      new MachinePools(writing, (machine) =>
        openPool(urlOf(url, machine), writing, { name: 'machines', session, machines, connectMs: MACHINE_MS }),
      ),
    readers: openPool(url, size - lookups - writing, { session: [...READER_SESSION, ...onCluster], machines }),
    lookups:
      lookups === 0 ? writers : openPool(url, lookups, { name: 'lookups', session: [...session, READ_ONLY], machines }),
  };
}

/** Opens the pool of a standby, which only reads. @throws Error for an invalid `max` */
export function openStandbyPool(url: string): PostgresPool {
  return openPool(url, poolSizeOf(url), { name: 'standby', session: READER_SESSION, connectMs: STANDBY_MS });
}

interface PoolOptions {
  readonly name?: PoolUsage['name'];
  /** Settings of each session, as `name=value`. */
  readonly session?: readonly string[];
  /** The machines of a cluster. */
  readonly machines?: Machines | undefined;
  /** Limit for opening a connection, or waiting for a free one. */
  readonly connectMs?: number;
}

/** Opens a pool of at most `max` connections. */
export function openPool(
  url: string,
  max: number,
  { name = 'readers', session = [], machines, connectMs = CONNECT_TIMEOUT_MS }: PoolOptions = {},
): PostgresPool {
  const parameters = parametersOf(url);
  const limits = Object.entries(SESSION_LIMITS).map(([limit, standard]) => {
    const milliseconds = Number.parseInt(parameters.get(limit) ?? String(standard));
    parameters.delete(limit);
    return { limit, milliseconds };
  });
  const settings = [...limits.map(({ limit, milliseconds }) => `${limit}=${milliseconds}`), ...session];
  const statements = settings.map((setting) => `SET ${setting.replace('=', ' = ')}`);
  const setUp = [...statements, name === 'writers' || name === 'machines' ? COMPRESS_QUICKLY : []].flat().join('; ');
  return new PostgresPool(
    {
      ...SETTINGS,
      ...FIXED_SETTINGS,
      connectionTimeoutMillis: connectMs,
      types: readTypes(),
      connectionString: `${url.split('?', 1)[0]}?${parameters.toString()}`,
      max,
      // eslint-disable-next-line @typescript-eslint/no-misused-promises -- the pool waits, which its type does not say
      onConnect: async (client) => void (await query(client, { text: setUp }, [], connectMs)),
    },
    name,
    limits.find(({ limit }) => limit === 'statement_timeout')?.milliseconds ?? 0,
    machines,
  );
}

/** The parameters of a URL that are numbers of milliseconds. */
const LIMITS = ['query_timeout', ...Object.keys(SESSION_LIMITS)];

/** Parses the URL of a database. @throws Error with a message of one sentence */
export function addressOf(url: string): ServerAddress {
  for (const name of LIMITS) {
    const text = parametersOf(url).get(name) ?? '0';
    if (!/^[0-9]{1,9}$/.test(text))
      throw new Error(
        `The parameter ${name} of the database URL is "${text}", but must be a number of milliseconds, such as 15000, or 0 for no limit.`,
      );
  }
  try {
    const { host, port, database, user } = new (driver().Client)({ connectionString: url });
    return { host, port, database, user };
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`The database URL cannot be read (${message}): use postgres://USER:PASSWORD@HOST:PORT/DATABASE.`);
  }
}

/** Returns the URL of the same database on a machine of a cluster. */
function urlOf(url: string, { host, port }: Machine): string {
  const { user, password, database } = new (driver().Client)({ connectionString: url });
  const parameters = parametersOf(url);
  for (const name of ['host', 'port', 'user', 'password', 'dbname']) parameters.delete(name);
  const login = [user, password]
    .flatMap((part) => (typeof part === 'string' ? [encodeURIComponent(part)] : []))
    .join(':');
  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  return `postgres://${login}@${address}/${encodeURIComponent(database ?? '')}?${parameters.toString()}`;
}

function poolSizeOf(url: string): number {
  const text = parametersOf(url).get('max');
  if (text === null) return DEFAULT_CONNECTIONS;
  const size = Number(text);
  if (!Number.isInteger(size) || size < 2)
    throw new Error('The parameter max of the database URL is not a number of connections; use 2 or more.');
  return size;
}

/** Parses the parameters of a URL. The driver accepts URLs that `URL` rejects, such as URLs without a host. */
function parametersOf(url: string): URLSearchParams {
  return new URLSearchParams(url.split('?')[1] ?? '');
}

/** A pool of connections, each of which prepares a statement once. Throws the store's errors. */
export class PostgresPool {
  private readonly pool: Pool;
  private readonly statements: PreparedStatements;
  /** The position up to which the standby behind a connection has replayed the log, at least. */
  private readonly replayed = new WeakMap<ClientBase, number>();

  /** @param statementMs the server's limit for one statement; 0 for none */
  constructor(
    config: PoolConfig,
    private readonly name: PoolUsage['name'],
    private readonly statementMs: number,
    private readonly machines: Machines | undefined,
  ) {
    this.statements = new PreparedStatements(machines !== undefined);
    this.pool = new (driver().Pool)(config);
    // A lost connection emits an error, also between two statements. The next statement on it fails.
    this.pool.on('error', () => undefined).on('connect', (client) => void client.on('error', () => undefined));
  }

  usage(): PoolUsage {
    const { totalCount, idleCount, waitingCount, options } = this.pool;
    return { name: this.name, size: options.max, inUse: totalCount - idleCount, waiting: waitingCount };
  }

  /**
   * Returns a session that runs each statement in a read-only transaction of its own, on any free connection.
   * @param required position up to which a standby must have replayed the log; else statements throw StandbyBehind
   */
  session(deadline: number, required?: number): ReadSession {
    return new PostgresReadSession(this.statements, async (prepared, values) => {
      if (this.machines?.areMissing === true) await this.machines.requireFor(prepared.text, values, false);
      const client = await this.connect(deadline);
      let isLost = false;
      try {
        if (required === undefined) return await this.queryUntil(client, deadline, prepared, values);
        const isReplayed = this.requireReplayed(client, required);
        // Wait for the position first: a statement whose result is not used would only occupy the standby.
        if ((this.replayed.get(client) ?? -1) < required) await isReplayed;
        return (await Promise.all([this.queryUntil(client, deadline, prepared, values), isReplayed]))[0];
      } catch (error) {
        isLost = isConnectionLost(error);
        this.machines?.noteError(error);
        throw error;
      } finally {
        this.machines?.noteRelease(client);
        client.release(isLost || client.getTransactionStatus() !== 'I');
      }
    });
  }

  /**
   * Takes a connection out of the pool until its `release`.
   * @param hasScope true if its statements concern projects whose machines answer
   */
  async acquire(deadline = NO_DEADLINE, hasScope = false): Promise<PostgresConnection> {
    const client = await this.connect(deadline);
    const machines = this.machines && { watch: this.machines, hasScope };
    return new PostgresConnection(client, this.statements, deadline, this.statementMs, machines);
  }

  close(): Promise<void> {
    return this.pool.end();
  }

  private async requireReplayed(client: ClientBase, required: number): Promise<void> {
    const { rows } = await query(client, READ_REPLAYED, [], STANDBY_MS);
    const position = (rows[0]?.['position'] ?? null) as number | null;
    if (position === null || position < required) throw new StandbyBehind(position);
    this.replayed.set(client, position);
  }

  /**
   * Sends the statement together with statements that limit its time, if less time is left than the default, and with
   * statements that make a connection of writers read-only.
   */
  private async queryUntil(
    client: ClientBase,
    deadline: number,
    prepared: PreparedStatement,
    values: readonly Value[],
  ) {
    requireTime(deadline);
    const limit = statementLimit(deadline, this.statementMs);
    const isOfWriters = this.name === 'writers';
    if (limit === undefined && !isOfWriters) return query(client, prepared, values);
    const timeout = driverTimeout(limit);
    const before = isOfWriters ? `${BEGIN_READ_ONLY}${limitLocally(limit)}` : `SET statement_timeout = ${limit}`;
    const after = isOfWriters ? 'COMMIT' : `SET statement_timeout = ${this.statementMs}`;
    const [, result] = await Promise.all([
      query(client, { text: before }, [], timeout),
      query(client, prepared, values, timeout),
      query(client, { text: after }, [], timeout),
    ]);
    return result;
  }

  private async connect(deadline: number): Promise<PoolClient> {
    if (this.pool.waitingCount >= MAX_WAITING) throw new Unavailable('Too many requests wait for the database.');
    requireTime(deadline);
    try {
      const client = await connectUntil(this.pool, deadline);
      this.machines?.noteUse(client);
      return client;
    } catch (error) {
      throw translatePostgresError(error);
    }
  }
}

/** Limit for opening a connection to a machine, and the time between two attempts after one has failed. */
const MACHINE_MS = 1_000;
const MACHINE_RETRY_MS = 10_000;
/** Identifies a machine: here, its name may belong to another server. */
const LOCAL_GROUP = 'SELECT groupid AS "group" FROM pg_dist_local_group';

/** The connections to a machine of a cluster. */
interface OpenMachine {
  readonly pool: PostgresPool;
  /** True after a connection was opened, until one cannot be opened. */
  isReachable: boolean;
  triedAt: number;
}

/**
 * Pools of connections to the machines of a cluster, which open when they are first needed. A machine may answer only
 * the coordinator: nothing waits for the first connection to it.
 */
class MachinePools {
  private readonly opened = new Map<string, OpenMachine>();

  /** @param size number of connections to each machine */
  constructor(
    private readonly size: number,
    private readonly open: (machine: Machine) => PostgresPool,
  ) {}

  /**
   * Takes a connection to a machine; returns undefined if it cannot be reached at present. The caller has one of as
   * many connections to the coordinator, so that one is free.
   */
  async acquire(machine: Machine, deadline: number): Promise<PostgresConnection | undefined> {
    const one = this.of(machine);
    if (!one.isReachable) {
      this.tryToReach(one, machine);
      return undefined;
    }
    try {
      return await one.pool.acquire(deadline, true);
    } catch {
      one.isReachable = false;
      one.triedAt = performance.now();
      return undefined;
    }
  }

  usage(): PoolUsage[] {
    if (this.opened.size === 0) return [];
    const usages = [...this.opened.values()].map(({ pool }) => pool.usage());
    const sum = (key: 'inUse' | 'waiting') => usages.reduce((total, usage) => total + usage[key], 0);
    return [{ name: 'machines', size: usages.length * this.size, inUse: sum('inUse'), waiting: sum('waiting') }];
  }

  async close(): Promise<void> {
    await Promise.all([...this.opened.values()].map(({ pool }) => pool.close()));
  }

  private of(machine: Machine): OpenMachine {
    const address = `${machine.host}:${machine.port}`;
    const known = this.opened.get(address);
    if (known !== undefined) return known;
    const one = { pool: this.open(machine), isReachable: false, triedAt: -Infinity };
    this.opened.set(address, one);
    return one;
  }

  /** The statement is not prepared: transactions prepare those of the coordinator, under the same names. */
  private tryToReach(one: OpenMachine, { group }: Machine): void {
    if (performance.now() - one.triedAt < MACHINE_RETRY_MS) return;
    one.triedAt = performance.now();
    one.pool
      .session(performance.now() + MACHINE_MS)
      .allOnce<{ group: number }>(LOCAL_GROUP, [])
      .then(([row]) => (one.isReachable = row?.group === group))
      .catch(() => undefined);
  }
}

/** Waits for a connection until the deadline. A connection that is free later returns to the pool. */
function connectUntil(pool: Pool, deadline: number): Promise<PoolClient> {
  const left = deadline - performance.now();
  if (left >= CONNECT_TIMEOUT_MS) return pool.connect();
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(deadlineError());
    }, left);
    pool
      .connect()
      .then((client) => (isLate ? client.release() : resolve(client)))
      .catch(reject)
      .finally(() => clearTimeout(timer));
  });
}
