import { startService } from '../../support/service';
import { makeTicket, TICKET_ENVIRONMENT, TicketServer } from '../../support/tickets';

test('removes a ticket from its issue, and leaves it at the ticket system', async () => {
  const server = await TicketServer.start();
  const service = await startService(TICKET_ENVIRONMENT);
  const { issue, ticket, token } = await makeTicket(service, server);
  const before = server.requests.length;
  await service.client.delete(ticket, token).expect(204);
  expect((await service.client.get(`${issue}tickets/`, token).expect(200)).body).toEqual([]);
  await service.client.delete(ticket, token).expect(404);
  expect(server.requests).toHaveLength(before);
  await service.close();
  await server.close();
});
