import { EAGER, startService } from '../../support/service';
import { poll } from '../../support/process';
import { giteaIssue, makeTicket, REPOSITORY, TICKET_ENVIRONMENT, TicketServer } from '../../support/tickets';

test('a new token is checked, and what the old one was refused is told again', async () => {
  const server = await TicketServer.start();
  const service = await startService(TICKET_ENVIRONMENT, EAGER);
  const { client } = service;
  const { connection, issue, project, token } = await makeTicket(service, server);
  const path = `/api/0/organizations/${project.organization}/ticket-connections/${connection.id}/`;
  const ticket = async () =>
    ((await client.get(`${issue}tickets/`, token).expect(200)).body as Record<string, unknown>[])[0];
  const patch = `PATCH ${REPOSITORY}/issues/7`;
  server.replies.set(patch, [401, { message: 'expired' }]);
  await client.put(issue, token).send({ status: 'resolved' }).expect(200);
  await poll(async () => (await ticket())?.['error'] === 'Gitea or Forgejo answered with status 401: expired.');

  server.replies.set(`GET ${REPOSITORY}`, [403, null]);
  await client.put(path, token).send({ token: 'wrong' }).expect(400);
  server.replies.set(`GET ${REPOSITORY}`, [200, { id: 1 }]);
  server.replies.set(patch, [200, giteaIssue(server, { state: 'closed' })]);
  const { webhookSecret: _, ...known } = connection;
  expect((await client.put(path, token).send({ token: 'new-token' }).expect(200)).body).toEqual(known);
  await poll(async () => (await ticket())?.['state'] === 'closed');
  expect(await ticket()).toMatchObject({ waitingState: null, error: null });
  expect(server.requests.at(-1)?.headers.authorization).toBe('token new-token');
  await client
    .put(path.replace(/\d+\/$/, '999/'), token)
    .send({ token: 'new-token' })
    .expect(404);
  await service.close();
  await server.close();
});
