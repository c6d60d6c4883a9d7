/**
 * Tests request bodies: texts that databases cannot store are refused, and a body is required if the contract requires
 * it.
 */
import contract from '../../generated/openapi.json';
import { createValidator } from '../../src/http/contract';
import type { Method } from '../support/client';
import type { SessionFixture } from '../support/fixtures';
import type { Service } from '../support/service';
import { connectExample, EXAMPLE_TICKETS, TICKET_ENVIRONMENT } from '../support/tickets';
import { addressOf, type DocumentedOperation, type Json, readDocumentedOperations, resolve } from './documented';
import { withMonitor } from './exampleCases/monitors';
import { startShop } from './exampleCases/prepare';

interface Text {
  /** Name such as `commits[].message`. */
  readonly name: string;
  readonly schema: Json;
}

/** Operations whose bodies are stored as they are. The text of events and of reports of ticket systems is cleaned. */
const operations = readDocumentedOperations().filter(
  ({ bodies, tag, operationId }) => bodies.length > 0 && tag !== 'ingest' && operationId !== 'receiveTicketWebhook',
);

/** Finds the schemas of all texts in a schema. */
function textsIn(part: Json, name = 'body'): Text[] {
  const schema = resolve(part);
  const { type, properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = schema;
  return [
    ...([type].flat().includes('string') ? [{ name, schema }] : []),
    ...Object.entries<Json>(properties).flatMap(([key, member]) => textsIn(member, `${name}.${key}`)),
    ...(items === undefined ? [] : textsIn(items as Json, `${name}[]`)),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((member: Json) => textsIn(member, name)),
  ];
}

describe.each(operations)('the body of $operationId', ({ path, method }) => {
  const { content } = resolve((contract.paths as Json)[path][method].requestBody as Json);
  const texts = Object.values<Json>(content)
    .flatMap(({ schema }) => textsIn(schema as Json))
    .filter(({ schema }) => schema['format'] !== 'binary');

  test('has no text that may have a null character', () => {
    const accepting = texts.filter(({ schema }) => {
      const accepts = createValidator({ allErrors: false }).compile(schema);
      return ['\0', 'a\0', 'a\0b', ' a\0:b', 'https://a.test/\0'].some((text) => accepts(text));
    });
    expect(accepting.map(({ name }) => name)).toEqual([]);
  });
});

/**
 * Returns copies of a value. In each copy, one text has the other text appended. Not texts of an imported event, which
 * are stored as those of an SDK.
 */
function withText(value: unknown, appended: string): unknown[] {
  if (typeof value === 'string') return [value + appended];
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value).filter(([key]) => key !== 'payload');
  return entries.flatMap(([key, member]) =>
    withText(member, appended).map((changed) =>
      Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed },
    ),
  );
}

describe('the service', () => {
  let service: Service;
  let token: string;
  let publicKey: string;
  let ruleId: string;
  let tokenId: string;
  let searchId: string;
  let session: SessionFixture;
  beforeAll(async () => {
    const shop = await startShop(TICKET_ENVIRONMENT, { sendTicketRequest: EXAMPLE_TICKETS });
    ({ service, token, publicKey } = shop);
    await withMonitor(shop);
    await connectExample(service, shop.project.row.organizationId);
    const create = async (path: string, body: object) =>
      ((await service.client.post(path, token).send(body).expect(201)).body as { id: string }).id;
    const rule = { name: 'New', conditions: [{ type: 'new' }], recipients: [{ type: 'project' }] };
    ruleId = await create('/api/0/projects/acme/shop/rules/', rule);
    tokenId = await create('/api/0/organizations/acme/org-auth-tokens/', { name: 'ci' });
    searchId = await create('/api/0/organizations/acme/searches/', { name: 'Fatal', query: 'level:fatal' });
    session = await service.fixtures.session('acme');
  });
  afterAll(() => service.close());

  const bodies = operations.flatMap((operation) =>
    operation.bodies
      .filter(({ mediaType, value }) => mediaType === 'application/json' && withText(value, '').length > 0)
      .map(({ name, value }) => ({ operation, operationId: operation.operationId, name, value })),
  );

  test.each(bodies)('refuses each text of $operationId, $name, with a null character', async ({ operation, value }) => {
    for (const body of withText(value, '\0')) await send(operation, body as object).expect(400);
  });

  test.each(bodies)('refuses each text of $operationId, $name, with a lone surrogate', async ({ operation, value }) => {
    for (const body of withText(value, '\ud83d')) await send(operation, body as object).expect(400);
  });

  test.each(operations)('requires a body of $operationId only if the contract does', async (operation) => {
    const { path, method } = operation;
    const { required } = resolve((contract.paths as Json)[path][method].requestBody as Json);
    const { status } = await send(operation, undefined);
    expect(required === true ? [400, 415] : [200, 201]).toContain(status);
  });

  function send(operation: DocumentedOperation, body: object | undefined) {
    const { method, security } = operation;
    const ids = { key_id: publicKey, rule_id: ruleId, token_id: tokenId, search_id: searchId };
    const url = addressOf(operation, ids);
    const isForSessionsOnly = security.length > 0 && security.every((requirement) => 'session' in requirement);
    const request = service.client.send(method as Method, url, isForSessionsOnly ? undefined : token);
    if (isForSessionsOnly) void request.set(session.headers);
    return body === undefined ? request : request.send(body);
  }
});
