import { SCOPES } from '../../../src/domain/access';
import { useService } from '../../support/service';

const service = useService();

describe('the service', () => {
  test('returns the member and the scopes of the token', async () => {
    const { slug } = await service.fixtures.organization();
    const token = await service.fixtures.token(slug, {
      email: 'ann@acme.test',
      scopes: ['project:releases', 'event:read'],
    });
    const { body } = await service.client.get('/api/0/', token).expect(200);
    expect(body).toEqual({
      version: '0',
      auth: { scopes: ['event:read', 'project:releases'] },
      user: { id: expect.stringMatching(/^[1-9][0-9]*$/), email: 'ann@acme.test' },
    });
  });

  test.each(SCOPES.map((scope) => [scope]))('is allowed with %s alone', async (scope) => {
    const { slug } = await service.fixtures.organization();
    await service.client.get('/api/0/', await service.fixtures.token(slug, { scopes: [scope] })).expect(200);
  });

  test('is served without the trailing slash too', async () => {
    const token = await service.fixtures.token((await service.fixtures.organization()).slug);
    await service.client.get('/api/0', token).expect(200);
  });

  test('requires a valid token', async () => {
    const { slug } = await service.fixtures.organization();
    expect((await service.client.get('/api/0/').expect(401)).headers['www-authenticate']).toBe('Bearer');
    await service.client.get('/api/0/', 'nonsense').expect(401);
    const expired = await service.fixtures.token(slug, { expires: '2020-01-01T00:00:00Z' });
    expect((await service.client.get('/api/0/', expired).expect(401)).body).toEqual({ detail: 'Token expired' });
  });

  test('rejects query parameters and other methods', async () => {
    const token = await service.fixtures.token((await service.fixtures.organization()).slug);
    await service.client.get('/api/0/?verbose=1', token).expect(400);
    await service.client.post('/api/0/', token).expect(405);
  });
});
