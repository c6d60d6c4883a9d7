import { codeOfStep } from '../../../src/domain/secondFactor';
import { useExampleTime } from '../../support/exampleTime';
import { useService } from '../../support/service';

const FACTOR = '/api/0/auth/second-factor/';
const REMOVAL = `${FACTOR}removal/`;
const PASSWORD = 'correct horse battery staple';

useExampleTime();
const service = useService();

test.each(['password', 'code', 'recovery code'])('needs the %s, and the password then suffices', async (proof) => {
  const { slug } = await service.fixtures.organization();
  await service.fixtures.password(slug, PASSWORD);
  const { headers } = await service.fixtures.session(slug);
  const post = (path: string, body: object) => service.client.post(path).set(headers).send(body);
  await post(REMOVAL, { code: '000000' }).expect(400, { detail: 'You have no second factor.' });
  const { secret } = (await post(FACTOR, { password: PASSWORD }).expect(201)).body as { secret: string };
  const codeAt = (steps: number) => codeOfStep(secret, Math.floor(Date.now() / 30_000) + steps);
  const confirmed = await post(`${FACTOR}recovery-codes/`, { code: codeAt(0) }).expect(201);
  const [recovery = ''] = (confirmed.body as { recoveryCodes: string[] }).recoveryCodes;
  await post(REMOVAL, { password: 'wrong' }).expect(400);
  await post(REMOVAL, { code: codeAt(0) }).expect(400);
  await post(REMOVAL, { password: PASSWORD, code: recovery }).expect(400);
  const right = proof === 'password' ? { password: PASSWORD } : { code: proof === 'code' ? codeAt(1) : recovery };
  await post(REMOVAL, right).expect(204);
  const body = { email: 'ann@acme.test', password: PASSWORD, organization: slug };
  await service.client.post('/api/0/auth/sessions/').send(body).expect(201);
});
