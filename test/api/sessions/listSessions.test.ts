import { useService } from '../../support/service';

const PATH = '/api/0/auth/sessions/';

const service = useService();

test('lists the sessions of the member, the one that was used last first', async () => {
  const { slug } = await service.fixtures.organization();
  const first = await service.fixtures.session(slug, { userAgent: 'Firefox' });
  const second = await service.fixtures.session(slug, { userAgent: 'Chrome' });
  await service.fixtures.session(slug, { email: 'bob@acme.test' });
  await service.fixtures.session((await service.fixtures.organization()).slug);
  const { body } = await service.client.get(PATH).set(first.headers).expect(200);
  expect(body).toMatchObject([
    { id: second.id, userAgent: 'Chrome', isCurrent: false },
    { id: first.id, userAgent: 'Firefox', isCurrent: true },
  ]);
});

test('shows the browser that signed in, cut and as ASCII', async () => {
  const { slug } = await service.fixtures.organization();
  const link = await service.fixtures.link(slug);
  const userAgent = `Mozilla/5.0 ${'x'.repeat(300)}`;
  const signedIn = await service.client.post(PATH).set('User-Agent', userAgent).send({ link }).expect(201);
  const Cookie = String((signedIn.headers as Record<string, unknown>)['set-cookie']).split(';')[0] ?? '';
  const { body } = await service.client.get(PATH).set({ Cookie }).expect(200);
  expect(body).toMatchObject([{ userAgent: userAgent.slice(0, 200) }]);
});
