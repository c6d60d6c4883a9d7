import { createProject } from '../../src/cli/project';
import { bootstrap } from '../../src/cli/serve';
import { openDatabase } from '../../src/store/engine/open';
import type { Databases } from './databases';
import type { Requests } from './load';
import { startProgram } from './programs';

/** The rows that `bootstrap` creates in an empty database, with their credentials. */
export interface BenchFixture {
  readonly token: string;
  readonly publicKey: string;
  readonly projectId: string;
}

/** A filled database, which no process has open. */
export interface SeededDatabase {
  readonly databases: Databases;
  readonly url: string;
  readonly fixture: BenchFixture;
}

const PROJECT_PATH = '/api/0/projects/acme/shop/';
export const EVENTS_PATH = `${PROJECT_PATH}events/`;
export const ISSUES_PATH = `${PROJECT_PATH}issues/`;

/** Creates a database with one organization, team, project and token. */
export async function createFixture(url: string): Promise<BenchFixture> {
  const database = await openDatabase(url);
  try {
    const welcome = await database.write(async (stores) => {
      const printed = await bootstrap({ stores, publicUrl: 'http://127.0.0.1', now: Date.now() });
      const organization = await stores.organizations.findBySlug('acme');
      // Seeded events are up to 90 days old, and only the scenario of retention deletes some.
      await stores.organizations.updateSettings(organization?.id ?? '', { retentionDays: 0 });
      return printed;
    });
    return fixtureIn(welcome ?? '');
  } finally {
    await database.close();
  }
}

/** Creates a database with the same content by the service of another built clone. */
export async function createFixtureWith(root: string, url: string): Promise<BenchFixture> {
  const program = await startProgram('service', { url, root });
  await program.stop();
  return fixtureIn(program.printed);
}

/** Extracts the fixture from the output of `bootstrap`. */
function fixtureIn(welcome: string): BenchFixture {
  const [, publicKey = '', projectId = ''] = /DSN +\S+?\/\/(\w+)@\S+\/(\d+)/.exec(welcome) ?? [];
  const [, token = ''] = /token +(\S+)/.exec(welcome) ?? [];
  return { token, publicKey, projectId };
}

/**
 * Adds a project to a database that no process has open. Returns the fixture with the credentials of the new project.
 */
export async function addProject(url: string, fixture: BenchFixture, slug: string): Promise<BenchFixture> {
  const database = await openDatabase(url);
  try {
    const options = { organization: 'acme', team: 'backend', slug };
    const { dsn } = await database.write((stores) =>
      createProject({ stores, publicUrl: 'http://127.0.0.1', now: Date.now() }, options),
    );
    const { username, pathname } = new URL(dsn);
    return { ...fixture, publicKey: username, projectId: pathname.slice(1) };
  } finally {
    await database.close();
  }
}

/** Returns the path that SDKs send envelopes to. */
export function envelopeTarget({ projectId, publicKey }: BenchFixture): string {
  return `/api/${projectId}/envelope/?sentry_version=7&sentry_key=${publicKey}&sentry_client=sentry.javascript.node%2F11.11.0`;
}

/** Builds a request with the fixture's token. A body that is not text is sent as JSON. */
export function requestBytes({ token }: BenchFixture, path: string, method = 'GET', body?: unknown): Buffer {
  const head = `${method} ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\n`;
  if (body === undefined) return Buffer.from(`${head}\r\n`);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return Buffer.from(
    `${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}

/** Repeats a request. */
export function repeat(request: Buffer): Requests {
  return () => request;
}

/** Sends one request. @throws Error unless it succeeds */
export async function call(
  { token }: BenchFixture,
  port: number,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const headers = { Authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers });
  if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${path}: ${response.status} ${await response.text()}`);
  return response;
}
