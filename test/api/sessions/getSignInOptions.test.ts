import { EXAMPLE_PROVIDER } from '../../contract/perform';
import { type Service, startService } from '../../support/service';

const PATH = '/api/0/auth/options/';

test('says whether there is an OpenID provider, to anybody', async () => {
  for (const [overrides, openId] of [
    [{}, null],
    [{ openId: EXAMPLE_PROVIDER }, { name: 'Acme' }],
  ] as const) {
    const service = await startService({}, overrides);
    await service.client.get(PATH).expect(200, { password: true, openId, session: null });
    await service.client.get(`${PATH}?x=1`).expect(200);
    await service.close();
  }
});

describe('the session of the request', () => {
  let service: Service;
  beforeAll(async () => (service = await startService()));
  afterAll(() => service.close());

  test('is that of getCurrentSession', async () => {
    const { slug } = await service.fixtures.organization();
    const { headers } = await service.fixtures.session(slug);
    const { body } = await service.client.get(PATH).set(headers).expect(200);
    const { body: session } = await service.client.get('/api/0/auth/sessions/current/').set(headers).expect(200);
    expect(body).toEqual({ password: true, openId: null, session });
  });

  test('is null once it has ended, for an unknown cookie, and beside a token', async () => {
    const { slug } = await service.fixtures.organization();
    const token = await service.fixtures.token(slug);
    const { headers } = await service.fixtures.session(slug);
    const withToken = await service.client.get(PATH, token).set(headers).expect(200);
    await service.client.delete('/api/0/auth/sessions/current/').set(headers).expect(204);
    const ended = await service.client.get(PATH).set(headers).expect(200);
    const unknown = await service.client.get(PATH).set('Cookie', 'culprit_session=unknown').expect(200);
    for (const { body } of [withToken, ended, unknown]) expect(body).toMatchObject({ session: null });
  });
});
