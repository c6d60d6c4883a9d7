import type { RequestListener, ServerResponse } from 'node:http';
import contract from '../../generated/openapi.json';
import { type Finding, fuzz, type FuzzOptions } from '../../scripts/fuzz/fuzz';
import { loadContract } from '../../src/http/openapiBackend';
import { startService } from '../support/service';
import type { Json } from './documented';

// Machines that run other tests at the same time are slow.
jest.setTimeout(180_000);

/** Fuzzes a service until something is found. */
async function firstFinding(options: Partial<FuzzOptions>): Promise<Finding | undefined> {
  const { findings } = await fuzz({ requests: 6000, seed: 1, maxFindings: 1, ...options });
  return findings[0];
}

/** Starts a service whose contract differs from the contract that its replies are compared with. */
function startWithContract(change: (schemas: Json, document: Json) => void) {
  const document = structuredClone(contract) as Json;
  change(document['components'].schemas as Json, document);
  return () => startService({}, { contract: loadContract(document) });
}

/** Starts a service in which requests for repositories are handled differently. */
function startWithRepositories(handleRepositories: (response: ServerResponse) => void) {
  return async () => {
    const service = await startService();
    const { server } = service.app;
    const [handle] = server.listeners('request') as RequestListener[];
    server.removeAllListeners('request').on('request', (request, response) => {
      if (request.url?.includes('/repos/') === true) handleRepositories(response);
      else handle?.(request, response);
    });
    return service;
  };
}

test('the service replies to 2000 arbitrary requests as its contract says', async () => {
  const { findings, replies } = await fuzz({ requests: 2000, seed: 20261122 });
  expect(findings).toEqual([]);
  const successful = [...replies.values()].filter((statuses) => [...statuses.keys()].some((status) => status < 300));
  expect(successful.length).toBeGreaterThan(40);
});

test('the same seed makes the same requests', async () => {
  const [first, second] = [await fuzz({ requests: 100, seed: 7 }), await fuzz({ requests: 100, seed: 7 })];
  expect(first.replies.size).toBeGreaterThan(20);
  expect(second.replies).toEqual(first.replies);
});

test('a missing reply is a finding only of an operation that is judged', async () => {
  let closed = 0;
  const start = startWithRepositories((response) => {
    closed += 1;
    response.destroy();
  });
  expect(await firstFinding({ start, only: ['listRepositories'] })).toMatchObject({ rule: 'no reply', status: 0 });
  closed = 0;
  const { findings } = await fuzz({ requests: 2000, seed: 1, only: ['getHealth'], start });
  expect(findings).toEqual([]);
  expect(closed).toBeGreaterThan(0);
});

describe('a service that differs from its contract is found', () => {
  test('by a status that is not declared', async () => {
    const start = startWithRepositories((response) => response.writeHead(418).end());
    expect(await firstFinding({ start, only: ['listRepositories'] })).toMatchObject({
      operationId: 'listRepositories',
      status: 418,
      rule: 'undocumented',
      commands: [expect.stringMatching(/^curl .* -X GET '.*\/repos\/'/)],
    });
  });

  test('by a reply that does not fit its schema', async () => {
    const start = startWithContract((schemas) => (schemas['Health'].properties.status = { type: 'integer' }));
    expect(await firstFinding({ start, only: ['getHealth'] })).toMatchObject({ operationId: 'getHealth', status: 500 });
  });

  test('by a body that it accepts and should refuse, with the shortest one', async () => {
    const start = startWithContract((schemas) => (schemas['ProjectKeyCreation'].properties.name.maxLength = 1000));
    expect(await firstFinding({ start, only: ['createProjectKey'] })).toMatchObject({
      operationId: 'createProjectKey',
      status: 201,
      rule: 'accepted',
      commands: [expect.stringMatching(/ --data-binary '\{"name":"[^"]{65}"\}'/)],
    });
  });

  test('by a request that it refuses and should accept', async () => {
    const start = startWithContract((schemas) => (schemas['DeployCreation'].properties.name.maxLength = 1));
    const finding = await firstFinding({ start, only: ['createDeploy', 'createRelease'] });
    expect(finding).toMatchObject({ operationId: 'createDeploy', status: 400, rule: 'refused' });
  });

  test('by a missing check of scopes', async () => {
    const start = startWithContract((_, document) => {
      const operation = document['paths']['/api/0/organizations/{organization_slug}/']['get'] as Json;
      operation['security'] = [{ bearer: [] }];
    });
    expect(await firstFinding({ start, only: ['getOrganization'] })).toMatchObject({
      operationId: 'getOrganization',
      rule: 'credentials',
    });
  });
});

test('an operation that does not exist is an error', async () => {
  await expect(fuzz({ requests: 1, seed: 1, only: ['getNothing'] })).rejects.toThrow(
    'There is no operation getNothing.',
  );
});
