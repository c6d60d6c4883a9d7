/** The examples of the contract come true: every documented request gets the documented answer from the real service. */
import type { Response, Test } from 'supertest';
import type { Method } from '../support/client';
import { startService } from '../support/service';
import { readDocumented, type Answer, type Documented, type Example } from './documented';
import type { Ask, Scene, Stage } from './scene';
import { scenes } from './scenes';
import { differences, type Difference } from './shape';

const NOW = Date.parse('2026-11-21T10:30:02Z');
/** All that jest can replace but the date: the service's timers go on. */
const REAL = ['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const;

beforeAll(() => jest.useFakeTimers({ now: NOW, doNotFake: [...REAL] }));
afterAll(() => jest.useRealTimers());

const known: Readonly<Record<string, Scene | undefined>> = scenes;

describe.each(readDocumented())('$operationId', (operation) => {
  const scene = known[operation.operationId];
  const requests = (scene?.asks ?? []).flatMap((ask) => requestsOf(operation, ask));

  test('has a scene in test/contract/scenes.ts', () => expect(scene).toBeDefined());

  test('has all it documents in its scene', () => {
    const { bodies, answers, parameters } = operation;
    const given = [...requests.map(({ ask }) => ask.gives), ...Object.keys(scene?.unanswered ?? {})];
    expect({
      bodiesNotSent: bodies.filter((body) => !requests.some((one) => one.body === body)).map(({ mediaType, name }) => `${mediaType} ${name}`),
      answersNotGiven: answers.map(({ name }) => name).filter((name) => !given.includes(name)),
      bodiesUnknown: requests.filter(({ ask, body }) => ask.body !== body?.name).map(({ ask }) => ask.body),
      answersUnknown: given.filter((name) => !answers.some((answer) => answer.name === name)),
      parametersNotSent: parameters.map(({ name }) => name).filter((name) => !requests.some(({ ask }) => !ask.without?.includes(name))),
    }).toEqual({ bodiesNotSent: [], answersNotGiven: [], bodiesUnknown: [], answersUnknown: [], parametersNotSent: [] });
  });

  const unlike = new Set<string>();
  for (const { ask, body, title } of requests) {
    test(title, async () => {
      const wanted = operation.answers.find(({ name }) => name === ask.gives);
      const response = await perform(operation, ask, body);
      expect({ status: response.status, type: response.type || undefined }).toEqual({ status: wanted?.status, type: wanted?.mediaType });
      const found = wanted === undefined ? [] : compare(wanted, response);
      found.forEach(({ path }) => unlike.add(path));
      expect(found.filter(({ path }) => !(path in (scene?.differs ?? {})))).toEqual([]);
    });
  }

  test('differs where the scene says so', () => expect([...unlike].sort()).toEqual(Object.keys(scene?.differs ?? {}).sort()));
});

test('no scene is about an operation that the contract lacks', () => {
  const ids = readDocumented().map(({ operationId }) => operationId);
  expect(Object.keys(scenes).filter((id) => !ids.includes(id))).toEqual([]);
});

interface Request {
  readonly ask: Ask;
  readonly body: Example | undefined;
  readonly title: string;
}

/** The requests of an ask: one for each media type its body is shown in. */
function requestsOf({ bodies }: Documented, ask: Ask): Request[] {
  const shown = bodies.filter(({ name }) => name === ask.body);
  return (shown.length > 0 ? shown : [undefined]).map((body) => ({ ask, body, title: titleOf(ask, body) }));
}

function titleOf({ gives, with: values = {}, without = [] }: Ask, body: Example | undefined): string {
  const what = body === undefined ? 'the request' : `'${body.name}' as ${body.mediaType}`;
  const changes = [...Object.entries(values).map(([name, value]) => `${name}=${value}`), ...without.map((name) => `no ${name}`)];
  return `answers ${[what, ...changes].join(', ')} with '${gives}'`;
}

/** Sends the request to a service of its own. */
async function perform(operation: Documented, ask: Ask, body: Example | undefined): Promise<Response> {
  ask.before?.();
  const service = await startService();
  try {
    await service.world.organization({ slug: 'acme' });
    await service.world.team({ organization: 'acme', slug: 'backend' });
    const project = await service.world.project({ organization: 'acme', team: 'backend', slug: 'shop', name: 'Shop', platform: 'node' });
    const stage = { service, project, token: await service.world.token('acme', { teams: ['backend'] }) };
    const made = await ask.prepare?.(stage);
    return await send(operation, { ...ask, with: { ...ask.with, ...made } }, body, stage);
  } finally {
    await service.close();
  }
}

/** The request as the contract shows it, with the credentials of the stage. */
function send(operation: Documented, ask: Ask, body: Example | undefined, { service, project, token }: Stage): Test {
  const schemes = operation.security.flatMap(Object.keys);
  const sent = operation.parameters.filter(({ name }) => !ask.without?.includes(name));
  const valueOf = ({ name, example }: { name: string; example: unknown }) => ask.with?.[name] ?? example;
  const path = sent.filter((one) => one.in === 'path').reduce((url, one) => url.replace(`{${one.name}}`, encodeURIComponent(String(valueOf(one)))), operation.path);
  const query = new URLSearchParams(sent.filter((one) => one.in === 'query').flatMap((one) => [valueOf(one)].flat().map((value): [string, string] => [one.name, String(value)])));
  if (schemes.includes('dsnQuery')) query.set('sentry_key', project.publicKey);
  const url = [path, query.toString()].filter(Boolean).join('?');
  const request = service.client.send(operation.method as Method, url, schemes.includes('bearer') ? token : undefined);
  for (const one of sent.filter((parameter) => parameter.in === 'header')) void request.set(one.name, String(valueOf(one)));
  if (ask.attach !== undefined) return ask.attach(request);
  return body === undefined ? request : request.set('Content-Type', body.mediaType).send(body.value as string | object);
}

/** How an answer is unlike the documented one; text is checked against its schema by the client already. */
function compare({ mediaType, value, schema = {} }: Answer, response: Response): Difference[] {
  return mediaType === 'application/json' ? differences(value, response.body, schema) : [];
}
