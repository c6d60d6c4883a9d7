/** Replies of operations that the contract declares as deprecated. Today's contract has none. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import contract from '../../generated/openapi.json';
import { loadContract } from '../../src/http/openapiBackend';
import { sendRaw } from '../support/client';
import { type Service, startService } from '../support/service';
import { readText } from '../support/source';

const { parseYaml } = createRequire(require.resolve('openapi-typescript/package.json'))('@redocly/openapi-core') as {
  parseYaml(text: string): { schema: { pattern: string } };
};
const PROMISE = { deprecated: true, 'x-deprecation': { version: '0.5.0', date: '2026-11-22', sunset: '2027-05-21' } };

let service: Service;

beforeAll(async () => {
  const document = structuredClone(contract);
  const path = '/api/0/projects/{organization_slug}/{project_slug}/';
  for (const operation of [
    document.paths['/healthz'].get,
    document.paths[path].get,
    document.paths['/api/{project_id}/store/'].post,
  ])
    Object.assign(operation, PROMISE);
  service = await startService({}, { contract: loadContract(document) });
});
afterAll(() => service.close());

async function headersOf(method: string, path: string) {
  const { status, headers } = await sendRaw(service.url, { method, path });
  return { status, deprecation: headers['deprecation'], sunset: headers['sunset'] };
}

const announced = { deprecation: '@1795305600', sunset: 'Fri, 21 May 2027 00:00:00 GMT' };
const nothing = { deprecation: undefined, sunset: undefined };

test.each([
  ['a success', 'GET', '/healthz', 200],
  ['a refused caller', 'GET', '/api/0/projects/acme/shop/', 401],
  ['an error of an operation for SDKs', 'POST', '/api/1/store/', 401],
])('%s has the date of the deprecation and of the sunset', async (_what, method, path, status) => {
  expect(await headersOf(method, path)).toEqual({ status, ...announced });
});

test.each([
  ['another operation of the same path', 'PUT', '/api/0/projects/acme/shop/', 401],
  ['another operation', 'GET', '/api/0/', 401],
  ['an unknown path', 'GET', '/nothing', 404],
])('%s has neither', async (_what, method, path, status) => {
  expect(await headersOf(method, path)).toMatchObject({ status, ...nothing });
});

test('the headers have the form that the contract gives them', () => {
  const { schema } = parseYaml(readText(join('openapi', 'headers', 'Deprecation.yaml')));
  expect(announced.deprecation).toMatch(new RegExp(schema.pattern));
});
