import { useService } from '../../support/service';

const service = useService();

test('revokes the invitation, whose link says so; the member stays', async () => {
  const { slug: organization } = await service.fixtures.organization();
  const token = await service.fixtures.token(organization);
  const members = `/api/0/organizations/${organization}/members/`;
  const { body } = await service.client.post(members, token).send({ email: 'bob@acme.test' }).expect(201);
  const path = `${members}${(body as { id: string }).id}/invitation/`;
  await service.client
    .delete(path, token)
    .expect(404, { detail: '"bob@acme.test" has no invitation that can be accepted.' });
  const { headers } = await service.fixtures.session(organization);
  const invited = await service.client.post(path).set(headers).expect(201);
  const link = (invited.body as { url: string }).url.split('#')[1];
  await service.client.delete(path, token).expect(204);
  await service.client
    .post('/api/0/auth/sessions/')
    .send({ link, newPassword: 'correct horse battery staple' })
    .expect(401, { detail: 'The link was revoked; ask a manager of the organization for a new one.' });
  const { body: listed } = await service.client.get(members, token).expect(200);
  expect(listed).toMatchObject([{}, { email: 'bob@acme.test', invitation: { isRevoked: true } }]);
  await service.client.delete(path, token).expect(404);
  await service.client.post(path, token).expect(201);
});

test('needs every scope of the role', async () => {
  const { slug: organization } = await service.fixtures.organization();
  await service.fixtures.link(organization, { isInvitation: true });
  const token = await service.fixtures.token(organization, { scopes: ['member:admin'] });
  const { body } = await service.client.get(`/api/0/organizations/${organization}/members/`, token).expect(200);
  const [{ id = '' } = {}] = body as { id?: string }[];
  await service.client.delete(`/api/0/organizations/${organization}/members/${id}/invitation/`, token).expect(403);
});
