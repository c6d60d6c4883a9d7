import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { openDatabase } from '../../src/store/open';
import { type PostgresServer, startPostgres } from './postgresServer';

/** A PostgreSQL server for tests that need one beside SQLite, whichever database the others run on. */
export interface SecondPostgres {
  /** Makes a database and answers its URL; one with a schema is a copy of another one, which is quicker than to migrate. */
  make(kind: 'empty' | 'migrated'): Promise<string>;
  /** Runs a statement in a database, as its owner would. */
  run(statement: string, url?: string): Promise<Record<string, unknown>[]>;
  dispose(): Promise<void>;
}

/**
 * The server of TEST_DATABASE_URL, else a throw-away one; undefined where none can be started, which is then said.
 * @throws Error in CI, where nothing is skipped
 */
export async function openSecondPostgres(): Promise<SecondPostgres | undefined> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined) return new Databases(given);
  try {
    const server = await startPostgres();
    return new Databases(server.url(), server);
  } catch (error) {
    const note = `tests beside PostgreSQL are skipped: ${(error as Error).message}`;
    if (process.env['CI']) throw new Error(note);
    process.stderr.write(`${note}\n`);
    return undefined;
  }
}

class Databases implements SecondPostgres {
  private readonly made: string[] = [];
  private template: Promise<string> | undefined;

  constructor(
    private readonly url: string,
    private readonly server?: PostgresServer,
  ) {}

  async make(kind: 'empty' | 'migrated'): Promise<string> {
    if (kind === 'empty') return this.create('template1');
    this.template ??= this.makeTemplate();
    return this.create(nameOf(await this.template));
  }

  async run(statement: string, url = this.url): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  async dispose(): Promise<void> {
    for (const name of this.server === undefined ? this.made : [])
      await this.run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await this.server?.dispose();
  }

  private async makeTemplate(): Promise<string> {
    const url = await this.create('template1');
    await (await openDatabase(url)).close();
    return url;
  }

  private async create(template: string): Promise<string> {
    const name = `culprit_beside_${randomBytes(8).toString('hex')}`;
    await this.run(`CREATE DATABASE ${name} TEMPLATE ${template}`);
    this.made.push(name);
    const url = new URL(this.url);
    url.pathname = `/${name}`;
    return url.href;
  }
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}
