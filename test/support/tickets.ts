import { WebhookServer, type ReceivedPost } from './webhookServer';
import type { ProjectFixture } from './fixtures';
import type { Service } from './service';
import { type SendTicketRequest, TicketClient } from '../../src/tickets/ticketClient';

/** The environment of a service that can connect ticket systems, also of this machine. */
export const TICKET_ENVIRONMENT = { ENCRYPTION_KEY: '5a'.repeat(32), WEBHOOK_ALLOW_PRIVATE: 'on' };

/** A played reply: its status, its JSON and its headers. */
export type PlayedReply = readonly [status: number, body: unknown, headers?: Readonly<Record<string, string>>];

/** A ticket system on the loopback address. Requests without a played reply are 404. */
export class TicketServer {
  /** Played replies by method and path. */
  readonly replies = new Map<string, PlayedReply>();

  private constructor(private readonly server: WebhookServer) {
    server.answer = (response) => {
      const { method = '', url = '' } = response.req;
      const [status, body, headers = {}] = this.replies.get(`${method} ${url}`) ?? [404, { message: '404 Not found' }];
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
    };
  }

  static async start(): Promise<TicketServer> {
    return new TicketServer(await WebhookServer.start());
  }

  get url(): string {
    return new URL(this.server.url).origin;
  }

  get requests(): readonly ReceivedPost[] {
    return this.server.posts;
  }

  /** Forgets what was played and received. */
  reset(): void {
    this.replies.clear();
    this.server.posts.length = 0;
  }

  close(): Promise<void> {
    return this.server.close();
  }
}

const GITLAB_ISSUE = {
  iid: 7,
  state: 'opened',
  web_url: 'https://gitlab.example.com/acme/shop/-/issues/7',
  updated_at: '2026-11-21T10:30:02Z',
};

/** Plays the GitLab of the examples of the contract, and any other system as one that accepts everything. */
export const EXAMPLE_TICKETS: SendTicketRequest = ({ method, url, headers, body }) => {
  const reply = (status: number, value: unknown) =>
    Promise.resolve({ status, headers: {}, text: JSON.stringify(value) });
  if (Object.values(headers).includes('revoked')) return reply(401, { message: '401 Unauthorized' });
  const path = url.replace('https://gitlab.example.com/api/v4/projects/acme%2Fshop', '');
  if (method === 'POST') return reply(201, { ...GITLAB_ISSUE, ...body });
  if (path === '/issues/8')
    return reply(200, {
      ...{ ...GITLAB_ISSUE, iid: 8, state: 'closed', title: 'Checkout fails without a card' },
      web_url: 'https://gitlab.example.com/acme/shop/-/issues/8',
    });
  return path.startsWith('/issues/') ? reply(404, { message: '404 Not found' }) : reply(200, { id: 1 });
};

/** The secret of the webhook in the examples of the contract. */
const EXAMPLE_SECRET = '4fH0mCq7Zc1oX9wYtVb2RjLkNsEuDgAiPz5Q8xW3yTM';

/** Connects the GitLab of the examples, with the secret of the examples. */
export async function connectExample({ app }: Service, organizationId: string): Promise<void> {
  const client = new TicketClient(Buffer.from(TICKET_ENVIRONMENT.ENCRYPTION_KEY, 'hex'), EXAMPLE_TICKETS);
  const [token, webhookSecret] = ['glpat-Ys7kW2mQ9xTz', EXAMPLE_SECRET].map((one) => client.seal(organizationId, one));
  const project = { url: 'https://gitlab.example.com', project: 'acme/shop', user: null, issueType: null };
  await app.database.write(({ tickets }) =>
    tickets.insertConnection({
      ...{ organizationId, kind: 'gitlab', ...project, dateCreated: Date.now() },
      ...{ token: token ?? '', webhookSecret: webhookSecret ?? '' },
    }),
  );
}

/** A connection that was made, with the secret of its webhook. */
export interface ConnectionFixture {
  readonly id: string;
  readonly webhookUrl: string;
  readonly webhookSecret: string;
}

/** Connects a project of a ticket system, which must be the one to which `body` leads. */
export async function connectTickets(
  { client }: Service,
  { organization, token, body }: { organization: string; token: string; body: object },
): Promise<ConnectionFixture> {
  const reply = await client.post(`/api/0/organizations/${organization}/ticket-connections/`, token).send(body);
  if (reply.status !== 201) throw new Error(`the connection is ${reply.status}: ${JSON.stringify(reply.body)}`);
  return reply.body as ConnectionFixture;
}

/** An issue with a ticket of a Gitea on the loopback address. */
export interface TicketFixture {
  readonly project: ProjectFixture;
  readonly token: string;
  readonly connection: ConnectionFixture;
  /** Path of the issue. */
  readonly issue: string;
  /** Path of its ticket. */
  readonly ticket: string;
}

export const REPOSITORY = '/api/v1/repos/acme/shop';
const GITEA_ISSUE = { number: 7, state: 'open', title: 'Checkout', updated_at: '2026-11-21T10:30:02Z' };

/** Returns what Gitea says about the ticket. */
export function giteaIssue(server: TicketServer, changes: object = {}): object {
  return { ...GITEA_ISSUE, html_url: `${server.url}/acme/shop/issues/7`, ...changes };
}

/** Makes an issue, and a ticket of it. */
export async function makeTicket(service: Service, server: TicketServer): Promise<TicketFixture> {
  const project = await service.fixtures.project();
  const token = await service.fixtures.token(project.organization);
  await service.fixtures.event(project, { message: 'boom' });
  const issues = await service.client.get(`${project.path}issues/`, token).expect(200);
  const issueId = (issues.body as { id: string }[])[0]?.id ?? '';
  server.replies.set(`GET ${REPOSITORY}`, [200, { id: 1 }]);
  server.replies.set(`POST ${REPOSITORY}/issues`, [201, giteaIssue(server)]);
  const body = { kind: 'gitea', url: server.url, project: 'acme/shop', token: 'secret-token' };
  const connection = await connectTickets(service, { organization: project.organization, token, body });
  const issue = `/api/0/organizations/${project.organization}/issues/${issueId}/`;
  const reply = await service.client.post(`${issue}tickets/`, token).send({ connection: connection.id }).expect(201);
  return { project, token, connection, issue, ticket: `${issue}tickets/${(reply.body as { id: string }).id}/` };
}
