import { randomBytes } from 'node:crypto';
import type { Response } from 'supertest';
import { challengeOf, UNUSED_CLIENT_MS } from '../../src/domain/oauth';
import type { SessionFixture } from './fixtures';
import type { Service } from './service';

/** The tokens of a program. */
export interface ProgramTokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly scope: string;
}

/** A program that has registered, as members and attackers see it. */
export interface Program {
  readonly id: string;
  readonly verifier: string;
  /** Asks for access in the session of a member, and returns the reply. */
  ask(session: SessionFixture, changes?: Readonly<Record<string, string | undefined>>): Promise<Response>;
  /** Has the member allow it, and returns the code. */
  allow(session: SessionFixture, changes?: Readonly<Record<string, string | undefined>>): Promise<string>;
  /** Exchanges a code or a refresh token. */
  exchange(form: Readonly<Record<string, string | undefined>>): Promise<Response>;
  /** Obtains tokens with the code of a member. */
  obtain(session: SessionFixture, scope?: string): Promise<ProgramTokens>;
}

export const REDIRECT = 'https://assistant.test/callback';

/** Stores a program, and returns what it can do. */
export async function registerProgram(service: Service, uris: readonly string[] = [REDIRECT]): Promise<Program> {
  const [id, now] = [randomBytes(32).toString('base64url'), Date.now()];
  const client = { id, name: 'Assistant', redirectUris: uris, dateCreated: now };
  // Requests of many tests would reach the limit of registrations.
  await service.app.database.write(({ oauth }) => oauth.insertClient(client, now + UNUSED_CLIENT_MS));
  const verifier = randomBytes(32).toString('base64url');
  const ask: Program['ask'] = async (session, changes = {}) =>
    service.client
      .post('/api/0/auth/authorization/')
      .set(session.headers)
      .send({
        ...{ response_type: 'code', client_id: id, redirect_uri: uris[0], state: 'h7Yb2' },
        ...{ code_challenge: challengeOf(verifier), code_challenge_method: 'S256', ...changes },
      });
  const allow: Program['allow'] = async (session, changes = {}) => {
    const { body: allowed } = await ask(session, { ...changes, decision: 'allow' });
    const { redirectUrl } = allowed as { redirectUrl: string };
    return new URL(redirectUrl).searchParams.get('code') ?? '';
  };
  const exchange: Program['exchange'] = async (form) => {
    const all: Readonly<Record<string, string | undefined>> = { client_id: id, ...form };
    const pairs = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
    return service.client
      .post('/oauth/token')
      .type('form')
      .send(Object.fromEntries(pairs) as object);
  };
  const obtain: Program['obtain'] = async (session, scope) => {
    const code = await allow(session, { scope });
    const form = { grant_type: 'authorization_code', code, redirect_uri: uris[0], code_verifier: verifier };
    return (await exchange(form)).body as ProgramTokens;
  };
  return { id, verifier, ask, allow, exchange, obtain };
}

/** Calls the server of tools with a token. @returns the status of the reply */
export async function callTools({ client }: Service, token: string): Promise<number> {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'find_issues', arguments: {} } };
  return (await client.post('/mcp', token).send(message)).status;
}
