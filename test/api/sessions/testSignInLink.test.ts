import { useOwnService } from '../../support/service';

const PATH = '/api/0/auth/links/test/';
const DAY = 86_400_000;

const service = useOwnService();
let organization: string;
beforeEach(async () => {
  organization = (await service.fixtures.organization()).slug;
});
afterEach(() => jest.useRealTimers());

const check = async (link: string) => (await service.client.post(PATH).send({ link }).expect(200)).body as unknown;

test('says whose link it is and whether it asks for a password, and does not use it', async () => {
  for (const isInvitation of [true, false]) {
    const link = await service.fixtures.link(organization, { isInvitation });
    const valid = { state: 'valid', asksPassword: isInvitation, email: 'ann@acme.test' };
    for (let times = 0; times < 2; times += 1)
      expect(await check(link)).toMatchObject({ ...valid, organization: { slug: organization } });
  }
});

test('says why a link cannot be used', async () => {
  const used = await service.fixtures.link(organization);
  await service.client.post('/api/0/auth/sessions/').send({ link: used }).expect(201);
  expect(await check(used)).toMatchObject({ state: 'used', email: 'ann@acme.test' });
  const replaced = await service.fixtures.link(organization, { isInvitation: true });
  const newest = await service.fixtures.link(organization, { isInvitation: true });
  expect(await check(replaced)).toMatchObject({ state: 'replaced' });
  expect(await check('nothing')).toEqual({
    ...{ state: 'unknown', asksPassword: false, email: null, organization: null, expiresAt: null },
  });
  jest.useFakeTimers({ now: Date.now() + 7 * DAY - 60_000, doNotFake: ['nextTick', 'setImmediate', 'setTimeout'] });
  expect(await check(newest)).toMatchObject({ state: 'valid' });
  jest.setSystemTime(Date.now() + 60_000);
  expect(await check(newest)).toMatchObject({ state: 'expired' });
});

test('counts unknown links only', async () => {
  const link = await service.fixtures.link(organization);
  for (let times = 0; times < 70; times += 1) await check(link);
  const statuses: number[] = [];
  for (let times = 0; times < 70; times += 1)
    statuses.push((await service.client.post(PATH).send({ link: 'nothing' })).status);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
});
