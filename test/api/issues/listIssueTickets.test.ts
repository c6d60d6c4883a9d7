import { startService } from '../../support/service';
import { makeTicket, TICKET_ENVIRONMENT, TicketServer } from '../../support/tickets';

test('lists the tickets of one issue', async () => {
  const server = await TicketServer.start();
  const service = await startService(TICKET_ENVIRONMENT);
  const { issue, project, token } = await makeTicket(service, server);
  await service.fixtures.event(project, { message: 'other', fingerprint: ['other'] });
  const list = async (path: string) =>
    (await service.client.get(`${path}tickets/`, token).expect(200)).body as unknown[];
  expect(await list(issue)).toMatchObject([{ key: '#7', title: 'Checkout' }]);
  const issues = (await service.client.get(`${project.path}issues/`, token)).body as { id: string }[];
  const other = issues.find(({ id }) => !issue.endsWith(`/${id}/`));
  expect(await list(`/api/0/organizations/${project.organization}/issues/${other?.id}/`)).toEqual([]);
  await service.close();
  await server.close();
});
