import { ServerMissing } from '../../domain/errors';
import { PLACEMENTS, type Placement } from '../tables';
import { isUnreachable } from './postgresErrors';
import type { ReadSession, Value } from './sql';

/** The connection to the coordinator over which the machines are asked. */
export interface AskingPool {
  session(deadline: number): ReadSession;
  close(): Promise<void>;
}

/** Called with the addresses of the machines that do not answer, when they change; empty if all answer. */
export type ReportMachines = (missing: readonly string[]) => void;

/** Interval of the look at waiting connections, and the time without a reply after which the machines are asked. */
const TICK_MS = 500;
const SUSPICIOUS_MS = 1_000;
/** Time without a reply after which a connection is closed while a machine is missing. */
const HOPELESS_MS = 3_000;
/** Transactions that keep out all others ask the machines first, unless they answered this long ago. */
const FRESH_MS = 1_000;
/** An answer that takes this long was waited for up to the limit of `ASKING_SESSION`. */
const SLOW_MS = 1_500;
/** Time after which the machine of a project is asked for again. One that has lost rows asks the one that has them. */
const LOCATED_MS = 60_000;
/** Limit for the answers of all machines. */
const CHECK_MS = 10_000;

/**
 * Settings of the session that asks: it opens a connection to each machine, because a kept one would wait for ever for
 * a machine that hangs.
 */
export const ASKING_SESSION = ['citus.node_connection_timeout=2000', 'citus.max_cached_conns_per_worker=0'];
/** The lock is that of all writes, -1: its halves are the greatest numbers. */
const ASK = `SELECT n.groupid AS "group", n.nodename || ':' || n.nodeport AS "address",
    citus_check_connection_to_node(n.nodename, n.nodeport) AS "answers",
    EXISTS (SELECT 1 FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
      WHERE l.locktype = 'advisory' AND l.mode = 'ExclusiveLock' AND l.granted AND l.objsubid = 1
        AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
        AND l.classid = 4294967295 AND l.objid = 4294967295 AND a.xact_start < now() - interval '3 seconds') AS "isLocked"
  FROM pg_dist_node n
  WHERE n.isactive AND n.noderole = 'primary' AND n.groupid <> 0
    AND EXISTS (SELECT 1 FROM pg_dist_placement p WHERE p.groupid = n.groupid)`;
/** Citus ends or commits what was prepared on a machine that went away. By itself it does so once a minute. */
const END_PREPARED = 'SELECT recover_prepared_transactions() AS "ended"';
/** For each distribution column, the group of the machine with the rows of an owner. */
const LOCATE = { project_id: locate('event'), organization_id: locate('content') };

/** A machine can plan statements itself if it has the coordinator's metadata. The group of the coordinator is 0. */
function locate(table: string): string {
  return `SELECT p.groupid AS "group", n.nodename AS "host", n.nodeport AS "port",
      n.isactive AND n.hasmetadata AND n.metadatasynced AND n.groupid <> 0 AS "isDirect"
    FROM pg_dist_placement p LEFT JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary'
    WHERE p.shardid = get_shard_id_for_distribution_column('${table}', CAST(? AS BIGINT))`;
}

type OwnerColumn = keyof typeof LOCATE;

/** The machine with the rows of an owner: a row of `LOCATE`. */
export interface Machine {
  readonly group: number;
  readonly host: string;
  readonly port: number;
  /** True if it is not the coordinator, and can plan statements. */
  readonly isDirect: boolean | null;
}

/** The machine of a project, and the time when it was asked for. */
interface FoundMachine {
  readonly machine: Machine | undefined;
  readonly at: number;
}

/** What a statement needs of the machines. */
export interface StatementNeeds {
  /** True if it changes rows that every machine has. */
  readonly changesCopies: boolean;
  /** The distribution column of its tables; null if it reads nothing that is distributed. */
  readonly column: OwnerColumn | null;
  /** The owners of the rows, if the statement names them: the index of the parameter, and whether it is a list. */
  readonly owners: { readonly index: number; readonly isList: boolean } | null;
}

const TABLE = /\b(?:FROM|JOIN|INTO|UPDATE)\s+([a-z_]+)\b/g;
const CHANGED = /\b(?:INSERT INTO|DELETE FROM|UPDATE)\s+([a-z_]+)\b/g;
const INSERTED_OWNER =
  /^\s*INSERT INTO \w+ \((?:project_id|organization_id)\b[^)]*\)\s*(?:VALUES\s*\(|SELECT\s)\s*\$(\d+)/;

/**
 * Where a statement runs in a transaction on the machine of a project; `neither` if only a transaction of the
 * coordinator can run it.
 */
export type StatementPlace = 'machine' | 'coordinator' | 'neither';

const LOCK = /\bFOR (?:NO KEY )?UPDATE\b/;
const ON_MACHINE: readonly Placement[] = ['project', 'everywhere'];

const ONE_OWNER = { project_id: /\bproject_id = \$(\d+)/, organization_id: /\borganization_id = \$(\d+)/ };
/** As `isAmong` writes it. */
const PROJECTS = /\bproject_id = ANY \(CAST\(\$(\d+) AS BIGINT\[\]\)\)/;

/** A row of `ASK`. */
interface MachineAnswer {
  readonly group: number;
  readonly address: string;
  readonly answers: boolean;
  readonly isLocked: boolean;
}

/** Finds out what a statement needs, by its text. */
export function needsOf(text: string): StatementNeeds {
  const placements = placementsIn(text, TABLE);
  const changesCopies = placementsIn(text, CHANGED).includes('everywhere');
  const column = placements.includes('project')
    ? 'project_id'
    : placements.includes('organization')
      ? 'organization_id'
      : null;
  return { changesCopies, column, owners: column === null ? null : ownersOf(text, column) };
}

/**
 * Finds out where a statement runs in a transaction on the machine of a project, by its text. The machine has the rows
 * of the project, and a copy of those that every machine has. What reads others, or no table, runs on the coordinator.
 * What changes or locks others would need a commit in two phases.
 */
export function placeOf(text: string): StatementPlace {
  const placements = placementsIn(text, TABLE);
  const changed = placementsIn(text, CHANGED);
  const isNear = placements.every((placement) => ON_MACHINE.includes(placement));
  if (changed.length > 0 || LOCK.test(text))
    return isNear && placements.includes('project') && !changed.includes('everywhere') ? 'machine' : 'neither';
  if (isNear && placements.length > 0) return 'machine';
  return placements.includes('project') ? 'neither' : 'coordinator';
}

/** Returns the placements of the tables that a pattern finds in a statement. */
function placementsIn(text: string, pattern: RegExp): Placement[] {
  return [...text.matchAll(pattern)].flatMap(([, name = '']) => PLACEMENTS.get(name) ?? []);
}

function ownersOf(text: string, column: OwnerColumn): StatementNeeds['owners'] {
  const one = ONE_OWNER[column].exec(text) ?? INSERTED_OWNER.exec(text);
  if (one !== null) return { index: Number(one[1]) - 1, isList: false };
  const list = column === 'project_id' ? PROJECTS.exec(text) : null;
  return list === null ? null : { index: Number(list[1]) - 1, isList: true };
}

/**
 * Knows which machines of a cluster answer. Citus waits for a machine that hangs without a limit, and cannot be
 * interrupted: the transaction keeps its locks, and its connection is lost. So while a machine is missing, statements
 * that need it are refused before they are sent, and connections that wait for it are given up.
 *
 * The machines are asked when a statement has no reply for a second, or fails because a server cannot be reached, and
 * then until all answer.
 */
export class Machines {
  /** Group → address. */
  private missing: ReadonlyMap<number, string> = new Map();
  /** Owner, with its column → its machine. */
  private readonly located = new Map<string, Promise<Machine | undefined>>();
  /** Project → its machine, for `find`. */
  private readonly found = new Map<string, FoundMachine>();
  /** Connection in use → time of its beginning or last reply. */
  private readonly waiting = new Map<object, number>();
  private readonly pool: AskingPool;
  private checking: Promise<void> | undefined;
  private checkedAt = -Infinity;
  private isLocked = false;
  /** True if a statement has failed since the machines were asked. */
  private isSuspicious = false;
  private readonly timer = setInterval(() => void this.watch(), TICK_MS).unref();

  constructor(
    openPool: () => AskingPool,
    private readonly report: ReportMachines = () => undefined,
  ) {
    this.pool = openPool();
  }

  get areMissing(): boolean {
    return this.missing.size > 0;
  }

  /**
   * True while a transaction that waits for a missing machine keeps the lock of all writes. Its client has gone, so
   * that it changes nothing more, and nobody else gets the lock: others need not wait for it.
   */
  get hasLostLock(): boolean {
    return this.areMissing && this.isLocked;
  }

  /** Notes that a connection is in use. */
  noteUse(client: object): void {
    this.waiting.set(client, performance.now());
  }

  /** Notes that a reply came. */
  noteReply(client: object): void {
    if (this.waiting.has(client)) this.waiting.set(client, performance.now());
  }

  /** Notes that a statement failed: the coordinator may have lost a machine. */
  noteError(error: unknown): void {
    this.isSuspicious ||= isUnreachable(error);
  }

  /** Notes that a connection is in use no longer. */
  noteRelease(client: object): void {
    this.waiting.delete(client);
  }

  /** Asks the machines, unless they were asked just now. Without an answer of the coordinator, nothing changes. */
  async ask(): Promise<void> {
    if (performance.now() - this.checkedAt < FRESH_MS) return;
    this.checking ??= this.check()
      .catch(() => undefined)
      .finally(() => (this.checking = undefined));
    await this.checking;
  }

  /** Checks that the machines of projects answer. @throws ServerMissing */
  async requireProjects(projects: readonly string[]): Promise<void> {
    if (this.areMissing) await this.requireOwners('project_id', projects.map(Number));
  }

  /**
   * Checks that the machines that a statement needs answer.
   * @param hasScope true if those of its projects were checked before
   * @throws ServerMissing
   */
  async requireFor(text: string, values: readonly Value[], hasScope: boolean): Promise<void> {
    const { changesCopies, column, owners } = needsOf(text);
    if (changesCopies) throw new ServerMissing();
    if (column === null || (hasScope && column === 'project_id')) return;
    if (owners === null) throw new ServerMissing();
    const value = values[owners.index];
    await this.requireOwners(column, owners.isList ? (JSON.parse(String(value)) as number[]) : [Number(value)]);
  }

  /**
   * Returns the machine of a project, for connections to it; undefined while it is not known, and while a machine is
   * missing. Does not wait for the coordinator.
   */
  find(project: string): Machine | undefined {
    if (this.areMissing) return undefined;
    const known = this.found.get(project);
    if (known === undefined || performance.now() - known.at >= LOCATED_MS) void this.findAgain(project, known?.machine);
    return known?.machine?.isDirect === true ? known.machine : undefined;
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.checking;
    await this.pool.close();
  }

  private async requireOwners(column: OwnerColumn, owners: readonly number[]): Promise<void> {
    const machines = await Promise.all(owners.map((owner) => this.locate(column, owner)));
    if (machines.some((machine) => machine === undefined || this.missing.has(machine.group))) throw new ServerMissing();
  }

  private locate(column: OwnerColumn, owner: number): Promise<Machine | undefined> {
    const key = `${column} ${owner}`;
    const known = this.located.get(key);
    if (known !== undefined) return known;
    const found = this.askFor(column, owner);
    this.located.set(key, found);
    found.catch(() => this.located.delete(key));
    return found;
  }

  private askFor(column: OwnerColumn, owner: number): Promise<Machine | undefined> {
    return this.pool.session(performance.now() + CHECK_MS).one<Machine>(LOCATE[column], [owner]);
  }

  /** @param machine the answer until there is another; without distributed tables, there is none */
  private async findAgain(project: string, machine: Machine | undefined): Promise<void> {
    this.found.set(project, { machine, at: performance.now() });
    const located = await this.askFor('project_id', Number(project)).catch(() => machine);
    this.found.set(project, { machine: located, at: performance.now() });
  }

  private async watch(): Promise<void> {
    if (this.areMissing) this.giveUp(HOPELESS_MS);
    if (this.areMissing || this.isSuspicious || this.waitingSince(SUSPICIOUS_MS).length > 0) await this.ask();
  }

  private async check(): Promise<void> {
    this.isSuspicious = false;
    const began = performance.now();
    let rows = await this.askAll();
    // A busy machine may be too slow once. One that refuses does so at once.
    const isNew = rows.some(({ group, answers }) => !answers && !this.missing.has(group));
    if (isNew && performance.now() - began >= SLOW_MS) rows = await this.askAll();
    this.isLocked = rows.some(({ isLocked }) => isLocked);
    const before = [...this.missing.keys()];
    this.missing = new Map(rows.filter(({ answers }) => !answers).map(({ group, address }) => [group, address]));
    this.checkedAt = performance.now();
    if (before.join() === [...this.missing.keys()].join()) return;
    // Shards may have moved since.
    this.located.clear();
    this.found.clear();
    this.report([...this.missing.values()]);
    if (this.areMissing) this.giveUp(SUSPICIOUS_MS);
    else await this.pool.session(performance.now() + CHECK_MS).one(END_PREPARED, []);
  }

  /** Closes the connections that have had no reply for some time. */
  private giveUp(ms: number): void {
    for (const client of this.waitingSince(ms))
      (client as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy();
  }

  private askAll(): Promise<MachineAnswer[]> {
    return this.pool.session(performance.now() + CHECK_MS).all(ASK, []);
  }

  private waitingSince(ms: number): object[] {
    const before = performance.now() - ms;
    return [...this.waiting].filter(([, since]) => since < before).map(([client]) => client);
  }
}
