import { useService } from '../../support/service';

const PATH = '/api/0/auth/password/';
const SESSIONS = '/api/0/auth/sessions/';
const [FIRST, SECOND] = ['correct horse battery staple', 'wrong horse battery staple'];

const service = useService();
let organization: string;
beforeEach(async () => (organization = (await service.fixtures.organization()).slug));

const signIn = (password: string) =>
  service.client.post(SESSIONS).send({ email: 'ann@acme.test', password, organization });

test('sets the first password, ends the other sessions and links, and keeps its own', async () => {
  const { headers } = await service.fixtures.session(organization);
  const other = await service.fixtures.session(organization);
  const colleague = await service.fixtures.session(organization, { email: 'bob@acme.test' });
  const link = await service.fixtures.link(organization);
  await service.client.put(PATH).set(headers).send({ password: FIRST }).expect(204);
  await signIn(FIRST).expect(201);
  const current = `${SESSIONS}current/`;
  await service.client.get(current).set(other.headers).expect(401);
  await service.client.get(current).set(colleague.headers).expect(200);
  await service.client.post(SESSIONS).send({ link }).expect(401);
  const { body } = await service.client.get(current).set(headers).expect(200);
  expect(body).toMatchObject({ member: { hasPassword: true } });
});

test('needs the present password to set another one', async () => {
  await service.fixtures.password(organization, FIRST);
  const { headers } = await service.fixtures.session(organization);
  const put = (body: object) => service.client.put(PATH).set(headers).send(body);
  const missing = (await put({ password: SECOND }).expect(400)).body as Record<string, string[]>;
  expect(missing['currentPassword']?.[0]).toMatch(/^This field is required/);
  const wrong = { currentPassword: ['This is not your present password.'] };
  await put({ password: SECOND, currentPassword: SECOND }).expect(400, wrong);
  await put({ password: SECOND, currentPassword: FIRST }).expect(204);
  await signIn(FIRST).expect(401);
  await signIn(SECOND).expect(201);
});

test('needs no present password in the session of a link of `member password`, once', async () => {
  await service.fixtures.password(organization, FIRST);
  const link = await service.fixtures.link(organization, { setsPassword: true });
  const signedIn = await service.client.post(SESSIONS).send({ link }).expect(201);
  const Cookie = String((signedIn.headers as Record<string, unknown>)['set-cookie']).split(';')[0] ?? '';
  const headers = { Cookie, 'X-CSRF-Token': (signedIn.body as { csrfToken: string }).csrfToken };
  await service.client.put(PATH).set(headers).send({ password: SECOND }).expect(204);
  await signIn(SECOND).expect(201);
  await service.client.put(PATH).set(headers).send({ password: FIRST }).expect(400);
});

test('limits guesses of the present password', async () => {
  const email = `kim@${organization}.test`;
  await service.fixtures.password(organization, FIRST, email);
  const { headers } = await service.fixtures.session(organization, { email });
  const guess = () => service.client.put(PATH).set(headers).send({ password: SECOND, currentPassword: 'x' });
  // Another quarter of an hour would begin another count.
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
  try {
    for (let attempt = 0; attempt < 10; attempt += 1) await guess().expect(400);
    await guess().expect(429);
  } finally {
    clock.mockRestore();
  }
});

test.each([
  [{}, { password: ['This field is required.'] }],
  [{ password: 'x'.repeat(11) }, { password: ['Ensure this field has at least 12 characters.'] }],
  [{ password: 'x'.repeat(201) }, { password: ['Ensure this field has no more than 200 characters.'] }],
  [{ password: FIRST, currentPassword: FIRST }, { currentPassword: [expect.stringContaining('no password yet')] }],
])('%j is 400', async (body, expected) => {
  const { headers } = await service.fixtures.session(organization);
  expect((await service.client.put(PATH).set(headers).send(body).expect(400)).body).toEqual(expected);
});
