import { scopesOfRole } from '../../../src/domain/access';
import { INVITATION_MS } from '../../../src/domain/session';
import { MailServer, readMail } from '../../support/mailServer';
import { poll } from '../../support/process';
import { type Service, startService } from '../../support/service';

const PASSWORD = 'correct horse battery staple';
const SESSIONS = '/api/0/auth/sessions/';

let service: Service;
let mails: MailServer;
let organization: string;
let token: string;
beforeAll(async () => {
  mails = await MailServer.start();
  service = await startService({ SMTP_URL: mails.url });
});
afterAll(async () => {
  await service.close();
  await mails.close();
});
beforeEach(async () => {
  organization = (await service.fixtures.organization()).slug;
  token = await service.fixtures.token(organization);
  mails.mails.length = 0;
});

interface Invited {
  readonly url: string;
  readonly expiresAt: string;
  readonly isMailed: boolean;
}

const membersOf = (slug: string) => `/api/0/organizations/${slug}/members/`;
const secretOf = ({ url }: Invited) => url.split('#')[1] ?? '';
const accept = (invited: Invited, more: object = { newPassword: PASSWORD }) =>
  service.client.post(SESSIONS).send({ link: secretOf(invited), ...more });
const detailOf = async (invited: Invited) => ((await accept(invited).expect(401)).body as { detail: string }).detail;

/** Adds a member of the role `member`, and returns the path of the invitation. */
async function add(email = 'bob@acme.test'): Promise<string> {
  const { body } = await service.client.post(membersOf(organization), token).send({ email }).expect(201);
  return `${membersOf(organization)}${(body as { id: string }).id}/invitation/`;
}

/** Invites with the session of the owner, or with a token. */
async function invite(path: string, maker?: string): Promise<Invited> {
  if (maker !== undefined) return (await service.client.post(path, maker).expect(201)).body as Invited;
  const { headers } = await service.fixtures.session(organization);
  return (await service.client.post(path).set(headers).expect(201)).body as Invited;
}

test('lasts seven days, and signs in once, with the first password', async () => {
  const path = await add();
  const before = Date.now();
  const invited = await invite(path);
  const made = Date.parse(invited.expiresAt) - INVITATION_MS;
  expect(INVITATION_MS).toBe(7 * 86_400_000);
  expect(made).toBeGreaterThanOrEqual(before);
  expect(made).toBeLessThanOrEqual(Date.now());
  // A link that is only opened, by a person or by a program that looks into mails, stays valid.
  for (const more of [{}, { newPassword: 'short' }]) {
    const { body } = await accept(invited, more).expect(400);
    expect(Object.keys(body as object)).toEqual(['newPassword']);
  }
  const { body } = await accept(invited).expect(201);
  expect(body).toMatchObject({ member: { email: 'bob@acme.test', hasPassword: true } });
  await service.client.post(SESSIONS).send({ email: 'bob@acme.test', password: PASSWORD, organization }).expect(201);
  expect(await detailOf(invited)).toMatch(/^The link was used already; sign in with your password/);
  const { body: listed } = await service.client.get(membersOf(organization), token).expect(200);
  expect(listed).toMatchObject([{ invitation: null }, { email: 'bob@acme.test', invitation: null }]);
});

test('is mailed, with the day on which it ends', async () => {
  const invited = await invite(await add('kim@acme.test'));
  expect(invited.isMailed).toBe(true);
  await poll(() => mails.mails.length > 0);
  const { headers, text } = readMail(mails.mails[0] ?? { from: '', to: [], raw: '' });
  expect(mails.mails[0]?.to).toEqual(['kim@acme.test']);
  expect(headers.subject).toBe(`Invitation to ${organization}`);
  expect(text).toContain(`ann@acme.test invites you to the organization "${organization}"`);
  expect(text).toContain(invited.url);
  expect(text).toContain(`until ${invited.expiresAt.slice(0, 16).replace('T', ' ')} UTC`);
});

test('is mailed five times in an hour at most; the link is returned all the same', async () => {
  const path = await add('kim@acme.test');
  const sent: boolean[] = [];
  for (let count = 0; count < 6; count += 1) sent.push((await invite(path)).isMailed);
  expect(sent).toEqual([true, true, true, true, true, false]);
});

test('replaces the former one, which says so', async () => {
  const path = await add();
  const first = await invite(path);
  const second = await invite(path);
  expect(await detailOf(first)).toBe('A newer invitation replaced this one; open the link of the newest one.');
  await accept(second).expect(201);
});

test('is seen in the list of members until it is accepted', async () => {
  const { expiresAt } = await invite(await add());
  const { body } = await service.client.get(membersOf(organization), token).expect(200);
  expect(body).toMatchObject([{ invitation: null }, { invitation: { expiresAt, isRevoked: false } }]);
});

test('of a token asks for no password, which would outlive the token', async () => {
  const maker = await service.fixtures.token(organization, { scopes: ['member:admin', ...scopesOfRole('member')] });
  const invited = await invite(await add(), maker);
  await accept(invited).expect(400, { newPassword: ['This link asks for no password; leave this field out.'] });
  const { body } = await accept(invited, {}).expect(201);
  expect(body).toMatchObject({ member: { hasPassword: false } });
});

test('is not for a member who has a password', async () => {
  await service.fixtures.password(organization, PASSWORD, 'bob@acme.test');
  const { body } = await service.client.get(membersOf(organization), token).expect(200);
  const bob = (body as { id: string; email: string }[]).find(({ email }) => email === 'bob@acme.test')?.id ?? '';
  await service.client.post(`${membersOf(organization)}${bob}/invitation/`, token).expect(400, {
    detail: '"bob@acme.test" has a password, so nothing is left to accept; create a sign-in link instead.',
  });
});
