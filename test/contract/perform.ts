import type { Response, Test } from 'supertest';
import type { AppOverrides } from '../../src/app';
import type { OpenIdProvider } from '../../src/domain/session';
import type { Method } from '../support/client';
import { startService } from '../support/service';
import { EXAMPLE_TICKETS, TICKET_ENVIRONMENT } from '../support/tickets';
import { addressOf, type DocumentedOperation, type Example } from './documented';
import type { ExampleCase, ExampleFixtures } from './exampleCase';

/** A provider in place of a real OpenID provider: the code is the name of a person, and it vouches for all but one. */
export const EXAMPLE_PROVIDER: OpenIdProvider = {
  name: 'Acme',
  authorizationUrl: ({ state }) => Promise.resolve(`https://id.acme.test/auth?client_id=culprit&state=${state}`),
  isRequired: false,
  findAccount: ({ code }) => {
    const name = code === 'unverified' || code === 'kim' ? code : 'ann';
    const email = code === 'unverified' ? null : `${name}@acme.test`;
    return Promise.resolve({ issuer: 'https://id.acme.test', subject: name, email, claims: {} });
  },
};

/** Returns true if tokens cannot call the operation. */
function isForSessionsOnly({ security }: DocumentedOperation): boolean {
  return security.length > 0 && security.every((requirement) => 'session' in requirement);
}

/** The response to an example request, and the fixtures it was sent with. */
export interface ExampleResult {
  readonly response: Response;
  /** The response to the same request with the method HEAD; undefined if the operation is not a GET. */
  readonly head: Response | undefined;
  readonly fixtures: ExampleFixtures;
  /** Names of the parameters that were sent with the value of their example. */
  readonly parameters: readonly string[];
}

/** A request built from an example of the contract. */
export interface ExampleRequest {
  readonly exampleCase: ExampleCase;
  readonly body: Example | undefined;
  readonly title: string;
}

/** Returns the requests of a case: one for each media type of its body. */
export function requestsOf({ bodies }: DocumentedOperation, exampleCase: ExampleCase): ExampleRequest[] {
  const matchingBodies = bodies.filter(({ name }) => name === exampleCase.body);
  return (matchingBodies.length > 0 ? matchingBodies : [undefined]).map((body) => ({
    exampleCase,
    body,
    title: titleOf(exampleCase, body),
  }));
}

function titleOf({ response, parameters = {}, omitted = [] }: ExampleCase, body: Example | undefined): string {
  const what = body === undefined ? 'the request' : `'${body.name}' as ${body.mediaType}`;
  const changes = [
    ...Object.entries(parameters).map(([name, value]) => `${name}=${value}`),
    ...omitted.map((name) => `no ${name}`),
  ];
  return `replies to ${[what, ...changes].join(', ')} with '${response}'`;
}

/** Sends the request to a new service. */
export async function runExample(
  operation: DocumentedOperation,
  request: ExampleRequest,
  environment: Record<string, string> = {},
  overrides: AppOverrides = {},
): Promise<ExampleResult> {
  return withExample(operation, request, { environment, overrides }, async ({ send, fixtures, changed }) => {
    const response = await send();
    const head = operation.method === 'get' ? await send({ method: 'head' }) : undefined;
    const { omitted } = request.exampleCase;
    const names = operation.parameters.map(({ name }) => name);
    const parameters = names.filter((name) => !changed.includes(name) && !omitted?.includes(name));
    return { response, head, fixtures, parameters };
  });
}

/**
 * Differences of a request from the example: its method, its token (none, if it is undefined) or further parameters of
 * its query.
 */
export interface Deviation {
  readonly method?: 'head';
  readonly token?: string | undefined;
  readonly query?: Record<string, string>;
}

/** A service in which the example request of an operation finds its subject. */
export interface OpenExample {
  readonly fixtures: ExampleFixtures;
  readonly send: (deviation?: Deviation) => Test;
  /** Sends the example request of another operation, with the same credentials, to the same subject. */
  readonly sendOther: (operation: DocumentedOperation, exampleCase: ExampleCase, deviation?: Deviation) => Test;
  /** Names of the parameters whose values differ from the values of their examples. */
  readonly changed: readonly string[];
}

/** Prepares a new service for a request, and closes it after the work. */
export async function withExample<Result>(
  operation: DocumentedOperation,
  { exampleCase, body }: ExampleRequest,
  { environment, overrides }: { environment?: Record<string, string>; overrides?: AppOverrides },
  work: (example: OpenExample) => Promise<Result>,
): Promise<Result> {
  exampleCase.before?.();
  const service = await startService(
    { ENCRYPTION_KEY: TICKET_ENVIRONMENT.ENCRYPTION_KEY, ...environment },
    { openId: EXAMPLE_PROVIDER, sendTicketRequest: EXAMPLE_TICKETS, ...overrides },
  );
  try {
    await service.fixtures.organization({ slug: 'acme' });
    await service.fixtures.team({ organization: 'acme', slug: 'backend' });
    const project = await service.fixtures.project({
      organization: 'acme',
      team: 'backend',
      slug: 'shop',
      name: 'Shop',
      platform: 'node',
    });
    const token = await service.fixtures.token('acme', { teams: ['backend'] });
    const session = isForSessionsOnly(operation) ? await service.fixtures.session('acme') : undefined;
    const fixtures = { service, project, token, session };
    const created = await exampleCase.prepare?.(fixtures);
    const parameters = { ...exampleCase.parameters, ...created };
    const send = ({ method, query, ...deviation }: Deviation = {}) =>
      sendExample(
        { ...operation, ...(method && { method }) },
        { ...exampleCase, parameters },
        body,
        { ...fixtures, token, ...deviation },
        query,
      );
    const sendOther: OpenExample['sendOther'] = (other, otherCase, { query, ...deviation } = {}) =>
      sendExample(
        other,
        { ...otherCase, parameters: { ...otherCase.parameters, ...parameters } },
        other.bodies.find(({ name }) => name === otherCase.body),
        { ...fixtures, token, ...deviation },
        query,
      );
    return await work({ fixtures, send, sendOther, changed: Object.keys(parameters) });
  } finally {
    await service.close();
  }
}

/** Builds the request of the example, with the credentials of the fixtures. */
function sendExample(
  operation: DocumentedOperation,
  exampleCase: ExampleCase,
  body: Example | undefined,
  { service, project, token, session }: Omit<ExampleFixtures, 'token'> & { readonly token: string | undefined },
  furtherQuery: Record<string, string> = {},
): Test {
  const schemes = operation.security.flatMap(Object.keys);
  const sent = operation.parameters.filter(({ name }) => !exampleCase.omitted?.includes(name));
  const valueOf = ({ name, example }: { name: string; example: unknown }) => exampleCase.parameters?.[name] ?? example;
  const path = addressOf(operation, exampleCase.parameters);
  const query = new URLSearchParams(
    sent
      .filter((one) => one.in === 'query')
      .flatMap((one) => [valueOf(one)].flat().map((value): [string, string] => [one.name, String(value)])),
  );
  for (const [name, value] of Object.entries(furtherQuery)) query.append(name, value);
  if (schemes.includes('dsnQuery')) query.set('sentry_key', project.publicKey);
  const url = [path, query.toString()].filter(Boolean).join('?');
  const request = service.client.send(operation.method as Method, url, schemes.includes('bearer') ? token : undefined);
  if (session !== undefined) void request.set(session.headers);
  // superagent announces that it accepts compressed bodies for all methods but HEAD.
  void request.set('Accept-Encoding', 'gzip, deflate');
  for (const one of sent.filter((parameter) => parameter.in === 'header'))
    void request.set(one.name, String(valueOf(one)));
  if (exampleCase.attach !== undefined) return exampleCase.attach(request);
  return body === undefined ? request : request.set('Content-Type', body.mediaType).send(body.value as string | object);
}
