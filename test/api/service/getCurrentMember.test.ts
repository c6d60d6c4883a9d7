import { SCOPES } from '../../../src/domain/access';
import { useService } from '../../support/service';

const service = useService();

test('the member of the token is returned', async () => {
  const { slug } = await service.fixtures.organization();
  const token = await service.fixtures.token(slug, { email: 'ann.lee@acme.test', scopes: ['event:read'] });
  const { body } = await service.client.get('/api/0/auth/', token).expect(200);
  const email = 'ann.lee@acme.test';
  expect(body).toEqual({ id: expect.stringMatching(/^[1-9][0-9]*$/), email, username: email, name: 'ann.lee' });
});

test.each(SCOPES.map((scope) => [scope]))('%s alone suffices', async (scope) => {
  const { slug } = await service.fixtures.organization();
  await service.client.get('/api/0/auth/', await service.fixtures.token(slug, { scopes: [scope] })).expect(200);
});

test('a token is required', async () => {
  await service.client.get('/api/0/auth/').expect(401);
  await service.client.get('/api/0/auth/', 'nonsense').expect(401);
});
