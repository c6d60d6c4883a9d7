import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

/** A client of the tools, as the protocol's own library has it. */
export interface AgentClient {
  /** Names of the tools. */
  list(): Promise<string[]>;
  /** Calls a tool, and returns the text of its reply. */
  call(name: string, given?: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

/** Connects the library's client. */
export async function connectAgent(transport: Transport): Promise<AgentClient> {
  const client = new Client({ name: 'tester', version: '1.2.3' });
  await client.connect(transport);
  return {
    async list() {
      const { tools } = await client.listTools();
      return tools.map(({ name }) => name).sort();
    },
    async call(name, given = {}) {
      const { content } = (await client.callTool({ name, arguments: given })) as CallToolResult;
      return content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n');
    },
    close: () => client.close(),
  };
}

/** Connects to a service over HTTP. */
export function connectAgentTo(url: string, token: string, query = ''): Promise<AgentClient> {
  const headers = { Authorization: `Bearer ${token}`, 'User-Agent': 'tester/1.2.3' };
  return connectAgent(new StreamableHTTPClientTransport(new URL(`${url}/mcp${query}`), { requestInit: { headers } }));
}

/** The texts of a reply: those within the marks, and all others. */
export interface ReplyParts {
  readonly inside: string;
  readonly outside: string;
}

/** @throws Error unless the reply has at most one pair of marks, each once */
export function partsOfReply(text: string): ReplyParts {
  const pattern = /^<<<UNTRUSTED-([0-9a-f]{16})\n([^]*?)\nUNTRUSTED-\1>>>$/m;
  const [block = '', mark = '', inside = ''] = pattern.exec(text) ?? [];
  const outside = text.replace(block, '');
  if (outside.includes('UNTRUSTED') || (mark !== '' && inside.includes(mark))) throw new Error(`marks in: ${text}`);
  return { inside, outside };
}
