import { codeOfStep } from '../../../src/domain/secondFactor';
import { useExampleTime } from '../../support/exampleTime';
import { useOwnService } from '../../support/service';

const FACTOR = '/api/0/auth/second-factor/';
const CODES = `${FACTOR}recovery-codes/`;
const PASSWORD = 'correct horse battery staple';

useExampleTime();
const service = useOwnService();
let organization: string;
let email: string;
let headers: Record<string, string>;
let secret: string;
let recoveryCodes: string[];
beforeEach(async () => {
  organization = (await service.fixtures.organization()).slug;
  email = `ann@${organization}.test`;
  await service.fixtures.password(organization, PASSWORD, email);
  headers = (await service.fixtures.session(organization, { email })).headers;
  secret = ((await post(FACTOR, { password: PASSWORD }).expect(201)).body as { secret: string }).secret;
});

const post = (path: string, body: object) => service.client.post(path).set(headers).send(body);
const codeAt = (steps: number) => codeOfStep(secret, Math.floor(Date.now() / 30_000) + steps);
const signIn = (code?: string, password = PASSWORD) =>
  service.client.post('/api/0/auth/sessions/').send({ email, password, ...(code !== undefined && { code }) });
const WRONG = { code: ['The code is wrong or was used already; wait for the next one.'] };

/** Confirms the second factor with the code of the step before, so that two steps are left for the test. */
async function confirm() {
  const { body } = await post(CODES, { code: codeAt(-1) }).expect(201);
  ({ recoveryCodes } = body as { recoveryCodes: string[] });
}

test('confirms with a code of the authenticator only', async () => {
  expect((await post(CODES, { password: PASSWORD }).expect(400)).body).toEqual({
    code: [expect.stringMatching(/^This field is required/)],
  });
  await post(CODES, { code: '000000' }).expect(400);
  await post(CODES, {}).expect(400, { detail: 'Send either the password or a code.' });
  await signIn().expect(201);
  await confirm();
  expect(new Set(recoveryCodes).size).toBe(10);
  await post(FACTOR, { password: PASSWORD }).expect(400, { detail: 'You have a second factor; remove it first.' });
});

describe('signing in', () => {
  beforeEach(confirm);

  test('then needs the password and a code, which counts once', async () => {
    expect((await signIn().expect(400)).body).toEqual({ code: [expect.stringMatching(/^This field is required/)] });
    await signIn(codeAt(0), 'wrong').expect(401);
    await signIn(codeAt(-1)).expect(400, WRONG);
    const code = codeAt(0);
    const replies = await Promise.all([signIn(code), signIn(code), signIn(code)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 400, 400]);
    expect((await signIn(codeAt(1)).expect(201)).body).toMatchObject({ member: { hasSecondFactor: true } });
  });

  test('accepts each recovery code once, however it is written, and none that was replaced', async () => {
    const [first = '', second = ''] = recoveryCodes;
    await signIn(first.toUpperCase().replaceAll('-', ' ')).expect(201);
    await signIn(first).expect(400, WRONG);
    await post(CODES, { password: PASSWORD }).expect(201);
    await signIn(second).expect(400, WRONG);
    const token = await service.fixtures.token(organization);
    const log = `/api/0/organizations/${organization}/audit-logs/?event=session.create`;
    const { body } = await service.client.get(log, token).expect(200);
    expect((body as { details: object }[]).map(({ details }) => details)).toEqual([
      { method: 'password', factor: 'recovery_code' },
    ]);
  });

  test('is refused for a while after ten wrong codes, also from other networks', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 10; attempt += 1) statuses.push((await post(CODES, { code: '1' })).status);
    expect(statuses).toEqual(Array(10).fill(400));
    const { body } = await signIn(codeAt(0)).expect(429);
    expect(body).toEqual({ detail: expect.stringContaining('More than 10 sign-ins') });
  });

  test('stores no recovery code, and asks for none at the provider or with a link', async () => {
    const link = await service.fixtures.link(organization, { email });
    const { body } = await service.client.post('/api/0/auth/sessions/').send({ link }).expect(201);
    const { member } = body as { member: { id: string } };
    const key = { organizationId: (body as { organization: { id: string } }).organization.id, memberId: member.id };
    const stored = await service.app.database.read(({ signIns }) => signIns.findFactor(key));
    expect(JSON.stringify(stored)).not.toMatch(new RegExp(recoveryCodes.join('|')));
  });
});
