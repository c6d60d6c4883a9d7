/** The service replies to the example requests of the contract with the example responses. */
import type { Response } from 'supertest';
import { useExampleTime } from '../support/exampleTime';
import { type DocumentedOperation, readDocumentedOperations, type ResponseExample } from './documented';
import { casesOf, exampleCases } from './exampleCases';
import { declaredInputs, IGNORED_INPUTS, InputRecorder } from './inputs';
import { requestsOf, runExample } from './perform';
import { type Difference, differences } from './shape';

useExampleTime();

const inputs = new InputRecorder();

describe.each(readDocumentedOperations())('$operationId', (operation) => {
  const cases = casesOf(operation);
  const requests = cases.cases.flatMap((exampleCase) => requestsOf(operation, exampleCase));

  test('has a case for each example', () => {
    const { bodies, responses } = operation;
    const given = [
      ...requests.map(({ exampleCase }) => exampleCase.response),
      ...Object.keys(cases.notReproduced ?? {}),
    ];
    expect({
      bodiesNotSent: bodies
        .filter((body) => !requests.some((one) => one.body === body))
        .map(({ mediaType, name }) => `${mediaType} ${name}`),
      responsesNotGiven: responses.map(({ name }) => name).filter((name) => !given.includes(name)),
      bodiesUnknown: requests
        .filter(({ exampleCase, body }) => exampleCase.body !== body?.name)
        .map(({ exampleCase }) => exampleCase.body),
      responsesUnknown: given.filter((name) => !responses.some((response) => response.name === name)),
    }).toEqual({ bodiesNotSent: [], responsesNotGiven: [], bodiesUnknown: [], responsesUnknown: [] });
  });

  const differing = new Set<string>();
  const sent = new Set<string>();
  for (const request of requests) {
    const { exampleCase, title } = request;
    test(title, async () => {
      const expected = operation.responses.find(({ name }) => name === exampleCase.response);
      const result = await runExample(operation, request, {}, { inspectInput: inputs.inspect });
      const { response, head, parameters } = result;
      expect({ status: response.status, type: response.type || undefined }).toEqual({
        status: expected?.status,
        type: expected?.mediaType,
      });
      const deviations = expected === undefined ? [] : compare(expected, response);
      deviations.forEach(({ path }) => differing.add(path));
      if (head !== undefined) expect(headOf(head)).toEqual(headOf(response));
      if (response.ok) parameters.forEach((name) => sent.add(name));
      expect(deviations.filter(({ path }) => !(path in (cases.differences ?? {})))).toEqual([]);
    });
  }

  test('accepts the example of each of its parameters', () => {
    const given = operation.parameters.map(({ name }) => name).filter((name) => !isOfBuild(operation, name));
    expect(given.filter((name) => !sent.has(name))).toEqual([]);
  });

  // Accepted inputs take effect: an input that its handler never reads would be ignored in silence.
  test('reads every input that it declares', async () => {
    const [exampleCase] = cases.cases;
    for (const value of cases.furtherBodies ?? []) {
      const body = { name: 'further', mediaType: 'application/json', value, schema: {} };
      if (exampleCase)
        await runExample(operation, { exampleCase, body, title: '' }, {}, { inspectInput: inputs.inspect });
    }
    expect(inputs.unread(operation.operationId)).toEqual([]);
  });

  test('differs from its examples only where its cases say so', () =>
    expect([...differing].sort()).toEqual(Object.keys(cases.differences ?? {}).sort()));
});

test.each(Object.keys(IGNORED_INPUTS))('%s is ignored, and the contract says so', (input) => {
  const description = declaredInputs(input.split(': ')[0] ?? '').get(input);
  expect(description).toMatch(/ignored/i);
  expect(inputs.readThoughIgnored).not.toContain(input);
});

test('every case belongs to an operation of the contract', () => {
  const ids = readDocumentedOperations().map(({ operationId }) => operationId);
  expect(Object.keys(exampleCases).filter((id) => !ids.includes(id))).toEqual([]);
});

/**
 * Returns true if a parameter names a file by a hash of its content. The next build changes the hash, so the file of
 * the example does not exist.
 */
function isOfBuild({ operationId }: DocumentedOperation, name: string): boolean {
  return operationId === 'getConsoleFile' && name === 'file';
}

/** Returns the status and the headers of a response, without its time. */
function headOf({ status, headers }: Response): object {
  return { status, headers: { ...(headers as Record<string, string>), date: undefined } };
}

/**
 * Returns the differences between a response and its example. The client has validated text against its schema already.
 */
function compare({ mediaType, value, schema = {} }: ResponseExample, response: Response): Difference[] {
  return mediaType === 'application/json' ? differences(value, response.body, schema) : [];
}
