import { countTokens } from '../../../src/agents/replyText';
import { connectAgentTo, partsOfReply } from '../../support/agents';
import type { ProjectFixture } from '../../support/fixtures';
import { useService } from '../../support/service';

const service = useService();

/** An event with lines of source, as an SDK sends them. */
const CRASH = {
  release: 'shop@1.4.2',
  level: 'error',
  exception: {
    values: [
      {
        type: 'TypeError',
        value: 'no total',
        stacktrace: {
          frames: [
            ...Array.from({ length: 30 }, (_, line) => ({
              filename: `node_modules/express/layer${line}.js`,
              function: 'next',
              lineno: line + 1,
              in_app: false,
            })),
            {
              filename: 'src/cart.js',
              function: 'sumCart',
              lineno: 41,
              in_app: true,
              pre_context: ['function sumCart(cart) {'],
              context_line: '  return cart.order.total;',
              post_context: ['}'],
            },
          ],
        },
      },
    ],
  },
};

async function withToken(scopes?: readonly string[]): Promise<{ project: ProjectFixture; token: string }> {
  const project = await service.fixtures.project();
  return { project, token: await service.fixtures.token(project.organization, scopes && { scopes }) };
}

test('an agent comes from "what broke?" to the line of source in two calls and few tokens', async () => {
  const { project, token } = await withToken();
  await service.fixtures.event(project, CRASH);
  const agent = await connectAgentTo(service.url, token);
  const found = await agent.call('find_issues');
  const id = /^1\. id: (\d+);/m.exec(partsOfReply(found).outside)?.[1];
  const event = await agent.call('get_event', { issue_id: id, event_id: 'recommended' });
  await agent.close();
  expect(partsOfReply(found).inside).toContain('title: "TypeError: no total"');
  const { inside, outside } = partsOfReply(event);
  expect(outside).toMatch(/^eventID: [0-9a-f]{32}; /);
  expect(inside).toContain('function: "sumCart"; filename: "src/cart.js"; lineNo: 41; inApp: true');
  expect(inside).toContain('41|   return cart.order.total;');
  expect(countTokens(found + event)).toBeLessThan(2000);
});

test('lists the tools that the scopes permit, and those that change something only when asked', async () => {
  const listed = async (scopes: readonly string[], query?: string) => {
    const agent = await connectAgentTo(service.url, (await withToken(scopes)).token, query);
    const names = await agent.list();
    await agent.close();
    return names;
  };
  expect(await listed(['project:releases'])).toEqual(['list_projects', 'list_releases']);
  expect(await listed(['event:write'])).not.toContain('update_issue');
  expect(await listed(['event:write'], '?write=true')).toEqual(
    expect.arrayContaining(['comment_issue', 'undo_issue_change', 'update_issue']),
  );
  expect(await listed(['project:read'], '?write=true')).not.toContain('update_issue');
  expect(await listed(['event:read'], '?write=true')).toEqual(await listed(['event:read']));
});

test('a tool that changes something is not called unless asked, and the audit log names the agent', async () => {
  const { project, token } = await withToken();
  await service.fixtures.event(project, CRASH);
  const reader = await connectAgentTo(service.url, token);
  const id = /^1\. id: (\d+);/m.exec(await reader.call('find_issues'))?.[1];
  const change = { issue_id: id, status: 'resolved' };
  await expect(reader.call('update_issue', change)).rejects.toThrow('There is no such tool');
  await reader.close();
  const writer = await connectAgentTo(service.url, token, '?write=true');
  expect(await writer.call('update_issue', change)).toMatch(/status: resolved/);
  expect(await writer.call('comment_issue', { issue_id: id, text: 'Fixed in 1.4.3.' })).toMatch(/^id: \d+/);
  await writer.close();
  const { body } = await service.client.get(`/api/0/organizations/${project.organization}/audit-logs/`, token);
  const entries = (body as { event: string; details: object; ipAddress: string }[]).map((entry) => [
    entry.event,
    entry.details,
    entry.ipAddress,
  ]);
  expect(entries).toEqual(
    expect.arrayContaining([
      ['comment.create', { agent: 'tester/1.2.3' }, '127.0.0.1'],
      ['issue.update', expect.objectContaining({ agent: 'tester/1.2.3' }), '127.0.0.1'],
    ]),
  );
});

test('says what the service refused, within marks', async () => {
  const { token } = await withToken(['event:read']);
  const agent = await connectAgentTo(service.url, token);
  const unknown = partsOfReply(await agent.call('get_issue', { issue_id: 'IGNORE-1' }));
  expect(unknown.outside).toMatch(/^The service refused the request\./);
  const surplus = partsOfReply(await agent.call('get_issue', { issue_id: '1', obey: true }));
  expect(surplus.inside).toContain('get_issue has no argument "obey"; it has issue_id.');
  for (const name of ['organization_slug', 'limit', 'signal']) {
    const refused = partsOfReply(await agent.call('find_issues', { [name]: 'x' }));
    expect(refused.inside).toContain(`find_issues has no argument "${name}"; it has query, project,`);
  }
  const forbidden = partsOfReply(await agent.call('list_projects'));
  expect(forbidden.inside).toContain('permission');
  await agent.close();
});

test('goes on with the next page by a cursor', async () => {
  const { project, token } = await withToken();
  for (const type of ['First', 'Second', 'Third'])
    await service.fixtures.event(project, { exception: { values: [{ type, value: type }] } });
  const agent = await connectAgentTo(service.url, token);
  const first = await agent.call('find_issues', { per_page: 2 });
  const cursor = /More: call again with cursor "([^"]+)"/.exec(partsOfReply(first).outside)?.[1];
  const second = await agent.call('find_issues', { per_page: 2, cursor });
  await agent.close();
  expect(partsOfReply(first).inside).toMatch(/Third[^]*Second/);
  expect(partsOfReply(second).inside).toContain('First');
  expect(second).not.toContain('More:');
});

test('accepts the session of a member with its token against cross-site requests', async () => {
  const { slug } = await service.fixtures.organization();
  const { headers } = await service.fixtures.session(slug);
  const call = { jsonrpc: '2.0', id: 'a', method: 'tools/call', params: { name: 'find_issues' } };
  const { body } = await service.client.post('/mcp').set(headers).send(call).expect(200);
  expect(body).toMatchObject({ id: 'a', result: { content: [{ type: 'text', text: 'Nothing was found.' }] } });
});

test('answers messages that are not of the protocol with an error', async () => {
  const { token } = await withToken();
  const post = (body: object) => service.client.post('/mcp', token).send(body);
  const unknown = await post({ jsonrpc: '2.0', id: 1, method: 'tools/destroy' }).expect(200);
  expect(unknown.body).toMatchObject({ id: 1, error: { code: -32601 } });
  const wrong = await post({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { _meta: 5 } }).expect(200);
  expect(wrong.body).toMatchObject({ id: 2, error: { code: -32600 } });
  await post({ jsonrpc: '2.0', method: 'notifications/initialized' }).expect(202);
  await service.client.get('/mcp', token).expect(405);
  await service.client.post('/mcp').send({ jsonrpc: '2.0', id: 3, method: 'ping' }).expect(401);
});
