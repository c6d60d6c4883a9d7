import { useService } from '../../support/service';

const PATH = '/api/0/auth/sessions/';

const service = useService();
let organization: string;
beforeAll(async () => {
  organization = (await service.fixtures.organization()).slug;
});

test('ends one of the own sessions', async () => {
  const [mine, lost] = [await service.fixtures.session(organization), await service.fixtures.session(organization)];
  await service.client.delete(`${PATH}${lost.id}/`).set(mine.headers).expect(204);
  await service.client.get(`${PATH}current/`).set(lost.headers).expect(401);
  await service.client.delete(`${PATH}${lost.id}/`).set(mine.headers).expect(404, { detail: 'Session not found' });
});

test('does not find the sessions of others', async () => {
  const mine = await service.fixtures.session(organization);
  const theirs = await service.fixtures.session(organization, { email: 'bob@acme.test' });
  for (const id of [theirs.id, '0', 'x', '1e1', '999999999'])
    await service.client.delete(`${PATH}${id}/`).set(mine.headers).expect(404);
  await service.client.get(`${PATH}current/`).set(theirs.headers).expect(200);
});
