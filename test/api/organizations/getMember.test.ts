import { useService } from '../../support/service';

const service = useService();
let organization: string;
let token: string;
beforeAll(async () => {
  organization = (await service.fixtures.organization()).slug;
  token = await service.fixtures.token(organization);
});

const pathOf = (of: string, id = 'me') => `/api/0/organizations/${of}/members/${id}/`;

test('finds a member by id, and the caller as me', async () => {
  const { body } = await service.client.get(pathOf(organization), token).expect(200);
  expect(body).toMatchObject({ email: 'ann@acme.test', role: 'owner', teams: [] });
  const { id } = body as { id: string };
  expect((await service.client.get(pathOf(organization, id), token).expect(200)).body).toEqual(body);
  const other = (await service.fixtures.organization()).slug;
  const stranger = await service.fixtures.token(other);
  await service.client.get(pathOf(other, id), stranger).expect(404, { detail: 'Member not found' });
});
