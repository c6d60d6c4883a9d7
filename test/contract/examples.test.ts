/** The examples of the contract come true: every documented request gets the documented answer from the real service. */
import type { Response } from 'supertest';
import { readDocumentedOperations, type ResponseExample } from './documented';
import type { OperationCases } from './exampleCase';
import { exampleCases } from './exampleCases';
import { declaredInputs, IGNORED_INPUTS, InputRecorder } from './inputs';
import { requestsOf, runExample, useExampleTime } from './perform';
import { type Difference, differences } from './shape';

useExampleTime();

const inputs = new InputRecorder();

const known: Readonly<Record<string, OperationCases | undefined>> = exampleCases;

describe.each(readDocumentedOperations())('$operationId', (operation) => {
  const scene = known[operation.operationId];
  const requests = (scene?.cases ?? []).flatMap((ask) => requestsOf(operation, ask));

  test('has a scene in test/contract/scenes.ts', () => expect(scene).toBeDefined());

  test('has all it documents in its scene', () => {
    const { bodies, responses: answers, parameters } = operation;
    const given = [...requests.map(({ ask }) => ask.response), ...Object.keys(scene?.notReproduced ?? {})];
    expect({
      bodiesNotSent: bodies
        .filter((body) => !requests.some((one) => one.body === body))
        .map(({ mediaType, name }) => `${mediaType} ${name}`),
      answersNotGiven: answers.map(({ name }) => name).filter((name) => !given.includes(name)),
      bodiesUnknown: requests.filter(({ ask, body }) => ask.body !== body?.name).map(({ ask }) => ask.body),
      answersUnknown: given.filter((name) => !answers.some((answer) => answer.name === name)),
      parametersNotSent: parameters
        .map(({ name }) => name)
        .filter((name) => !requests.some(({ ask }) => !ask.omitted?.includes(name))),
    }).toEqual({
      bodiesNotSent: [],
      answersNotGiven: [],
      bodiesUnknown: [],
      answersUnknown: [],
      parametersNotSent: [],
    });
  });

  const unlike = new Set<string>();
  for (const request of requests) {
    const { ask, title } = request;
    test(title, async () => {
      const wanted = operation.responses.find(({ name }) => name === ask.response);
      const { response } = await runExample(operation, request, {}, { inspectInput: inputs.inspect });
      expect({ status: response.status, type: response.type || undefined }).toEqual({
        status: wanted?.status,
        type: wanted?.mediaType,
      });
      const found = wanted === undefined ? [] : compare(wanted, response);
      found.forEach(({ path }) => unlike.add(path));
      expect(found.filter(({ path }) => !(path in (scene?.differences ?? {})))).toEqual([]);
    });
  }

  // What is accepted takes effect: an input that its handler never reads would be ignored in silence.
  test('reads every input that it declares', async () => {
    const [ask] = scene?.cases ?? [];
    for (const value of scene?.furtherBodies ?? []) {
      const body = { name: 'further', mediaType: 'application/json', value, schema: {} };
      if (ask) await runExample(operation, { ask, body, title: '' }, {}, { inspectInput: inputs.inspect });
    }
    expect(inputs.unread(operation.operationId)).toEqual([]);
  });

  test('differs where the scene says so', () =>
    expect([...unlike].sort()).toEqual(Object.keys(scene?.differences ?? {}).sort()));
});

test.each(Object.keys(IGNORED_INPUTS))('%s is ignored, and the contract says so', (input) => {
  const description = declaredInputs(input.split(': ')[0] ?? '').get(input);
  expect(description).toMatch(/ignored/i);
  expect(inputs.readThoughIgnored).not.toContain(input);
});

test('no scene is about an operation that the contract lacks', () => {
  const ids = readDocumentedOperations().map(({ operationId }) => operationId);
  expect(Object.keys(exampleCases).filter((id) => !ids.includes(id))).toEqual([]);
});

/** How an answer is unlike the documented one; text is checked against its schema by the client already. */
function compare({ mediaType, value, schema = {} }: ResponseExample, response: Response): Difference[] {
  return mediaType === 'application/json' ? differences(value, response.body, schema) : [];
}
