import { useService } from '../../support/service';

const service = useService();
let organization: string;
let token: string;
beforeAll(async () => {
  organization = (await service.fixtures.organization()).slug;
  token = await service.fixtures.token(organization);
});

const PATH = '/api/0/api-tokens/';

test('ends the token of the request too', async () => {
  const { body } = await service.client
    .post(PATH, token)
    .send({ name: 'Once', scopes: ['org:read'] })
    .expect(201);
  const { id, token: text } = body as { id: string; token: string };
  await service.client.delete(`${PATH}${id}/`, text).expect(204);
  await service.client.get('/api/0/organizations/', text).expect(401);
  await service.client.delete(`${PATH}${id}/`, text).expect(401);
  await service.client.delete(`${PATH}${id}/`, token).expect(404, { detail: 'Token not found' });
});

test('ends a token that no other token created', async () => {
  const text = await service.fixtures.token(organization);
  const { body } = await service.client.get(PATH, text).expect(200);
  const own = (body as { id: string; tokenLastCharacters: string }[]).find(({ tokenLastCharacters: end }) =>
    text.endsWith(end),
  );
  await service.client.delete(`${PATH}${own?.id}/`, text).expect(204);
  await service.client.get(PATH, text).expect(401);
});

test('requires a token, and a known id', async () => {
  await service.client.delete(`${PATH}1/`).expect(401);
  for (const id of ['0', 'x', '1e1', '999999999']) await service.client.delete(`${PATH}${id}/`, token).expect(404);
});
