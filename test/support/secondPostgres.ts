import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { openDatabase } from '../../src/store/engine/open';
import { type PostgresServer, startPostgres, whyNoPostgres } from './postgresServer';

/**
 * A PostgreSQL server for tests that compare it with SQLite: the server of TEST_DATABASE_URL, or else a temporary one.
 */
export interface SecondPostgres {
  /** Creates a database with the current schema and returns its URL. */
  createDatabase(): Promise<string>;
  dispose(): Promise<void>;
}

/**
 * Declares tests that need PostgreSQL beside SQLite. Where there is none, they are skipped and the reason is printed;
 * in CI they fail.
 */
export function describeWithPostgres(name: string, tests: () => void): void {
  describeUnless(process.env['TEST_DATABASE_URL'] === undefined ? whyNoPostgres() : undefined, name, tests);
}

/** Declares tests that are skipped for a reason, which is printed; in CI they fail. */
export function describeUnless(reason: string | undefined, name: string, tests: () => void): void {
  if (reason === undefined) {
    describe(name, tests);
  } else if (process.env['CI'] === undefined) {
    process.stderr.write(`${name}: skipped. ${reason}\n`);
    describe.skip(`${name} (skipped: ${reason})`, tests);
  } else {
    test(name, () => {
      throw new Error(reason);
    });
  }
}

/** Starts the server. Call it in `beforeAll` of `describeWithPostgres`. */
export async function openSecondPostgres(): Promise<SecondPostgres> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined) return new Databases(given);
  const server = await startPostgres();
  return new Databases(server.url(), server);
}

class Databases implements SecondPostgres {
  private readonly names: string[] = [];
  private template: Promise<string> | undefined;

  constructor(
    private readonly url: string,
    private readonly server?: PostgresServer,
  ) {}

  /** Copies a migrated database, which is faster than migrating each. */
  async createDatabase(): Promise<string> {
    this.template ??= this.createTemplate();
    return this.urlOf(await this.create(await this.template));
  }

  async dispose(): Promise<void> {
    if (this.server !== undefined) return this.server.dispose();
    for (const name of this.names) await this.run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }

  private async createTemplate(): Promise<string> {
    const name = await this.create('template1');
    await (await openDatabase(this.urlOf(name))).close();
    return name;
  }

  private async create(template: string): Promise<string> {
    const name = `culprit_second_${randomBytes(8).toString('hex')}`;
    await this.run(`CREATE DATABASE ${name} TEMPLATE ${template}`);
    this.names.push(name);
    return name;
  }

  private urlOf(name: string): string {
    const url = new URL(this.url);
    url.pathname = `/${name}`;
    return url.href;
  }

  private async run(statement: string): Promise<void> {
    const client = new Client({ connectionString: this.url });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  }
}
