import { updateOrganization } from '../../../src/cli/organization';
import { warnOfSecrets } from '../../../src/cli/serve';
import { scopesOfRole } from '../../../src/domain/access';
import {
  codeOfStep,
  factorUrl,
  recoveryHash,
  type SecondFactor,
  stepOfCode,
  storedFactorSecret,
} from '../../../src/domain/secondFactor';
import { SecretBox } from '../../../src/domain/secretBox';
import { type Service, startService, useService } from '../../support/service';

const PATH = '/api/0/auth/second-factor/';
const PASSWORD = 'correct horse battery staple';

const service = useService();

/** The secret of RFC 6238, appendix B: `12345678901234567890` in base32. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('the code of second %i is that of RFC 6238', (second, code) => {
  expect(codeOfStep(RFC_SECRET, Math.floor(second / 30), 8)).toBe(code);
});

test('a code is accepted half a minute early and late, and only after the last accepted step', () => {
  const factor = { secret: RFC_SECRET, isConfirmed: true, lastStep: 0, recoveryHashes: [] };
  const at = (step: number, lastStep = 0) =>
    stepOfCode({ ...factor, lastStep }, codeOfStep(RFC_SECRET, step), 1000 * 30_000 + 29_999);
  expect([998, 999, 1000, 1001, 1002].map((step) => at(step))).toEqual([null, 999, 1000, 1001, null]);
  expect([999, 1000, 1001].map((step) => at(step, 1000))).toEqual([null, null, 1001]);
  expect(stepOfCode(factor, codeOfStep(RFC_SECRET, 1000).replace(/^.../, '$& '), 1000 * 30_000)).toBe(1000);
});

test('the address names the account', () => {
  expect(factorUrl('ABC', 'ann+x@acme.test')).toBe(
    'otpauth://totp/Culprit:ann%2Bx%40acme.test?secret=ABC&issuer=Culprit',
  );
});

test('needs the password, counts only once it is confirmed, and is returned only once', async () => {
  const { slug } = await service.fixtures.organization();
  await service.fixtures.password(slug, PASSWORD);
  const { headers } = await service.fixtures.session(slug);
  const create = (password: string) => service.client.post(PATH).set(headers).send({ password });
  await create('wrong').expect(400, { password: ['This is not your present password.'] });
  const first = (await create(PASSWORD).expect(201)).body as { secret: string; url: string };
  const second = (await create(PASSWORD).expect(201)).body as { secret: string; url: string };
  expect(second).toEqual({
    secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
    url: factorUrl(second.secret, 'ann@acme.test'),
  });
  expect(second.secret).not.toBe(first.secret);
  const current = await service.client.get('/api/0/auth/sessions/current/').set(headers).expect(200);
  expect(current.body).toMatchObject({ member: { hasSecondFactor: false } });
  await service.client
    .post('/api/0/auth/sessions/')
    .send({ email: 'ann@acme.test', password: PASSWORD, organization: slug })
    .expect(201);
});

test('is for members with a password', async () => {
  const { slug } = await service.fixtures.organization();
  const { headers } = await service.fixtures.session(slug);
  const { body } = await service.client.post(PATH).set(headers).send({ password: PASSWORD }).expect(400);
  expect(body).toEqual({ password: ['You have no password yet; set one first.'] });
});

describe('encrypted with the key of the service', () => {
  let keyed: Service;
  beforeAll(async () => (keyed = await startService({ ENCRYPTION_KEY: '5a'.repeat(32) })));
  afterAll(() => keyed.close());

  test('when it is made and when it is used; with another key, only recovery codes work', async () => {
    const { id: organizationId, slug } = await keyed.fixtures.organization();
    await keyed.fixtures.password(slug, PASSWORD);
    const { headers } = await keyed.fixtures.session(slug);
    await keyed.client.post(PATH).set(headers).send({ password: PASSWORD }).expect(201);
    const { database } = keyed.app;
    const member = await database.read(({ members }) => members.findByEmail(organizationId, 'ann@acme.test'));
    const owner = { organizationId, memberId: member?.id ?? '' };
    const stored = () => database.read(({ signIns }) => signIns.findFactor(owner));
    const replace = async (changes: Partial<SecondFactor>) => {
      const from = (await stored()) as SecondFactor;
      await database.write(({ signIns }) => signIns.replaceFactor(owner, from, { ...from, ...changes }));
    };
    const signIn = (code: string) =>
      keyed.client.post('/api/0/auth/sessions/').send({ email: 'ann@acme.test', password: PASSWORD, code });
    const codeAt = (steps: number) => codeOfStep(RFC_SECRET, Math.floor(Date.now() / 30_000) + steps);
    expect((await stored())?.secret).toMatch(/^1\.[A-Za-z0-9+/=]{80}$/);

    await replace({ secret: RFC_SECRET, isConfirmed: true, recoveryHashes: [recoveryHash('aaaa')] });
    await signIn(codeAt(-1)).expect(201);
    expect((await stored())?.secret).toMatch(/^1\./);
    await signIn(codeAt(1)).expect(201);

    const other = new SecretBox(Buffer.alloc(32, 1));
    await replace({ secret: storedFactorSecret(other, owner, RFC_SECRET), lastStep: 0 });
    const { body } = await signIn(codeAt(0)).expect(503);
    expect(body).toMatchObject({
      detail:
        'ENCRYPTION_KEY is not the key with which the secret was encrypted; use a recovery code, or tell the operator of this service.',
    });
    await signIn('aaaa').expect(201);

    const logged = jest.fn<undefined, [string]>();
    const log = { warn: logged, error: logged };
    await warnOfSecrets(keyed.app, { encryptionKey: Buffer.alloc(32, 2) }, log);
    await warnOfSecrets(keyed.app, { encryptionKey: Buffer.alloc(32, 1) }, log);
    await replace({ secret: RFC_SECRET });
    await warnOfSecrets(keyed.app, { encryptionKey: null }, log);
    await warnOfSecrets(keyed.app, { encryptionKey: Buffer.alloc(32, 1) }, log);
    expect(logged.mock.calls).toEqual([
      ['codes of second factors cannot be checked: ENCRYPTION_KEY is not the key with which the secret was encrypted.'],
      ['secrets of second factors are stored without encryption; set ENCRYPTION_KEY'],
    ]);
  });
});

describe('required by the organization', () => {
  const DETAIL =
    'Your organization requires a second factor; set it up on the page of your account, or with createSecondFactor and createRecoveryCodes.';
  const SESSIONS = '/api/0/auth/sessions/';
  let slug: string;
  let path: string;
  let owner: string;
  beforeEach(async () => {
    slug = (await service.fixtures.organization()).slug;
    path = `/api/0/organizations/${slug}/`;
    owner = await service.fixtures.token(slug, { email: `owner@${slug}.test` });
  });

  const require = (token = owner, require2FA = true) => service.client.put(path, token).send({ require2FA });
  const byCommand = (requireSecondFactor: string) =>
    service.app.database.write((stores) =>
      updateOrganization({ stores, publicUrl: '', now: Date.now() }, { organization: slug, requireSecondFactor }),
    );

  test('a session of a member with a password can only set it up, and end', async () => {
    const email = `ann@${slug}.test`;
    await service.fixtures.password(slug, PASSWORD, email);
    const { headers } = await service.fixtures.session(slug, { email });
    await service.client.get(path).set(headers).expect(200);
    await require().expect(200);
    const { body: refused } = await service.client.get(path).set(headers).expect(403);
    expect(refused).toMatchObject({ detail: DETAIL });
    await service.client.put(path).set(headers).send({ name: 'Mine' }).expect(403);
    await service.client
      .post('/api/0/api-tokens/')
      .set(headers)
      .send({ scopes: ['org:read'] })
      .expect(403);
    const signIn = { email, password: PASSWORD, organization: slug };
    const { body: begun } = await service.client.post(SESSIONS).send(signIn).expect(201);
    expect(begun).toMatchObject({ member: { hasSecondFactor: false, lacksSecondFactor: true } });
    const made = await service.client.post(PATH).set(headers).send({ password: PASSWORD }).expect(201);
    const code = codeOfStep((made.body as { secret: string }).secret, Math.floor(Date.now() / 30_000));
    await service.client.post(`${PATH}recovery-codes/`).set(headers).send({ code }).expect(201);
    await service.client.get(path).set(headers).expect(200);
    const { body: current } = await service.client.get(`${SESSIONS}current/`).set(headers).expect(200);
    expect(current).toMatchObject({ member: { hasSecondFactor: true, lacksSecondFactor: false } });
    const { body: members } = await service.client.get(`${path}members/`, owner).expect(200);
    expect(members).toMatchObject([
      { email: `owner@${slug}.test`, hasPassword: false, hasSecondFactor: false },
      { email, hasPassword: true, hasSecondFactor: true },
    ]);
  });

  test('is set up right after an invitation, and not asked of sessions without a password or of tokens', async () => {
    await require().expect(200);
    const { headers } = await service.fixtures.session(slug, { email: `kim@${slug}.test` });
    await service.client.get(path).set(headers).expect(200);
    const link = await service.fixtures.link(slug, { email: `bob@${slug}.test`, isInvitation: true });
    const { body } = await service.client.post(SESSIONS).send({ link, newPassword: PASSWORD }).expect(201);
    expect(body).toMatchObject({ member: { lacksSecondFactor: true } });
    await service.client.get(path, await service.fixtures.token(slug, { email: `bob@${slug}.test` })).expect(200);
  });

  test('only owners change it, with a second factor of their own; a command takes it back', async () => {
    const scopes = scopesOfRole('manager');
    const manager = await service.fixtures.token(slug, { email: `max@${slug}.test`, role: 'manager', scopes });
    await require(manager).expect(403);
    await require(manager, false).expect(200);
    await service.fixtures.password(slug, PASSWORD, `owner@${slug}.test`);
    const { body } = await require().expect(400);
    expect(body).toEqual({
      require2FA: ['Set up a second factor of your own first; without one, you could not change anything any more.'],
    });
    await byCommand('on');
    const { headers } = await service.fixtures.session(slug, { email: `owner@${slug}.test` });
    await service.client.get(path).set(headers).expect(403);
    expect((await service.client.get(path, owner).expect(200)).body).toMatchObject({ require2FA: true });
    await byCommand('off');
    await service.client.get(path).set(headers).expect(200);
    const log = await service.client.get(`${path}audit-logs/?event=organization.update`, owner).expect(200);
    expect((log.body as { details: object }[]).map(({ details }) => details)).toEqual([
      { fields: ['require2FA'] },
      { fields: ['require2FA'] },
    ]);
  });
});
