import type { Response, Test } from 'supertest';
import type { AppOverrides } from '../../src/app';
import type { Method } from '../support/client';
import { startService } from '../support/service';
import type { DocumentedOperation, Example } from './documented';
import type { ExampleCase, ExampleFixtures } from './exampleCase';

const NOW = Date.parse('2026-11-21T10:30:02Z');
/** All that jest can replace but the date: the service's timers go on. */
const REAL = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

/** Lets all tests of a file happen at the moment that the examples speak of. */
export function useExampleTime(): void {
  beforeAll(() => jest.useFakeTimers({ now: NOW, doNotFake: [...REAL] }));
  afterAll(() => jest.useRealTimers());
}

/** What was answered, and what to. */
export interface ExampleResult {
  readonly response: Response;
  readonly stage: ExampleFixtures;
}

/** A request that the contract shows, as a scene has it. */
export interface ExampleRequest {
  readonly ask: ExampleCase;
  readonly body: Example | undefined;
  readonly title: string;
}

/** The requests of an ask: one for each media type its body is shown in. */
export function requestsOf({ bodies }: DocumentedOperation, ask: ExampleCase): ExampleRequest[] {
  const shown = bodies.filter(({ name }) => name === ask.body);
  return (shown.length > 0 ? shown : [undefined]).map((body) => ({ ask, body, title: titleOf(ask, body) }));
}

function titleOf(
  { response: gives, parameters: values = {}, omitted: without = [] }: ExampleCase,
  body: Example | undefined,
): string {
  const what = body === undefined ? 'the request' : `'${body.name}' as ${body.mediaType}`;
  const changes = [
    ...Object.entries(values).map(([name, value]) => `${name}=${value}`),
    ...without.map((name) => `no ${name}`),
  ];
  return `answers ${[what, ...changes].join(', ')} with '${gives}'`;
}

/** Sends the request to a service of its own. */
export async function runExample(
  operation: DocumentedOperation,
  { ask, body }: ExampleRequest,
  environment: Record<string, string> = {},
  overrides: AppOverrides = {},
): Promise<ExampleResult> {
  ask.before?.();
  const service = await startService(environment, overrides);
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
    const stage = { service, project, token: await service.fixtures.token('acme', { teams: ['backend'] }) };
    const made = await ask.prepare?.(stage);
    const response = await send(operation, { ...ask, parameters: { ...ask.parameters, ...made } }, body, stage);
    return { response, stage };
  } finally {
    await service.close();
  }
}

/** The request as the contract shows it, with the credentials of the stage. */
function send(
  operation: DocumentedOperation,
  ask: ExampleCase,
  body: Example | undefined,
  { service, project, token }: ExampleFixtures,
): Test {
  const schemes = operation.security.flatMap(Object.keys);
  const sent = operation.parameters.filter(({ name }) => !ask.omitted?.includes(name));
  const valueOf = ({ name, example }: { name: string; example: unknown }) => ask.parameters?.[name] ?? example;
  const path = sent
    .filter((one) => one.in === 'path')
    .reduce((url, one) => url.replace(`{${one.name}}`, encodeURIComponent(String(valueOf(one)))), operation.path);
  const query = new URLSearchParams(
    sent
      .filter((one) => one.in === 'query')
      .flatMap((one) => [valueOf(one)].flat().map((value): [string, string] => [one.name, String(value)])),
  );
  if (schemes.includes('dsnQuery')) query.set('sentry_key', project.publicKey);
  const url = [path, query.toString()].filter(Boolean).join('?');
  const request = service.client.send(operation.method as Method, url, schemes.includes('bearer') ? token : undefined);
  for (const one of sent.filter((parameter) => parameter.in === 'header'))
    void request.set(one.name, String(valueOf(one)));
  if (ask.attach !== undefined) return ask.attach(request);
  return body === undefined ? request : request.set('Content-Type', body.mediaType).send(body.value as string | object);
}
