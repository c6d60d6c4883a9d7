import { agentTools } from '../../../generated/agentTools';
import { PROGRAM_SCOPES, READING_SCOPES } from '../../../src/domain/oauth';
import { useService } from '../../support/service';

const service = useService();

test('names the server of tools, and the scopes that change nothing', async () => {
  const { body } = await service.client.get('/.well-known/oauth-protected-resource/mcp').expect(200);
  expect(body).toMatchObject({ resource: `${service.url}/mcp`, authorization_servers: [service.url] });
  expect((body as { scopes_supported: string[] }).scopes_supported).toEqual(READING_SCOPES);
});

test('is where a request to the server of tools without a valid token leads, with the scopes to ask for', async () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const metadata = `Bearer resource_metadata="${service.url}/.well-known/oauth-protected-resource/mcp"`;
  for (const token of [undefined, 'unknown'])
    await service.client
      .post('/mcp', token)
      .send(message)
      .expect(401)
      .expect('WWW-Authenticate', `${metadata}, scope="event:read project:read org:read alerts:read"`);
  await service.client
    .post('/mcp?write=true')
    .send(message)
    .expect(401)
    .expect('WWW-Authenticate', `${metadata}, scope="event:read event:write project:read org:read alerts:read"`);
});

test.each(agentTools.map((tool) => [tool.name, tool] as const))('%s can be called with these scopes', (_name, tool) => {
  const scopes: readonly string[] = tool.isWriting ? PROGRAM_SCOPES : READING_SCOPES;
  expect(tool.scopes.some((scope) => scopes.includes(scope))).toBe(true);
});
