import { startService } from '../../support/service';
import { makeTicket, TICKET_ENVIRONMENT, TicketServer } from '../../support/tickets';

test('lists the connections of one organization, without secrets', async () => {
  const server = await TicketServer.start();
  const service = await startService(TICKET_ENVIRONMENT);
  const { connection, project, token } = await makeTicket(service, server);
  await makeTicket(service, server);
  const path = `/api/0/organizations/${project.organization}/ticket-connections/`;
  const { webhookSecret: _, ...known } = connection;
  expect((await service.client.get(path, token).expect(200)).body).toEqual([known]);
  await service.close();
  await server.close();
});
