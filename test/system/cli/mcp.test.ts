/** `culprit mcp`, called by the client of the protocol's own library. */
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { connectAgent, partsOfReply } from '../../support/agents';
import { ensureBuilt, ROOT } from '../../support/process';
import { useOwnService } from '../../support/service';

const service = useOwnService();

beforeAll(ensureBuilt);

/** Starts `culprit mcp`, and connects to it. */
async function connectTo(env: Record<string, string>, ...args: readonly string[]) {
  return connectAgent(
    new StdioClientTransport({ command: process.execPath, args: [`${ROOT}/dist/src/main.js`, 'mcp', ...args], env }),
  );
}

test('an agent investigates, and changes an issue with --write only', async () => {
  const project = await service.fixtures.project();
  const token = await service.fixtures.token(project.organization);
  await service.fixtures.event(project);
  const environment = { CULPRIT_URL: service.url, CULPRIT_TOKEN: token };
  const reader = await connectTo(environment);
  const { inside, outside } = partsOfReply(await reader.call('find_issues'));
  expect(inside).toContain('"Error: boom"');
  const issue_id = /^1\. id: (\d+);/m.exec(outside)?.[1];
  expect(await reader.list()).not.toContain('update_issue');
  await reader.close();

  const writer = await connectTo(environment, '--write');
  expect(await writer.call('update_issue', { issue_id, status: 'resolved' })).toMatch(/status: resolved/);
  await writer.close();
  const { body } = await service.client.get(`/api/0/organizations/${project.organization}/audit-logs/`, token);
  expect((body as { details: object }[])[0]?.details).toMatchObject({ agent: 'tester 1.2.3' });
});

test('an unknown token is an error of the tool, and no end of the process', async () => {
  const agent = await connectTo({ CULPRIT_URL: service.url, CULPRIT_TOKEN: 'unknown' });
  await expect(agent.list()).rejects.toThrow('Invalid token');
  await expect(agent.list()).rejects.toThrow('Invalid token');
  await agent.close();
});
