import contract from '../../generated/openapi.json';
import { operations } from '../../generated/handlers';
import { loadContract } from '../../src/http/openapiBackend';
import { createServer, type ServerOptions } from '../../src/http/server';

test('a server does not start if a handler and the contract differ in who may call the operation', async () => {
  const handlers = { ...operations, getProject: { ...operations.getProject, access: 'public' } };
  const options = { contract: loadContract(contract), operations: handlers } as unknown as ServerOptions;
  await expect(createServer(options)).rejects.toThrow(
    'getProject is defined for access "public"; the contract has "token"',
  );
});
