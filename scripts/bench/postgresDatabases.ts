import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { copyDatabase } from '../../src/store/tools/copy';
import { type PostgresServer, startPostgres } from '../../test/support/postgresServer';
import { cpuOfTree, parentOf } from '../support/usage';
import type { Databases, QueryValue } from './databases';

/**
 * The first version that copies a database file by file. Earlier ones write every page to the log that all databases
 * share.
 */
const FILE_COPY_VERSION = 150_000;

interface ServerFacts {
  readonly name: string;
  readonly number: number;
  /** The process that starts all others of the server; null if it may be on another machine. */
  readonly pid: number | null;
}

/** Databases on the server of TEST_DATABASE_URL, or else on a temporary one. */
export class PostgresDatabases implements Databases {
  readonly #prefix = `culprit_bench_${randomBytes(4).toString('hex')}_`;
  readonly #created = new Set<string>();
  readonly #imported = new Map<string, Promise<string>>();
  readonly #abandon = () => this.server?.abandon();
  #closing: Promise<void> | undefined;

  private constructor(
    private readonly admin: Client,
    private readonly url: string,
    private readonly about: ServerFacts,
    private readonly server: PostgresServer | undefined,
  ) {
    process.once('exit', this.#abandon);
    admin.on('error', () => undefined);
  }

  /** @throws Error with one sentence if there is no server and none can be started */
  static async open(): Promise<PostgresDatabases> {
    const given = process.env['TEST_DATABASE_URL'];
    const server = given === undefined ? await startPostgres({ isDurable: true }) : undefined;
    const url = given ?? server?.url() ?? '';
    const admin = new Client({ connectionString: url });
    try {
      await admin.connect();
      const { rows } = await admin.query<{ server_version: string }>('SHOW server_version');
      const { rows: numbers } = await admin.query<{ server_version_num: string }>('SHOW server_version_num');
      const { rows: backends } = await admin.query<{ pid: number }>('SELECT pg_backend_pid() AS "pid"');
      const about = {
        name: String(rows[0]?.server_version),
        number: Number(numbers[0]?.server_version_num),
        pid: server === undefined ? null : parentOf(Number(backends[0]?.pid)),
      };
      return new PostgresDatabases(admin, url, about, server);
    } catch (error) {
      await server?.dispose();
      throw new Error(
        `${server?.name ?? 'The PostgreSQL server of TEST_DATABASE_URL'} does not answer: ${(error as Error).message}.`,
      );
    }
  }

  /** Copies the database with the copy of the service, once, and vacuums it. */
  importFrom(seeded: string): Promise<string> {
    const importing = this.#imported.get(seeded) ?? this.#import(seeded);
    this.#imported.set(seeded, importing);
    return importing;
  }

  async copy(url: string, name: string): Promise<string> {
    const strategy = this.about.number >= FILE_COPY_VERSION ? ' STRATEGY FILE_COPY' : '';
    return this.#create(name, ` TEMPLATE ${nameOf(url)}${strategy}`);
  }

  async drop(url: string): Promise<void> {
    await this.admin.query(`DROP DATABASE IF EXISTS ${nameOf(url)} WITH (FORCE)`);
    this.#created.delete(url);
  }

  async query<Row extends object>(url: string, sql: string, values: readonly QueryValue[] = []): Promise<Row[]> {
    let place = 0;
    const numbered = sql.replaceAll('?', () => `$${(place += 1)}`);
    return using(url, async (client) => (await client.query<Row>(numbered, [...values])).rows);
  }

  async bytes(url: string): Promise<number> {
    const [row] = await this.query<{ bytes: string }>(url, 'SELECT pg_database_size(current_database()) AS "bytes"');
    return Number(row?.bytes);
  }

  async unusedBytes(): Promise<number> {
    return NaN;
  }

  serverCpu(): number | null {
    return this.about.pid === null ? null : cpuOfTree(this.about.pid);
  }

  version(): string {
    const where =
      this.server === undefined ? 'the server of TEST_DATABASE_URL' : 'a temporary server with default settings';
    return `PostgreSQL ${this.about.name} (${where})`;
  }

  /** Drops all databases of the run, also those in use. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    try {
      if (this.server === undefined) for (const url of this.#created) await this.drop(url);
      await this.admin.end();
    } finally {
      await this.server?.dispose();
      process.removeListener('exit', this.#abandon);
    }
  }

  async #import(seeded: string): Promise<string> {
    const url = await this.#create(`seeded${this.#imported.size}`);
    await copyDatabase(seeded, url, () => undefined);
    await using(url, (client) => client.query('VACUUM (ANALYZE)'));
    return url;
  }

  async #create(name: string, how = ''): Promise<string> {
    if (this.#closing !== undefined) throw new Error('the run has ended');
    const url = new URL(this.url);
    url.pathname = `/${this.#prefix}${name}`;
    this.#created.add(url.href);
    await this.admin.query(`CREATE DATABASE ${nameOf(url.href)}${how}`);
    return url.href;
  }
}

async function using<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}
