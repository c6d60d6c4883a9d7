import { startService } from '../../support/service';
import { makeTicket, TICKET_ENVIRONMENT, TicketServer } from '../../support/tickets';

test('removes a connection, and the tickets of issues with it', async () => {
  const server = await TicketServer.start();
  const service = await startService(TICKET_ENVIRONMENT);
  const { connection, issue, project, token } = await makeTicket(service, server);
  const path = `/api/0/organizations/${project.organization}/ticket-connections/`;
  const other = await makeTicket(service, server);
  await service.client.delete(`${path}${other.connection.id}/`, token).expect(404);
  await service.client.delete(`${path}${connection.id}/`, token).expect(204);
  expect((await service.client.get(path, token).expect(200)).body).toEqual([]);
  expect((await service.client.get(`${issue}tickets/`, token).expect(200)).body).toEqual([]);
  expect((await service.client.get(`${other.issue}tickets/`, other.token).expect(200)).body).toHaveLength(1);
  await service.client.delete(`${path}${connection.id}/`, token).expect(404);
  await service.close();
  await server.close();
});
