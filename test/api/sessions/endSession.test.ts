import { useService } from '../../support/service';

const PATH = '/api/0/auth/sessions/current/';

const service = useService();
let organization: string;
beforeAll(async () => {
  organization = (await service.fixtures.organization()).slug;
});

test('ends the session of the request only, and deletes its cookie', async () => {
  const { headers } = await service.fixtures.session(organization);
  const other = await service.fixtures.session(organization);
  const { headers: reply } = await service.client.delete(PATH).set(headers).expect(204);
  expect(reply).toMatchObject({
    'set-cookie': ['culprit_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax'],
  });
  await service.client.delete(PATH).set(headers).expect(401, { detail: 'The session has ended; sign in again.' });
  await service.client.get(PATH).set(other.headers).expect(200);
});

test('needs the token against cross-site requests, which a page of another site does not know', async () => {
  const { headers } = await service.fixtures.session(organization);
  await service.client.delete(PATH).set({ Cookie: headers.Cookie }).expect(403);
  await service.client.get(PATH).set(headers).expect(200);
});
