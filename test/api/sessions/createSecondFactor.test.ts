import { codeOfStep, factorUrl, stepOfCode } from '../../../src/domain/secondFactor';
import { useService } from '../../support/service';

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
