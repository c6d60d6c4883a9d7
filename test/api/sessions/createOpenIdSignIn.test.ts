import { openIdRequestOf } from '../../../src/domain/session';
import { EXAMPLE_PROVIDER } from '../../contract/perform';
import { type Service, startService } from '../../support/service';

const PATH = '/api/0/auth/openid/';

let service: Service;
beforeAll(async () => (service = await startService({}, { openId: EXAMPLE_PROVIDER })));
afterAll(() => service.close());

test('returns where the page goes, and the secret from which the state follows', async () => {
  const { body } = await service.client.post(PATH).expect(201);
  const { url, secret } = body as { url: string; secret: string };
  expect(new URL(url).searchParams.get('state')).toBe(openIdRequestOf(secret).state);
});

test('is used once, with its own state', async () => {
  const { slug } = await service.fixtures.organization();
  await service.fixtures.token(slug);
  const { body } = await service.client.post(PATH).expect(201);
  const { secret } = body as { secret: string };
  const complete = (state: string) =>
    service.client.post('/api/0/auth/sessions/').send({ openId: { code: 'ann', state, secret } });
  await complete(openIdRequestOf(secret).state).expect(201);
  await complete(openIdRequestOf(secret).state).expect(401);
  const next = (await service.client.post(PATH).expect(201)).body as { secret: string };
  const wrong = { code: 'ann', state: 'x', secret: next.secret };
  await service.client.post('/api/0/auth/sessions/').send({ openId: wrong }).expect(401);
  const right = { ...wrong, state: openIdRequestOf(next.secret).state };
  await service.client.post('/api/0/auth/sessions/').send({ openId: right }).expect(401);
});

test('is refused to pages of other sites', async () => {
  await service.client.post(PATH).set('Sec-Fetch-Site', 'cross-site').expect(403);
});

test('is 404 without a provider', async () => {
  const without = await startService();
  await without.client.post(PATH).expect(404);
  await without.close();
});
