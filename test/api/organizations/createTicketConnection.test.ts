import { startService, type Service } from '../../support/service';
import { TICKET_ENVIRONMENT, TicketServer } from '../../support/tickets';

let server: TicketServer;
beforeAll(async () => (server = await TicketServer.start()));
afterAll(() => server.close());

async function connect(service: Service, body: object) {
  const project = await service.fixtures.project();
  const token = await service.fixtures.token(project.organization);
  const path = `/api/0/organizations/${project.organization}/ticket-connections/`;
  return { project, token, path, reply: await service.client.post(path, token).send(body) };
}
const body = (changes: object = {}) => ({
  ...{ kind: 'gitea', url: `${server.url}/`, project: 'acme/shop', token: 'secret-token', ...changes },
});

describe('a service with a key', () => {
  let service: Service;
  beforeAll(async () => (service = await startService(TICKET_ENVIRONMENT)));
  afterAll(() => service.close());
  beforeEach(() => {
    server.reset();
    server.replies.set('GET /api/v1/repos/acme/shop', [200, { id: 1 }]);
  });

  test('connects a project once the system accepts the token, which is stored encrypted', async () => {
    const { project, path, token, reply } = await connect(service, body());
    expect([reply.status, reply.body]).toMatchObject([201, { kind: 'gitea', url: server.url, user: null }]);
    expect((reply.body as { webhookSecret: string }).webhookSecret).toMatch(/^[\w-]{43}$/);
    expect(server.requests[0]?.headers.authorization).toBe('token secret-token');
    const listed = await service.client.get(path, token).expect(200);
    expect(JSON.stringify(listed.body)).not.toMatch(/secret/i);
    const stored = await service.app.database.read(({ tickets }) =>
      tickets.listConnections(project.row.organizationId),
    );
    expect(stored[0]?.token).toMatch(/^1\.[A-Za-z0-9+/=]+$/);
    expect(Buffer.from(stored[0]?.token.slice(2) ?? '', 'base64').toString('latin1')).not.toContain('secret-token');
  });

  test('stores nothing that the ticket system refuses', async () => {
    server.replies.set('GET /api/v1/repos/acme/shop', [401, { message: 'token does not exist' }]);
    const { path, token, reply } = await connect(service, body());
    const detail = 'Gitea or Forgejo answered with status 401: token does not exist.';
    expect([reply.status, reply.body]).toEqual([400, { detail }]);
    expect((await service.client.get(path, token).expect(200)).body).toEqual([]);
  });

  test.each([
    [{ url: undefined }, { url: ['Gitea or Forgejo requires url.'] }],
    [{ url: 'http://[' }, { url: ['Not a URL such as https://gitlab.example.com.'] }],
    [{ project: 'shop' }, { project: ['A project of Gitea or Forgejo is named as owner/repository.'] }],
    [{ user: 'ann' }, { user: ['A token of Gitea or Forgejo needs no user.'] }],
    [{ kind: 'jira', project: 'shop' }, { project: ['A project of Jira is named as SHOP.'] }],
    [{ token: 'a b' }, { token: ['A token has no spaces.'] }],
  ])('refuses %j', async (changes, expected) => {
    const { reply } = await connect(service, body(changes));
    expect([reply.status, reply.body]).toEqual([400, expected]);
    expect(server.requests).toEqual([]);
  });
});

test('a private host is refused unless the operator allows it', async () => {
  const service = await startService({ ENCRYPTION_KEY: TICKET_ENVIRONMENT.ENCRYPTION_KEY });
  server.reset();
  const { reply } = await connect(service, body());
  expect([reply.status, server.requests]).toEqual([400, []]);
  expect((reply.body as { detail: string }).detail).toContain('WEBHOOK_ALLOW_PRIVATE=on');
  await service.close();
});

test('nothing can be connected without a key', async () => {
  const service = await startService();
  const { reply } = await connect(service, body());
  const detail = 'The service needs the variable ENCRYPTION_KEY to connect ticket systems.';
  expect([reply.status, reply.body]).toEqual([400, { detail }]);
  await service.close();
});
