import { type Service, startService } from '../../support/service';

const PATH = '/api/0/auth/sessions/';
const PASSWORD = 'correct horse battery staple';

let service: Service;
beforeAll(async () => {
  // Counts begin again with the minute.
  jest.useFakeTimers({
    now: Date.now(),
    doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'setInterval', 'performance'],
  });
  service = await startService();
});
afterAll(async () => {
  jest.useRealTimers();
  await service.close();
});

test('a member who signed in signs in again, whatever others of the same network send', async () => {
  const { slug: organization } = await service.fixtures.organization();
  await service.fixtures.password(organization, PASSWORD);
  await service.fixtures.password(organization, PASSWORD, 'bob@acme.test');
  const signIn = (email: string) => service.client.post(PATH).send({ email, password: PASSWORD });
  await signIn('ann@acme.test').expect(201);
  const strangers = Array.from({ length: 8 }, (_, number) =>
    signIn(`nobody-${number}@other.test`).then(({ status }) => status),
  );
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const { status } = await service.client.post(PATH).send({ link: 'unknown' });
    if (status === 429) break;
  }
  await signIn('bob@acme.test').expect(429);
  await signIn('ANN@acme.test').expect(201);
  for (const status of await Promise.all(strangers)) expect([401, 429]).toContain(status);
});
