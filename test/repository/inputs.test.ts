/**
 * Tests that an input which no handler reads is reported. test/contract/examples.test.ts checks every operation this
 * way. Here the contract is changed and the service is not.
 */
import contract from '../../generated/openapi.json';
import type { OperationId } from '../../src/api/contractTypes';
import { loadContract } from '../../src/http/openapiBackend';
import { type Json, readDocumentedOperations } from '../contract/documented';
import { casesOf } from '../contract/exampleCases';
import { InputRecorder } from '../contract/inputs';
import { requestsOf, runExample } from '../contract/perform';
import { useExampleTime } from '../support/exampleTime';
import { type Service, startService } from '../support/service';

useExampleTime();

/**
 * Runs the examples of an operation against a changed contract, and returns the inputs that its handler did not read.
 */
async function unreadAfter(operationId: OperationId, change: (document: Json) => void): Promise<string[]> {
  const document = structuredClone(contract) as Json;
  change(document);
  const operation = readDocumentedOperations(document).find((candidate) => candidate.operationId === operationId);
  if (operation === undefined) throw new Error(`the contract has no operation ${operationId}`);
  const inputs = new InputRecorder();
  const overrides = { contract: loadContract(document), inspectInput: inputs.inspect };
  for (const request of casesOf(operation).cases.flatMap((example) => requestsOf(operation, example))) {
    const { response } = await runExample(operation, request, {}, overrides);
    expect(response.status).toBeLessThan(300);
  }
  return inputs.unread(operationId, document);
}

const text = (example: string) => ({ type: 'string', description: 'An input that nobody reads.', example });

test('the contract has no such input', async () => {
  expect(await unreadAfter('listIssues', () => undefined)).toEqual([]);
});

test('a query parameter that the handler ignores is named', async () => {
  const unread = await unreadAfter('listIssues', ({ paths }) => {
    const path = '/api/0/projects/{organization_slug}/{project_slug}/issues/';
    paths[path].get.parameters.push({ name: 'region', in: 'query', schema: text('eu'), example: 'eu' });
  });
  expect(unread).toEqual(['listIssues: query.region']);
});

test('a body property that the handler ignores is named', async () => {
  const unread = await unreadAfter('updateAlertSettings', ({ components }) => {
    components.schemas.AlertSettingsUpdate.properties.channel = text('mail');
  });
  expect(unread).toEqual(['updateAlertSettings: body.channel']);
});

test('a property of an object in a list is named', async () => {
  const unread = await unreadAfter('updateRelease', ({ components }) => {
    components.schemas.CommitCreation.properties.branch = text('main');
  });
  expect(unread).toEqual(['updateRelease: body.commits[].branch']);
});

test('a property that the handler only copies, with whatever else there is, is named', () => {
  const inputs = new InputRecorder();
  const body = inputs.inspect('updateAlertSettings', 'body', { mail: true });
  expect({ ...body }).toEqual({ mail: true });
  expect(Object.entries(body)).toEqual([['mail', true]]);
  expect(JSON.stringify(body)).toBe('{"mail":true}');
  expect(inputs.unread('updateAlertSettings')).toContain('updateAlertSettings: body.mail');
  expect(body.mail).toBe(true);
  expect(inputs.unread('updateAlertSettings')).not.toContain('updateAlertSettings: body.mail');
});

describe.each([
  ['uploadChunks', 'ChunkParts', '/api/0/organizations/acme/chunk-upload/'],
  ['uploadReleaseFile', 'ReleaseFileParts', '/api/0/projects/acme/shop/releases/1.0/files/'],
] as const)('%s', (_, schema, path) => {
  let service: Service;
  let token: string;
  beforeAll(async () => {
    service = await startService();
    await service.fixtures.project({
      organization: (await service.fixtures.organization({ slug: 'acme' })).slug,
      slug: 'shop',
    });
    token = await service.fixtures.token('acme');
    const releases = '/api/0/projects/acme/shop/releases/';
    await service.client.post(releases, token).send({ version: '1.0' }).expect(201);
  });
  afterAll(() => service.close());

  const send = (part: string) => service.client.post(path, token).field(part, Buffer.from('x'), { filename: 'x' });

  test.each(Object.keys(contract.components.schemas[schema].properties))(
    'accepts the part %s of its form',
    async (part) => {
      expect(JSON.stringify((await send(part)).body)).not.toContain('unknown part');
    },
  );

  test('rejects a part that the contract does not declare by its name', async () => {
    expect((await send('note').expect(400)).body).toEqual({ detail: expect.stringContaining('unknown part "note"') });
  });
});
